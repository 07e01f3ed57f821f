/** The smallest model a widget can live on: what a notebook's model does, without a notebook. */
export class FakeModel {
  constructor(state) {
    this.state = { ...state };
    this.listeners = new Map();
    /** Every save, as [trait, value] pairs: what Python would have heard. */
    this.saves = [];
    this.unsaved = new Map();
  }

  get(name) {
    return this.state[name];
  }

  /** Front end and test alike: a changed value tells every listener of that trait. */
  set(name, value) {
    const before = JSON.stringify(this.state[name]);
    this.state[name] = value;
    this.unsaved.set(name, value);
    if (before !== JSON.stringify(value)) this.tell(`change:${name}`);
  }

  /** What Python does: several traits at once, nothing to save. */
  receive(changes) {
    Object.assign(this.state, changes);
    for (const name of Object.keys(changes)) this.tell(`change:${name}`);
  }

  save_changes() {
    this.saves.push([...this.unsaved]);
    this.unsaved.clear();
  }

  on(event, callback) {
    if (event.includes(" ")) throw new Error(`One event name at a time, not "${event}".`);
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), callback]);
  }

  off(event, callback) {
    this.listeners.set(
      event,
      (this.listeners.get(event) ?? []).filter((kept) => kept !== callback),
    );
  }

  tell(event) {
    for (const callback of [...(this.listeners.get(event) ?? [])]) callback();
  }

  get listenerCount() {
    return [...this.listeners.values()].reduce((sum, list) => sum + list.length, 0);
  }
}
