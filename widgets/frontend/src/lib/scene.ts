/** The moving picture: the board and the overlay above it, panned and zoomed together.
 *
 * What was measured: changing `viewBox` repaints every hatch, so during a gesture both layers only get a CSS transform,
 * and `viewBox` is set once when it rests. Each layer reaches beyond the window, so that a fast pan shows no blank edge.
 */

import { select } from "d3-selection";
import type { D3ZoomEvent, ZoomBehavior } from "d3-zoom";
import { zoom, zoomIdentity } from "d3-zoom";

import type { Box, Point } from "./geometry";
import type { Size, View } from "./gesture";
import {
  cssTransform,
  fitView,
  intoSight,
  marginOf,
  resized,
  sameView,
  scaleLimits,
  sightOf,
  wheelPower,
} from "./gesture";

/** A pause this long within a gesture is worth a sharp picture, in ms. */
const PAUSE = 180;

/** Below this scale the words on a counter are under 3.5 pixels high: nobody reads them, and they are not drawn. */
const FAR = 0.35;

/** Board units one may look beyond the edge of the board. */
const BEYOND = 48;

/** A press that moves less than this is a click, in pixels. */
const CLICK_SLACK = 4;

export class Scene {
  view: View = { k: 1, x: 0, y: 0 };
  size: Size = { width: 0, height: 0 };
  private rest: View = this.view;
  private box: Box = [0, 0, 1, 1];
  private gesture = false;
  private moved = false;
  /** The window changed its size, so the layers must, even if the view is the same. */
  private outgrown = false;
  /** What a new size shows again, the board or a part of it; nothing once the reader has looked elsewhere. */
  private held: Box | undefined = this.box;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  private readonly observer: ResizeObserver;

  constructor(
    private readonly stage: HTMLElement,
    private readonly layers: readonly SVGSVGElement[],
    /** Called when the picture is sharp again; `sight` includes the margin. */
    private readonly rested: (sight: Box) => void,
  ) {
    this.behaviour = zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.accepts(event))
      .wheelDelta(wheelPower)
      .clickDistance(CLICK_SLACK)
      .extent(() => [
        [0, 0],
        [this.size.width, this.size.height],
      ])
      .on("start", () => (this.gesture = true))
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => this.move(event))
      .on("end", () => {
        this.gesture = false;
        this.settle();
      });
    // A double click is two choices of a hex, not a wish to zoom.
    select(stage).call(this.behaviour).on("dblclick.zoom", null);
    stage.addEventListener("wheel", this.holdPage, { passive: false });
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(stage);
  }

  get busy(): boolean {
    return this.gesture;
  }

  /** Shows another board, or a part of it; a new drawing of the same extent stays where the reader has it. */
  show(box: Box, part: Box = box): void {
    if (box.every((value, i) => value === this.box[i])) return;
    this.box = box;
    this.limit();
    this.look(part);
  }

  /** Shows a part of the board, or all of it. */
  look(part: Box = this.box): void {
    if (this.size.width > 0) this.go(fitView(part, this.size));
    this.held = part;
  }

  fit(): void {
    this.look();
  }

  zoomBy(factor: number, about?: Point): void {
    const centre: [number, number] | undefined = about && [about.x, about.y];
    this.behaviour.scaleBy(select(this.stage), factor, centre);
  }

  /** Pans just far enough to see a point; never pulls the board away under a hand that is dragging it. */
  bring(point: Point, clear: number): void {
    if (this.gesture || this.size.width === 0) return;
    const wanted = intoSight(this.view, this.size, point, clear);
    if (!sameView(wanted, this.view)) this.go(wanted);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.observer.disconnect();
    this.stage.removeEventListener("wheel", this.holdPage);
    select(this.stage).on(".zoom", null);
  }

  /** The wheel belongs to the page until the reader has clicked the map, or holds Ctrl. */
  private wheelIsOurs(event: WheelEvent): boolean {
    const root = this.stage.getRootNode() as Document | ShadowRoot;
    return event.ctrlKey || event.metaKey || root.activeElement === this.stage;
  }

  private accepts(event: Event): boolean {
    if (event.type === "wheel") return this.wheelIsOurs(event as WheelEvent);
    if (event.type === "touchstart") {
      // One finger scrolls the page until the map has been tapped.
      return (event as TouchEvent).touches.length > 1 || this.stage.matches(":focus");
    }
    const { button, ctrlKey } = event as MouseEvent;
    return !button && !ctrlKey;
  }

  /** d3-zoom lets the page scroll when the scale is at its limit: a jump that nobody asked for. */
  private readonly holdPage = (event: WheelEvent): void => {
    if (this.wheelIsOurs(event)) event.preventDefault();
  };

  private measure(): void {
    const size = { width: this.stage.clientWidth, height: this.stage.clientHeight };
    // In a hidden tab or a closed accordion there is no size, and nothing to draw for.
    if (size.width === 0 || size.height === 0) return;
    if (size.width === this.size.width && size.height === this.size.height) return;
    const before = this.size;
    this.size = size;
    this.outgrown = true;
    this.limit();
    if (this.held) this.look(this.held);
    else this.go(resized(this.view, before, size));
  }

  private limit(): void {
    const [left, top, width, height] = this.box;
    this.behaviour.translateExtent([
      [left - BEYOND, top - BEYOND],
      [left + width + BEYOND, top + height + BEYOND],
    ]);
    if (this.size.width > 0) this.behaviour.scaleExtent(scaleLimits(this.box, this.size));
  }

  private go(view: View): void {
    const { behaviour, size } = this;
    const wanted = zoomIdentity.translate(view.x, view.y).scale(view.k);
    const kept = behaviour.constrain()(
      wanted,
      [
        [0, 0],
        [size.width, size.height],
      ],
      behaviour.translateExtent(),
    );
    behaviour.transform(select(this.stage), kept);
  }

  private move({ transform: { k, x, y }, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>): void {
    this.view = { k, x, y };
    this.held = undefined;
    // Without a source event it is a button or a key: one jump, and "end" follows at once.
    if (!sourceEvent) return;
    this.moved = true;
    this.stage.classList.add("wg-moving");
    const transform = cssTransform(this.rest, this.view);
    for (const layer of this.layers) layer.style.transform = transform;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), PAUSE);
  }

  private settle(): void {
    clearTimeout(this.timer);
    if (this.size.width === 0) return;
    if (!this.moved && !this.outgrown && sameView(this.rest, this.view)) return;
    this.stage.classList.remove("wg-moving");
    this.moved = this.outgrown = false;
    this.rest = this.view;
    const margin = marginOf(this.size);
    const sight = sightOf(this.view, this.size, margin);
    for (const layer of this.layers) {
      layer.style.transform = "";
      // The window's corner, not the layer's, is the origin of the view.
      layer.style.transformOrigin = `${margin.x}px ${margin.y}px`;
      layer.style.left = `${-margin.x}px`;
      layer.style.top = `${-margin.y}px`;
      layer.style.width = `${this.size.width + 2 * margin.x}px`;
      layer.style.height = `${this.size.height + 2 * margin.y}px`;
      layer.setAttribute("viewBox", sight.join(" "));
      // Lines grow with the hexes up to a width that is enough.
      layer.style.setProperty("--wg-scale", String(this.view.k));
      layer.classList.toggle("wg-far", this.view.k < FAR);
    }
    this.rested(sight);
  }
}
