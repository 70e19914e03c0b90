import type { Diagram } from './diagram';
import type { WayOut } from './become';
import type { Space } from './space';

/** One bit of a number of one word, or of several of 32 bits, counted from its highest. */
function getBit(words: readonly number[], count: number, i: number): number {
  const at = count <= 32 ? 32 - count + i : i;
  return ((words[at >> 5] ?? 0) >>> (31 - (at & 31))) & 1;
}

/** A map as it is for packets whose mark the rules before have changed so: (mark & ~mask) ^ value. */
export function marked(
  space: Space,
  map: Diagram,
  { value, mask }: { readonly value: number; readonly mask: number },
): Diagram {
  const { first } = space.bits.fields.mark;
  return above(space, map, (level, low, high) => {
    const bit = 31 - (level - first);
    const set = (value >>> bit) & 1;
    if ((mask >>> bit) & 1) return set ? high : low;
    return set ? space.diagrams.node(level, high, low) : space.diagrams.node(level, low, high);
  });
}

/** A map for packets whose mark may be any: where a bit of it decides, both ends are possible. */
export function withAnyMark(space: Space, map: Diagram): Diagram {
  return above(space, map, (_level, low, high) => (low === high ? low : space.diagrams.choose(space.may(), high, low)));
}

/** Fields of which a packet's number may be known by now. */
const KNOWABLE = ['untracked', 'dnat', 'dst', 'dport'] as const;

/** Fields of which a packet's number is known by now, in words of 32 bits. */
type KnownFields = Partial<Record<(typeof KNOWABLE)[number], readonly number[]>>;

/** Answers by their level, and -1 where none is known; as long as the last known one needs. */
function listAnswers({ bits }: Space, known: KnownFields): Int8Array {
  const { first: last, count: lastCount } = bits.fields.dport;
  const answers = new Int8Array(last + lastCount).fill(-1);
  let end = 0;
  for (const field of KNOWABLE) {
    const words = known[field];
    if (!words) continue;
    const { first, count } = bits.fields[field];
    for (let i = 0; i < count; i++) answers[first + i] = getBit(words, count, i);
    end = Math.max(end, first + count);
  }
  return answers.subarray(0, end);
}

/** A map as it is for packets of which these fields are known by now, with other leaves if `label` gives them. */
export function restrict(space: Space, map: Diagram, known: KnownFields, label?: (value: number) => Diagram): Diagram {
  const { diagrams } = space;
  const answers = listAnswers(space, known);
  const done = new Map<Diagram, Diagram>();
  const visit = (asked: Diagram): Diagram => {
    let node = asked;
    let level = diagrams.level(node);
    while (level < answers.length && answers[level] !== -1) {
      node = answers[level] === 1 ? diagrams.high(node) : diagrams.low(node);
      level = diagrams.level(node);
    }
    if (!label && level >= answers.length) return node;
    if (label && diagrams.isLeaf(node)) return label(diagrams.value(node));
    const seen = done.get(node);
    if (seen !== undefined) return seen;
    const made = diagrams.node(level, visit(diagrams.low(node)), visit(diagrams.high(node)));
    done.set(node, made);
    return made;
  };
  return visit(map);
}

/** Answers by node, with room for all that there are; what was found out in states before is kept. */
function keptAnswers({ diagrams, chainMemo }: Space): Uint8Array {
  const kept = chainMemo.once('nodes that ask for the out device', () => ({ answers: new Uint8Array(0) }));
  if (kept.answers.length < diagrams.size) {
    const { answers } = kept;
    kept.answers = new Uint8Array(diagrams.size + (diagrams.size >> 3));
    kept.answers.set(answers);
  }
  return kept.answers;
}

