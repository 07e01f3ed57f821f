/** What a benchmark driver calls inside the page. Times in ms. */

/** Records the time between frames until `stop()`; `stop` answers with the list. */
export function recordFrames() {
  const times = [];
  let last = 0;
  let going = true;
  const tick = (now) => {
    if (last) times.push(now - last);
    last = now;
    if (going) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return {
    stop() {
      going = false;
      return times;
    },
  };
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const summary = (values) => ({
  n: values.length,
  median: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  max: quantile(values, 1),
});

/** The browser's own time from an input event to the picture that shows its effect (Event Timing, steps of 8 ms).
 * The driver clicks the page after calling this; `work` runs in the click. */
export function timeNextClick(work) {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ name }) => name === "pointerup" || name === "click");
      if (!entry) return;
      observer.disconnect();
      resolve({ shown: entry.duration, script: entry.processingEnd - entry.processingStart });
    });
    observer.observe({ type: "event", durationThreshold: 16 });
    document.addEventListener("click", () => work(), { once: true, capture: true });
  });
}

/** From now to the end of the second frame after `work`: script, layout, paint commands and their hand-over. */
export function timeToFrame(work) {
  const start = performance.now();
  work();
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
  });
}
