import { mixed, type Diagram } from './diagram-nodes';

const FIRST_ROOM = 1 << 10;

/** Results of pairs of nodes: 12 bytes a pair in a table at most half full, and nothing is forgotten. */
export class PairMemo {
  /** First node plus one, second, made; nothing is there where the first is 0. */
  private slots = new Int32Array(FIRST_ROOM * 3);
  private count = 0;

  /** The result of a pair; undefined: there is none. */
  find(one: Diagram, other: Diagram): Diagram | undefined {
    const at = this.place(one, other);
    return this.slots[at] === 0 ? undefined : this.slots[at + 2];
  }

  /** Keeps what was made of a pair of which nothing is known. */
  keep(one: Diagram, other: Diagram, made: Diagram): void {
    if (++this.count * 6 > this.slots.length) this.grow();
    const at = this.place(one, other);
    this.slots[at] = one + 1;
    this.slots[at + 1] = other;
    this.slots[at + 2] = made;
  }

  private place(one: Diagram, other: Diagram): number {
    const { slots } = this;
    const mask = slots.length / 3 - 1;
    let slot = mixed(one, other, 0) & mask;
    for (;;) {
      const at = slot * 3;
      if (slots[at] === 0 || (slots[at] === one + 1 && slots[at + 1] === other)) return at;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Int32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 3) {
      if (slots[at] === 0) continue;
      const to = this.place((slots[at] as number) - 1, slots[at + 1] as number);
      for (let i = 0; i < 3; i++) this.slots[to + i] = slots[at + i] as number;
    }
  }
}
