import { phrase } from '../../lib/phrase';
import type { OpenedTexts } from '../../public/open-texts';
import type { RenderedSheet } from '../../sheet/render';
import { saidSection, type SaidRow } from '../../sheet/said';
import { headingOf, machineSentences, MOST_SERVICES, type MachineSentence } from './machine-sentences';

/** More guesses are counted and not said. */
const MOST_GUESSES = 12;

/**
 * What a machine is, as a Sheet: who wrote its rules, in which mode and of which release, its Services, what is odd, what
 * had to be assumed, and which command would settle most, each with the lines it was read off.
 */
export function sheetOfMachine(opened: OpenedTexts): RenderedSheet {
  const sentences = machineSentences(opened);
  const abouts = [...new Set(sentences.map(({ about }) => about))];
  const [first] = sentences;
  return {
    sheet: { id: 'this-machine', title: phrase('report.machine'), notes: {} },
    knobs: [],
    walks: new Map(),
    blocks: [
      ...(first ? [{ kind: 'said', as: 'lede', says: first.says } as const] : []),
      ...abouts.flatMap((about) => saidSection(headingOf(about), rowsOf(about, sentences, opened))),
      { kind: 'said', as: 'quiet', says: [phrase('report.unlooked.machine')] },
    ],
  };
}

function rowsOf(
  about: MachineSentence['about'],
  sentences: readonly MachineSentence[],
  { derived }: OpenedTexts,
): readonly SaidRow[] {
  const own = sentences.filter((each) => each.about === about);
  const shown = about === 'assumption' ? own.slice(0, MOST_GUESSES) : own;
  const unsaid = about === 'service' ? Math.max(0, derived.found.length - MOST_SERVICES) : 0;
  const more = own.length - shown.length + unsaid;
  return more > 0 ? [...shown, { says: [phrase('report.more', { count: more })] }] : shown;
}
