import { Dice5 } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { findDraws, MANY_DRAWS } from '../../../store/draws';
import { useActions, useBench } from '../../../store/hooks';
import { shownSteps } from '../../../store/selectors';
import type { Landing } from '../../../core/sim/many';
import { classes } from '../../common/classes';
import { splitName } from '../../common/texts.model';
import { isInTurn, shareOf } from '../../common/turns.model';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { usePhrase } from '../../common/i18n/use-phrase';
import { drawnRows, MOST_ROWS, type Drawn, type DrawnRow } from './draws.model';
import type { LoadedStory } from './use-story';
import styles from './draws.module.css';

interface Props {
  readonly story: LoadedStory;
  /** What stands there as long as nothing was drawn. */
  readonly children: ReactNode;
}

/** Where a Pod is chosen: the draw once more, or a thousand times, and where each of them went. */
export function Draws(props: Props) {
  return (
    <RestOfWords>
      <Drawing {...props} />
    </RestOfWords>
  );
}

function Drawing({ story, children }: Props) {
  const t = useTranslations('ending.draws');
  const say = usePhrase();
  const flowId = useBench(({ run }) => run.flowId);
  const draws = useBench((state) => findDraws(state.draws, state.document.present, flowId));
  const drawn = draws && drawnRows(draws, story.cast.endpoints);
  const [working, setWorking] = useState(false);
  const reason = draws && draws.count > 1 && draws.view.bearing !== 'independent' ? draws.view.reason : undefined;
  return (
    <div className={styles.draws} data-drawn={drawn?.total} data-drawing={working || undefined}>
      {working || drawn ? (
        <Tally drawn={drawn} working={working} order={story.cast.endpoints} tight={reason !== undefined} />
      ) : (
        children
      )}
      {story.cast.endpoints.length > 1 && <DrawButtons working={working} onWorking={setWorking} />}
      {reason && <p className={styles.reason}>{say(reason)}</p>}
      <span className="visually-hidden" role="status">
        {drawn && t('drawn', { count: drawn.total, all: 'no' })}
      </span>
    </div>
  );
}

interface ButtonsProps {
  readonly working: boolean;
  readonly onWorking: (working: boolean) => void;
}

/** By hand what the keys d and m do. */
function DrawButtons({ working, onWorking }: ButtonsProps) {
  const t = useTranslations('ending.draws');
  const { drawAgain, drawMany, pause } = useActions();
  const draw = (how: () => Promise<unknown>): void => {
    pause();
    onWorking(true);
    void how().finally(() => onWorking(false));
  };
  return (
    <p className={styles.buttons} aria-busy={working}>
      <button type="button" aria-keyshortcuts="d" onClick={() => draw(drawAgain)}>
        <Dice5 size={18} aria-hidden /> {t('again')} <kbd>d</kbd>
      </button>
      <button
        type="button"
        aria-keyshortcuts="m"
        title={t('manyHint', { count: MANY_DRAWS })}
        onClick={() => draw(drawMany)}
      >
        {t('many', { count: MANY_DRAWS })} <kbd>m</kbd>
      </button>
    </p>
  );
}

interface TallyProps {
  /** Undefined: the first one is on its way. */
  readonly drawn: Drawn | undefined;
  readonly working: boolean;
  /** Namespaces of those who can be drawn. */
  readonly order: readonly string[];
  /** Fewer rows: the drawing below the tally needs the height. */
  readonly tight: boolean;
}

/** From the press on: that another one is on its way is seen also where it ends as the last one did. */
function Tally({ drawn, working, order, tight }: TallyProps) {
  const t = useTranslations('ending.draws');
  const { rows = [], more = 0, total = 0 } = drawn ?? {};
  const all = total === MANY_DRAWS ? 'yes' : 'no';
  const last = all === 'no' ? rows.find(({ isLast }) => isLast) : undefined;
  const landed = useLanding();
  const inTurn = useInTurn();
  return (
    <>
      <h3 className={styles.title}>
        {total > 0 && t('drawn', { count: total, all })}
        {more > 0 && ` · ${t('more', { count: more })}`}
        {total > 0 && inTurn && ` · ${t('inTurn')}`}
        {total > 0 && (working || last) && ' · '}
        {working ? t('drawing') : last && t('last', { name: landed(last.landing) })}
      </h3>
      <ul
        className={classes(styles.rows, (tight || (drawn ? rows : order).length > 3) && styles.many)}
        aria-label={t('label')}
      >
        {rows.map((row) => (
          <Row key={row.landing.key} row={row} total={total} />
        ))}
        {!drawn &&
          order.slice(0, MOST_ROWS).map((netns) => (
            <li key={netns}>
              <span className={styles.name}>{splitName(netns).name}</span>
              <span className={styles.bar} />
              <b>0</b>
            </li>
          ))}
      </ul>
    </>
  );
}

/** Are they taken in turn, and nothing is drawn? */
const useInTurn = (): boolean => useBench((state) => isInTurn(shownSteps(state)));

/** What a place where a connection ended is called. */
function useLanding(): (landing: Landing) => string {
  const words = useTranslations('common.verdict');
  return ({ disposition: { kind, netns } }) => (kind === 'DELIVERED' ? splitName(netns).name : words(kind));
}

function Row({ row, total }: { readonly row: DrawnRow; readonly total: number }) {
  const t = useTranslations('ending.draws');
  const { landing, count, odds, length, mark, isLast } = row;
  const name = useLanding()(landing);
  const inTurn = useInTurn();
  const share = inTurn ? shareOf(odds) : undefined;
  const isNew = isLast && total < MANY_DRAWS;
  return (
    <li
      data-landing={landing.disposition.netns}
      data-last={isNew || undefined}
      className={isNew ? styles.last : undefined}
      aria-label={
        share
          ? t('rowInTurn', { name, count, total, ...share })
          : t('row', { name, count, total, odds: odds ?? 'none' })
      }
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.bar} style={{ '--length': length } as CSSProperties}>
        <span />
        {mark !== undefined && <i style={{ insetInlineStart: `${mark * 100}%` }} data-mark={mark} />}
      </span>
      {/* Drawn anew with every one that lands: it is seen to land, also where the last one did. */}
      <b key={isNew ? total : 0}>{count}</b>
      <span className={styles.odds}>{share ? t('share', share) : odds}</span>
    </li>
  );
}
