import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import type { ManyView } from '../../engine/protocol';
import { classes } from '../common/classes';
import { DispositionBadge } from '../common/VerdictBadge';
import { barsOf, meanText, type Bar } from './bars.model';
import { landedAt } from './crowd.model';
import { isSentOf, sendingOf, useMany } from './many-store';
import styles from './many.module.css';
import { usePhrase } from '../i18n/use-phrase';
import { useLandingName } from './use-landing-name';
import { useNow } from './use-now';

/** A bar a landing: how many landed there until now, how many will, and what was to be expected. */
export function Bars({ result }: { readonly result: ManyView }) {
  const t = useTranslations('many');
  const say = usePhrase();
  const bars = useMemo(() => barsOf(result), [result]);
  const crowd = useMany((state) => state.crowd);
  const now = useNow();
  const counts = useMemo(() => crowd && landedAt(crowd, now), [crowd, now]);
  const most = Math.max(1, ...bars.map(({ count, range, mean }) => Math.max(count, range?.[1] ?? 0, mean ?? 0)));
  const landed = counts ? counts.reduce((sum, count) => sum + count, 0) : result.sent.length;
  const guessed = result.sent.filter((packet) => packet.guessed > 0).length;
  return (
    <div className={styles.bars}>
      <p className={styles.reason}>
        <span role="status" className={styles.landed}>
          {t('landed', { landed, count: result.sent.length })} {guessed > 0 && t('guessed', { count: guessed })}
        </span>{' '}
        {say(result.reason)} {result.noMean && say(result.noMean)}
      </p>
      <ul className={styles.list} aria-label={t('landings')}>
        {bars.map((bar) => (
          <BarRow key={bar.landing} bar={bar} most={most} landed={counts?.[bar.landing] ?? bar.count} result={result} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly bar: Bar;
  readonly most: number;
  readonly landed: number;
  readonly result: ManyView;
}

function BarRow({ bar, most, landed, result }: RowProps) {
  const t = useTranslations('many');
  const nameOf = useLandingName();
  const { showSent, showOutcome } = useActions();
  const shown = useBench(({ run }) => run.sent);
  const { landing } = result.landings[bar.landing] ?? {};
  const outcomes = useBench(({ run }) => run.result?.outcomes);
  if (!landing) return null;
  const { mean, range, odds, kernel, count, first } = bar;
  const share = (value: number): string => `${(100 * value) / most}%`;
  const show = (): void => {
    if (first !== undefined) return showSent({ ...sendingOf(result), nth: first });
    // Nobody came here: the outcome itself can be shown.
    const outcome = outcomes?.findIndex(({ disposition }) => disposition.netns === landing.disposition.netns) ?? -1;
    if (outcome >= 0) showOutcome(outcome);
  };
  const on = isSentOf(result, shown) && result.sent[shown?.nth ?? -1]?.landing === bar.landing;
  return (
    <li>
      <button type="button" className={classes(styles.row, on && styles.on)} aria-pressed={on} onClick={show}>
        <span className={styles.letter}>{bar.letter}</span>
        <span className={styles.name}>
          {landing.disposition.kind !== 'DELIVERED' && <DispositionBadge disposition={landing.disposition} />}{' '}
          {nameOf(landing)}
        </span>
        <span className={styles.track} aria-hidden>
          <span className={styles.will} style={{ width: share(count) }} />
          <span
            className={classes(styles.fill, landing.disposition.kind !== 'DELIVERED' && styles.lostFill)}
            style={{ width: share(landed) }}
          />
          {range && (
            <span className={styles.band} style={{ left: share(range[0]), width: share(range[1] - range[0]) }} />
          )}
          {mean !== undefined && <span className={styles.mean} style={{ left: share(mean) }} />}
        </span>
        <span className={styles.count}>{landed < count ? t('soFar', { landed, count }) : count}</span>
        <span className={styles.expected}>
          {mean === undefined ? t('noMean') : t('expected', { mean: meanText(mean) })}
          {odds !== undefined && <> · {odds}</>}
          {kernel !== undefined && <span title={t('kernelOdds', { kernel })}> ({kernel})</span>}
        </span>
      </button>
    </li>
  );
}
