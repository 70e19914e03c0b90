import type { Phrase } from '../lib/phrase';
import { timelineQuestion } from '../timeline/question';
import type { Timeline } from '../timeline/timeline';
import type { LivedLanes } from './lanes';
import type { RenderedBlock, SheetQuestion } from './render';

/**
 * The blocks of a Sheet with its lanes lived through, as far as they are: each with the question that its timelines answer
 * before it. What they cannot answer hides nothing.
 */
export function fillLanes(
  blocks: readonly RenderedBlock[],
  lived: ReadonlyMap<string, LivedLanes>,
): readonly RenderedBlock[] {
  const filled = blocks.flatMap((block) => {
    const lanes = block.kind === 'lanes' ? lived.get(block.id) : undefined;
    return lanes && block.kind === 'lanes' ? fillOne({ ...block, lived: lanes }) : [block];
  });
  const open = new Set(
    filled.flatMap((block) => (block.kind === 'lanes' && block.lived ? (block.asks?.id ?? []) : [])),
  );
  for (const block of filled) if (block.kind === 'ask') open.delete(block.id);
  return filled.map((block): RenderedBlock => {
    if (!('veiled' in block) || block.veiled === undefined || !open.has(block.veiled)) return block;
    const { veiled: _veiled, ...shown } = block;
    return shown;
  });
}

type FilledLanes = Extract<RenderedBlock, { kind: 'lanes' }> & { readonly lived: LivedLanes };

function fillOne(lanes: FilledLanes): readonly RenderedBlock[] {
  const { asks, lived } = lanes;
  const asked = asks && timelineQuestion(asks.kind, lived);
  if (!asked) return [lanes];
  const options = asked.options.map(({ says, why }, at) => ({ text: String(at), says, why }));
  const question: SheetQuestion = { ...asked, options };
  return [{ kind: 'ask', id: asks.id, question, answer: asks.answer }, lanes];
}

/** The answer of a timeline: in one sentence, and why. */
export function tellLanes({ answer }: Timeline): {
  readonly sentence: Phrase | undefined;
  readonly why: readonly Phrase[];
} {
  const [sentence, ...why] = answer;
  return { sentence, why };
}