/** Which nodes of a map ask for the out device, or lead to one that does. */
function outAskers(space: Space, map: Diagram): (node: Diagram) => boolean {
  const { diagrams } = space;
  const { first, count } = space.bits.fields.outdev;
  const NO = 1;
  const YES = 2;
  const done = keptAnswers(space);
  const visit = (node: Diagram): number => {
    const level = diagrams.level(node);
    if (level >= first) return level < first + count ? YES : NO;
    const known = done[node];
    if (known) return known;
    const low = visit(diagrams.low(node));
    const high = visit(diagrams.high(node));
    return (done[node] = low === YES || high === YES ? YES : NO);
  };
  visit(map);
  return (node) => diagrams.level(node) >= first || done[node] === YES;
}

/** A map whose rules asked for the out device, as it is for packets that leave by one. */
function sentBy(space: Space, map: Diagram, { device, asks }: OneWay): Diagram {
  const { diagrams } = space;
  const { first, count } = space.bits.fields.outdev;
  const done = new Map<Diagram, Diagram>();
  const visit = (node: Diagram): Diagram => {
    const level = diagrams.level(node);
    if (level >= first + count || !asks(node)) return node;
    if (level >= first)
      return visit((device >>> (count - 1 - (level - first))) & 1 ? diagrams.high(node) : diagrams.low(node));
    const known = done.get(node);
    if (known !== undefined) return known;
    const made = diagrams.node(level, visit(diagrams.low(node)), visit(diagrams.high(node)));
    done.set(node, made);
    return made;
  };
  return visit(map);
}

interface OneWay {
  readonly device: number;
  readonly asks: (node: Diagram) => boolean;
}

/** A map whose rules asked for the out device, of packets that leave by these ways. */
export function sentOver(space: Space, map: Diagram, ways: readonly WayOut[]): Diagram {
  const asks = outAskers(space, map);
  const all = space.diagrams.union(ways.map(({ packets }) => packets));
  if (!asks(map)) return space.diagrams.and(all, map);
  return space.diagrams.union(
    ways.map(({ device, packets }) =>
      space.diagrams.and(packets, sentBy(space, map, { device: space.devices.indexOf(device), asks })),
    ),
  );
}

/** A map with other leaves. */
export function relabelled(space: Space, map: Diagram, label: (value: number) => Diagram): Diagram {
  const { diagrams } = space;
  const done = new Map<Diagram, Diagram>();
  const visit = (node: Diagram): Diagram => {
    const known = done.get(node);
    if (known !== undefined) return known;
    const made = diagrams.isLeaf(node)
      ? label(diagrams.value(node))
      : diagrams.node(diagrams.level(node), visit(diagrams.low(node)), visit(diagrams.high(node)));
    done.set(node, made);
    return made;
  };
  return visit(map);
}

/** A map with its nodes of the mark made anew. */
function above(space: Space, map: Diagram, make: (level: number, low: Diagram, high: Diagram) => Diagram): Diagram {
  const { first, count } = space.bits.fields.mark;
  const done = new Map<Diagram, Diagram>();
  const visit = (node: Diagram): Diagram => {
    const level = space.diagrams.level(node);
    if (level >= first + count) return node;
    const known = done.get(node);
    if (known !== undefined) return known;
    const made = make(level, visit(space.diagrams.low(node)), visit(space.diagrams.high(node)));
    done.set(node, made);
    return made;
  };
  return visit(map);
}

/** A map with all named sets in place of their questions. */
export function spellOut(space: Space, map: Diagram): Diagram {
  const { diagrams } = space;
  const done = new Map<Diagram, Diagram>();
  const visit = (node: Diagram): Diagram => {
    const level = diagrams.level(node);
    if (diagrams.isLeaf(node) || space.besideAt(level) !== undefined) return node;
    const known = done.get(node);
    if (known !== undefined) return known;
    const question = space.namedAt(level) ?? diagrams.node(level, 0, 1);
    const made = diagrams.choose(question, visit(diagrams.high(node)), visit(diagrams.low(node)));
    done.set(node, made);
    return made;
  };
  return visit(map);
}
