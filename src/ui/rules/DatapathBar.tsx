import { lazy, Suspense, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import type { NetnsView } from '../../engine/protocol';
import { Select } from '../common/Select';
import styles from './datapath.module.css';
import type { ChainIndex } from './rules-view.model';
import { nodesByPassage, passagesOf } from './hops.model';

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
  const passages = useMemo(() => passagesOf(all, node?.id), [all, node]);
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
