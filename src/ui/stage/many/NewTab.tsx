import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../../store/hooks';
import { usePhrase } from '../../common/i18n/use-phrase';
import { useReducedMotion } from '../../common/theme/media';
import { Select, Button } from '../../common/controls';
import { orderText, listBars, meanText, type Bar } from './bars.model';
import { CONNECTION_INTERVALS, isSentOf, getSending, useNow } from './use-crowd';
import styles from './many.module.css';
import { SendBar, useOnFlow, useLandingName } from './SendBar';
import { CrowdTransport } from './CrowdTransport';
import { useState, useMemo } from 'react';
import type { ManyView } from '../../../engine/protocol';
import { classes } from '../../common/classes';
import { MisdeliveredBadge, DispositionBadge } from '../../common/VerdictBadge';
import { landedAt } from './crowd.model';

/** A bar a landing: how many landed there until now, how many will, and what was to be expected. */
function Bars({ result }: { readonly result: ManyView }) {
  const t = useTranslations('many');
  const say = usePhrase();
  const bars = useMemo(() => listBars(result), [result]);
  const crowd = useBench(({ many }) => many.crowd);
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
    if (first !== undefined) return showSent({ ...getSending(result), nth: first });
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
          {landing.disposition.kind !== 'DELIVERED' && <DispositionBadge disposition={landing.disposition} />}
          {result.astray?.includes(bar.landing) && <MisdeliveredBadge />} {nameOf(landing)}
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

/** Any one of them, by its place in the row: where it went, and its walk on the bench. */
function PickOne({ result }: { readonly result: ManyView }) {
  const t = useTranslations('many');
  const nameOf = useLandingName();
  const { showSent } = useActions();
  const shown = useBench(({ run }) => run.sent);
  const [wanted, setWanted] = useState(1);
  const count = result.sent.length;
  const nth = Math.min(Math.max(1, wanted), count);
  const packet = result.sent[nth - 1];
  const place = result.landings[packet?.landing ?? -1]?.landing;
  const isShown = isSentOf(result, shown) && shown?.nth === nth - 1;
  return (
    <div className={styles.pick}>
      <label>
        {t('connection')}{' '}
        <input
          type="number"
          min={1}
          max={count}
          value={wanted}
          onChange={({ target }) => setWanted(Math.floor(Number(target.value) || 1))}
        />
      </label>
      {packet && place && (
        <span className={styles.where}>{t('went', { port: String(packet.sport), place: nameOf(place) })}</span>
      )}
      <Button size="s" disabled={isShown} onClick={() => showSent({ ...getSending(result), nth: nth - 1 })}>
        {t(isShown ? 'walking' : 'walk')}
      </Button>
      {shown && (
        <Button size="s" variant="quiet" onClick={() => showSent(undefined)}>
          {t('seedAgain')}
        </Button>
      )}
    </div>
  );
}

/** Sends again when the flow or the document is another one; after an edit all have landed at once. */
function useSending(): () => void {
  const actions = useActions();
  const still = useReducedMotion();
  const shown = useBench(({ run }) => run.flowId);
  const send = (flowId: string, glide: boolean): void => {
    actions.pause();
    void actions.sendNew(flowId, glide && !still);
  };
  useOnFlow(send);
  return () => {
    if (shown !== undefined) send(shown, true);
  };
}

/** New connections: where they land, against the odds. */
export function NewTab() {
  const t = useTranslations('many');
  const say = usePhrase();
  const send = useSending();
  const result = useBench(({ many }) => many.result);
  const working = useBench(({ many }) => many.working);
  return (
    <>
      <SendBar send={send}>
        <Apart send={send} />
        <CrowdTransport />
      </SendBar>
      {!result && working && (
        <p className={styles.note} role="status">
          {t('working')}
        </p>
      )}
      {result?.problem && <p className={styles.note}>{say(result.problem)}</p>}
      {result && !result.problem && (
        <div className={styles.body}>
          <Bars result={result} />
          <div className={styles.aside}>
            <p className={styles.order}>
              <span className={styles.label}>{t('order')}</span> <code>{orderText(result)}</code>
            </p>
            <PickOne result={result} />
            <p className={styles.small}>{t('apart', { apart: String(result.apart ?? CONNECTION_INTERVALS[0]) })}</p>
          </div>
        </div>
      )}
    </>
  );
}

/** How much time passes between them: timers of conntrack, affinity and persistence run on. */
function Apart({ send }: { readonly send: () => void }) {
  const t = useTranslations('many');
  const { setMany } = useActions();
  const apart = useBench(({ many }) => many.apart);
  return (
    <label className={styles.seed}>
      {t('between')}
      <Select
        value={String(apart)}
        onChange={(next) => {
          setMany({ apart: Number(next) });
          send();
        }}
        options={CONNECTION_INTERVALS.map((each) => ({
          id: String(each),
          label: t('aparts', { apart: String(each) }),
        }))}
      />
    </label>
  );
}
