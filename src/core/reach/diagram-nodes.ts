/** A node of a diagram: 0 is nothing (false), 1 is all (true), others are told by their level. */
export type Diagram = number;

/** The level of what is no question any more. */
const LEAF = 0x7fffffff;

/** Thrown where the limit is met, and caught where a model is made: what is asked is too large. */
export class TooLarge extends Error {}

const FIRST_NODES = 1 << 14;
/** Below this length the table that finds nodes again grows by four, so that it is seldom filled anew. */
const FAST_GROWTH = 1 << 21;

/** A table of more than this share of its places is made larger. */
const FULL = 0.7;

/** A power of two, so that the nodes do not fill the table. */
const tableSize = (nodes: number): number => 2 ** Math.ceil(Math.log2(nodes / FULL));

function grown(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(size);
  next.set(array);
  return next;
}

/** 32 bits of three numbers, well mixed. */
export function mixed(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** Nodes of decision diagrams in typed arrays, each once: 12 bytes, and 8 or less of the table that finds it again. */
export class DiagramNodes {
  /** Level, low and high of one node after the other: what is asked of a node lies together. */
  protected nodes: Int32Array;
  private table: Int32Array;
  private count = 2;
  private readonly leaves = new Map<number, Diagram>();
  private readonly limit: number;

  /** `limit`: how many nodes there may be; more is {@link TooLarge}. `expected`: how many there will be, about. */
  constructor(limit: number, expected: number) {
    this.limit = limit;
    const room = Math.max(FIRST_NODES, Math.min(expected, limit));
    this.nodes = new Int32Array(room * 3);
    this.table = new Int32Array(tableSize(room));
    for (const leaf of [0, 1]) this.nodes[leaf * 3] = LEAF;
    this.nodes[4] = 1;
  }

  /** How many nodes were made. */
  get size(): number {
    return this.count;
  }

  /** Bytes of the arrays. */
  get bytes(): number {
    return 4 * (this.nodes.length + this.table.length);
  }

  /** For so many nodes there is room. */
  protected get room(): number {
    return this.nodes.length / 3;
  }

  /** The question of a node; {@link isLeaf} has none. */
  level(node: Diagram): number {
    return this.nodes[node * 3] as number;
  }

  isLeaf(node: Diagram): boolean {
    return this.nodes[node * 3] === LEAF;
  }

  /** What a leaf stands for: the number given to {@link leaf}; 0 and 1 for themselves. */
  value(leaf: Diagram): number {
    return this.nodes[leaf * 3 + 1] as number;
  }

  /** Where the answer is no. */
  low(node: Diagram): Diagram {
    return this.nodes[node * 3 + 1] as number;
  }

  /** Where the answer is yes. */
  high(node: Diagram): Diagram {
    return this.nodes[node * 3 + 2] as number;
  }

  /** A leaf of a map; values 0 and 1 are those of sets. */
  leaf(value: number): Diagram {
    if (value < 2) return value;
    const known = this.leaves.get(value);
    if (known !== undefined) return known;
    const node = this.add(LEAF, value, 0);
    this.leaves.set(value, node);
    return node;
  }

  /** The node that asks at a level, and goes on by the answer. Levels below it must be greater. */
  node(level: number, low: Diagram, high: Diagram): Diagram {
    if (low === high) return low;
    const { nodes } = this;
    const mask = this.table.length - 1;
    let at = mixed(level, low, high) & mask;
    for (;;) {
      const node = this.table[at] as number;
      if (node === 0) break;
      const own = node * 3;
      if (nodes[own] === level && nodes[own + 1] === low && nodes[own + 2] === high) return node;
      at = (at + 1) & mask;
    }
    const made = this.add(level, low, high);
    if (this.count > this.table.length * FULL) this.rehash();
    else this.table[at] = made;
    return made;
  }

  protected add(level: number, low: number, high: number): Diagram {
    if (this.count >= this.limit) throw new TooLarge(`more than ${this.limit} nodes`);
    if (this.count * 3 === this.nodes.length) this.grow();
    const node = this.count++;
    this.nodes[node * 3] = level;
    this.nodes[node * 3 + 1] = low;
    this.nodes[node * 3 + 2] = high;
    return node;
  }

  protected grow(): void {
    this.nodes = grown(this.nodes, Math.min(this.count * 2, this.limit) * 3);
  }

  private rehash(): void {
    const table = new Int32Array(this.table.length * (this.table.length < FAST_GROWTH ? 4 : 2));
    const mask = table.length - 1;
    for (let node = 2; node < this.count; node++) {
      const level = this.level(node);
      if (level === LEAF) continue;
      let at = mixed(level, this.low(node), this.high(node)) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = node;
    }
    this.table = table;
  }
}
