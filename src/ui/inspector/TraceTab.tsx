import { ChevronRight } from 'lucide-react';
import { memo, useDeferredValue, useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Leg } from '../../core/sim/trace';
import { useActions, useBench } from '../../store/hooks';
import { flattenedSteps, netnsById, type FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { Button } from '../common/controls';
import { useRovingRows } from '../common/lists';
import { plainName } from '../../core/story/service-at';
import { answeredStatus } from '../common/texts.model';
import { LegEnd } from '../rules/parts/CertainNote';
import { useStepIndex } from '../rules/datapath-context';
import { FlowState } from '../rules/FlowState';
import { useScrollToStep } from '../rules/use-scroll-to-step';
import { isDeciding, listRuns } from './idle-steps.model';
import styles from './step.module.css';
import { StepSentence } from './StepSentence';
import { listLegs, type HopGroup } from './trace-list.model';
import tabStyles from './trace-tab.module.css';

interface Props {
  readonly step: FlatStep;
  readonly current: boolean;
  /** One of a run that is folded: it stands there on paper. */
  readonly folded: boolean;
  readonly idle: boolean;
}

/** One line of the trace; pressing it moves the playhead there and picks its rule. */
const StepItem = memo(function StepItem({ step, current, folded, idle }: Props) {
  const { setPlayhead, pause, selectRule } = useActions();
  const decides = isDeciding(step) && !idle;
  const go = (): void => {
    pause();
    setPlayhead(step.index);
    if (step.data.kind !== 'rule') return;
    selectRule({ netns: step.netns, family: step.data.packet.family, ref: step.data.ref });
  };
  return (
    <button
      type="button"
      data-row={folded ? undefined : true}
      data-step={step.index}
      tabIndex={current ? 0 : -1}
      aria-current={current ? 'step' : undefined}
      className={classes(styles.item, current && styles.now, styles[step.data.kind], decides && styles.decides)}
      onClick={go}
    >
      <span className={styles.number}>{step.index + 1}</span>
      <StepSentence step={step} />
    </button>
  );
});

/**
 * Every step of the walk as a list of sentences: the animation for who does not see it. Up and Down
 * move, Enter puts the playhead there. Steps beside each other that decide nothing are one line, until it is opened or all
 * are asked for.
 */
export function TraceTab() {
  const t = useTranslations('inspector.trace');
  // A hundred sentences: the rules do not wait for them.
  const newest = useBench((state) => state.run.result);
  const result = useDeferredValue(newest);
  // After an edit or a paste the walk before stands here until the next is told.
  const coming = useBench(({ run, document }) => run.shownDocument !== document.present);
  const steps = flattenedSteps(result);
  const trace = result?.trace;
  const now = useStepIndex();
  const scroller = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingRows(scroller);
  const legs = useMemo(() => listLegs(steps), [steps]);
  useScrollToStep(scroller, now, steps);
  if (steps.length === 0) return <FlowState />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the buttons inside
    <div
      ref={scroller}
      className={tabStyles.tab}
      style={numberColumn(steps.length)}
      onKeyDown={onKeyDown}
      aria-busy={coming || result !== newest || undefined}
    >
      {legs.map(({ leg, role, second, lookup, hops }) => (
        <LegSection
          key={leg}
          role={role}
          title={
            lookup
              ? t('lookup', { role: t(`role.${role}`) })
              : second
                ? t('second', { role: t(`role.${role}`) })
                : t(`role.${role}`)
          }
          walked={trace?.legs[leg]}
          hops={hops}
          now={now}
        >
          {leg === legs[0]?.leg && <AllSteps count={steps.length} />}
        </LegSection>
      ))}
    </div>
  );
}

/** So wide that the number of the last step stands on one line: a tabular figure is a little wider than a `0`. */
const numberColumn = (steps: number): CSSProperties =>
  ({ '--number': `${Math.max(2, String(steps).length) * 1.1}ch` }) as CSSProperties;

interface LegProps {
  readonly role: FlatStep['role'];
  readonly title: string;
  readonly walked: Leg | undefined;
  readonly hops: readonly HopGroup[];
  readonly now: number;
  /** Beside the title. */
  readonly children: ReactNode;
}

/** Set to false where every step has a line of its own. */
const IDLE = 'steps.idle';

/** Shows every step, or those that decide nothing as one line; remembered. */
function AllSteps({ count }: { readonly count: number }) {
  const t = useTranslations('inspector.trace');
  const { setCollapsed } = useActions();
  const all = useBench(({ view }) => view.collapsed[IDLE] === false);
  return (
    <Button size="s" className={tabStyles.all ?? ''} aria-pressed={all} onClick={() => setCollapsed(IDLE, all)}>
      {t('all', { count })}
    </Button>
  );
}

function LegSection({ role, title, walked, hops, now, children }: LegProps) {
  const id = useId();
  const status = walked && answeredStatus(walked);
  return (
    <section aria-labelledby={id}>
      <div className={tabStyles.leg}>
        <h3 id={id}>
          {title}
          {status !== undefined && ` · HTTP ${status}`}
          {walked && <LegEnd role={role} disposition={walked.disposition} />}
        </h3>
        {children}
      </div>
      {hops.map(({ hop, netns, steps }) => (
        <HopList key={hop} netns={netns} steps={steps} now={now} />
      ))}
    </section>
  );
}

interface HopProps {
  readonly netns: string;
  readonly steps: readonly FlatStep[];
  readonly now: number;
}

function HopList({ netns, steps, now }: HopProps) {
  const title = plainName(useBench((state) => netnsById(state, netns)?.title ?? netns));
  const t = useTranslations('inspector.trace');
  const runs = useMemo(() => listRuns(steps), [steps]);
  return (
    <>
      <h4 className={tabStyles.hop}>{title}</h4>
      <ol aria-label={t('stepsIn', { netns: title })}>
        {runs.map((run) =>
          run.idle && run.steps.length > 1 ? (
            <IdleRun key={run.steps[0]?.index} steps={run.steps} now={now} />
          ) : (
            run.steps.map((step) => (
              <li key={step.index}>
                <StepItem step={step} current={step.index === now} folded={false} idle={run.idle} />
              </li>
            ))
          ),
        )}
      </ol>
    </>
  );
}

/** Steps that decide nothing: how many, and when it is opened which. The one under the playhead stands there in any case. */
function IdleRun({ steps, now }: Pick<HopProps, 'steps' | 'now'>) {
  const t = useTranslations('inspector.trace');
  const [opened, setOpened] = useState(false);
  const all = useBench(({ view }) => view.collapsed[IDLE] === false);
  const isOpen = opened || all;
  return (
    <>
      {!all && (
        <li className={styles.run}>
          <button
            type="button"
            data-row
            tabIndex={-1}
            aria-expanded={opened}
            className={styles.item}
            onClick={() => setOpened(!opened)}
          >
            <ChevronRight size={14} aria-hidden className={styles.chevron} />
            <span className={styles.head}>{t('idle', { count: steps.length })}</span>
          </button>
        </li>
      )}
      {steps.map((step) => {
        const folded = !isOpen && step.index !== now;
        return (
          <li key={step.index} className={classes(!all && styles.idle, folded && styles.folded)}>
            <StepItem step={step} current={step.index === now} folded={folded} idle />
          </li>
        );
      })}
    </>
  );
}
