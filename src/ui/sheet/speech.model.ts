import type { RenderedBlock } from '../../core/sheet/render';
import { inLanguage } from '../../core/sheet/languages';
import { plainText } from '../../core/sheet/plain-text';
import type { RenderedText } from '../../core/sheet/render-text';
import type { KnobState } from '../../core/sheet/knobs';
import type { SheetSlide } from './sheet.model';

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

/** Where the parts of figures begin: at the heading before each, else right behind the one before it. */
function listStarts(blocks: readonly RenderedBlock[], figures: readonly number[]): readonly number[] {
  return figures.map((figure, at) => {
    if (at === 0) return 0;
    const behind = (figures[at - 1] ?? -1) + 1;
    const heading = blocks.findLastIndex(({ kind }, index) => kind === 'h' && index >= behind && index < figure);
    return heading < 0 ? behind : heading;
  });
}

const findFigure = ({ blocks }: SheetSlide): number => blocks.at(-1) ?? 0;

/** The words to be said at each slide of a Sheet, in a language; both slides of one figure have the same. */
export function listSpeeches(
  { blocks, knobs }: SpokenSheet,
  slides: readonly SheetSlide[],
  locale: string,
): readonly SlideSpeech[] {
  const known = new Map(knobs.map((knob) => [knob.name, knob]));
  const read = ({ spans }: RenderedText): string => plainText(inLanguage(spans, locale), known);
  const figures = [...new Set(slides.map(findFigure))];
  const starts = listStarts(blocks, figures);
  const parts = starts.map((start, at) => blocks.slice(start, starts[at + 1] ?? blocks.length));
  const lasts = parts.map((part) => part.reduce((sum, { minutes = 0 }) => sum + minutes, 0));
  const isPlanned = lasts.some((minutes) => minutes > 0);
  return slides.map((slide) => {
    const at = figures.indexOf(findFigure(slide));
    const part = parts[at] ?? [];
    const from = lasts.slice(0, at).reduce((sum, minutes) => sum + minutes, 0);
    return {
      prose: part.flatMap((block) => (block.kind === 'lede' || block.kind === 'p' ? [read(block.text)] : [])),
      say: part.flatMap(({ say }) => (say ? [read(say)] : [])),
      ask: slide.blocks.map((index) => blocks[index]).find((block) => block?.kind === 'ask'),
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
