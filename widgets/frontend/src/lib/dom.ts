/** Making elements. Text always goes in as text. */

/** Makes an element at the end of `parent`. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parent: Element,
  name = "",
  text = "",
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Tag] {
  const made = parent.ownerDocument.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

/** A button that no form swallows. `key` names it, so that it can be found again after it was built anew. */
export function button(parent: Element, text: string, key: string, label = ""): HTMLButtonElement {
  const made = make("button", parent, "wg-button", text, { type: "button", "data-key": key });
  if (label) made.setAttribute("aria-label", label);
  return made;
}

/** What is noted on an element under `data-<name>`. */
export function noted(element: Element | null | undefined, name: string): string | undefined {
  return element?.getAttribute(`data-${name}`) ?? undefined;
}
