import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject } from '../../core/document/subject';
import { useActions, useBench } from '../../store/hooks';
import { flattenedSteps } from '../../store/selectors';
import type { RunResult } from '../../engine/protocol';
import { Button } from '../common/Button';
import { classes } from '../common/classes';
import { DispositionBadge } from '../common/VerdictBadge';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { useReducedMotion } from '../theme/motion';
import { sendFlows, setMany, useMany } from './many-store';
import styles from './many.module.css';
import { playheadAt, stepOf } from './runner.model';
import { CrowdTransport } from './SendBar';
import { useNow } from './use-now';
import { useStepWords } from './use-step-words';

/** Several flows from the same moment on, each with its number on the stage and its own walk. */
export function FlowsTab() {
  const t = useTranslations('many');
  const words = useFlowWords();
  const actions = useActions();
  const still = useReducedMotion();
  const document = useBench((state) => state.document.present);
  const flows = useMemo(() => flowsOfSubject(document), [document]);
  const chosen = useMany((state) => state.flows);
  const walks = useMany((state) => state.walks);
  const toggle = (id: string): void =>
    setMany({ flows: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] });
  const titleOf = (id: string): string => {
    const flow = flows.find((each) => each.id === id);
    return flow ? (flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`) : id;
  };
  const send = (): void => {
    actions.pause();
    void sendFlows(actions, !still);
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
  const step = stepOf(steps, now);
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
