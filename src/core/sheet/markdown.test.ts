import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { REPORT_PHRASES } from '../../content/en/phrases/report';
import { HOSTILE, hostileText } from '../lib/testing/hostile';
import { phrase } from '../lib/phrase';
import { moments } from '../story/moments';
import { FARTHER_WALKS } from '../story/testing/farther-walks';
import { walkMade } from '../story/testing/walks';
import { sheetMarkdown } from './markdown';
import { markdownText, mermaidText } from './markdown-text';

/** What a reader of Markdown makes links, pictures, HTML, mentions or other blocks of. */
const LIVE = /\]\(|!\[|<|>|https?:\/\/|ftp:\/\/|www\.|@|(?<!&)#\d|(?<!\\)[`[\]|*~]|&(?!amp;|lt;|gt;|#64;|#8288;)/i;

const LINKS = [
  'http://evil.example',
  'HTTPS://evil.example/a',
  'WWW.evil.example',
  'a@evil.example',
  'mailto:a@evil.example',
  '[a]: http://evil.example',
  '[a][b]',
  '@somebody',
  'some/thing#12',
  '&lt;img&gt;',
  '**a** __b__',
  '~~~',
  '    code',
  '# head',
  '- item',
  '1. item',
  '=== ',
];
const examples = [...HOSTILE, ...LINKS].map((text) => [text] as const) as [string][];
const text = fc.oneof(
  hostileText,
  fc.constantFrom(...LINKS),
  fc.tuple(hostileText, fc.constantFrom(...LINKS)).map((two) => two.join(' ')),
);

/** What a reader shows of a text: entities and backslashes taken away. */
function rendered(written: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', '#64': '@', '#8288': '' };
  return written
    .replaceAll(
      /\\([!-/:-@[-`{-~])|&(amp|lt|gt|#64|#8288);/g,
      (_all, sign?: string, name = '') => sign ?? named[name] ?? '',
    )
    .trim();
}

describe('a name in a report', () => {
  it('is its letters and nothing that is live', () => {
    fc.assert(
      fc.property(text, (name) => {
        const written = markdownText(name);
        expect(written).not.toMatch(LIVE);
        expect(written).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]|^\s|^(?:[-+=#]|\d+[.)])/u);
        expect(rendered(written)).toBe(
          name
            .replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ')
            .replaceAll(/[\p{Cc}\u202a-\u202e]/gu, '')
            .trim(),
        );
      }),
      { numRuns: 500, examples },
    );
  });

  it('ends no line of a diagram, and nothing in it is live', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(mermaidText(name)).not.toMatch(
          /\]\(|!\[|[<>`|;@{}"](?<!#\d+;)|https?:\/\/|www\.|%%|[\p{Cc}\u2028\u2029]/iu,
        );
      }),
      { numRuns: 500, examples },
    );
  });

  const made = walkMade(FARTHER_WALKS.ingress);
  const told = moments(made.walked);
  it.each([...HOSTILE, ...LINKS])('changes no line of a report: %j', (name) => {
    const say = createSpeaker('en', REPORT_PHRASES);
    const report = (as: string): string => {
      const named = told.map((moment) => ({
        ...moment,
        ...(moment.cause
          ? { cause: { ...moment.cause, values: { ...moment.cause.values, pod: as, service: as, name: as } } }
          : {}),
      }));
      const title = phrase('report.as-is', { text: as });
      const rows = named.map(({ sentence, cause }) => ({
        name: title,
        says: [sentence],
        quiet: cause ? [cause] : [],
        lines: [{ file: as, line: 1, text: as }],
      }));
      const figure = {
        kind: 'figure',
        id: 'f',
        number: 1,
        draws: 'stage',
        lens: false,
        walk: 'w',
        at: named.length - 1,
        steps: [],
        ways: [],
        knobs: [],
        hand: [],
      } as const;
      const table = { kind: 'table', head: [title, title], rows: [[title, title]] } as const;
      const blocks = [{ kind: 'rows', numbered: true, rows } as const, { kind: 'rows', rows } as const, table, figure];
      const shown = {
        sheet: { id: 'a', title, notes: {} },
        blocks,
        knobs: [],
        walks: new Map([['w', { moments: named }]]),
      };
      return sheetMarkdown(shown, { locale: 'en', say, named: () => as });
    };
    const [meant, got] = [report('harmless'), report(name)];
    expect(got.split(/\r\n?|\n/)).toHaveLength(meant.split('\n').length);
    const kinds = (of: string): readonly string[] =>
      of
        .split('\n')
        .map(
          (line) => `${/^[#|]|^\d+\.|^ {2,3}|^```\w*/.exec(line)?.[0] ?? ''} ${line.match(/(?<!\\)\|/g)?.length ?? 0}`,
        );
    expect(kinds(got)).toEqual(kinds(meant));
    expect(got.match(/https?:\/\/|\]\(|!\[|<\w|www\.|\w@\w/gi)).toEqual(
      meant.match(/https?:\/\/|\]\(|!\[|<\w|www\.|\w@\w/gi),
    );
  });
});
