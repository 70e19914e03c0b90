import { findChangedSpan, type ChangedSpan } from './changed-span';
import { groupEnds, type EndGroup } from './chain-ends';
import type { TurnCounts } from './asked-before';
import type { Diagram, Diagrams } from './diagram';
import type { PacketChain, RuleStage } from './packet-table';

/** A rule of a chain as it was made: packets that it does something with at most, what it asked, and ends that it led to. */
export interface FoldedRule {
  readonly packets: Diagram;
  /** Answers that all of them share to the last questions about their destination: most rules are told apart by them. */
  readonly mark: CubeMark;
  readonly words: readonly string[];
  readonly ends: EndGroup;
}

/** Up to 32 answers that the packets of a set have in common: `known` has a bit for each. */
interface CubeMark {
  readonly known: number;
  readonly answers: number;
}

/** Answers that all packets of a set give alike to the 32 questions before `end`, as far as the set is a cube. */
export function markCube(diagrams: Diagrams, set: Diagram, end: number): CubeMark {
  let [known, answers, node] = [0, 0, set];
  while (node > 1 && diagrams.level(node) < end) {
    const [low, high] = [diagrams.low(node), diagrams.high(node)];
    if (low !== 0 && high !== 0) break;
    const bit = end - 1 - diagrams.level(node);
    if (bit < 32) {
      known |= 1 << bit;
      if (low === 0) answers |= 1 << bit;
    }
    node = low === 0 ? high : low;
  }
  return { known, answers };
}

const areApart = (one: CubeMark, other: CubeMark): boolean =>
  ((one.answers ^ other.answers) & one.known & other.known) !== 0;

/** A long chain as it was made in the state before, rule by rule: an edit makes anew what it touches. */
export interface ChainFold {
  readonly chain: PacketChain;
  /** All that the chain says which a rule leads to, as a number; -1: it leads to none. */
  readonly contents: readonly number[];
  readonly rules: readonly FoldedRule[];
  readonly map: Diagram;
  /** So often it was made again in part. */
  readonly edits: number;
  /** How often each question was asked. */
  readonly turns: TurnCounts;
  readonly ends: EndGroup;
  /** All that decides what follows the table, as text; undefined: its ends have to be asked. */
  readonly follows: string | undefined;
}

/** The part of a chain to be made again: these rules, for these packets. */
export interface FoldAgain {
  readonly span: ChangedSpan;
  /** Places of rules, the last first. */
  readonly indexes: readonly number[];
  /** Packets that may end otherwise than before. */
  readonly packets: Diagram;
  /** Words of the questions of rules that are gone, and of those that are made again as they were. */
  readonly gone: readonly string[];
  readonly repeated: readonly string[];
}

/** More rules than these are not made again one by one. */
const MOST_AGAIN = 256;

/** Packets that a rule does something with at most: those of its first part. */
export function packetsOfStages([first]: readonly RuleStage[], diagrams: Diagrams): Diagram {
  return first === undefined ? 1 : diagrams.union(first.map(({ packets }) => packets));
}

/** A chain as it is now. */
interface ChainNow {
  readonly chain: PacketChain;
  readonly contents: readonly number[];
  /** Packets that a rule does something with at most. */
  readonly packetsAt: (index: number) => Diagram;
  readonly diagrams: Diagrams;
  /** Levels of questions of the header that a packet gives the same answer to as long as it is in the table. */
  readonly lasting: { readonly from: number; readonly to: number };
  /** Behind the questions that {@link FoldedRule.mark} tells. */
  readonly markEnd: number;
}

/** Places of the rules behind and before a span whose packets are among some. */
function listTouched({ rules }: ChainFold, span: ChangedSpan, isTouched: (rule: FoldedRule) => boolean): number[] {
  const touched: number[] = [];
  for (let at = rules.length - 1; at >= 0; at--) {
    const isInside = at >= span.from && at < span.before;
    if (!isInside && isTouched(rules[at] as FoldedRule)) touched.push(at);
    if (touched.length > MOST_AGAIN) break;
  }
  return touched;
}

/** A set without what it asks beside the header: every packet that may be in it. */
function possiblePackets(diagrams: Diagrams, set: Diagram, headerEnd: number): Diagram {
  const done = new Map<Diagram, Diagram>();
  const visit = (node: Diagram): Diagram => {
    if (diagrams.level(node) >= headerEnd) return node === 0 ? 0 : 1;
    const known = done.get(node);
    if (known !== undefined) return known;
    const made = diagrams.node(diagrams.level(node), visit(diagrams.low(node)), visit(diagrams.high(node)));
    done.set(node, made);
    return made;
  };
  return visit(set);
}

/**
 * Plans what has to be made of a chain again because it is not what it was. Packets that no rule which changed does anything with end as before,
 * whatever mark rules give them: so the others alone are asked about, and the rules that hold for some of them. Undefined: so much that
 * the chain is made whole.
 */
export function planFold(before: ChainFold, now: ChainNow): FoldAgain | undefined {
  const { chain, contents, diagrams, packetsAt, lasting, markEnd } = now;
  const span = findChangedSpan(
    before.chain.length,
    chain.length,
    (was, is) => before.contents[was] === contents[is] && before.chain.says?.(was) === chain.says?.(is),
  );
  if (span.before - span.from > MOST_AGAIN || span.after - span.from > MOST_AGAIN) return undefined;
  const gone = before.rules.slice(span.from, span.before);
  const come = Array.from({ length: span.after - span.from }, (_, i) => packetsAt(span.from + i));
  const all = [...gone.map((rule) => rule.packets), ...come];
  const packets = diagrams.union(all.map((each) => possiblePackets(diagrams, each, lasting.to)));
  if (packets === 1 || diagrams.level(packets) < lasting.from) return undefined;
  const mark = markCube(diagrams, packets, markEnd);
  const touched = listTouched(
    before,
    span,
    (rule) => !areApart(rule.mark, mark) && diagrams.meet(rule.packets, packets),
  );
  if (touched.length > MOST_AGAIN) return undefined;
  const moved = span.after - span.before;
  const behind = touched.filter((at) => at >= span.before).map((at) => at + moved);
  const inside = come.map((_, i) => span.after - 1 - i);
  return {
    span,
    indexes: [...behind, ...inside, ...touched.filter((at) => at < span.from)],
    packets,
    gone: gone.flatMap(({ words }) => words),
    repeated: touched.flatMap((at) => before.rules[at]?.words ?? []),
  };
}

/** Rules of a chain by their places now, those that are made again without anything. */
export function moveRules({ rules }: ChainFold, { span, indexes }: FoldAgain): FoldedRule[] {
  const own = Array.from({ length: span.after - span.from }, (): FoldedRule => NOTHING);
  const moved = [...rules.slice(0, span.from), ...own, ...rules.slice(span.before)];
  for (const at of indexes) moved[at] = NOTHING;
  return moved;
}

const NOTHING: FoldedRule = { packets: 0, mark: { known: 0, answers: 0 }, words: [], ends: groupEnds([]) };
