import { X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useMemory } from '../../common/memory';
import { useBench, useActions } from '../../../store/hooks';
import { IconButton, Button, Segmented } from '../../common/controls';
import { targetTitle, sourceTitle } from '../../editors/flow.model';
import { useFlowWords } from '../../editors/use-flow-words';
import { PACKET_COUNTS, MOST_REQUESTS, useCrowdClock, useNow } from './use-crowd';
import styles from './many.module.css';
import { NewTab } from './NewTab';
import { flowsOfSubject } from '../../../core/document/document';
import { flattenedSteps } from '../../../store/selectors';
import { THE_END } from '../../../store/many';
import type { RunResult } from '../../../engine/protocol';
import { classes } from '../../common/classes';
import { DispositionBadge } from '../../common/VerdictBadge';
import { useReducedMotion } from '../../common/theme/media';
import { playheadAt, findStep } from './crowd.model';
import { SendBar, useOnFlow, useLandingName } from './SendBar';
import { CrowdTransport } from './CrowdTransport';
import { captionPhrases, narrate, type PlacedStep } from '../../../core/sim/narrate';
import { usePhrase } from '../../common/i18n/use-phrase';
import { captionNames } from '../../shell/bench/caption-context.model';
import type { KeptBy, Requests } from '../../../core/sim/many-requests';
import { formatTuple } from './bars.model';

/** The same requests twice: over connections that stay open, and over a new one each. */
export function KeepAliveTab() {
  const t = useTranslations('many');
  const say = usePhrase();
  const { sendKept, setMany } = useActions();
  const flowId = useBench(({ run }) => run.flowId);
  const count = useBench(({ many }) => Math.min(many.count, MOST_REQUESTS));
  const connections = useBench(({ many }) => many.connections);
  const kept = useBench(({ many }) => many.kept);
  const send = (): void => {
    if (flowId !== undefined) void sendKept(flowId, MOST_REQUESTS);
  };
  useOnFlow((id) => void sendKept(id, MOST_REQUESTS));
  const shown = Math.min(connections, count);
  return (
    <>
      <SendBar send={send} counts={FEW}>
        <label className={styles.seed}>
          {t('connections', { count: shown })}
          <input
            type="range"
            min={1}
            max={Math.min(count, MOST_CONNECTIONS)}
            value={shown}
            onChange={({ target }) => {
              setMany({ connections: Number(target.value) });
              send();
            }}
          />
        </label>
      </SendBar>
      {kept?.problem && <p className={styles.note}>{say(kept.problem)}</p>}
      {kept?.kept && kept.anew && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div className={styles.sides} role="group" tabIndex={0} aria-label={t('tabs.kept')}>
          <Side title={t('keepAlive')} of={kept.kept} />
          <Side title={t('anew')} of={kept.anew} />
        </div>
      )}
    </>
  );
}

const MOST_CONNECTIONS = 50;

const FEW = PACKET_COUNTS.filter((each) => each <= MOST_REQUESTS);

