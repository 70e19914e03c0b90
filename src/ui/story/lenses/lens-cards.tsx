import type { LensPicture } from '../../../core/story/lens';
import type { Moment, StoryEnd } from '../../../core/story/moment';
import { classes } from '../../common/classes';
import { Explained } from '../../common/Explained';
import { box, type Ink, type Shape } from '../../common/shapes.model';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import { Whole } from './LensParts';
import { getTone } from '../cast/tones';
import styles from './lens.module.css';
import type { LensKind } from './lens-kind';
import {
  arrow,
  END,
  measureWidth,
  PAPER_LEFT,
  textRow,
  title,
  TOP,
  type Block,
  type LensKit,
  type SheetCell,
} from './lens-pen.model';

export interface LensCard {
  readonly id: string;
  readonly over: string;
  readonly text: string;
  readonly under?: string | undefined;
  readonly mono?: boolean;
  readonly tone?: 'service' | 'refused' | 'memory' | 'pod' | undefined;
  readonly quiet?: boolean;
}

/** What leads to what: cards from left to right. */
export interface CardRow {
  readonly title: string;
  readonly cards: readonly LensCard[];
}

/** A lens whose picture is a row of cards: `row` says what they say. */
export function cardLens<K extends LensPicture['kind']>(
  row: (picture: Of<K>, moment: Pick<Moment, 'header' | 'kind'>, t: StoryWords) => CardRow,
): LensKind<K> & { readonly row: typeof row } {
  return {
    row,
    Page: ({ picture, moment, t }) => <Cards {...row(picture, moment, t)} />,
    shapes: (picture, moment, kit) => cardShapes(row(picture, moment, kit.t), kit),
  };
}

/** An address as a card; `over`: what it is of the packet. */
export function addressCard(end: StoryEnd, over: string): LensCard {
  const tone = getTone(end);
  const under = end.name === end.address || end.name === end.text ? undefined : end.name;
  return { id: over, over, text: end.text, under, mono: true, tone: tone === 'physical' ? undefined : tone };
}

/** Devices as cards, in the order they are passed. */
export function deviceCards(devices: Of<'way'>['devices'], t: StoryWords): readonly LensCard[] {
  return devices.map(({ where, device, kind }, at) => ({
    id: `${at}`,
    over: where,
    text: device,
    under: t(`lens.${kind}`),
    mono: true,
  }));
}

/** Letters of two cards beside each other in a hand, and of a title on one line. */
const BESIDE_EACH_OTHER = 34;
const ONE_TITLE = 40;

/** Letters of one width take so much more than those of words. */
const MONO = 1.15;

/** As wide as letters of Latin are. */
const lettersOf = (text = ''): number => Array.from(text).reduce((sum, each) => sum + (each > '\u2E7F' ? 1.7 : 1), 0);

/** In a hand each card is a line where they have no room beside each other, or the title takes the height. */
export function areLines({ title, cards }: CardRow): boolean {
  const widths = cards.map(({ over, text, under, mono }) =>
    Math.max(lettersOf(over), lettersOf(text) * (mono ? MONO : 1), lettersOf(under)),
  );
  const all = widths.reduce((sum, width) => sum + width, 0);
  return cards.length > 2 || all > BESIDE_EACH_OTHER || lettersOf(title) > ONE_TITLE;
}

/** Cards from left to right, with an arrow between: each leads to the next. */
export function Cards(row: CardRow) {
  const { title, cards } = row;
  return (
    <>
      <h3 className={styles.title}>
        <Explained>{title}</Explained>
      </h3>
      <ol className={classes(styles.cards, areLines(row) && styles.asLines)}>
        {cards.map(({ id, over, text, under, mono = false, tone, quiet = false }) => (
          <li key={id} className={classes(styles.card, tone && styles[`card-${tone}`], quiet && styles.quietCard)}>
            <span className={styles.mute}>{over}</span>
            <strong className={classes(tone && styles[tone], mono && styles.mono)}>
              <Whole>{text}</Whole>
            </strong>
            {under !== undefined && (
              <span className={styles.mute}>
                <Whole>{under}</Whole>
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const CARD_TONE: Readonly<Record<NonNullable<LensCard['tone']>, readonly [Ink, Ink]>> = {
  service: ['svc', 'svc-soft'],
  refused: ['drop', 'drop-soft'],
  memory: ['nat', 'nat-soft'],
  pod: ['pod', 'pod-soft'],
};

/** Cards from left to right with an arrow between; what has no room begins a new row. */
export function cardShapes({ title: words, cards: all }: CardRow, kit: LensKit): Block {
  const h = 98;
  let [x, y] = [PAPER_LEFT, TOP];
  const shapes: Shape[] = [title(words)];
  for (const [at, card] of all.entries()) {
    const [stroke, ink] = card.tone ? [CARD_TONE[card.tone][0], CARD_TONE[card.tone][0]] : (['edge', 'ink'] as const);
    const face = card.mono ? 'mono' : 'ui';
    const lines: readonly SheetCell[] = [
      { words: card.over, fill: 'mute' },
      { words: card.text, weight: card.mono ? 520 : 640, face, fill: card.quiet ? 'mute' : ink },
      ...(card.under === undefined ? [] : [{ words: card.under, fill: 'mute' as const }]),
    ];
    const w = Math.max(90, ...lines.map((line) => measureWidth(kit, line))) + 36;
    if (at > 0 && x + w + 34 > 1248) [x, y] = [PAPER_LEFT, y + h + 12];
    else if (at > 0) {
      shapes.push(...arrow([x + 4, y + h / 2], 24, 'faint'));
      x += 34;
    }
    shapes.push(box({ x, y, w, h }, { fill: 'panel', stroke, width: 1.5, r: 10 }));
    for (const [line, { words: said, ...look }] of lines.entries())
      shapes.push(textRow(said, x + 18, y + 28 + line * 28, look));
    x += w;
  }
  return { shapes, height: (all.length > 0 ? y + h : TOP) + END };
}
