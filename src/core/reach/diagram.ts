import { DiagramNodes, mixed, type Diagram } from './diagram-nodes';
import { PairMemo } from './pair-memo';

export { TooLarge, type Diagram } from './diagram-nodes';

/** The operations of one cache: what is asked of a pair. */
const AND = 0;
const MINUS = 1;
const OVER = 2;
const GIVEN = 3;

/** Numbers in the cache of choices: four an entry. */
const CHOICES = 1 << 20;
/** Entries of the cache: 16 bytes each. */
const MOST_CACHE = 1 << 21;

/**
 * Decision diagrams (Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986) with any number of
 * leaves: functions of yes-and-no questions, asked in the order of their levels. Two functions are equal exactly if
 * their nodes are the same number. Nodes are never taken back.
 *
 * A *set* has the leaves 0 and 1; a *map* has any, and 0 where it is not defined.
 */
export class Diagrams extends DiagramNodes {
  private cache: Int32Array;
  private readonly choices = new Int32Array(CHOICES);
  /** By which search for leaves a node was seen last. */
  private stamps = new Uint16Array(0);
  private stamp = 0;
  /** Nodes of cubes that are gone along, of all that is being made. */
  private readonly path: Diagram[] = [];

  /**
   * `limit`: how many nodes there may be; more is {@link TooLarge}. `expected`: how many there will be, about, so that the
   * arrays need not grow.
   */
  constructor(limit = 16_000_000, expected = 0) {
    super(limit, expected);
    this.cache = new Int32Array(Math.min(2 ** Math.floor(Math.log2(this.room)), MOST_CACHE) * 4);
  }

  override get bytes(): number {
    return super.bytes + 4 * (this.cache.length + this.choices.length) + 2 * this.stamps.length;
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
    if (second === 0 || first === second || this.isLeaf(first)) return first;
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
    const below = Math.min(this.level(then), this.level(otherwise));
    const made = this.level(set) < below ? this.chooseAlong(set, then, otherwise) : this.split(set, then, otherwise);
    choices[at] = set;
    choices[at + 1] = then;
    choices[at + 2] = otherwise;
    choices[at + 3] = made;
    return made;
  }

  /** {@link choose}, one question further. */
  private split(set: Diagram, then: Diagram, otherwise: Diagram): Diagram {
    const level = Math.min(this.level(set), this.level(then), this.level(otherwise));
    const low = this.choose(this.branch(set, level, 0), this.branch(then, level, 0), this.branch(otherwise, level, 0));
    const high = this.choose(this.branch(set, level, 1), this.branch(then, level, 1), this.branch(otherwise, level, 1));
    return this.node(level, low, high);
  }

  /** {@link choose} where the set alone asks: as far as it is a cube, nothing is looked for in the cache. */
  private chooseAlong(set: Diagram, then: Diagram, otherwise: Diagram): Diagram {
    const { path } = this;
    const base = path.length;
    const rest = this.alongCube(set, Math.min(this.level(then), this.level(otherwise)));
    let made = rest === set ? this.split(set, then, otherwise) : this.choose(rest, then, otherwise);
    while (path.length > base) made = this.onto(path.pop() as Diagram, made, otherwise);
    return made;
  }

  /** Follows a cube to what asks at a level or below it; the nodes that were passed are put on the path. */
  private alongCube(cube: Diagram, below: number): Diagram {
    const { nodes, path } = this;
    let rest = cube;
    while (rest > 1 && (nodes[rest * 3] as number) < below) {
      const low = nodes[rest * 3 + 1] as number;
      const high = nodes[rest * 3 + 2] as number;
      if (low !== 0 && high !== 0) break;
      path.push(rest);
      rest = low === 0 ? high : low;
    }
    return rest;
  }

  /** The question of a cube's node: where its answer is the cube's, `then`. */
  private onto(node: Diagram, then: Diagram, otherwise: Diagram): Diagram {
    const level = this.level(node);
    return this.low(node) === 0 ? this.node(level, otherwise, then) : this.node(level, then, otherwise);
  }

  private choiceSlot(set: Diagram, then: Diagram, otherwise: Diagram): number {
    return ((mixed(set, then, otherwise) & ((CHOICES >> 2) - 1)) << 2) >>> 0;
  }

  private branch(node: Diagram, level: number, answer: 0 | 1): Diagram {
    if (this.level(node) !== level) return node;
    return answer ? this.high(node) : this.low(node);
  }

  /** A map as it is where a cube holds: what the cube decides is asked no more. */
  given(map: Diagram, cube: Diagram): Diagram {
    let [node, rest] = [map, cube];
    while (rest > 1 && this.level(rest) <= this.level(node)) {
      const isYes = this.low(rest) === 0;
      if (this.level(rest) === this.level(node)) node = isYes ? this.high(node) : this.low(node);
      rest = isYes ? this.high(rest) : this.low(rest);
    }
    if (rest <= 1 || this.isLeaf(node)) return node;
    const known = this.known(GIVEN, node, rest);
    if (known !== undefined) return known;
    const low = this.given(this.low(node), rest);
    return this.remember(GIVEN, node, rest, this.node(this.level(node), low, this.given(this.high(node), rest)));
  }

