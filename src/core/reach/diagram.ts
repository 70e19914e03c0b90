/** A node of {@link Diagrams}: 0 is nothing (false), 1 is all (true), others are told by their level. */
export type Diagram = number;

/** The level of what is no question any more. */
const LEAF = 0x7fffffff;

/** The operations of one cache: what is asked of a pair. */
const AND = 0;
const MINUS = 1;
const OVER = 2;

/** Thrown where the limit is met, and caught where a model is made: what is asked is too large. */
export class TooLarge extends Error {}

const FIRST_NODES = 1 << 14;
/** Numbers in the cache of choices: four an entry. */
const CHOICES = 1 << 20;
/** Entries of the cache: 16 bytes each. */
const MOST_CACHE = 1 << 21;

function grown(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(size);
  next.set(array);
  return next;
}

/** 32 bits of three numbers, well mixed. */
function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

/**
 * Decision diagrams (Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986) with any number of
 * leaves: functions of yes-and-no questions, asked in the order of their levels. Two functions are equal exactly if
 * their nodes are the same number. Nodes live in typed arrays, 12 bytes each and 8 or less of the table that finds
 * them again, and are never taken back.
 *
 * A *set* has the leaves 0 and 1; a *map* has any, and 0 where it is not defined.
 */
export class Diagrams {
  private levels = new Int32Array(FIRST_NODES);
  private lows = new Int32Array(FIRST_NODES);
  private highs = new Int32Array(FIRST_NODES);
  private table = new Int32Array(FIRST_NODES * 2);
  private cache = new Int32Array(FIRST_NODES * 4);
  private readonly choices = new Int32Array(CHOICES);
  private count = 2;
  private readonly leaves = new Map<number, Diagram>();
  private readonly limit: number;

  /** `limit`: how many nodes there may be; more is {@link TooLarge}. */
  constructor(limit = 16_000_000) {
    this.limit = limit;
    for (const leaf of [0, 1]) this.levels[leaf] = LEAF;
    this.lows[1] = 1;
  }

  /** How many nodes were made. */
  get size(): number {
    return this.count;
  }

  /** Bytes of the arrays. */
  get bytes(): number {
    return 4 * (3 * this.levels.length + this.table.length + this.cache.length + this.choices.length);
  }

  /** The question of a node; {@link isLeaf} has none. */
  level(node: Diagram): number {
    return this.levels[node] as number;
  }

  isLeaf(node: Diagram): boolean {
    return this.levels[node] === LEAF;
  }

  /** What a leaf stands for: the number given to {@link leaf}; 0 and 1 for themselves. */
  value(leaf: Diagram): number {
    return this.lows[leaf] as number;
  }

  /** Where the answer is no. */
  low(node: Diagram): Diagram {
    return this.lows[node] as number;
  }

  /** Where the answer is yes. */
  high(node: Diagram): Diagram {
    return this.highs[node] as number;
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
    const mask = this.table.length - 1;
    let at = hash(level, low, high) & mask;
    for (;;) {
      const node = this.table[at] as number;
      if (node === 0) break;
      if (this.levels[node] === level && this.lows[node] === low && this.highs[node] === high) return node;
      at = (at + 1) & mask;
    }
    const made = this.add(level, low, high);
    if (this.count * 2 > this.table.length) this.rehash();
    else this.table[at] = made;
    return made;
  }

  /** Where the set holds, the map. */
  and(set: Diagram, map: Diagram): Diagram {
    if (set === 0 || map === 0) return 0;
    if (set === 1) return map;
    if (map === 1 || set === map) return set;
    return this.known(AND, set, map) ?? this.keep(AND, set, map);
  }

  /** The map, but not where the set holds. */
  minus(map: Diagram, set: Diagram): Diagram {
    if (map === 0 || set === 1 || map === set) return 0;
    if (set === 0) return map;
    return this.known(MINUS, map, set) ?? this.keep(MINUS, map, set);
  }

  /** The first map where it is defined, else the second; of sets: either. */
  over(first: Diagram, second: Diagram): Diagram {
    if (first === 0) return second;
    if (second === 0 || first === second || this.levels[first] === LEAF) return first;
    return this.known(OVER, first, second) ?? this.keep(OVER, first, second);
  }

  not(set: Diagram): Diagram {
    return this.minus(1, set);
  }

  /** Where the set holds `then`, else `otherwise`. */
  choose(set: Diagram, then: Diagram, otherwise: Diagram): Diagram {
    if (set === 1 || then === otherwise) return then;
    if (set === 0) return otherwise;
    if (otherwise === 0) return this.and(set, then);
    if (then === 0) return this.minus(otherwise, set);
    const at = this.choiceSlot(set, then, otherwise);
    const { choices } = this;
    if (choices[at] === set && choices[at + 1] === then && choices[at + 2] === otherwise)
      return choices[at + 3] as number;
    const level = Math.min(this.level(set), this.level(then), this.level(otherwise));
    const low = this.choose(this.branch(set, level, 0), this.branch(then, level, 0), this.branch(otherwise, level, 0));
    const high = this.choose(this.branch(set, level, 1), this.branch(then, level, 1), this.branch(otherwise, level, 1));
    const made = this.node(level, low, high);
    this.choices[at] = set;
    this.choices[at + 1] = then;
    this.choices[at + 2] = otherwise;
    this.choices[at + 3] = made;
    return made;
  }

