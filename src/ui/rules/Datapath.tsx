import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { FlowState } from './FlowState';
import { Columns } from './Columns';
import styles from './datapath.module.css';
import { DatapathBar } from './DatapathBar';
import { datapathOf } from './rules.model';
import { useHop } from './use-trace';

/**
 * What the node in focus did with the packet: hooks, tables, chains and rules in the order the kernel
 * went, with conntrack, NAT and routing between them. Follows the playhead.
 */
export function Datapath() {
  const t = useTranslations('rules');
  const { node, steps, index } = useHop();
  const sent = useBench((state) => shownSteps(state).length > 0);
  const datapath = useMemo(() => datapathOf(steps, index), [steps, index]);
  return (
    <section className={styles.pane} aria-label={t('title')}>
      {sent && <DatapathBar node={node} steps={steps} index={index} />}
      {!sent && <FlowState />}
      {sent && steps.length === 0 && <p className={styles.nothing}>{t('notHere', { node: node?.title ?? '' })}</p>}
      {steps.length > 0 && (
        <Columns
          datapath={datapath}
          index={index}
          node={node?.id ?? ''}
          family={steps[0]!.data.packet.family}
          steps={steps}
        />
      )}
    </section>
  );
}
