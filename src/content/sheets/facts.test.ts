import { beforeAll, describe, expect, it } from 'vitest';
import { allSpans, readProse } from '../../core/sheet/prose';
import { listProse } from '../../core/sheet/check';
import { NO_VALUE, type TextSpan } from '../../core/sheet/render-text';
import type { RenderedBlock } from '../../core/sheet/render';
import { isFigure } from '../../core/sheet/schema';
import { createSpeaker } from '../phrases';
import { checkable, falseAt, type SheetClaim } from './testing/claims';
import { positionsOf, sheetOf, type SheetPosition } from './testing/positions';
import { CLAIMS } from './testing/where-a-packet-goes';
import { SHELF } from '.';
import { SHEETS } from './titles';

/** Claims by Sheet: each sentence of its prose that could be false. */
const CLAIMS_OF: Readonly<Record<string, readonly SheetClaim[]>> = { 'where-a-packet-goes': CLAIMS };

const say = { en: createSpeaker('en'), ko: createSpeaker('ko') };

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
  expect(SHEETS).toEqual(SHELF.map((shelf) => ({ id: shelf.id, title: sheetOf(shelf).title })));
});

describe.each(SHELF.map((shelf) => [shelf.id, shelf] as const))('%s', (id, shelf) => {
  const positions: SheetPosition[] = [];
  beforeAll(() => {
    positions.push(...positionsOf(shelf));
  }, 120_000);

  it('is read at every position of its knobs and in every outcome', () => {
    expect(positions.length).toBeGreaterThan(100);
    const holes = positions.flatMap(({ at, texts }) =>
      texts.flatMap(({ en, ko }) =>
        [en, ko]
          .filter((text) => text.trim() === '' || text.includes(NO_VALUE) || /[{}[\]|]|undefined/.test(text))
          .map((text) => `${at}: ${text}`),
      ),
    );
    expect(holes).toEqual([]);
  });

  it('names only what the document has, and says every value', () => {
    const strangers = positions.flatMap(({ rendered }) =>
      rendered.blocks.flatMap((block) =>
        textsOfBlock(block).flatMap(({ en, ko }) => [...strangersIn(en), ...strangersIn(ko)]),
      ),
    );
    expect([...new Set(strangers)]).toEqual([]);
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
    const claims = CLAIMS_OF[id] ?? [];
    const wrong = new Set(positions.flatMap((position) => falseAt(position, claims)));
    expect([...wrong].slice(0, 20)).toEqual([]);
    const held = positions.reduce((sum, { texts }) => sum + texts.flatMap(({ en }) => checkable(en)).length, 0);
    expect(held).toBeGreaterThan(2000);
    const idle = claims.filter(
      ({ says }) =>
        !positions.some(({ texts }) => texts.some(({ en }) => checkable(en).some((sentence) => says.test(sentence)))),
    );
    expect(idle.map(({ says }) => String(says))).toEqual([]);
  });

  it('asks no question of luck, and one of each walk that decides something', () => {
    const asked = positions.flatMap(({ rendered }) =>
      rendered.blocks.flatMap((block) => (block.kind === 'ask' ? [block.question] : [])),
    );
    expect(asked.filter(({ options }) => options.some(({ could }) => could))).toEqual([]);
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(
      new Set(['odds-of-rest', 'next-turn', 'chance', 'reply-carries', 'source-seen']),
    );
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
    expect(of('ko')).toEqual(of('en'));
  });
});
