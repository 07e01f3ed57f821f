/** Ids inside SVG text. No DOM. */

/** Gives every id, and every reference to one, a prefix of its own view.
 *
 * Two views of one board would otherwise share the first view's patterns, and lose every hatch when that view is in a
 * hidden tab. Only the inside of tags is touched: a place may be called `url(#x)`.
 */
export function scopeIds(svg: string, prefix: string): string {
  return svg.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/(\sid=["'])/g, `$1${prefix}`)
      .replace(/url\((["']?)#/g, `url($1#${prefix}`)
      .replace(/(href=["']#)/g, `$1${prefix}`),
  );
}
