import { lazy, Suspense, useEffect, useMemo, useCallback, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { WiderAddressBook } from '../common/addresses';
import { ErrorBoundary } from '../common/feedback';
import { RestOfWords } from '../i18n/I18nProvider';
import { FlowState } from '../rules/FlowState';
import { paneId, readKeyFocus, watchPointer } from '../bench/use-shortcuts';
import { listComparedRows, lastTick, rowAt, type CompareRow } from './compare.model';
import { CompareBar } from './CompareBar';
import { CompareTable } from './CompareTable';
import { useComparison, type Compared, useRowWords } from './use-comparison';
import styles from './compare.module.css';
import { TransportButtons } from '../shell/Scrubber';
import transport from '../shell/transport.module.css';
import { STEPS_PER_SECOND } from '../../store/types';
import { belongsToFocus, makeCommand, type Command } from '../bench/shortcuts.model';

/** What moves the shared scrubber; where it is, is in the store. */
export interface CompareClock {
  readonly playing: boolean;
  /** Goes there and stands still. */
  readonly goTo: (tick: number) => void;
  readonly run: (command: Command) => boolean;
}

/** Where a command of the keys leads; undefined: it is none of the scrubber's. */
function goal(command: Command, rows: readonly CompareRow[], tick: number, last: number): number | undefined {
  const row = rowAt(rows, tick);
  const inReply = rows[row]?.role !== 'request';
  const goals: Partial<Record<Command, number>> = {
    'step-back': tick - 1,
    'step-forward': tick + 1,
    'landmark-back': rows[row - 1]?.tick ?? 0,
    'landmark-forward': rows[row + 1]?.tick ?? last,
    'to-start': 0,
    'to-end': last,
    reply: inReply ? 0 : rows.find(({ role }) => role !== 'request')?.tick,
  };
  return goals[command];
}

/** The clock of the comparison: plays, steps and jumps by the same keys as the bench. A tick draws nothing by itself. */
export function useCompareClock(rows: readonly CompareRow[]): CompareClock {
  const store = useBenchStore();
  const { setCompareTick } = useActions();
  const [playing, setPlaying] = useState(false);
  const last = lastTick(rows);
  const now = (): number => Math.min(store.getState().view.compareTick, last);
  const run = (command: Command): boolean => {
    if (command === 'toggle-playing') {
      if (!playing && now() >= last) setCompareTick(0);
      setPlaying(!playing);
      return true;
    }
    const next = goal(command, rows, now(), last);
    if (next === undefined) return false;
    setPlaying(false);
    setCompareTick(Math.max(0, Math.min(last, next)));
    return true;
  };
  const advance = useEffectEvent(() => {
    const { loop } = store.getState().view;
    if (now() < last) setCompareTick(now() + 1);
    else if (loop) setCompareTick(0);
    else setPlaying(false);
  });
  const speed = useBench(({ view }) => view.speed);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(advance, 1000 / (STEPS_PER_SECOND * speed));
    return () => clearInterval(timer);
  }, [playing, speed]);
  useKeys(run);
  const goTo = useCallback(
    (next: number) => {
      setPlaying(false);
      setCompareTick(next);
    },
    [setCompareTick],
  );
  return { playing, goTo, run };
}

/** Before the page's own keys: what moves the bench moves the comparison while it is open. */
function useKeys(run: (command: Command) => boolean): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    let pending: string | undefined;
    const pointer = watchPointer();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        belongsToFocus(event, readKeyFocus(event.target, pointer.clicked()))
      )
        return;
      const { command, pending: next } = makeCommand(event, pending);
      pending = next;
      if (command && onCommand(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      pointer.stop();
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
}

interface Props {
  readonly rows: readonly CompareRow[];
  readonly clock: CompareClock;
}

/** What moves all panes at once. */
export function CompareFoot({ rows, clock }: Props) {
  const transportWords = useTranslations('shell.transport');
  return (
    <footer className={transport.foot} aria-label={transportWords('bar')}>
      <div className={transport.bar}>
        <TransportButtons playing={clock.playing} disabled={rows.length === 0} onCommand={clock.run} />
        <Where rows={rows} onGo={clock.goTo} />
      </div>
    </footer>
  );
}

/** The scrubber, and in words where it is: all of the foot that a tick draws. */
function Where({ rows, onGo }: { readonly rows: readonly CompareRow[]; readonly onGo: (tick: number) => void }) {
  const t = useTranslations('compare');
  const words = useRowWords();
  const count = rows.length === 0 ? 0 : lastTick(rows) + 1;
  const tick = useBench(({ view }) => Math.max(0, Math.min(view.compareTick, count - 1)));
  const row = rows[rowAt(rows, tick)];
  const { place, event } = row ? words(row) : { place: '', event: '' };
  const step = tick + 1;
  return (
    <>
      <input
        type="range"
        className={styles.scrubber}
        aria-label={t('scrubber')}
        aria-valuetext={t('position', { step, count, place, event })}
        min={0}
        max={Math.max(0, count - 1)}
        value={tick}
        disabled={count === 0}
        data-compare-scrubber
        onChange={(change) => onGo(Number(change.target.value))}
      />
      <span className={styles.where} aria-hidden>
        {place} · <b>{event}</b>
      </span>
      <span className={transport.count}>{count === 0 ? '' : t('count', { step, count })}</span>
    </>
  );
}

const ProbeTable = lazy(() => import('./ProbeTable').then((module) => ({ default: module.ProbeTable })));
const RulesPanel = lazy(() => import('./RulesPanel').then((module) => ({ default: module.RulesPanel })));

/** One flow through two to four panes, in lockstep by what happens; what else differs; the rules that do. */
export function CompareView() {
  const document = useBench(({ run }) => run.shownDocument);
  return (
    <ErrorBoundary resetKey={document}>
      <Suspense fallback={<div className={styles.view} />}>
        <RestOfWords>
          <Comparing />
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}

function Comparing() {
  const t = useTranslations('compare');
  const { pause } = useActions();
  const tab = useBench(({ view }) => view.compare.tab);
  const compared = useComparison();
  // The bench behind stands still: one thing moves at a time.
  useEffect(pause, [pause]);
  const others = useMemo(() => Object.values(compared.documents).slice(1), [compared.documents]);
  const main = (children: React.ReactNode) => (
    <WiderAddressBook documents={others}>
      <main
        id={paneId('stage')}
        tabIndex={-1}
        aria-label={t('title')}
        aria-busy={compared.working}
        className={styles.view}
      >
        <h2 className="visually-hidden">{t('about')}</h2>
        <CompareBar compared={compared} />
        <Suspense fallback={<div className={styles.scroller} />}>{children}</Suspense>
      </main>
    </WiderAddressBook>
  );
  if (tab === 'probes') return main(<ProbeTable compared={compared} />);
  if (tab === 'rules') return main(<RulesPanel compared={compared} />);
  return <Walk compared={compared} main={main} />;
}

interface WalkProps {
  readonly compared: Compared;
  readonly main: (children: React.ReactNode) => React.ReactNode;
}

function Walk({ compared, main }: WalkProps) {
  const { comparison } = compared;
  const rows = useMemo(() => (comparison ? listComparedRows(comparison) : []), [comparison]);
  const clock = useCompareClock(rows);
  return (
    <>
      {main(
        comparison && compared.flow ? (
          <CompareTable compared={compared} comparison={comparison} rows={rows} onGo={clock.goTo} />
        ) : (
          <FlowState />
        ),
      )}
      <CompareFoot rows={rows} clock={clock} />
    </>
  );
}
