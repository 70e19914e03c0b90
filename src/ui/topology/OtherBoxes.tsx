import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import styles from './boxes.module.css';
import { PodBar, useLayout, useMoment, WireLines } from './parts';
import type { CompactStageNode, LaneNode, MoreNode, OutsideNode, RailsNode, ServiceNode } from './stage-nodes.model';
import { UNKNOWN_SEGMENT } from './devices.model';
import { type Point, place } from './geometry.model';
import type { StageLayout } from './layout.model';
import { withoutDefault } from '../common/object-names.model';
import type { RailLine } from './stage-types';

/** The service network: addresses that are on no device. */
export const LaneBox = memo(function LaneBox({ data: { stage } }: NodeProps<LaneNode>) {
  const t = useTranslations('topology');
  return (
    <div className={styles.lane}>
      <div className={styles.legend}>
        <span className={styles.laneTitle}>{t('serviceNetwork', { range: stage.serviceRanges.join(', ') })}</span>
        <span className={styles.hint}>{t('serviceNetworkHint')}</span>
        {stage.hiddenServices > 0 && (
          <span className={styles.more}>{t('moreServices', { count: stage.hiddenServices })}</span>
        )}
      </div>
    </div>
  );
});

/** One address and port of a Service. It is lit while the packet's header carries it. */
export const ServiceBox = memo(function ServiceBox({ data: { chip }, selected }: NodeProps<ServiceNode>) {
  const t = useTranslations('topology');
  const { carries } = useMoment();
  const lit = carries.has(
    chip.address.includes(':') ? `[${chip.address}]:${chip.port}` : `${chip.address}:${chip.port}`,
  );
  return (
    <div className={classes(styles.service, selected && styles.selected, lit && styles.lit)}>
      {chip.ingress && (
        <span className={styles.tag} title={t('ingressAbout')}>
          Ingress
        </span>
      )}
      <span className={styles.serviceName} data-value="name">
        {chip.name}
        {chip.portName !== undefined && <span className={styles.portName}>:{chip.portName}</span>}
      </span>
      <span data-value="port">
        <AddressChip address={chip.address} port={chip.port || undefined} kind="service" bare />
      </span>
      {chip.port === 0 && <span className={styles.tag}>{t('untoldPort')}</span>}
      {chip.nodePort !== undefined && (
        <span className={styles.nodePort} data-value="nodePort">
          :{chip.nodePort}
        </span>
      )}
      {chip.entry !== undefined && (
        <span className={styles.tag} title={t('entryAbout', { node: chip.entry })}>
          {chip.via === 'loadBalancer' ? 'LB' : 'ext'} → {chip.entry}
        </span>
      )}
      <Handle type="target" position={Position.Bottom} isConnectableStart={false} className={styles.target} />
    </div>
  );
});

/** A node as a count. */
export const CompactBox = memo(function CompactBox({ data: { node }, selected }: NodeProps<CompactStageNode>) {
  const t = useTranslations('topology');
  return (
    <div className={classes(styles.compact, selected && styles.selected)}>
      <span className={styles.compactName}>{node.name}</span>
      <AddressChip address={node.address} bare />
      <span className={styles.compactPods}>
        {t('pods', { count: node.counts.total })} <PodBar counts={node.counts} />
      </span>
      <Ends label={t('connect')} at={Position.Left} />
    </div>
  );
});

/** A box as both ends of flows: all of it takes one, the disc at its edge begins one. */
function Ends({ label, at }: { readonly label: string; readonly at: Position }) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectableStart={false} className={styles.target} />
      <Handle type="source" position={at} isConnectableEnd={false} className={styles.source} title={label} />
    </>
  );
}

export const MoreBox = memo(function MoreBox({ data: { count } }: NodeProps<MoreNode>) {
  const t = useTranslations('topology');
  return <div className={styles.moreNodes}>{t('moreNodes', { count })}</div>;
});

/** A client or router on the physical network. */
export const OutsideBoxNode = memo(function OutsideBoxNode({ data: { box }, selected }: NodeProps<OutsideNode>) {
  const t = useTranslations('topology');
  return (
    <div className={classes(styles.outside, box.guessed && styles.guessed, selected && styles.selected)}>
      {box.title !== box.address && <span className={styles.outsideName}>{withoutDefault(box.title)}</span>}
      <AddressChip address={box.address} bare />
      <Handle type="target" position={Position.Bottom} isConnectableStart={false} className={styles.target} />
      {box.kind === 'client' && (
        <Handle
          type="source"
          position={Position.Top}
          isConnectableEnd={false}
          className={styles.source}
          title={t('connect')}
        />
      )}
    </div>
  );
});

/** The physical segments with their cables. */
export const RailsBox = memo(function RailsBox({ data: { stage } }: NodeProps<RailsNode>) {
  const layout = useLayout();
  if (!layout) return null;
  return (
    <div className={styles.rails}>
      <WireLines wires={layout.railWires} frame={layout.bounds} />
      {stage.rails.map((rail) => (
        <RailName key={rail.name} rail={rail} at={railLabel(layout, rail)} />
      ))}
    </div>
  );
});

/** Above the line, right of the first cable that comes down to it. */
function railLabel({ rects, railWires, bounds }: StageLayout, { name }: RailLine): Point {
  const y = rects.get(place.rail(name))?.y ?? 0;
  const cables = railWires.filter(({ kind, points }) => kind === 'link' && points.at(-1)?.y === y + 1);
  const first = Math.min(...cables.map(({ points }) => points.at(-1)?.x ?? 0));
  return { x: first < bounds.width / 2 ? first + 10 : 0, y: y - 18 - bounds.y };
}

function RailName({ rail, at }: { readonly rail: RailLine; readonly at: Point }) {
  const t = useTranslations('topology');
  const known =
    rail.cidr === undefined ? t('segment', { name: rail.name }) : t('physicalNetwork', { range: rail.cidr });
  const words = rail.name === UNKNOWN_SEGMENT ? t('unknownNetwork') : known;
  return (
    <span className={styles.railName} style={{ left: at.x, top: at.y }}>
      {words}
    </span>
  );
}
