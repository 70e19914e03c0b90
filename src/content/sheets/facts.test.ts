import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { allSpans, readProse } from '../../core/sheet/prose';
import { listProse } from '../../core/sheet/check';
import { NO_VALUE, type TextSpan } from '../../core/sheet/render-text';
import type { RenderedBlock } from '../../core/sheet/render';
import { createDerive } from '../../core/document/derive';
import { THOROUGH } from '../../core/lib/testing/soaking';
import { renderSheet } from '../../core/sheet/render';
import { UNTOUCHED } from '../../core/sheet/state';
import { listFacts } from '../../core/sheet/facts';
import { listFalse, NO_FACTS, tallyFacts, type FactTally } from '../../core/sheet/fact-tally';
import { openWorkshop } from '../../core/sheet/walks';
import { isFigure } from '../../core/sheet/schema';
import { LOCALES } from '../languages';
import { createSpeaker } from '../phrases';
import { SPOKEN } from '../spoken';
import { countHeld, rowsIn, writeRow } from './testing/assertions';
import { giveawaysAt } from './testing/giveaways';
import { falseAt, listHeld, type SheetClaim } from './testing/claims';
import { positionsOf, sheetOf, type SheetPosition } from './testing/positions';
import { COUNTED } from './testing/walked';
import { datesHold } from './testing/leaving-ipvs';
import { CLAIMS_BY_SHEET } from './testing/held';
import { SHELF } from '.';
import { LESSON_SHEETS } from './lessons';
import type { ShelfSheet } from './shelf';
import { SHEETS } from './titles';

/** What a Sheet is held to. */
interface Held {
  /** At least so many positions of its knobs with their outcomes, and so many sentences held over all of them. */
  readonly positions: number;
  readonly sentences: number;
  /** Kinds of questions that it asks in some position. */
  readonly asks: readonly string[];
}

const HELD: Readonly<Record<string, Held>> = {
  'where-a-packet-goes': {
    positions: 260,
    sentences: 13_000,
    asks: ['odds-of-rest', 'next-turn', 'chance', 'reply-carries', 'source-seen'],
  },
  'reading-a-real-node': { positions: 6, sentences: 80, asks: ['ends'] },
  'why-my-source-address-is-gone': {
    positions: 24,
    sentences: 280,
    asks: ['answers-to', 'ends'],
  },
  'one-rollout-four-lost-requests': { positions: 12, sentences: 200, asks: ['ends'] },
  'leaving-ipvs': { positions: 50, sentences: 640, asks: ['next-turn', 'chance', 'ends'] },
};

/** Outcomes of a position that are looked at. */
const MOST = THOROUGH ? Infinity : 1;

const say = { en: createSpeaker('en', SPOKEN.en.MORE_PHRASES), ko: createSpeaker('ko', SPOKEN.ko.MORE_PHRASES) };

/** Names in backticks that the document does not have may be fields of a Service. */
const FIELDS: ReadonlySet<string> = new Set(['externalTrafficPolicy', 'internalTrafficPolicy', 'sessionAffinity']);

function strangersIn(spans: readonly TextSpan[]): readonly string[] {
  return spans.flatMap((span) => {
    if (span.kind === 'name' && span.is === 'code' && !FIELDS.has(span.text)) return [span.text];
    return 'spans' in span ? strangersIn(span.spans) : [];
  });
}

function textsOfBlock(block: RenderedBlock) {
  if ('text' in block) return [block.text];
  return block.kind === 'figure' ? block.steps.map(({ text }) => text) : [];
}

it('offers every Sheet by its own title', () => {
  // A language its own text is not in has the title all the same.
  expect(SHEETS).toMatchObject(SHELF.map((shelf) => ({ id: shelf.id, title: sheetOf(shelf).title })));
});

/** Faults over some positions of a Sheet, as its editor hears them. */
function tallyOf(shelf: ShelfSheet, positions: readonly SheetPosition[]): FactTally {
  const sheet = sheetOf(shelf);
  return positions.reduce(
    (sum, { at: where, rendered }) => tallyFacts(sum, { where, outcome: 0, facts: listFacts(sheet, rendered) }),
    NO_FACTS,
  );
}

const falseIn = (tally: FactTally): readonly string[] =>
  listFalse(tally).map(({ path, message }) => `${path}: ${say.en(message)}`);

