// Bundles each widget of src/ into ../static/<name>.js and, where src/<name>.css exists, ../static/<name>.css.
//
// A widget's entry is a file directly in src/ that ends in .ts, is no test and no declaration, and whose name does
// not start with "_". Shared code lives in src/lib/ and is bundled into the entries that import it: in Jupyter every
// widget instance evaluates its own module, so there is nothing to gain from shared chunks.
//
// The unit symbols are drawn into ../static/symbols.json (symbols.mjs).
//
// Nothing is written until everything has been built and checked: a failed build leaves the last good one in place.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { symbols } from "./symbols.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "src");
const target = join(here, "..", "static");
const LICENCES = "THIRD-PARTY.txt";
const SYMBOLS = "symbols.json";

/** Names in src/, or none if the folder is not there. */
async function sourceFiles() {
  try {
    return await readdir(source);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

function isEntry(file) {
  return file.endsWith(".ts") && !file.endsWith(".d.ts") && !file.endsWith(".test.ts") && !file.startsWith("_");
}

/** One sentence for a bundle that no notebook could load. */
function fault(name, output) {
  const outside = output.imports.filter((found) => found.external).map((found) => found.path);
  if (outside.length > 0) {
    return `src/${name}.ts imports ${outside.join(", ")} from outside: a widget must work offline, so bundle it.`;
  }
  if (!output.exports.includes("default")) {
    return `src/${name}.ts has no default export: a widget exports { initialize, render }; shared code goes to src/lib/.`;
  }
  return null;
}

/** Bundles one file and answers [file name, text] and what went into it. */
async function bundle(file, options) {
  const built = await build({
    absWorkingDir: here,
    entryPoints: [join(source, file)],
    outdir: target,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    charset: "utf8",
    legalComments: "none", // the licences of what is bundled are written in full to THIRD-PARTY.txt
    logLevel: "warning",
    ...options,
  });
  const [output] = Object.values(built.metafile.outputs);
  const [result] = built.outputFiles;
  return { name: basename(result.path), bytes: result.contents, output, inputs: Object.keys(built.metafile.inputs) };
}

/** The folders of the packages that `inputs` come from, as node_modules/<package>. */
function packagesOf(inputs) {
  const found = inputs.map((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(found.filter(Boolean))].sort();
}

/** The licence texts that must travel with the bundles. */
async function licences(packages) {
  const texts = await Promise.all(
    packages.map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(here, folder, "package.json"), "utf8"));
      const file = (await readdir(join(here, folder))).find((entry) => /^licen[cs]e/i.test(entry));
      if (!file) throw new Error(`${name} ${version} is bundled but brings no licence text: it cannot be shipped.`);
      const text = await readFile(join(here, folder, file), "utf8");
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    }),
  );
  return texts.join(`\n${"-".repeat(72)}\n\n`);
}

/** Writes the new files and removes those of widgets that are no more. */
async function replaceStatic(files) {
  await mkdir(target, { recursive: true });
  for (const [name, contents] of files) await writeFile(join(target, name), contents);
  for (const name of await readdir(target)) {
    if (!files.has(name) && !name.startsWith(".")) await rm(join(target, name), { recursive: true });
  }
}

async function main() {
  const names = await sourceFiles();
  const entries = names.filter(isEntry).sort();
  const files = new Map();
  const inputs = [];
  for (const entry of entries) {
    const name = basename(entry, ".ts");
    const script = await bundle(entry, { format: "esm", target: "es2022", platform: "browser" });
    const wrong = fault(name, script.output);
    if (wrong) throw new Error(wrong);
    const parts = [script];
    if (names.includes(`${name}.css`)) parts.push(await bundle(`${name}.css`, { target: "es2022" }));
    for (const part of parts) {
      files.set(part.name, part.bytes);
      inputs.push(...part.inputs);
    }
  }
  files.set(SYMBOLS, JSON.stringify(symbols()));
  files.set(LICENCES, await licences([...packagesOf(inputs), "node_modules/milsymbol"].sort()));
  await replaceStatic(files);
  if (entries.length === 0) console.log("front end: src/ holds no widget yet; nothing to bundle");
  for (const [name, contents] of files) console.log(`front end: ${name} ${(contents.length / 1024).toFixed(1)} kB`);
}

try {
  await main();
} catch (error) {
  // esbuild has printed its own report; ours are sentences.
  console.error(`front end: not built. ${error.message}`);
  process.exit(1);
}
