import {
  sayHeading,
  machineSentences,
  MOST_SERVICES,
  type MachineSentence,
} from '../../../core/questions/report/machine-sentences';
import { namespacedName } from '../../../core/kubernetes/types';
import { isMachine } from '../../../core/paste/sender';
import { spellPlace, spellRow } from '../../../core/sheet/said';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import { phrase, type Phrase } from '../../../core/lib/phrase';
import type { OpenedTexts } from '../../../core/public/open-texts';
import { objectsBeside, type PlacedEvidence } from '../../../core/questions/evidence/list-evidence';
import { sayServiceObject } from '../../../core/questions/report/service-sentence';
import { classifyFinding, type FindingClass } from '../../../core/questions/evidence/strength';
import { finished } from '../../../core/lib/scan';
import { proveOpened } from '../../../core/questions/evidence/prove-texts';
import { toOffering } from '../ends';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText, type JsonSchema } from '../schema';

/** What is said of a machine is one sentence a line; everything else ends as its words do. */
const spell = (sentence: MachineSentence, { say }: CommandCall): string =>
  `${spellRow(sentence, say)}${sentence.about === 'machine' ? '.' : ''}`;

/** What mends a finding, or settles a guess. */
const sayNext = ({ about }: MachineSentence, next: Phrase, { say, word }: CommandCall): string =>
  ['cause', 'walk', 'likely', 'next', 'finding'].includes(about) ? word('next', { next: say(next) }) : say(next);

/** A next step with a piece of YAML keeps the lines of it, each as deep as it is. */
const indentLines = (words: string): readonly PageLine[] =>
  words.split('\n').map((text, at) => ({
    text: text.trimStart(),
    indent: at === 0 ? 4 : 6 + text.length - text.trimStart().length,
  }));

/** More findings are listed by `lint`. */
const MOST_EVIDENCE = 12;
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
      ...shown.flatMap((sentence): PageLine[] => {
        const where = (sentence.lines ?? []).map(spellPlace).join(', ');
        const says = spell(sentence, call);
        const line: PageLine = { text: where === '' ? says : `${says} [${where}]`, indent: 2 };
        return [line, ...(sentence.quiet ?? []).flatMap((each) => indentLines(sayNext(sentence, each, call)))];
      }),
      ...(more > 0 ? [{ text: word('andMore', { count: more }), indent: 2 }] : []),
    ];
  });
}

/** Facts of texts, as sentences under one heading. */
function evidenceSentences(found: readonly PlacedEvidence[], about: FindingClass): readonly MachineSentence[] {
  return found.slice(0, MOST_EVIDENCE).map(({ severity, says, also = [], next, line, further }) => ({
    about,
    name: phrase('machine.severity', { severity }),
    says: [says, ...also],
    quiet: [next],
    lines: [...(line ? [line] : []), ...further].map((each) => ({ file: each.file, line: each.line })),
  }));
}

/** True of the counter of a policy that evidence tells of, with what mends it. */
function isToldTwice({ says }: MachineSentence, found: readonly PlacedEvidence[]): boolean {
  const [first] = says;
  if (typeof first !== 'object' || first.id !== 'lint.refused-policy') return false;
  return found.some(({ id }) => id === `policy-dropped-${first.values?.['chain']}`);
}

/** With the causes told first before all else, and what else texts tell among what is odd, first of it. */
function withEvidence(all: readonly MachineSentence[], opened: OpenedTexts): readonly MachineSentence[] {
  const found = finished(proveOpened(toOffering(opened), opened.memo));
  const sentences = all.filter((each) => !isToldTwice(each, found));
  const isBehind = ({ about }: MachineSentence): boolean => ['finding', 'assumption', 'question'].includes(about);
  const at = sentences.findIndex(isBehind);
  const split = at < 0 ? sentences.length : at;
  const listClass = (about: FindingClass): readonly MachineSentence[] =>
    evidenceSentences(
      found.filter((each) => (each.isLeading ? classifyFinding(each) : 'finding') === about),
      about,
    );
  return [
    ...listClass('cause'),
    ...listClass('walk'),
    ...listClass('likely'),
    ...listClass('next'),
    ...sentences.slice(0, split),
    ...listClass('finding'),
    ...sentences.slice(split),
  ];
}

/** Services of objects that stand beside the rules of a node, where its rules tell none of that name. */
function servicesBeside(opened: OpenedTexts): readonly MachineSentence[] {
  if (opened.document.subject !== 'pasted') return [];
  const known = new Set(opened.derived.found.map(({ name }) => name));
  const services = (objectsBeside(opened)?.services ?? []).filter((each) => !known.has(namespacedName(each)));
  return services.slice(0, MOST_SERVICES).map((service) => ({
    about: 'service',
    says: [sayServiceObject(service, false, service)],
  }));
}

async function run(call: CommandCall): Promise<CommandReply> {
  const opened = await openFiles(call);
  const own = machineSentences(opened);
  const behind = own.findLastIndex(({ about }) => ['machine', 'service'].includes(about)) + 1;
  const whole = [...own.slice(0, behind), ...servicesBeside(opened), ...own.slice(behind)];
  const sentences = withEvidence(whole, opened);
  const hidden = Math.max(0, opened.derived.found.length - MOST_SERVICES);
  const machines = [...opened.derived.network.netns.values()].filter(({ id }) => isMachine(id)).length;
  const told = sentences.map((each) => ({
    about: each.about,
    says: spell(each, call),
    ...(each.quiet?.length ? { next: each.quiet.map((next) => call.say(next)).join(' ') } : {}),
    lines: (each.lines ?? []).map(({ file, line }) => ({ file, line })),
  }));
  const json = { machines, services: opened.derived.found.length, sentences: told };
  return { code: 0, json, lines: writeLines(sentences, hidden, call) };
}

const SENTENCE: JsonSchema = anObject({
  about: aText('cause, walk, likely, next, machine, object, text, service, finding, assumption or question'),
  says: aText('the sentence'),
  'next?': aText('what mends it, or what settles it'),
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
