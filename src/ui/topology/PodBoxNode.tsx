import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import type { OddsText } from '../common/odds-text.model';
import { shortName } from '../common/object-names.model';
import styles from './pod.module.css';
import { usePodSurroundings } from './parts';
import type { PodNode } from './stage-nodes.model';
import type { PodBox, Readiness } from './stage-types';

/** A sign for each state; the word stands beside it unless all is well. */
const SIGNS: Readonly<Record<Readiness, string>> = { ready: '●', notReady: '○', terminating: '✕', pending: '◌' };

/** A Pod: its name, its address, how it is, and the `eth0` its wire is plugged into. */
export const PodBoxNode = memo(function PodBoxNode({ data: { pod, dense }, selected }: NodeProps<PodNode>) {
  const { odds } = usePodSurroundings();
  const chance = odds.get(pod.id);
  return dense ? (
    <DensePod pod={pod} chance={chance} selected={selected} />
  ) : (
    <FullPod pod={pod} chance={chance} selected={selected} />
  );
});

function titleOf(pod: PodBox, t: ReturnType<typeof useTranslations<'topology'>>): string {
  return `${pod.namespace}/${pod.name} (${pod.guessed ? t('guessed') : t(pod.readiness)})`;
}

interface Props {
  readonly pod: PodBox;
  readonly chance: OddsText | undefined;
  readonly selected: boolean;
}

function FullPod({ pod, chance, selected }: Props) {
  const t = useTranslations('topology');
  return (
    <div
      className={classes(styles.pod, styles[pod.readiness], pod.guessed && styles.guessed, selected && styles.selected)}
      title={titleOf(pod, t)}
    >
      <span className={styles.name}>{shortName(pod.name, 11)}</span>
      <span className={styles.line}>
        <AddressChip address={pod.address} bare />
        <i className={styles.sign} data-value="ready" title={pod.guessed ? t('guessed') : t(pod.readiness)}>
          {pod.guessed ? '?' : SIGNS[pod.readiness]}
        </i>
      </span>
      {pod.readiness !== 'ready' && <span className={styles.state}>{t(pod.readiness)}</span>}
      {chance !== undefined && (
        <span className={styles.odds} title={t('odds', { odds: chance.meant, kernel: chance.kernel })}>
          {chance.short}
        </span>
      )}
      <span className={styles.eth}>{pod.device}</span>
      <Handle type="target" position={Position.Top} isConnectableStart={false} className={styles.target} />
      <Handle
        type="source"
        position={Position.Right}
        isConnectableEnd={false}
        className={styles.source}
        title={t('connect')}
      />
    </div>
  );
}

/** One of very many: as few elements as will do. Its accessible name is on the box around it. */
function DensePod({ pod, chance, selected }: Props) {
  const t = useTranslations('topology');
  return (
    <div
      className={classes(styles.pod, styles.dense, styles[pod.readiness], selected && styles.selected)}
      title={titleOf(pod, t)}
      data-odds={chance?.short}
      data-sign={SIGNS[pod.readiness]}
    >
      <span className={styles.name}>{shortName(pod.name, 10)}</span>
      <span className={styles.address}>{pod.address}</span>
    </div>
  );
}
