import { formatFraction } from '../lib/fraction';
import type { Diagram } from './diagram';
import { FLOW_ORIGINS, type FlowOrigin } from './entrances';
import type { HostModel } from './host-model';
import { FIRST_END, type HostEnd } from './host-end';
import type { Space } from './space';
import { spellOut } from './maps';
import { PairMemo } from './pair-memo';

/** How packets of one kind end: every end, with its odds where draws alone decide. */
export interface HostFate {
  readonly ends: readonly { readonly end: HostEnd; readonly odds?: string }[];
  /** What nobody can say and the end depends on, as rules write it. */
  readonly unknown: readonly string[];
}

/** Packets that end one way on one side and another way on the other. */
export interface HostDifference {
  readonly origin: FlowOrigin;
  /** Which packets; never none. */
  readonly packets: Diagram;
  /** The same without asking whether they begin a connection: told in fewer words. */
  readonly header: Diagram;
  readonly before: HostFate;
  readonly after: HostFate;
}

/** Two hosts beside each other. */
export interface HostComparison {
  readonly space: Space;
  readonly differences: readonly HostDifference[];
  /** Packets that can begin on one side alone: by a device, or from an address, that the other has not. */
  readonly apart: boolean;
}

/** What is left of a side's map below the header: draws, and what nobody can say. */
class Fates {
  private readonly model: HostModel;
  private readonly keys = new Map<Diagram, string>();

  constructor(model: HostModel) {
    this.model = model;
  }

  /** Equal for what ends alike: the same ends with the same odds, or the same questions that nobody can answer. */
  key(node: Diagram): string {
    const known = this.keys.get(node);
    if (known !== undefined) return known;
    const made = this.unknowns(node).size === 0 ? this.distribution(node) : this.tree(node);
    this.keys.set(node, made);
    return made;
  }

  private distribution(node: Diagram): string {
    const { odds } = this.model.space.oddsOf(node);
    return [...odds]
      .map(([value, share]) => `${value} ${formatFraction(share)}`)
      .toSorted()
      .join();
  }

  private tree(node: Diagram): string {
    const { space } = this.model;
    const { diagrams } = space;
    if (diagrams.isLeaf(node)) return String(diagrams.value(node));
    const beside = space.besideAt(diagrams.level(node));
    const asked = beside?.kind === 'draw' ? formatFraction(beside.odds) : JSON.stringify(beside?.about);
    return `(${asked} ${this.key(diagrams.low(node))} ${this.key(diagrams.high(node))})`;
  }

  fate(node: Diagram): HostFate {
    const { space, ends } = this.model;
    const unknown = [...this.unknowns(node)];
    if (unknown.length > 0) {
      const leaves = space.diagrams.listLeaves(node);
      return { ends: leaves.map((leaf) => ({ end: ends.at(space.diagrams.value(leaf) - FIRST_END) })), unknown };
    }
    const { odds } = space.oddsOf(node);
    const list = [...odds].map(([value, share]) => ({ end: ends.at(value - FIRST_END), odds: formatFraction(share) }));
    return { ends: list, unknown };
  }

  private unknowns(map: Diagram): ReadonlySet<string> {
    const { space } = this.model;
    const found = new Set<string>();
    const seen = new Set<Diagram>([map]);
    for (const node of seen) {
      if (space.diagrams.isLeaf(node)) continue;
      const beside = space.besideAt(space.diagrams.level(node));
      if (beside?.kind === 'may') found.add(beside.about);
      seen.add(space.diagrams.low(node));
      seen.add(space.diagrams.high(node));
    }
    return found;
  }
}

/** A header whose ends differ, by what is left on each side. */
interface Pair {
  readonly before: Diagram;
  readonly after: Diagram;
}

/** Packets by the pair of what is left on both sides, where that differs; 0 elsewhere. */
function mapPairs(sides: readonly [Fates, Fates], roots: Pair, space: Space): { map: Diagram; pairs: readonly Pair[] } {
  const { diagrams } = space;
  const pairs: Pair[] = [];
  const leaves = new Map<string, Diagram>();
  const done = new PairMemo();
  const isBelow = (node: Diagram): boolean =>
    diagrams.isLeaf(node) || space.besideAt(diagrams.level(node)) !== undefined;
  const numberedLeaf = (pair: Pair): Diagram => {
    const [before, after] = [sides[0].key(pair.before), sides[1].key(pair.after)];
    if (before === after) return 0;
    const key = `${before} | ${after}`;
    const leaf = leaves.get(key) ?? diagrams.leaf(pairs.push(pair) + 1);
    leaves.set(key, leaf);
    return leaf;
  };
  const visit = (before: Diagram, after: Diagram): Diagram => {
    // One map for both: what is left of it is the same.
    if (before === after) return 0;
    const [belowA, belowB] = [isBelow(before), isBelow(after)];
    if (belowA && belowB) return numberedLeaf({ before, after });
    const known = done.find(before, after);
    if (known !== undefined) return known;
    const level = Math.min(belowA ? Infinity : diagrams.level(before), belowB ? Infinity : diagrams.level(after));
    const [a, b] = [diagrams.level(before) === level, diagrams.level(after) === level];
    const low = visit(a ? diagrams.low(before) : before, b ? diagrams.low(after) : after);
    const high = visit(a ? diagrams.high(before) : before, b ? diagrams.high(after) : after);
    const made = diagrams.node(level, low, high);
    done.keep(before, after, made);
    return made;
  };
  return { map: visit(roots.before, roots.after), pairs };
}

/**
 * Every class of packets that begin a connection and end otherwise on the other host. Both models are of one space and one
 * list of ends. None: the hosts are equivalent for all packets that can begin on both.
 */
export function compareHosts(before: HostModel, after: HostModel): HostComparison {
  const { space } = before;
  const { diagrams } = space;
  const sides = [new Fates(before), new Fates(after)] as const;
  let apart = false;
  const differences = FLOW_ORIGINS.flatMap((origin): HostDifference[] => {
    const [was, is] = [before.begins[origin], after.begins[origin]];
    apart ||= was !== is;
    const begins = diagrams.and(was, is);
    const enters = diagrams.and(before.enters[origin], after.enters[origin]);
    const roots = { before: before.outcome[origin], after: after.outcome[origin] };
    const { map, pairs } = mapPairs(sides, roots, space);
    return pairs.flatMap((pair, at) => {
      const header = spellOut(space, diagrams.and(enters, diagrams.where(map, diagrams.leaf(at + 2))));
      const packets = spellOut(space, diagrams.and(begins, header));
      if (packets === 0) return [];
      return [{ origin, packets, header, before: sides[0].fate(pair.before), after: sides[1].fate(pair.after) }];
    });
  });
  return { space, differences, apart };
}
