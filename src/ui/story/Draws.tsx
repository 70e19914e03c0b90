import { Dice5 } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { findDraws, MANY_DRAWS } from '../../store/draws';
import { useActions, useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { splitName } from '../common/texts.model';
import { RestOfWords } from '../i18n/I18nProvider';
import { usePhrase } from '../i18n/use-phrase';
import { drawnRows, type Drawn, type DrawnRow } from './draws.model';
import type { ToldStory } from './use-story';
import styles from './draws.module.css';

interface Props {
  readonly story: ToldStory;
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
  return (
    <div className={styles.draws} data-drawn={drawn?.total}>
      {drawn ? <Tally drawn={drawn} /> : children}
      <DrawButtons />
      {draws && draws.count > 1 && draws.view.bearing !== 'independent' && (
        <p className={styles.reason}>{say(draws.view.reason)}</p>
      )}
      <span className="visually-hidden" role="status">
        {drawn && t('drawn', { count: drawn.total })}
      </span>
    </div>
  );
}

/** By hand what the keys d and m do. */
function DrawButtons() {
  const t = useTranslations('ending.draws');
  const { drawAgain, drawMany, pause } = useActions();
  const [working, setWorking] = useState(false);
  const draw = (how: () => Promise<unknown>): void => {
    pause();
    setWorking(true);
    void how().finally(() => setWorking(false));
  };
  return (
    <p className={styles.buttons} aria-busy={working}>
      <button type="button" aria-keyshortcuts="d" onClick={() => draw(drawAgain)}>
        <Dice5 size={18} aria-hidden /> {t('again')} <kbd>d</kbd>
      </button>
      <button type="button" aria-keyshortcuts="m" onClick={() => draw(drawMany)}>
        {t('many', { count: MANY_DRAWS })} <kbd>m</kbd>
      </button>
    </p>
  );
}

function Tally({ drawn: { rows, more, total } }: { readonly drawn: Drawn }) {
  const t = useTranslations('ending.draws');
  return (
    <>
      <h3 className={styles.title}>
        {t('drawn', { count: total })}
        {more > 0 && ` · ${t('more', { count: more })}`}
      </h3>
      <ul className={classes(styles.rows, rows.length > 3 && styles.many)} aria-label={t('label')}>
        {rows.map((row) => (
          <Row key={row.landing.key} row={row} total={total} />
        ))}
      </ul>
    </>
  );
}

function Row({ row, total }: { readonly row: DrawnRow; readonly total: number }) {
  const t = useTranslations('ending.draws');
  const words = useTranslations('common.verdict');
  const { landing, count, odds, length, mark } = row;
  const { kind, netns } = landing.disposition;
  const name = kind === 'DELIVERED' ? splitName(netns).name : words(kind);
  return (
    <li data-landing={netns} aria-label={t('row', { name, count, total, odds: odds ?? 'none' })}>
      <span className={styles.name}>{name}</span>
      <span className={styles.bar} style={{ '--length': length } as CSSProperties}>
        <span />
        {mark !== undefined && <i style={{ insetInlineStart: `${mark * 100}%` }} data-mark={mark} />}
      </span>
      <b>{count}</b>
      <span className={styles.odds}>{odds}</span>
    </li>
  );
}
