import type { RenderedBlock } from '../../core/sheet/render';
import { plainText } from '../../core/sheet/render-text';
import type { KnobState } from '../../core/sheet/knobs';

type AskBlock = Extract<RenderedBlock, { kind: 'ask' }>;

/** What whoever presents a slide sees of it. */
export interface SlideSpeech {
  /** Prose of its part, which no slide shows. */
  readonly prose: readonly string[];
  /** What only they see. */
  readonly say: readonly string[];
  readonly ask: AskBlock | undefined;
  /** When it is to begin and to end, minutes from the start; undefined: nothing is planned. */
  readonly plan: { readonly from: number; readonly until: number } | undefined;
}

interface SpokenSheet {
  readonly blocks: readonly RenderedBlock[];
  readonly knobs: readonly KnobState[];
}

/** Where the parts of the slides begin: at the heading before each, else right behind the one before it. */
function listStarts(blocks: readonly RenderedBlock[], slides: readonly (readonly number[])[]): readonly number[] {
  return slides.map(([first = 0], at) => {
    if (at === 0) return 0;
    const behind = (slides[at - 1]?.at(-1) ?? -1) + 1;
    const heading = blocks.findLastIndex(({ kind }, index) => kind === 'h' && index >= behind && index < first);
    return heading < 0 ? behind : heading;
  });
}

/** What is to be said at each slide of a Sheet, in a language. */
export function listSpeeches(
  { blocks, knobs }: SpokenSheet,
  slides: readonly (readonly number[])[],
  locale: 'en' | 'ko',
): readonly SlideSpeech[] {
  const known = new Map(knobs.map((knob) => [knob.name, knob]));
  const starts = listStarts(blocks, slides);
  const parts = starts.map((start, at) => blocks.slice(start, starts[at + 1] ?? blocks.length));
  const lasts = parts.map((part) => part.reduce((sum, { minutes = 0 }) => sum + minutes, 0));
  const isPlanned = lasts.some((minutes) => minutes > 0);
  return parts.map((part, at) => {
    const from = lasts.slice(0, at).reduce((sum, minutes) => sum + minutes, 0);
    return {
      prose: part.flatMap((block) =>
        block.kind === 'lede' || block.kind === 'p' ? [plainText(block.text[locale], known)] : [],
      ),
      say: part.flatMap(({ say }) => (say ? [plainText(say[locale], known)] : [])),
      ask: part.find((block) => block.kind === 'ask'),
      plan: isPlanned ? { from, until: from + (lasts[at] ?? 0) } : undefined,
    };
  });
}

/** How far one is from the plan of a slide, whole minutes: more than 0 ahead, less behind. */
export function minutesAhead({ from, until }: NonNullable<SlideSpeech['plan']>, seconds: number): number {
  const minutes = seconds / 60;
  if (minutes < from) return Math.floor(from - minutes);
  return minutes > until ? -Math.floor(minutes - until) : 0;
}