  private choiceSlot(set: Diagram, then: Diagram, otherwise: Diagram): number {
    return ((hash(set, then, otherwise) & ((CHOICES >> 2) - 1)) << 2) >>> 0;
  }

  private branch(node: Diagram, level: number, answer: 0 | 1): Diagram {
    if (this.levels[node] !== level) return node;
    return answer ? this.high(node) : this.low(node);
  }

  /** All sets at once; those that ask last are joined first, so that little is made that is not kept. */
  every(sets: readonly Diagram[]): Diagram {
    const ordered = sets.toSorted((a, b) => this.level(b) - this.level(a));
    return ordered.reduce((joined, set) => this.and(set, joined), 1);
  }

  /** Maps that are nowhere defined together, as one: by pairs, so that no large one is rebuilt for each. */
  union(maps: readonly Diagram[]): Diagram {
    let row = maps;
    while (row.length > 1) {
      const next: Diagram[] = [];
      for (let i = 0; i < row.length; i += 2) next.push(this.over(row[i] as number, row[i + 1] ?? 0));
      row = next;
    }
    return row[0] ?? 0;
  }

  /** The leaves of a map with this value or a greater one, but those of sets. */
  listLeaves(map: Diagram, least = 0): ReadonlySet<Diagram> {
    const seen = new Set<Diagram>([map]);
    const leaves = new Set<Diagram>();
    for (const node of seen) {
      if (this.isLeaf(node)) {
        if (node > 1 && this.value(node) >= least) leaves.add(node);
        continue;
      }
      seen.add(this.low(node));
      seen.add(this.high(node));
    }
    return leaves;
  }

  /** Where a map has this leaf. */
  where(map: Diagram, leaf: Diagram): Diagram {
    const done = new Map<Diagram, Diagram>();
    const visit = (node: Diagram): Diagram => {
      if (this.isLeaf(node)) return node === leaf ? 1 : 0;
      const known = done.get(node);
      if (known !== undefined) return known;
      const made = this.node(this.level(node), visit(this.low(node)), visit(this.high(node)));
      done.set(node, made);
      return made;
    };
    return visit(map);
  }

  private known(operation: number, a: number, b: number): Diagram | undefined {
    const at = this.slot(operation, a, b);
    return this.cache[at] === a && this.cache[at + 1] === b && this.cache[at + 2] === operation
      ? this.cache[at + 3]
      : undefined;
  }

  private slot(operation: number, a: number, b: number): number {
    return (hash(a, b, operation + 1) & ((this.cache.length >> 2) - 1)) << 2;
  }

  private keep(operation: number, a: Diagram, b: Diagram): Diagram {
    const levelA = this.levels[a] as number;
    const levelB = this.levels[b] as number;
    const level = Math.min(levelA, levelB);
    const lowA = levelA === level ? this.low(a) : a;
    const highA = levelA === level ? this.high(a) : a;
    const lowB = levelB === level ? this.low(b) : b;
    const highB = levelB === level ? this.high(b) : b;
    const made = this.node(level, this.apply(operation, lowA, lowB), this.apply(operation, highA, highB));
    // Looked for again: what was made in between may have made the cache grow.
    const at = this.slot(operation, a, b);
    this.cache[at] = a;
    this.cache[at + 1] = b;
    this.cache[at + 2] = operation;
    this.cache[at + 3] = made;
    return made;
  }

  private apply(operation: number, a: Diagram, b: Diagram): Diagram {
    if (operation === AND) return this.and(a, b);
    return operation === MINUS ? this.minus(a, b) : this.over(a, b);
  }

  private add(level: number, low: number, high: number): Diagram {
    if (this.count >= this.limit) throw new TooLarge(`more than ${this.limit} nodes`);
    if (this.count === this.levels.length) this.grow();
    const node = this.count++;
    this.levels[node] = level;
    this.lows[node] = low;
    this.highs[node] = high;
    return node;
  }

  private grow(): void {
    const size = Math.min(this.levels.length * 2, this.limit);
    this.levels = grown(this.levels, size);
    this.lows = grown(this.lows, size);
    this.highs = grown(this.highs, size);
    if (this.cache.length < MOST_CACHE * 4) this.cache = new Int32Array(this.cache.length * 2);
  }

  private rehash(): void {
    const table = new Int32Array(this.table.length * 2);
    const mask = table.length - 1;
    for (let node = 2; node < this.count; node++) {
      const level = this.levels[node] as number;
      if (level === LEAF) continue;
      let at = hash(level, this.lows[node] as number, this.highs[node] as number) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = node;
    }
    this.table = table;
  }
}
