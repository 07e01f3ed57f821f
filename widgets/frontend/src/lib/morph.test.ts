// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { become, morph, write } from "./morph";

const box = (markup: string): HTMLElement => {
  const made = document.createElement("div");
  made.innerHTML = markup;
  return made;
};

it("ends as the markup says, whatever was there", () => {
  const states = ["", "<p>a</p>", "<p class='x'>b</p>tail", "<b>b</b><p>c<i>d</i></p>", "words", "<p>a</p><p>b</p>"];
  for (const from of states)
    for (const to of states) {
      const element = box(from);
      morph(element, to);
      expect(element.innerHTML).toBe(box(to).innerHTML);
    }
});

it("keeps what is the same thing", () => {
  const element = box("<h4 title='old' lang='en'>13.19</h4><p>Open</p>");
  const [title, said] = element.children;
  morph(element, "<h4 title='new'>13.20</h4><p>Open</p>");
  expect([...element.children]).toEqual([title, said]);
  expect(element.innerHTML).toBe('<h4 title="new">13.20</h4><p>Open</p>');
});

it("keeps a picture's shapes in the namespace of pictures", () => {
  const element = box("<svg viewBox='0 0 1 1'><path d='M0 0'></path></svg>");
  const shape = element.querySelector("path");
  morph(element, "<svg viewBox='0 0 1 1'><path d='M1 1'></path><circle r='1'></circle></svg>");
  expect(element.querySelector("path")).toBe(shape);
  expect(shape?.getAttribute("d")).toBe("M1 1");
  expect(element.querySelector("circle")?.namespaceURI).toBe("http://www.w3.org/2000/svg");
});

it("replaces what bears another key", () => {
  const element = box("<p data-key='a'>one</p>");
  const before = element.firstElementChild;
  become(element, box("<p data-key='b'>one</p>"));
  expect(element.firstElementChild).not.toBe(before);
  expect(element.innerHTML).toBe('<p data-key="b">one</p>');
});

it("writes a text only if it is another", () => {
  const element = box("same");
  const node = element.firstChild;
  write(element, "same");
  expect(element.firstChild).toBe(node);
  write(element, "other");
  expect(element.textContent).toBe("other");
});
