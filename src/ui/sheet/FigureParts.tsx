import type { ReactNode, Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { KnobState } from '../../core/sheet/knobs';
import type { RenderedFigure } from '../../core/sheet/render';
import type { TallyRow } from '../../core/sheet/tallies';
import { classes } from '../common/classes';
import { useSheetPhrase } from './use-sheet-phrase';
import { Named } from '../story/page/Headline';
import { KnobChip, type Turn } from './Knob';
import type { PlayedWalk, SlidePart, ToldMoment, ToldWalks } from './sheet.model';
import styles from './sheet.module.css';

/** What all figures of a Sheet have in common. */
export interface FigureProps {
  readonly figure: RenderedFigure;
  readonly walks: ReadonlyMap<string, PlayedWalk>;
  /** Sentences of figures whose walks are not there yet, by those walks. */
  readonly told?: ToldWalks;
  readonly knobs: readonly KnobState[];
  readonly unit: number;
  readonly narrow: boolean;
  readonly onTurn: Turn;
  readonly onDraw: (how: 'again' | 'many', figure: string) => void;
  readonly onShow: (ask: string) => void;
  /** Watches whether it is seen. */
  readonly place?: Ref<HTMLElement> | undefined;
  /** On a slide: what of the figure it shows, and whether its question stands above it. */
  readonly slide?: { readonly part: SlidePart; readonly isAsked: boolean } | undefined;
  /** The question that hides it tells what the first rule draws. */
  readonly tellsFirst?: boolean | undefined;
  /** The story asks what a question here asks: it may be opened before that is answered. */
  readonly asksThere?: boolean | undefined;
  /** Opens its walk elsewhere on the page. */
  readonly onOpen?: ((walk: PlayedWalk, where: ShownPlace, depth: 'story' | 'bench') => void) | undefined;
}

/** A moment of a walk, and the figure it is shown in. */
export interface ShownPlace {
  readonly at: number;
  readonly figure: string | undefined;
}

/** The walk a figure shows, and at which of its moments. */
export interface WalkProps {
  readonly walk: PlayedWalk;
  readonly at: number;
}

interface CaptionProps extends Pick<FigureProps, 'figure' | 'slide'> {
  readonly walk: { readonly moments: readonly ToldMoment[] };
  readonly at: number;
}

/** The moment's own sentence and cause; of a figure that is hidden, that it is. */
export function Caption({ figure, walk, at, slide }: CaptionProps) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  const moment = walk.moments[at];
  // What is drawn of a walk that is hidden is how it begins.
  const begun = walk.moments[0]?.sentence;
  const isBegun = figure.veiled !== undefined && (figure.draws === 'stage' || figure.draws === 'outside');
  // What another figure says of a moment names it by its number.
  const isNumbered = !figure.veiled && !figure.sentence && walk.moments.length > 1;
  const [sentence, cause] = [figure.sentence ?? moment?.sentence, figure.sentence ? figure.cause : moment?.cause];
  return (
    <figcaption className={slide?.isAsked ? 'visually-hidden' : styles.caption}>
      <span className={styles.number}>
        {t('figure', { number: figure.number })}
        {isNumbered && ` · ${t('moment', { number: at + 1 })}`}
      </span>
      {figure.veiled ? (
        <strong className={styles.sentence}>{t('veiled')}</strong>
      ) : (
        <>
          <strong className={styles.sentence} data-sentence="">
            {sentence && <Named>{say(sentence)}</Named>}
          </strong>
          <span className={styles.cause}>{cause && <Named>{say(cause)}</Named>}</span>
        </>
      )}
      {isBegun && <span className={styles.cause}>{begun && <Named>{say(begun)}</Named>}</span>}
    </figcaption>
  );
}

/** Buttons below a figure; on paper there are none. */
export function Foot({
  figure,
  walk,
  at,
  knobs,
  onTurn,
  onDraw,
  onShow,
  onOpen,
  asksThere,
  children,
}: FigureProps & WalkProps & { readonly children?: ReactNode }) {
  const t = useTranslations('sheet');
  const { veiled } = figure;
  if (veiled)
    return (
      <div className={styles.foot}>
        <button type="button" className={styles.button} onClick={() => onShow(veiled)}>
          {t('show')}
        </button>
        <span className={styles.spring} />
        <OpenLinks figure={figure} walk={walk} at={0} depths={STORY} onOpen={asksThere ? onOpen : undefined} />
      </div>
    );
  const own = knobs.filter(({ name }) => figure.knobs.includes(name));
  return (
    <div className={styles.foot}>
      {children}
      {figure.hand.includes('again') && (
        <button type="button" className={styles.button} onClick={() => onDraw('again', figure.id)}>
          {t(walk.lenses[at]?.picture.kind === 'servers' ? 'nextTurn' : 'again')}
        </button>
      )}
      {figure.hand.includes('many') && (
        <button
          type="button"
          className={classes(styles.button, figure.tally && styles.pressed)}
          aria-pressed={figure.tally !== undefined}
          onClick={() => onDraw('many', figure.id)}
        >
          {t('many')}
        </button>
      )}
      {figure.drawn && <DrawnSoFar rows={figure.drawn} />}
      {figure.tally && <span className={styles.mute}>{t('manyDone')}</span>}
      <span className={styles.spring} />
      {own.map((knob) => (
        <KnobChip key={knob.name} knob={knob} onTurn={onTurn} />
      ))}
      <OpenLinks figure={figure} walk={walk} at={at} depths={DEPTHS} onOpen={onOpen} />
    </div>
  );
}

/** How many connections were sent one by one, and where each of them went. */
function DrawnSoFar({ rows }: { readonly rows: readonly TallyRow[] }) {
  const t = useTranslations('sheet');
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const who = rows
    .filter((row) => row.count > 0)
    .map(({ end: { name }, count: own }) => t('drawnOf', { name, count: own }));
  return (
    <span className={styles.mute} role="status" data-drawn={count}>
      {t('drawn', { count, who: who.join(' · ') })}
    </span>
  );
}

type Depths = readonly ('story' | 'bench')[];
const DEPTHS: Depths = ['story', 'bench'];
const STORY: Depths = ['story'];

/** Where else on the page the walk of a figure can be opened; a moment of a script is nowhere else. */
function OpenLinks({
  figure,
  walk,
  at,
  depths,
  onOpen,
}: WalkProps & Pick<FigureProps, 'figure' | 'onOpen'> & { readonly depths: Depths }) {
  const t = useTranslations('sheet');
  if (!onOpen || figure.atMoment) return null;
  return depths.map((depth) => (
    <button
      key={depth}
      type="button"
      className={styles.link}
      data-open={depth}
      aria-label={t(`${depth}Label`, { number: figure.number })}
      onClick={() => onOpen(walk, { at, figure: figure.id }, depth)}
    >
      {t(depth)} <span aria-hidden>↗</span>
    </button>
  ));
}
