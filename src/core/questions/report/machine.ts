import { phrase } from '../../lib/phrase';
import type { OpenedTexts } from '../../public/open-texts';
import type { RenderedSheet } from '../../sheet/render';
import { saidSection, type SaidRow } from '../../sheet/said';
import { sayHeading, machineSentences, MOST_SERVICES, type MachineSentence } from './machine-sentences';

/** What it is, what is wrong with it, what it serves; then what that rests on. */
const ORDER: readonly MachineSentence['about'][] = [
  'machine',
  'object',
  'finding',
  'service',
  'assumption',
  'question',
  'text',
];

/** More guesses are counted and not said. */
const MOST_GUESSES = 12;

/**
 * The Sheet on a pasted machine: who wrote its rules, in which mode and of which release, its Services, what is odd, what had
 * to be assumed, and which command would settle most, each with the lines it was read off.
 */
export function sheetOfMachine(opened: OpenedTexts): RenderedSheet {
  const sentences = machineSentences(opened);
  const abouts = ORDER.filter((about) => sentences.some((each) => each.about === about));
  return {
    sheet: { id: 'this-machine', title: phrase('report.machine'), notes: {} },
    knobs: [],
    walks: new Map(),
    blocks: [
      // What it is stands right below the title.
      ...abouts.flatMap((about, at) => {
        const rows = listRows(about, sentences, opened);
        return at === 0 ? [{ kind: 'rows', rows } as const] : saidSection(sayHeading(about), rows);
      }),
      { kind: 'said', as: 'quiet', says: [phrase('report.unlooked.machine')] },
    ],
  };
}

function listRows(
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
