interface Entry {
  readonly at: number;
  /** Of those at the same moment the one that was put in first is first. */
  readonly nth: number;
  readonly run: () => void;
}

/** What is going to happen, in order of time; no clock: time is where the queue is. */
export class EventQueue {
  readonly #heap: Entry[] = [];
  #count = 0;
  #now = 0;

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** Lets `run` happen at a time; what is past happens now. */
  at(time: number, run: () => void): void {
    const entry = { at: Math.max(time, this.#now), nth: this.#count++, run };
    let place = this.#heap.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(entry, this.#heap[above] as Entry)) break;
      this.#heap[place] = this.#heap[above] as Entry;
      place = above;
    }
    this.#heap[place] = entry;
  }

  after(delay: number, run: () => void): void {
    this.at(this.#now + delay, run);
  }

  /** Lets the next thing happen, unless it is after `until`. False: nothing is left. */
  step(until: number): boolean {
    const first = this.#heap[0];
    if (!first || first.at > until) return false;
    const last = this.#heap.pop() as Entry;
    if (last !== first) this.#sink(last);
    this.#now = first.at;
    first.run();
    return true;
  }

  #sink(entry: Entry): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let below = place * 2 + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Entry, heap[below] as Entry)) below++;
      if (!isBefore(heap[below] as Entry, entry)) break;
      heap[place] = heap[below] as Entry;
      place = below;
    }
    heap[place] = entry;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.nth < b.nth);
}
