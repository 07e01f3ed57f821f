import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // happy-dom is enough: geometry and rendering to a tree. Layout, pointers and themes are tested in a real browser.
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
