/** Turns what is on the page into something else by touching only what differs.
 *
 * A hand that drags an end gets the same picture and the same lines many times a second, a little changed: built anew,
 * all of it would be styled, laid out and painted each time.
 */

const KEY = "data-key";

/** Gives an element the content that a piece of trusted markup describes. */
export function morph(element: Element, markup: string): void {
  const wanted = element.cloneNode(false) as Element;
  wanted.innerHTML = markup;
  become(element, wanted);
}

/** Gives an element the content of another one, which is used up. What bears another `data-key` is another thing. */
export function become(element: Element, wanted: Element): void {
  const old = [...element.childNodes];
  const fresh = [...wanted.childNodes];
  for (const [at, node] of fresh.entries()) {
    const there = old[at];
    if (!there) element.append(node);
    else if (!alike(there, node)) there.replaceWith(node);
    else if (!there.isEqualNode(node)) renew(there, node);
  }
  for (const node of old.slice(fresh.length)) node.remove();
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

function alike(one: Node, other: Node): boolean {
  if (one.nodeName !== other.nodeName) return false;
  return !isElement(one) || !isElement(other) || one.getAttribute(KEY) === other.getAttribute(KEY);
}

function renew(there: Node, node: Node): void {
  if (!isElement(there) || !isElement(node)) {
    there.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...there.attributes]) if (!node.hasAttribute(name)) there.removeAttribute(name);
  for (const { name, value } of [...node.attributes])
    if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  become(there, node);
}

/** Writes a text, unless it is there already: even the same text, written again, is laid out again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