/** Rows of the table in the README, as they were counted here. */
const rows: string[] = [];
function count(shelf: ShelfSheet, positions: readonly SheetPosition[], claims: readonly SheetClaim[]): void {
  const tally = tallyOf(shelf, positions);
  const counts = LOCALES.map((tag) => countHeld(tally, positions, [tag, claims]));
  rows.push(writeRow(shelf.id, positions.length, counts));
}

describe.each(SHELF.map((shelf) => [shelf.id, shelf] as const))('%s', (id, shelf) => {
  const claims = CLAIMS_BY_SHEET[id]!;
  const { positions: fewest, sentences, asks } = HELD[id]!;
  const positions: SheetPosition[] = [];
  beforeAll(() => {
    positions.push(...positionsOf(shelf, MOST));
  }, 120_000);

  it('is read at every position of its knobs and in every outcome', () => {
    if (THOROUGH) expect(positions.length).toBeGreaterThanOrEqual(fewest);
    const holes = positions.flatMap(({ at, texts }) =>
      texts.flatMap(({ own }) =>
        Object.values(own)
          .filter((text) => text.trim() === '' || text.includes(NO_VALUE) || /[{}[\]|]|undefined/.test(text))
          .map((text) => `${at}: ${text}`),
      ),
    );
    expect(holes).toEqual([]);
  });

  it('names only what the document has, and says every value', () => {
    const strangers = positions.flatMap(({ rendered }) =>
      rendered.blocks.flatMap((block) =>
        textsOfBlock(block).flatMap(({ spans }) => Object.values(spans).flatMap(strangersIn)),
      ),
    );
    // What was pasted names its own.
    const pasted = positions.flatMap(({ rendered }) =>
      [...rendered.walks.values()].flatMap(({ document }) => document.pasted.texts.map(({ text }) => text)),
    );
    const unknown = strangers.filter((name) => !pasted.some((text) => text.includes(name)));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('shows in each figure the moment that was asked for', () => {
    const sheet = sheetOf(shelf);
    const wrong = positions.flatMap(({ at, rendered }) =>
      rendered.blocks.flatMap((block) => {
        if (block.kind === 'fault') return [`${at}: ${say.en(block.why)}`];
        if (block.kind !== 'figure') return [];
        const walk = rendered.walks.get(block.walk)!;
        const own = sheet.blocks.filter(isFigure).find((each) => each.id === block.id)!;
        const kind = walk.moments[block.at]?.kind;
        const steps =
          own.is === 'scrub'
            ? own.steps.flatMap((step, index) =>
                step.at.includes(walk.moments[block.steps[index]!.at]!.kind)
                  ? []
                  : [`${at}: ${block.id} step ${index}`],
              )
            : [];
        const isThere = !('at' in own) || (own.at as readonly string[]).includes(kind ?? '');
        return isThere && kind ? steps : [`${at}: ${block.id} shows ${kind}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('says in words what the engine says, in both languages', () => {
    const words = positions.flatMap(({ rendered }) =>
      rendered.blocks.flatMap((block) => {
        if (block.kind !== 'figure') return [];
        const moment = rendered.walks.get(block.walk)!.moments[block.at]!;
        return [block.sentence ?? moment.sentence, block.cause ?? moment.cause].flatMap((each) =>
          each ? [say.en(each), say.ko(each)] : [],
        );
      }),
    );
    expect([...new Set(words)].filter((text) => /^(?:story|sheet)\.|[{}]|undefined/.test(text))).toEqual([]);
  });

  it('says nothing that is false', () => {
    const wrong = new Set(positions.flatMap((position) => falseAt(position, claims)));
    expect([...wrong].slice(0, 20)).toEqual([]);
    for (const tag of LOCALES) {
      const held = positions.flatMap(({ texts }) =>
        texts.flatMap(({ own }) => listHeld([tag, own[tag] ?? ''], claims)),
      );
      if (THOROUGH) expect(held.length, tag).toBeGreaterThanOrEqual(sentences);
      const about = new Set(held.flat());
      const idle = claims.filter((claim) => !about.has(claim));
      expect(idle.map(({ says }) => `${tag} ${String(says)}`)).toEqual([]);
    }
  });

  it('has nothing that is called false while a copy of it is edited', () => {
    expect(falseIn(tallyOf(shelf, positions))).toEqual([]);
    count(shelf, positions, claims);
  });

  it('asks no question of luck, and one of each walk that decides something', () => {
    const asked = positions.flatMap(({ rendered }) =>
      rendered.blocks.flatMap((block) => (block.kind === 'ask' ? [block.question] : [])),
    );
    expect(asked.filter(({ options }) => options.some(({ could }) => could))).toEqual([]);
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(asks));
  });

  it('tells no answer before it is given, and all of them once they are', () => {
    const told = new Set(positions.flatMap((position) => giveawaysAt(position, sheetOf(shelf), say.en)));
    expect([...told].slice(0, 20)).toEqual([]);
    expect(positions.some(({ rendered }) => rendered.blocks.some((block) => 'veiled' in block))).toBe(true);
    const answers = Object.fromEntries(asks.map((_, at) => [`q${at + 1}`, { tried: [], open: true }]));
    const shown = renderSheet(openWorkshop(shelf.benches('en'), createDerive()), sheetOf(shelf), {
      ...UNTOUCHED,
      answers,
    });
    expect(shown.blocks.filter((block) => 'veiled' in block)).toEqual([]);
  });

  it('is the same in both languages: knobs, values, notes, names and cases', () => {
    const shape = (text: string): string => {
      const read = readProse(text);
      const parts = read.ok ? allSpans(read.value) : [];
      return parts
        .flatMap((span) => {
          if (span.kind === 'knob' || span.kind === 'value') return [`${span.kind} ${span.name}`];
          if (span.kind === 'note') return [`note ${span.note}`];
          // One or many is a case of English alone.
          if (span.kind === 'variant' && !span.cases.some(({ of }) => of.includes('else')))
            return [`${span.knob} ${span.cases.map(({ of }) => of.join(',')).join('|')}`];
          return [];
        })
        .filter((part, at, all) => all.indexOf(part) === at)
        .toSorted()
        .join('; ');
    };
    const texts = [...listProse(sheetOf(shelf))];
    const of = (lang: string) =>
      texts
        .filter(([path]) => path.at(-1) === lang)
        .map(([path, text]) => `${path.slice(0, -1).join('.')}: ${shape(text)}`);
    const tags = new Set(texts.map(([path]) => String(path.at(-1))));
    expect(tags).toContain('ko');
    for (const tag of tags) expect(of(tag), tag).toEqual(of('en'));
  });
});

it('counts rules of the release that its figures are of', () => {
  const counting = SHELF.filter((shelf) => sheetOf(shelf).notes['cost']);
  const releases = counting.flatMap((shelf) => Object.values(shelf.benches('en')).map(({ release }) => release));
  expect(new Set(releases)).toEqual(new Set([COUNTED]));
  for (const shelf of counting) {
    const { en, ko = '' } = sheetOf(shelf).notes['cost']!;
    expect([en, ko].map((note) => note.includes(`Kubernetes ${COUNTED}`))).toEqual([true, true]);
  }
});

it('says in a note the dates that core has', () => {
  const shelf = SHELF.find(({ id }) => id === 'leaving-ipvs')!;
  expect(datesHold(sheetOf(shelf).notes['dates']!.en)).toBe(true);
});

it.each(LESSON_SHEETS.map((shelf) => [shelf.id, shelf] as const))('%s says nothing that is false', (_, shelf) => {
  const positions = [...positionsOf(shelf, MOST)];
  expect(falseIn(tallyOf(shelf, positions))).toEqual([]);
  count(shelf, positions, []);
});

it.skipIf(!THOROUGH)('is counted in the README, Sheet by Sheet', () => {
  const page = fileURLToPath(new URL('README.md', import.meta.url));
  const text = readFileSync(page, 'utf8');
  const head = '| Sheet | positions | derived | written | sentences held |';
  const table = [head, '| --- | --- | --- | --- | --- |', ...rows].join('\n');
  if (process.env['UPDATE_DOCS']) writeFileSync(page, text.replace(/\| Sheet +\|[^]*?(?=\n\n|\n?$)/, table));
  expect(rowsIn(readFileSync(page, 'utf8'))).toEqual(expect.arrayContaining([head, ...rows]));
});
