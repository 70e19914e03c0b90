import { useDeferredValue, useId, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Disposition } from '../../core/sim/trace';
import { useBench } from '../../store/hooks';
import { flattenedSteps, netnsById, type FlatStep } from '../../store/selectors';
import { LegEnd } from '../parts/CertainNote';
import { FlowState } from '../rules/FlowState';
import { useRovingRows } from '../common/use-roving-rows';
import { useScrollToStep } from '../rules/use-scroll-to-step';
import { useStepIndex } from '../rules/use-trace';
import { StepItem } from './StepItem';
import { withoutDefault } from '../common/object-names.model';
import { legsOf, type HopGroup } from './trace-list.model';
import styles from './trace-tab.module.css';

/**
 * Every step of the walk as a list of sentences: the animation for who does not see it. Up and Down
 * move, Enter puts the playhead there.
 */
export function TraceTab() {
  const t = useTranslations('inspector.trace');
  // A hundred sentences: the rules do not wait for them.
  const result = useDeferredValue(useBench((state) => state.run.result));
  const steps = flattenedSteps(result);
  const trace = result?.trace;
  const now = useStepIndex();
  const scroller = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingRows(scroller);
  const legs = useMemo(() => legsOf(steps), [steps]);
  useScrollToStep(scroller, now, steps);
  if (steps.length === 0) return <FlowState />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the buttons inside
    <div ref={scroller} className={styles.tab} onKeyDown={onKeyDown}>
      {legs.map(({ leg, role, second, hops }) => (
        <LegSection
          key={leg}
          role={role}
          title={second ? t('second', { role: t(`role.${role}`) }) : t(`role.${role}`)}
          disposition={trace?.legs[leg]?.disposition}
          hops={hops}
          now={now}
        />
      ))}
    </div>
  );
}

interface LegProps {
  readonly role: FlatStep['role'];
  readonly title: string;
  readonly disposition: Disposition | undefined;
  readonly hops: readonly HopGroup[];
  readonly now: number;
}

function LegSection({ role, title, disposition, hops, now }: LegProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.leg}>
        {title}
        {disposition && <LegEnd role={role} disposition={disposition} />}
      </h3>
      {hops.map(({ hop, netns, steps }) => (
        <HopList key={hop} netns={netns} steps={steps} now={now} />
      ))}
    </section>
  );
}

function HopList({
  netns,
  steps,
  now,
}: {
  readonly netns: string;
  readonly steps: readonly FlatStep[];
  readonly now: number;
}) {
  const title = withoutDefault(useBench((state) => netnsById(state, netns)?.title ?? netns));
  const t = useTranslations('inspector.trace');
  return (
    <>
      <h4 className={styles.hop}>{title}</h4>
      <ol className={styles.list} aria-label={t('stepsIn', { netns: title })}>
        {steps.map((step) => (
          <li key={step.index}>
            <StepItem step={step} current={step.index === now} />
          </li>
        ))}
      </ol>
    </>
  );
}
