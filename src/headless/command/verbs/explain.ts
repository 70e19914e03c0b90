import {
  sayHeading,
  machineSentences,
  MOST_SERVICES,
  type MachineSentence,
} from '../../../core/questions/report/machine-sentences';
import { isMachine } from '../../../core/paste/sender';
import { spellPlace, spellRow } from '../../../core/sheet/said';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText, type JsonSchema } from '../schema';

/** What is said of a machine is one sentence a line; everything else ends as its words do. */
const spell = (sentence: MachineSentence, { say }: CommandCall): string =>
  `${spellRow(sentence, say)}${sentence.about === 'machine' ? '.' : ''}`;

/** So many guesses stand on the page; data has them all. */
const MOST_GUESSES = 8;

function writeLines(sentences: readonly MachineSentence[], hidden: number, call: CommandCall): PageLine[] {
  const { say, word } = call;
  const abouts = [...new Set(sentences.map(({ about }) => about))];
  const groups = abouts.map((about) => [about, sentences.filter((each) => each.about === about)] as const);
  return groups.flatMap(([about, all], at): PageLine[] => {
    const shown = about === 'assumption' ? all.slice(0, MOST_GUESSES) : all;
    const more = about === 'service' ? hidden : all.length - shown.length;
    return [
      ...(at > 0 ? [{ text: '' }] : []),
      { text: say(sayHeading(about)), as: 'head' },
      ...shown.map((sentence): PageLine => {
        const where = (sentence.lines ?? []).map(spellPlace).join(', ');
        const says = spell(sentence, call);
        return { text: where === '' ? says : `${says} [${where}]`, indent: 2 };
      }),
      ...(more > 0 ? [{ text: word('andMore', { count: more }), indent: 2 }] : []),
    ];
  });
}

async function run(call: CommandCall): Promise<CommandReply> {
  const opened = await openFiles(call);
  const sentences = machineSentences(opened);
  const hidden = Math.max(0, opened.derived.found.length - MOST_SERVICES);
  const machines = [...opened.derived.network.netns.values()].filter(({ id }) => isMachine(id)).length;
  const told = sentences.map((each) => ({
    about: each.about,
    says: spell(each, call),
    lines: (each.lines ?? []).map(({ file, line }) => ({ file, line })),
  }));
  const json = { machines, services: opened.derived.found.length, sentences: told };
  return { code: 0, json, lines: writeLines(sentences, hidden, call) };
}

const SENTENCE: JsonSchema = anObject({
  about: aText('machine, object, text, service, finding, assumption or question'),
  says: aText('the sentence'),
  lines: aList(anObject({ file: aText('which text'), line: aCount('from 1') }), 'where it can be read'),
});

/** `rulewalk explain`: what a machine is, in one page. */
export const EXPLAIN_COMMAND: CommandVerb = {
  name: 'explain',
  about:
    'says in one page what a machine or cluster is: who wrote its rules, its Services, what is odd, what had to be assumed, with lines.',
  takes: 'FILES...',
  options: [{ name: 'mode', value: 'MODE', about: 'of a note with listings of several modes: which' }],
  examples: [
    ['rulewalk explain node.txt', 'what that dump is of, for somebody who sees it the first time'],
    ['rulewalk explain "nodes/*.txt" --lang ko', 'several machines, in Korean'],
  ],
  exits: { 0: 'it is said', 1: 'is not used', 2: 'nothing could be read' },
  schema: anObject({
    machines: aCount('how many'),
    services: aCount('how many were found'),
    sentences: aList(SENTENCE),
  }),
  run,
};
