import { lintInSteps } from '../../../core/questions/lint/lint';
import { finished } from '../../../core/lib/scan';
import type { Finding } from '../../../core/questions/lint/finding';
import { placeFinding, type FindingLine } from '../../../core/questions/lint/finding-lines';
import type { Diagnostic } from '../../../core/formats/format';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import type { OpenedTexts } from '../../../core/public/open-texts';
import type { EvidenceFinding } from '../../../core/questions/evidence/evidence-finding';
import { lineOfPath, lineOfWords } from '../../../core/questions/evidence/evidence-line';
import { listEvidence } from '../../../core/questions/evidence/list-evidence';
import { openFiles } from '../opened';
import type { Emphasis, PageLine } from '../page';
import { aCount, aList, anObject, aText, oneOf } from '../schema';

type Severity = Finding['severity'];

/** Something odd, with the lines that show it. */
interface LintedPoint {
  readonly id: string;
  readonly severity: Severity;
  readonly says: string;
  readonly next?: string;
  readonly places: readonly FindingLine[];
}

/** Of many places so many are shown to people. */
const MOST_PLACES = 5;
const ORDER: readonly Severity[] = ['error', 'warning', 'info'];
const EMPHASIS: Readonly<Record<Severity, Emphasis>> = { error: 'bad', warning: 'unsure', info: 'quiet' };

function pointOfDiagnostic(
  { severity, code, message, path, span }: Diagnostic,
  file: string,
  { say }: CommandCall,
): LintedPoint {
  const place = { where: path ?? '', file, ...(span ? { line: span.line } : {}) };
  return { id: code, severity, says: say(message), places: path === undefined && !span ? [] : [place] };
}

/** Without what stands in the line. */
function placeOfPath(path: string, { texts }: OpenedTexts): Pick<FindingLine, 'file' | 'line'> {
  const found = lineOfPath(path, texts);
  return found ? { file: found.file, line: found.line } : {};
}

function pointOfEvidence(
  { id, severity, says, next, path, words }: EvidenceFinding,
  opened: OpenedTexts,
  call: CommandCall,
): LintedPoint {
  const found = words && lineOfWords(words, opened.texts);
  const ofWords = words ? [{ where: words.join(' '), ...(found ? { file: found.file, line: found.line } : {}) }] : [];
  const places = path === undefined ? ofWords : [{ where: path, ...placeOfPath(path, opened) }];
  return { id, severity, says: call.say(says), next: call.say(next), places };
}

/** Findings on a node's rules, or on the objects of a cluster, worst first. */
export function lintOpened(opened: OpenedTexts, call: CommandCall): readonly LintedPoint[] {
  const { document, memo, texts } = opened;
  const evidence = listEvidence(opened).map((each) => pointOfEvidence(each, opened, call));
  const points =
    document.subject === 'pasted'
      ? finished(lintInSteps(document.pasted, memo)).map(({ id, severity, message, next, places }): LintedPoint => ({
          id,
          severity,
          says: call.say(message),
          ...(next ? { next: call.say(next) } : {}),
          places: places.map((place) => placeFinding(place, opened)),
        }))
      : opened.diagnostics.map((each) => pointOfDiagnostic(each, texts[0]?.title ?? '', call));
  return [...evidence, ...points].toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** A point as it is read. */
export function pointLines({ id, severity, says, next, places }: LintedPoint, { word }: CommandCall): PageLine[] {
  const shown = places.slice(0, MOST_PLACES).map(({ where, text, file, line }): PageLine => {
    const at = file === undefined ? where : `${file}${line === undefined ? '' : `:${line}`}: ${where}`;
    return { text: text === undefined ? at : `${at}: ${text}`, indent: 4, as: 'quiet' };
  });
  const more = places.length - shown.length;
  return [
    { text: `${id}: ${says}`, mark: word(severity, {}), as: EMPHASIS[severity] },
    ...shown,
    ...(more > 0 ? [{ text: word('morePlaces', { count: more }), indent: 4, as: 'quiet' as const }] : []),
    ...(next === undefined ? [] : [{ text: word('next', { next }), indent: 4 }]),
  ];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const points = lintOpened(await openFiles(call), call);
  return {
    code: points.some(({ severity }) => severity === 'error') ? 1 : 0,
    json: { findings: points },
    lines:
      points.length > 0 ? points.flatMap((each) => pointLines(each, call)) : [{ text: call.word('nothingOdd', {}) }],
  };
}

/** `rulewalk lint`: what is odd about rules or objects. */
export const LINT_COMMAND: CommandVerb = {
  name: 'lint',
  about: 'says what is odd about the rules of a node, or the objects of a cluster, and what to do about it.',
  takes: 'FILES...',
  options: [],
  examples: [
    ['rulewalk lint node.txt', 'everything odd about that node, worst first'],
    ['iptables-save | rulewalk lint - --json', 'the same of this machine, for a program'],
  ],
  exits: { 0: 'nothing that is an error', 1: 'errors were found', 2: 'nothing could be read' },
  schema: anObject({
    findings: aList(
      anObject({
        id: aText('what kind: dangling-jump'),
        severity: oneOf(ORDER, 'how bad it is'),
        says: aText('in words'),
        'next?': aText('what to do about it'),
        places: aList(
          anObject({
            where: aText('family, table, chain and number; or the object'),
            'text?': aText('the rule as the kernel prints it'),
            'file?': aText('where it was read'),
            'line?': aCount('from 1'),
          }),
        ),
      }),
    ),
  }),
  run,
};
