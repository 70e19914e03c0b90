import type { useTranslations } from 'use-intl';
import { narrateAlone, tell } from '../../../core/sim/narrate';
import type { Phrase } from '../../../core/lib/phrase';
import { verdictMark } from '../../common/theme/verdicts';
import { makeDatapath, type Card, type ChainCard } from '../../rules/rules.model';
import type { VisitRow } from '../../rules/visits.model';
import type { FlatStep } from '../../../store/selectors';
import { ruleKey } from '../../../engine/chain-index';
import { box, text, type Ink, type Ruler, type Shape } from '../../common/shapes.model';
import { wrapText } from './pen.model';

/** Words of the datapath, in the page's language. */
type RulesWords = ReturnType<typeof useTranslations<'rules'>>;

/** What the datapath of one passage through a node is drawn of. */
export interface DatapathKit {
  readonly t: RulesWords;
  readonly say: (phrase: Phrase) => string;
  readonly ruler: Ruler;
  /** Rules by `ruleKey`. */
  readonly rules: Readonly<Record<string, string>>;
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const EDGE = 24;
const COLUMN = 460;
const PAD = 14;
const GAP = 12;
/** A column is full when it is so high; one card is never cut. */
const TALL = 760;
const LINE = 21;

/** Hooks, tables, chains and rules in the order the kernel went, in columns. */
export function datapathShapes(steps: readonly FlatStep[], kit: DatapathKit): Drawn {
  const { cards } = makeDatapath(steps, undefined);
  const shapes: Shape[] = [];
  let [x, y, bottom] = [EDGE, EDGE, EDGE];
  for (const [at, card] of cards.entries()) {
    const heading = getHeading(card, cards[at - 1], kit);
    const drawn = drawCard(card, kit);
    const height = drawn.height + (heading === '' ? 0 : 34);
    if (y > EDGE && y + height > TALL) [x, y] = [x + COLUMN + 20, EDGE];
    if (heading !== '') {
      shapes.push(text(heading, [x + 2, y + 20], { size: 17, weight: 640, fill: 'accent' }));
      y += 34;
    }
    shapes.push(...drawn.draw(x, y));
    y += drawn.height + GAP;
    bottom = Math.max(bottom, y);
  }
  return { width: x + COLUMN + EDGE, height: bottom - GAP + EDGE, shapes };
}

function getHeading({ place }: Card, before: Card | undefined, { t }: DatapathKit): string {
  const { hook, table, base } = place;
  const then = before?.place;
  const same = place.hookStep === then?.hookStep && table === then?.table && base?.chain === then?.base?.chain;
  return hook === undefined || same ? '' : `${hook} · ${table ?? t('conntrackPlace')}`;
}

interface CardDrawing {
  readonly height: number;
  readonly draw: (x: number, y: number) => readonly Shape[];
}

interface Line {
  readonly text: string;
  readonly fill: Ink;
  readonly mono?: true;
  readonly weight?: number;
  /** At the right end. */
  readonly end?: { readonly text: string; readonly fill: Ink };
  readonly lit?: boolean;
}

function drawCard(card: Card, kit: DatapathKit): CardDrawing {
  const lines = listLines(card, kit);
  const stroke: Ink = card.kind === 'chain' ? 'edge' : 'line';
  const height = lines.length * LINE + 2 * PAD - 6;
  return {
    height,
    draw: (x, y) => [
      box({ x, y, w: COLUMN, h: height }, { fill: card.kind === 'closed' ? 'bg' : 'panel', stroke, width: 1.5, r: 10 }),
      ...lines.flatMap(({ text: words, fill, mono, weight = 400, end, lit }, at): Shape[] => {
        const top = y + PAD + at * LINE;
        return [
          ...(lit ? [box({ x: x + 6, y: top - 3, w: COLUMN - 12, h: LINE }, { fill: 'accent-soft', r: 4 })] : []),
          text(words, [x + PAD, top + 12], { size: 14, weight, fill, face: mono ? 'mono' : 'ui' }),
          ...(end
            ? [
                text(end.text, [x + COLUMN - PAD, top + 12], {
                  size: 14,
                  weight: 640,
                  fill: end.fill,
                  anchor: 'end',
                  halo: lit ? 'accent-soft' : 'panel',
                }),
              ]
            : []),
        ];
      }),
    ],
  };
}

function listLines(card: Card, kit: DatapathKit): readonly Line[] {
  const { t, say } = kit;
  switch (card.kind) {
    case 'event': {
      const words = say(tell(narrateAlone(card.step.data), 'card'));
      return wrapped(words, kit.ruler, false).map((line) => ({ text: line, fill: 'ink' as const }));
    }
    case 'closed':
      return card.tables.map(({ name, reason }) => ({
        text: `${name}: ${t(`closed.${reason}`)}`,
        fill: 'mute' as const,
      }));
    case 'chain':
      return [{ text: card.chain, fill: 'ink', weight: 640 }, ...card.rows.flatMap((row) => ruleLines(row, card, kit))];
  }
}

function ruleLines(row: VisitRow, card: ChainCard, kit: DatapathKit): readonly Line[] {
  const { t } = kit;
  switch (row.kind) {
    case 'hit':
    case 'miss': {
      const netns = row.step.netns;
      const rule = kit.rules[ruleKey(netns, { table: card.table, chain: card.chain, index: row.index })] ?? '';
      const lines = wrapped(`${row.index + 1}  ${rule}`, kit.ruler, true);
      const hit = row.kind === 'hit';
      const end = hit
        ? { text: verdictMark(row.verdict).word, fill: 'accent' as const }
        : { text: t('missed'), fill: 'mute' as const };
      const look = { fill: hit ? 'ink' : 'mute', mono: true, ...(hit ? { lit: true } : {}) } as const;
      return [...lines.map((line): Line => ({ text: line, ...look })), { text: '', end, ...look }];
    }
    case 'run':
      return [{ text: t('didNotMatch', { count: row.to - row.from + 1 }), fill: 'mute' }];
    case 'rest':
      return [{ text: t('notReachedCount', { count: row.to - row.from + 1 }), fill: 'mute' }];
    case 'back':
      return [{ text: row.chain, fill: 'mute' }];
    case 'end':
      return row.verdict
        ? [{ text: t('policy', { policy: verdictMark(row.verdict).word }), fill: 'mute', weight: 560 }]
        : [];
    case 'later':
      return [];
  }
}

function wrapped(words: string, ruler: Ruler, mono: boolean): readonly string[] {
  return wrapText(words, COLUMN - 2 * PAD, (line) =>
    ruler({ text: line, size: 14, weight: 400, face: mono ? 'mono' : 'ui' }),
  );
}
