/** Carries moves to Python, one at a time: while one is under way the next waits, and only the newest of them goes.
 *
 * However fast a hand drags, a slow kernel never has more than one move to answer. No DOM.
 */

export interface Move {
  key: string;
  label: string;
  held: boolean;
}

/** So long an answer is waited for, in ms: a kernel that was restarted has forgotten the question. */
const PATIENCE = 2000;

export class Courier {
  private underWay = 0;
  private last: Move | undefined;
  private readonly waiting = new Map<string, Move>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** Sends a move and answers its count. */
    private readonly send: (move: Move) => number,
    /** Everything told has been answered, or given up. */
    private readonly idle: () => void,
  ) {}

  get busy(): boolean {
    return this.underWay > 0;
  }

  tell(move: Move): void {
    if (this.busy) this.waiting.set(move.key, move);
    else this.go(move);
  }

  /** Python has answered the moves up to this count. */
  answered(count: number): void {
    if (this.underWay === 0 || count < this.underWay) return;
    this.next();
  }

  destroy(): void {
    clearTimeout(this.timer);
    // What the reader did last is not lost with the view.
    for (const move of this.waiting.values()) this.send(move);
    this.waiting.clear();
  }

  private go(move: Move): void {
    const { last } = this;
    if (last && last.key === move.key && last.label === move.label && last.held === move.held) {
      this.next();
      return;
    }
    this.last = move;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), PATIENCE);
    this.underWay = this.send(move);
  }

  private next(): void {
    clearTimeout(this.timer);
    this.underWay = 0;
    const [move] = this.waiting.values();
    if (!move) {
      this.last = undefined;
      this.idle();
      return;
    }
    this.waiting.delete(move.key);
    this.go(move);
  }
}
