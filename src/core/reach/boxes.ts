import type { Diagram } from './diagram';
import type { QuestionField } from './header-bits';
import type { Space } from './space';

/** Numbers from one to another, both included; an address is a number of as many bits as it has. */
export interface NumberSpan {
  readonly min: bigint;
  readonly max: bigint;
}

/** Packets whose fields are each in one of some spans; a field that is absent may be anything. */
export type HeaderBox = Readonly<Partial<Record<BoxField, readonly NumberSpan[]>>>;

/** The fields that boxes are told by, in the order of the questions (`header-bits.ts`). */
export const BOX_FIELDS = [
  'dst',
  'protocol',
  'dport',
  'src',
  'sport',
  'indev',
] as const satisfies readonly QuestionField[];
export type BoxField = (typeof BOX_FIELDS)[number];

/** What is below a field's questions, with the numbers that lead there. */
type Below = Map<Diagram, NumberSpan[]>;

function add(below: Below, node: Diagram, span: NumberSpan): void {
  const spans = below.get(node) ?? [];
  const last = spans.at(-1);
  if (last && last.max + 1n === span.min) spans[spans.length - 1] = { min: last.min, max: span.max };
  else spans.push(span);
  below.set(node, spans);
}

/** Follows one field's questions of a set; numbers come in their order, so that neighbours join. */
function splitField({ diagrams, bits }: Space, set: Diagram, field: BoxField): Below {
  const { first, count } = bits.fields[field];
  const below: Below = new Map();
  const visit = (node: Diagram, bit: number, min: bigint): void => {
    const size = 1n << BigInt(count - bit);
    const level = diagrams.level(node);
    if (node === 0) return;
    if (level >= first + count) add(below, node, { min, max: min + size - 1n });
    else if (level > first + bit) {
      // Both halves are alike: they are told as one where nothing below tells them apart either.
      visit(node, bit + 1, min);
      visit(node, bit + 1, min + size / 2n);
    } else {
      visit(diagrams.low(node), bit + 1, min);
      visit(diagrams.high(node), bit + 1, min + size / 2n);
    }
  };
  visit(set, 0, 0n);
  return below;
}

const isWhole = (spans: readonly NumberSpan[], bits: number): boolean =>
  spans.length === 1 && spans[0]?.min === 0n && spans[0].max === (1n << BigInt(bits)) - 1n;

/**
 * A set of packets as boxes that have nothing in common, up to `most`; `more`: there are others. Questions that boxes have
 * no field for (marks, states, flags, draws) are left out: a packet of a box may be one of the set by them alone.
 */
export function listBoxes(
  space: Space,
  set: Diagram,
  most: number,
): { readonly boxes: readonly HeaderBox[]; readonly more: boolean } {
  const boxes: HeaderBox[] = [];
  let more = false;
  const visit = (node: Diagram, at: number, box: HeaderBox): void => {
    const field = BOX_FIELDS[at];
    if (boxes.length >= most) {
      more = true;
      return;
    }
    if (field === undefined) {
      boxes.push(box);
      return;
    }
    for (const [below, spans] of splitField(space, node, field)) {
      const { count } = space.bits.fields[field];
      visit(below, at + 1, isWhole(spans, count) ? box : { ...box, [field]: spans });
    }
  };
  if (set !== 0) visit(set, 0, {});
  return { boxes, more };
}
