/** For every visible text inside the given elements: its contrast with what lies behind it, by WCAG 2's formula.
 *
 * Left out: text of pictures (a map keeps the colours of its paper in every theme), text that is only for those who
 * hear the page, and controls that are switched off, which the guidelines leave out too.
 */
(selector) => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  /** Any CSS colour as red, green, blue and alpha from 0 to 1. */
  const read = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((value, i) => value * a + below[i] * (1 - a));

  const ground = (element) => {
    const coats = [];
    for (let at = element; at; at = at.parentElement) {
      const coat = read(getComputedStyle(at).backgroundColor);
      coats.push(coat);
      if (coat[3] === 1) break;
    }
    return coats.reverse().reduce((below, coat) => over(coat, below), [1, 1, 1]);
  };
  const opacity = (element) => {
    let whole = 1;
    for (let at = element; at; at = at.parentElement) whole *= Number(getComputedStyle(at).opacity);
    return whole;
  };
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

  const contrast = (element) => {
    const below = ground(element);
    const [r, g, b, a] = read(getComputedStyle(element).color);
    const text = over([r, g, b, a * opacity(element)], below);
    const [dark, light] = [luminance(text), luminance(below)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  };

  const found = [];
  for (const root of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim();
      const element = walker.currentNode.parentElement;
      if (!text || !element.checkVisibility() || element.closest("svg, .wg-live, :disabled")) continue;
      found.push({ text: text.slice(0, 60), where: element.className || element.tagName, ratio: contrast(element) });
    }
  }
  return found;
}
