import type { LensRung } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import { classes } from '../../common/classes';
import { box, text, type Shape } from '../../common/shapes.model';
import { splitName } from '../../common/texts.model';
import { MOST_RUNGS, mostTelling } from '../cast/telling';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import styles from './lens.module.css';
import type { LensKind, LensProps } from './lens-kind';
import {
  END,
  GAP,
  measureWidth,
  PAPER_LEFT,
  PAPER_ROW,
  textRow,
  answerCell,
  table,
  title,
  TOP,
  nameOfChoice,
  type Block,
  type LensKit,
} from './lens-pen.model';

/** iptables: rules asked in turn, each drawing for itself. */
export const LADDER_LENS: LensKind<'ladder'> = { Page: Ladder, shapes: ladderShapes };

/** The rungs that have room, and what is said of all. */
function ladderShown({ rungs, looked = 0 }: Of<'ladder'>, moment: Moment, t: StoryWords) {
  const bars = rungBars(rungs);
  const shown = mostTelling(bars, ({ rung }) => rung.said === 'yes', MOST_RUNGS);
  const service = moment.service ?? moment.header.to.name;
  const count = bars.length;
  const words =
    shown.length < count
      ? t('lens.ladderPart', { service, count, shown: shown.length, looked })
      : t('lens.ladder', { service, count, looked });
  return { shown, words };
}

function Ladder({ picture, moment, t, narrow }: LensProps<'ladder'>) {
  const { shown, words } = ladderShown(picture, moment, t);
  return (
    <>
      <h3 className={styles.title}>{words}</h3>
      <ol className={classes(styles.rows, styles.ladder)} data-rungs={shown.length}>
        {shown.map((bar, at) => (
          <li
            key={bar.index}
            className={classes(styles.row, bar.rung.said === 'yes' && styles.taken, styles[`rung${at}`])}
          >
            <span className={styles.who}>{called(bar.rung.end?.name ?? '', narrow)}</span>
            <Bar bar={bar} />
            <span className={styles.odds}>{oddsWords(bar, t)}</span>
            <span className={styles.said}>{t(`lens.${narrow ? 'saidShort' : 'said'}.${bar.rung.said}`)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** In a hand as on its stage: without the namespace, which the sentence tells. */
function called(name: string, narrow: boolean): string {
  return narrow ? splitName(name).name : name;
}

/** What was left when the rule was asked, and its share of all. */
function Bar({ bar: { rung, from, share } }: { readonly bar: RungBar }) {
  const percent = (value: number): string => `${value * 100}%`;
  // A share narrower than its number grows to where there is room.
  const place =
    from + share > 0.5 ? { insetInlineEnd: percent(1 - from - share) } : { insetInlineStart: percent(from) };
  return (
    <span className={styles.bar}>
      <span className={styles.left} style={{ insetInlineStart: percent(from) }} />
      <span className={styles.share} style={{ ...place, inlineSize: percent(share) }}>
        {rung.share}
      </span>
    </span>
  );
}

const BAR = 288;

function ladderShapes(picture: Of<'ladder'>, moment: Moment, kit: LensKit): Block {
  const { t, ruler } = kit;
  const { shown, words } = ladderShown(picture, moment, t);
  const names = shown.map(({ rung }) => nameOfChoice(rung.end?.name ?? '', rung.said === 'yes'));
  const barX = Math.max(158, PAPER_LEFT + Math.max(0, ...names.map((cell) => measureWidth(kit, cell))) + GAP);
  const right = table(
    shown.map((bar) => {
      const taken = bar.rung.said === 'yes';
      const odds = { words: oddsWords(bar, t), weight: taken ? 600 : 400, fill: taken ? 'ink' : 'mute' } as const;
      return { taken: false, cells: [odds, answerCell(t(`lens.said.${bar.rung.said}`), taken)] };
    }),
    [barX + BAR + GAP, TOP],
    kit,
  );
  const end = (right.columns.at(-1) ?? 0) - GAP + 12;
  const shapes = shown.flatMap((bar, at): Shape[] => {
    const taken = bar.rung.said === 'yes';
    const top = TOP + at * PAPER_ROW;
    const share = { x: barX + bar.from * BAR, y: top + 4, h: 26 };
    const wide = Math.max(bar.share * BAR, ruler({ text: bar.rung.share, size: 17, weight: 640, face: 'ui' }) + 8);
    const fill = taken ? 'pod' : 'sunken';
    return [
      ...(taken
        ? [box({ x: PAPER_LEFT - 12, y: top, w: end - PAPER_LEFT + 12, h: PAPER_ROW - 2 }, { fill: 'pod-soft', r: 9 })]
        : []),
      textRow(names[at]?.words ?? '', PAPER_LEFT, top + 23, names[at]),
      box({ ...share, w: BAR * (1 - bar.from) }, { fill: 'panel', stroke: 'edge', width: 1.5, r: 5 }),
      box({ ...share, w: wide }, { fill, stroke: taken ? 'pod' : 'edge', width: 1.5, r: 5 }),
      text(bar.rung.share, [share.x + wide / 2, top + 23], {
        size: 17,
        weight: taken ? 640 : 500,
        fill: taken ? 'on-pod' : 'mute',
        anchor: 'middle',
      }),
    ];
  });
  return { shapes: [title(words), ...shapes, ...right.shapes], height: right.height + END };
}

/** `1/3` as a number; what is no fraction is nothing. */
export function fractionNumber(text: string): number {
  const [, top, under = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text) ?? [];
  return top === undefined ? 0 : Number(top) / Number(under);
}

/** `3` of `1/3`; undefined: the odds are not one of so many. */
export function oneIn(odds: string): number | undefined {
  const [, count] = /^1\/(\d+)$/.exec(odds) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** A rung with its place among all shares, 0 to 1. */
export interface RungBar {
  readonly rung: LensRung;
  readonly index: number;
  readonly from: number;
  readonly share: number;
}

/** Every rung with what was left for it when it was asked. */
export function rungBars(rungs: readonly LensRung[]): readonly RungBar[] {
  let from = 0;
  return rungs.map((rung, index) => {
    const share = fractionNumber(rung.share);
    const bar = { rung, index, from, share };
    from += share;
    return bar;
  });
}

/** Odds of a rule of a ladder once it is asked, in words: `1 in 2 of the rest`. */
export function oddsWords({ rung: { odds, share: part }, index }: RungBar, t: StoryWords): string {
  if (part === '1') return t('lens.always');
  if (odds === undefined) return t('lens.rest');
  const count = oneIn(odds);
  if (count === undefined) return t(index === 0 ? 'lens.odds' : 'lens.oddsRest', { odds });
  return t(index === 0 ? 'lens.oneIn' : 'lens.oneInRest', { count });
}