function Side({ title, of }: { readonly title: string; readonly of: Requests }) {
  const t = useTranslations('many');
  const nameOf = useLandingName();
  const most = Math.max(1, ...of.landings.map(({ requests }) => requests));
  const { requests, connections, decisions, rules, keptBy } = of;
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.sideTitle}>{title}</h3>
      <p className={styles.small}>{t('sideAbout', { requests, connections, decisions })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('place')}</th>
            <th scope="col">{t('connectionsHead')}</th>
            <th scope="col">{t('requestsHead')}</th>
          </tr>
        </thead>
        <tbody>
          {of.landings.map((row) => (
            <tr key={row.landing.key}>
              <th scope="row">{nameOf(row.landing)}</th>
              <td>{row.connections}</td>
              <td>
                <span className={styles.cell}>
                  {row.requests}
                  <span className={styles.cellBar} style={{ width: `${(48 * row.requests) / most}px` }} aria-hidden />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {connections < requests && <p className={styles.small}>{t('rules', rules)}</p>}
      {connections < requests && keptBy && <Why keptBy={keptBy} />}
    </section>
  );
}

/** The entry that answered instead of the rules. */
function Why({ keptBy }: { readonly keptBy: KeptBy }) {
  const t = useTranslations('many');
  const titles = useBench(({ run }) => run.bench?.netns);
  const node = titles?.find(({ id }) => id === keptBy.netns)?.title ?? keptBy.netns;
  switch (keptBy.kind) {
    case 'conntrack':
      return (
        <p className={styles.reason}>
          {t('byConntrack', { node })} <code>{formatTuple(keptBy.entry.original)}</code> <span aria-hidden>⇄</span>{' '}
          <code>{formatTuple(keptBy.entry.reply)}</code>
        </p>
      );
    case 'ipvs':
      return <p className={styles.reason}>{t('byIpvs', { node, service: keptBy.service, server: keptBy.server })}</p>;
    case 'proxy':
      return <p className={styles.reason}>{t('byProxy', { node, endpoint: keptBy.endpoint })}</p>;
  }
}

/** A step of any walk in one sentence; the odds of the shown one are not mixed into it. */
function useStepWords(): (step: PlacedStep) => string {
  const memo = useMemory();
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useBench(({ run }) => run.bench);
  const result = useBench(({ run }) => run.result);
  const names = useMemo(() => captionNames({ document, bench, result }, memo), [document, bench, result, memo]);
  return useCallback(
    (step) =>
      captionPhrases(narrate(step, [], names))
        .map(say)
        .join(' '),
    [say, names],
  );
}

/** Several flows from the same moment on, each with its number on the stage and its own walk. */
export function FlowsTab() {
  const t = useTranslations('many');
  const words = useFlowWords();
  const { pause, sendFlows, setMany } = useActions();
  const still = useReducedMotion();
  const document = useBench((state) => state.document.present);
  const flows = useMemo(() => flowsOfSubject(document), [document]);
  const chosen = useBench(({ many }) => many.flows);
  const walks = useBench(({ many }) => many.walks);
  const toggle = (id: string): void =>
    setMany({ flows: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] });
  const titleOf = (id: string): string => {
    const flow = flows.find((each) => each.id === id);
    return flow ? (flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`) : id;
  };
  const send = (): void => {
    pause();
    void sendFlows(!still);
  };
  return (
    <>
      <div className={styles.controls}>
        <fieldset className={styles.choose} aria-label={t('choose')}>
          {flows.map(({ id }) => (
            <label key={id} className={styles.choice}>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} /> {titleOf(id)}
            </label>
          ))}
        </fieldset>
        <Button variant="primary" disabled={chosen.length === 0} onClick={send}>
          {t('sendFlows', { count: chosen.length })}
        </Button>
        <CrowdTransport />
      </div>
      <ol className={styles.list} aria-label={t('running')}>
        {walks.map((walk, i) => (
          <FlowRow key={walk.flowId} walk={walk} number={i + 1} title={titleOf(walk.flowId)} />
        ))}
      </ol>
    </>
  );
}

interface RowProps {
  readonly walk: RunResult;
  readonly number: number;
  readonly title: string;
}

function FlowRow({ walk, number, title }: RowProps) {
  const t = useTranslations('many');
  const { selectFlow } = useActions();
  const sentence = useStepWords();
  const now = useNow();
  const steps = flattenedSteps(walk);
  const step = findStep(steps, now);
  const end = walk.trace.legs[0]?.disposition;
  const over = playheadAt(now) >= steps.length - 1;
  return (
    <li>
      <button
        type="button"
        className={classes(styles.row, styles.flowRow)}
        onClick={() => selectFlow(walk.flowId, step?.index)}
        title={t('showFlow')}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.name}>{title}</span>
        <span className={styles.sentence}>{step ? sentence(step) : t('notSent')}</span>
        <span className={styles.count}>{step && t('step', { step: step.index + 1, count: steps.length })}</span>
        <span className={styles.expected}>{over && end && <DispositionBadge disposition={end} />}</span>
      </button>
    </li>
  );
}

/** Many packets of the shown flow: new connections, requests over connections that stay open, several flows at once. */
export function ManyPanel() {
  const t = useTranslations('many');
  const tab = useBench(({ many }) => many.tab);
  useCrowdClock();
  const { setMany } = useActions();
  const close = (): void => {
    setMany({ playing: false, open: false });
  };
  const tabs = ['new', 'kept', 'flows'] as const;
  return (
    <section className={styles.panel} aria-label={t('title')} onKeyDown={keepKeys}>
      <div className={styles.head}>
        <Segmented
          label={t('title')}
          value={tab}
          onChange={(next) => setMany({ tab: next, playing: false, at: THE_END })}
          items={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        />
        {tab !== 'flows' && <FlowName />}
        <IconButton label={t('close')} icon={<X aria-hidden />} className={styles.close} onClick={close} />
      </div>
      {tab === 'new' && <NewTab />}
      {tab === 'kept' && <KeepAliveTab />}
      {tab === 'flows' && <FlowsTab />}
    </section>
  );
}

/** A slider and a number box have the arrow keys for themselves. */
function keepKeys(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement && event.key !== 'Escape') event.stopPropagation();
}

function FlowName() {
  const words = useFlowWords();
  const id = useBench(({ run }) => run.flowId);
  const flow = useBench(({ document }) => document.present.flows.find((each) => each.id === id));
  if (!flow) return null;
  return <span className={styles.flow}>{flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`}</span>;
}
