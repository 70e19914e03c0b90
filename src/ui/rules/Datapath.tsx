import { useMemo, lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useBench, useActions } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { FlowState } from './FlowState';
import { Columns } from './Columns';
import styles from './datapath.module.css';
import { makeDatapath } from './rules.model';
import { useHop } from './datapath-context';
import type { NetnsView } from '../../engine/protocol';
import { Select } from '../common/controls';
import type { ChainIndex } from '../rule/rules-view.model';
import { nodesByPassage, listPassages } from './ladder.model';

const ChangesButton = lazy(async () => ({ default: (await import('./changes/ChangesButton')).ChangesButton }));

const FOLLOW = '';

interface Props {
  readonly node: NetnsView | undefined;
  readonly steps: readonly FlatStep[];
  readonly index: ChainIndex | undefined;
}

/** Which node the datapath is of, and which passage of the packet through it. */
export function DatapathBar({ node, steps, index }: Props) {
  const t = useTranslations('rules');
  return (
    <div className={styles.bar}>
      <h3 className={styles.title}>{t('title')}</h3>
      <NodePicker node={node} label={t('node')} />
      <Passages node={node} at={steps[0]} />
      <Suspense>
        <ChangesButton index={index} />
      </Suspense>
    </div>
  );
}

function NodePicker({ node, label }: { readonly node: NetnsView | undefined; readonly label: string }) {
  const t = useTranslations('rules');
  const { focusNode } = useActions();
  const bench = useBench((state) => state.run.bench);
  const all = useBench(shownSteps);
  const focus = useBench((state) => state.view.focusNode);
  const nodes = useMemo(
    () => nodesByPassage(bench?.netns.filter(({ kind }) => kind === 'node') ?? [], all),
    [bench, all],
  );
  const follow = { id: FOLLOW, label: focus === undefined ? t('following', { node: node?.title ?? '' }) : t('follow') };
  return (
    <Select
      aria-label={label}
      className={styles.picker}
      value={focus ?? FOLLOW}
      onChange={(id) => focusNode(id === FOLLOW ? undefined : id)}
      options={[follow, ...nodes.map(({ id, title }) => ({ id, label: title }))]}
    />
  );
}

function Passages({ node, at }: { readonly node: NetnsView | undefined; readonly at: FlatStep | undefined }) {
  const t = useTranslations('rules');
  const { setPlayhead, pause } = useActions();
  const all = useBench(shownSteps);
  const passages = useMemo(() => listPassages(all, node?.id), [all, node]);
  const passageName = ({ role, turn }: { role: string; turn: number }): string =>
    turn > 0 ? t('turn', { role, turn }) : role;
  const go = (first: number): void => {
    pause();
    setPlayhead(first);
  };
  return (
    <div className={styles.passages} role="group" aria-label={t('passages')}>
      {passages.map(({ first, role, second, leg, hop, turn }) => (
        <button
          key={first}
          type="button"
          className={styles.passage}
          aria-pressed={leg === at?.leg && hop === at.hop}
          onClick={() => go(first)}
        >
          {passageName({ role: second ? t('second', { role: t(`role.${role}`) }) : t(`role.${role}`), turn })}
        </button>
      ))}
    </div>
  );
}

/**
 * What the node in focus did with the packet: hooks, tables, chains and rules in the order the kernel
 * went, with conntrack, NAT and routing between them. Follows the playhead.
 */
export function Datapath() {
  const t = useTranslations('rules');
  const { node, steps, index } = useHop();
  const sent = useBench((state) => shownSteps(state).length > 0);
  const datapath = useMemo(() => makeDatapath(steps, index), [steps, index]);
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
