import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { applyChange } from '../../core/document/why/change';
import type { Ending } from '../../core/document/why/ending';
import type { Flips, Tried } from '../../core/document/why/what-flips';
import { useActions } from '../../store/hooks';
import { Button } from '../common/Button';
import { DispositionBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import { AddressText } from '../rules/AddressText';
import { flipList } from './flips.model';
import styles from './flips.module.css';
import { useFlips } from './use-flips';

/** So many changes are listed at first. */
const FEW = 4;

/** The smallest changes that turn the shown outcome round: each was made to a copy and simulated before it is listed. */
export function FlipsView() {
  const t = useTranslations('flips');
  const search = useFlips();
  if (search === 'failed') return <p className={styles.quiet}>{t('failed')}</p>;
  if (search?.done && !search.flips) return null;
  return (
    <section className={styles.view} aria-labelledby="flips-title">
      <h3 id="flips-title" className={styles.title}>
        {t(search?.flips ? (search.flips.through ? 'titleBreak' : 'titleMend') : 'title')}
      </h3>
      {search?.flips ? (
        <Found flips={search.flips} done={search.done} />
      ) : (
        <p role="status" className={styles.quiet}>
          {t('working')}
        </p>
      )}
    </section>
  );
}

function Found({ flips, done }: { readonly flips: Flips; readonly done: boolean }) {
  const t = useTranslations('flips');
  const list = useMemo(() => flipList(flips), [flips]);
  const { tried, all } = flips;
  return (
    <>
      {done && list.flips.length === 0 && <p className={styles.none}>{t('none', { count: all })}</p>}
      <Changes changes={list.flips} before={flips.before} />
      {list.others.length > 0 && <h4 className={styles.sub}>{t('others')}</h4>}
      <Changes changes={list.others} before={flips.before} />
      <p role="status" className={styles.quiet}>
        {done ? t('done', { all, without: list.without }) : t('progress', { tried, all })}
      </p>
    </>
  );
}

interface ChangesProps {
  readonly changes: readonly Tried[];
  readonly before: Ending;
}

function Changes({ changes, before }: ChangesProps) {
  const t = useTranslations('flips');
  const [all, setAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = all ? changes : changes.slice(0, FEW);
  return (
    <>
      <ol className={styles.list}>
        {shown.map((tried) => (
          <li key={JSON.stringify(tried.change)} className={styles.item} data-effect={tried.effect}>
            <Change tried={tried} before={before} />
          </li>
        ))}
      </ol>
      {shown.length < changes.length && (
        <Button size="s" variant="quiet" onClick={() => setAll(true)}>
          {t('more', { count: changes.length - shown.length })}
        </Button>
      )}
    </>
  );
}

function Change({ tried, before }: { readonly tried: Tried; readonly before: Ending }) {
  const t = useTranslations('flips');
  const say = usePhrase();
  const { edit } = useActions();
  const { change, says, effect, after } = tried;
  const what = say(says);
  return (
    <>
      <p className={styles.what}>{what}</p>
      <p className={styles.ends}>
        {effect === 'source' ? (
          <>
            <Sources sources={before.sources} />
            <span aria-hidden>→</span> <span className="visually-hidden">{t('becomes')}</span>
            <Sources sources={after.sources} />
          </>
        ) : (
          <>
            <EndingText ending={before} />
            <span aria-hidden>→</span> <span className="visually-hidden">{t('becomes')}</span>
            <EndingText ending={after} />
          </>
        )}
        <Button
          size="s"
          className={styles.apply ?? ''}
          aria-label={t('applyThis', { change: what })}
          onClick={() => edit((document) => applyChange(document, change))}
        >
          {t('apply')}
        </Button>
      </p>
    </>
  );
}

/** `DROPPED · no answer`, `DELIVERED · answered`, with the odds where it is not certain. */
function EndingText({ ending: { ends, through } }: { readonly ending: Ending }) {
  const t = useTranslations('flips');
  const [first] = ends;
  return (
    <span className={styles.ending}>
      {first && <DispositionBadge disposition={first} pill />}
      {through === '1' && t('answered')}
      {through === '0' && t('silent')}
      {through !== undefined && through !== '0' && through !== '1' && t('sometimes', { odds: through })}
    </span>
  );
}

/** Whom the receiver sees as the sender. */
function Sources({ sources }: { readonly sources: readonly string[] }) {
  const t = useTranslations('flips');
  return (
    <span className={styles.ending}>
      {t('sees')}
      {sources.slice(0, 2).map((source) => (
        <code key={source}>
          <AddressText text={source} />
        </code>
      ))}
      {sources.length > 2 && <span>+{sources.length - 2}</span>}
    </span>
  );
}