  /** The answers that a set's packets give alike before they give different ones, of questions from `first` to `last`. */
  leadingCube(set: Diagram, first: number, last: number): Diagram {
    const { path } = this;
    const base = path.length;
    const rest = this.alongCube(set, last + 1);
    // All of it is a cube.
    const isWhole = rest === 1 && this.level(set) >= first;
    let made: Diagram = isWhole ? set : 1;
    while (path.length > base) {
      const node = path.pop() as Diagram;
      if (!isWhole && this.level(node) >= first) made = this.onto(node, made, 0);
    }
    return made;
  }

  /** Have two sets a packet in common? As far as one of them is a cube, nothing is made to tell. */
  meet(one: Diagram, other: Diagram): boolean {
    const { nodes } = this;
    let a = one;
    let b = other;
    while (a > 1 && b > 1) {
      const isOne = (nodes[a * 3] as number) <= (nodes[b * 3] as number);
      const isOther = (nodes[b * 3] as number) <= (nodes[a * 3] as number);
      const lowA = isOne ? (nodes[a * 3 + 1] as number) : a;
      const lowB = isOther ? (nodes[b * 3 + 1] as number) : b;
      const highA = isOne ? (nodes[a * 3 + 2] as number) : a;
      const highB = isOther ? (nodes[b * 3 + 2] as number) : b;
      const isLow = lowA !== 0 && lowB !== 0;
      if (isLow && highA !== 0 && highB !== 0) return this.and(a, b) !== 0;
      a = isLow ? lowA : highA;
      b = isLow ? lowB : highB;
    }
    return a !== 0 && b !== 0;
  }

  /** All sets at once; those that ask last are joined first, so that little is made that is not kept. */
  every(sets: readonly Diagram[]): Diagram {
    let joined: Diagram = 1;
    for (const set of this.lastFirst(sets)) joined = this.and(set, joined);
    return joined;
  }

  /** Sets by their first question, last first: an insertion sort, for a rule has few and there are many rules. */
  private lastFirst(sets: readonly Diagram[]): readonly Diagram[] {
    const ordered = [...sets];
    for (let i = 1; i < ordered.length; i++) {
      const set = ordered[i] as Diagram;
      const level = this.level(set);
      let at = i;
      for (; at > 0 && this.level(ordered[at - 1] as Diagram) < level; at--) ordered[at] = ordered[at - 1] as Diagram;
      ordered[at] = set;
    }
    return ordered;
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
  listLeaves(map: Diagram, least = 0): readonly Diagram[] {
    const leaves: Diagram[] = [];
    const stamp = this.nextStamp();
    const { stamps } = this;
    const open = [map];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (stamps[node] === stamp) continue;
      stamps[node] = stamp;
      if (!this.isLeaf(node)) open.push(this.low(node), this.high(node));
      else if (node > 1 && this.value(node) >= least) leaves.push(node);
    }
    return leaves;
  }

  private nextStamp(): number {
    if (this.stamps.length < this.room) {
      this.stamps = new Uint16Array(this.room);
      this.stamp = 0;
    } else if (this.stamp === 0xffff) {
      this.stamps.fill(0);
      this.stamp = 0;
    }
    return ++this.stamp;
  }

  /** Where a map has this leaf. */
  where(map: Diagram, leaf: Diagram): Diagram {
    const done = new PairMemo();
    const visit = (node: Diagram): Diagram => {
      if (this.isLeaf(node)) return node === leaf ? 1 : 0;
      const known = done.find(node, 0);
      if (known !== undefined) return known;
      const made = this.node(this.level(node), visit(this.low(node)), visit(this.high(node)));
      done.keep(node, 0, made);
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
    return (mixed(a, b, operation + 1) & ((this.cache.length >> 2) - 1)) << 2;
  }

  private keep(operation: number, a: Diagram, b: Diagram): Diagram {
    const levelA = this.level(a);
    const levelB = this.level(b);
    if (levelA < levelB && operation === AND) return this.remember(operation, a, b, this.andAlong(a, b));
    const level = Math.min(levelA, levelB);
    const lowA = levelA === level ? this.low(a) : a;
    const highA = levelA === level ? this.high(a) : a;
    const lowB = levelB === level ? this.low(b) : b;
    const highB = levelB === level ? this.high(b) : b;
    const made = this.node(level, this.apply(operation, lowA, lowB), this.apply(operation, highA, highB));
    return this.remember(operation, a, b, made);
  }

  /** {@link and} where the set alone asks, as {@link chooseAlong}. */
  private andAlong(set: Diagram, map: Diagram): Diagram {
    const { path } = this;
    const base = path.length;
    const rest = this.alongCube(set, this.level(map));
    let made =
      rest === set
        ? this.node(this.level(set), this.and(this.low(set), map), this.and(this.high(set), map))
        : this.and(rest, map);
    while (path.length > base) made = this.onto(path.pop() as Diagram, made, 0);
    return made;
  }

  /** Keeps what was made of a pair; its slot is looked for now, for the cache may have grown meanwhile. */
  private remember(operation: number, a: Diagram, b: Diagram, made: Diagram): Diagram {
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

  protected override grow(): void {
    super.grow();
    if (this.cache.length < MOST_CACHE * 4) this.cache = new Int32Array(this.cache.length * 2);
  }
}
