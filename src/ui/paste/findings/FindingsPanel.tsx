import { useTranslations } from 'use-intl';
import { useBench, useActions } from '../../../store/hooks';
import { Button } from '../../common/controls';
import { largeSize, severityCounts, listGroups, findingSelection } from './findings.model';
import styles from './findings.module.css';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Finding, FindingPlace } from '../../../core/questions/lint/finding';
import type { PastedNode } from '../../../core/paste/pasted-types';
import { background } from '../../../engine/page-engines';
import { askEnding } from '../../common/use-asked';
import { usePhrase } from '../../common/i18n/use-phrase';
import { PlainLine } from '../../rules/rule/lines';
import { useWorkspace } from '../../shell/bench/use-shortcuts';
import { lazyPart } from '../../common/late';
import { SaidFinding } from './SaidFinding';
import type { PlacedEvidence } from '../../../core/questions/evidence/list-evidence';

const EvidenceList = lazyPart(async () => (await import('./Evidence')).EvidenceList);

/** So many more are listed with each click. */
const STEP = 20;
/** Of so many places the rule is shown. */
const MOST_PLACES = 5;

/** Findings by their cause: an example of each with its severity, the rules it is about, the next step, and how many more there are. */
function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul>
      {listGroups(findings).map(({ first, others }) => (
        <li key={`${first.severity} ${first.message.id}`} className={styles.finding}>
          <FindingItem finding={first} />
          {others.length > 0 && <Others findings={others} />}
        </li>
      ))}
    </ul>
  );
}

/** The others of one cause, a few at a time. */
function Others({ findings }: { readonly findings: readonly Finding[] }) {
  const t = useTranslations('findings');
  const [shown, setShown] = useState(0);
  const left = findings.length - shown;
  return (
    <>
      {shown > 0 && (
        <ul>
          {findings.slice(0, shown).map((finding, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- findings have no identity of their own
            <li key={at} className={styles.finding}>
              <FindingItem finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button size="s" onClick={() => setShown(shown + STEP)}>
          {shown === 0 ? t('alike', { count: left }) : t('more', { count: Math.min(left, STEP) })}
        </Button>
      )}
    </>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }) {
  const t = useTranslations('findings');
  const say = usePhrase();
  const { severity, message, next, places } = finding;
  return (
    <SaidFinding severity={severity} says={say(message)} next={next && say(next)}>
      {places.length > 0 && (
        <ul className={styles.places}>
          {places.slice(0, MOST_PLACES).map((place) => (
            <li key={`${place.table} ${place.chain} ${place.index} ${place.text}`}>
              <Place place={place} />
            </li>
          ))}
          {places.length > MOST_PLACES && (
            <li className={styles.note}>{t('morePlaces', { count: places.length - MOST_PLACES })}</li>
          )}
        </ul>
      )}
    </SaidFinding>
  );
}

/** Where it is: a click selects the rule in the rules tab. */
function Place({ place }: { readonly place: FindingPlace }) {
  const t = useTranslations('findings');
  const { selectRule, showInspector, showMadeBy } = useActions();
  const { goTo } = useWorkspace();
  const { table, chain, index, text } = place;
  const selection = findingSelection(place);
  const name = index === undefined ? t('chain', { table, chain }) : t('rule', { table, chain, index: index + 1 });
  const jump = (): void => {
    showMadeBy(undefined);
    selectRule(selection);
    showInspector('rules');
    goTo('inspector');
  };
  return (
    <>
      {selection ? (
        <button type="button" className={styles.place} title={t('jump', { place: name })} onClick={jump}>
          {name}
        </button>
      ) : (
        <span className={styles.note}>{name}</span>
      )}
      {text !== undefined && (
        <span className={styles.rule}>
          <PlainLine text={text} />
        </span>
      )}
    </>
  );
}

/** How the check of a pasted node stands. What was found last stays while it is done again. */
interface FindingsState {
  readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  readonly progress: number;
  readonly findings: readonly Finding[] | undefined;
  /** What the texts prove beside their rules. */
  readonly evidence: readonly PlacedEvidence[];
  readonly message: string;
}

const IDLE: FindingsState = { status: 'idle', progress: 0, findings: undefined, evidence: [], message: '' };
/** Typing a title asks once, not with every letter. */
const REST = 250;

/** Checks the texts in a worker: at once, or when `start` is called. */
function useFindings(
  pasted: PastedNode,
  atOnce: boolean,
): FindingsState & { readonly start: () => void; readonly stop: () => void } {
  const [state, setState] = useState<FindingsState>(IDLE);
  const running = useRef<AbortController>(undefined);
  const start = (node: PastedNode): void => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const put = (change: Partial<FindingsState>): void => {
      if (running.current === abort) setState((before) => ({ ...before, ...change }));
    };
    put({ status: 'working', progress: 0 });
    const options = { signal: abort.signal, onProgress: (progress: number) => put({ progress }) };
    const check = async () => ({
      findings: await background.ask('lint', { pasted: node }, options),
      evidence: await background.ask('evidence', { pasted: node }, { signal: abort.signal }),
    });
    void askEnding(check()).then((ending) =>
      put(ending.status === 'done' ? { status: 'done', ...ending.answer } : ending),
    );
  };
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const timer = atOnce ? setTimeout(() => latest.current(pasted), REST) : undefined;
    return () => {
      clearTimeout(timer);
      const before = running.current;
      running.current = undefined;
      before?.abort();
    };
  }, [pasted, atOnce]);
  return { ...state, start: () => start(pasted), stop: () => running.current?.abort() };
}

/** Findings on the pasted node, the worst first. */
export function FindingsPanel() {
  const t = useTranslations('findings');
  const pasted = useBench(({ document }) => document.present.pasted);
  const size = largeSize(pasted.texts);
  const { status, progress, findings, evidence, message, start, stop } = useFindings(pasted, size === undefined);
  return (
    <section aria-label={t('title')} aria-busy={status === 'working'}>
      <h3 className={styles.heading}>
        {t('title')}
        {findings && <span className={styles.count}>{t('counts', severityCounts([...evidence, ...findings]))}</span>}
      </h3>
      {status === 'idle' && size !== undefined && (
        <p className={styles.working}>
          <span>{t('large', { size })}</span>
          <Button size="s" onClick={start}>
            {t('check')}
          </Button>
        </p>
      )}
      {status === 'working' && (
        <p className={styles.working} role="status">
          <span>{t('working', { percent: progress })}</span>
          <Button size="s" onClick={stop}>
            {t('stop')}
          </Button>
        </p>
      )}
      {(status === 'stopped' || status === 'failed') && (
        <p className={styles.working} role="alert">
          <span>{status === 'stopped' ? t('stopped') : t('failed', { message })}</span>
          <Button size="s" onClick={start}>
            {t('again')}
          </Button>
        </p>
      )}
      {findings && (
        <>
          <p className={styles.note}>{findings.length + evidence.length === 0 ? `✓ ${t('none')}` : t('about')}</p>
          {evidence.length > 0 && (
            <Suspense fallback={null}>
              <EvidenceList evidence={evidence} />
            </Suspense>
          )}
          <FindingList findings={findings} />
        </>
      )}
    </section>
  );
}
