import { Ban, PowerOff } from 'lucide-react';
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions } from '../../store/hooks';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import styles from './card.module.css';
import { Devices } from './Devices';
import { DirectorBox } from './DirectorBox';
import { Gates } from './Gates';
import { tellingTables, type Gate } from './gates.model';
import { LocalBox } from './LocalBox';
import { PodSummary } from './PodSummary';
import { place } from './places';
import { useLayout, usePodSurroundings } from './stage-context';
import type { CardNode } from './stage-nodes.model';
import { WireLines } from './WireLines';

/** A node: header, devices, gates and wires. Its Pods are boxes of their own on top of it. */
export const CardBox = memo(function CardBox({ data: { card }, selected }: NodeProps<CardNode>) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { dropOn } = usePodSurroundings();
  const { select, selectRule, showInspector } = useActions();
  const rect = layout?.rects.get(place.card(card.id));
  // The first table with rules at the gate; the datapath goes on following the packet.
  const open = (gate: Gate): void => {
    select({ kind: 'node', name: card.name });
    const { at } = tellingTables(gate)[0] ?? gate.tables[0] ?? {};
    if (!at) return;
    selectRule({ netns: card.id, family: card.family, ref: { ...at, index: 0 } });
    showInspector('rules');
  };
  return (
    <div
      className={classes(
        styles.card,
        card.guessed && styles.standIn,
        selected && styles.selected,
        dropOn === card.name && styles.dropOn,
      )}
    >
      <div className={styles.header}>
        <span className={styles.name}>{card.name}</span>
        {card.address !== '' && <AddressChip address={card.address} bare />}
        {card.guessed && <span className={classes(styles.flag, styles.unknown)}>? {t('guessed')}</span>}
        {card.cordoned && (
          <span className={styles.flag}>
            <Ban size={12} aria-hidden /> {t('cordoned')}
          </span>
        )}
        {card.down && (
          <span className={classes(styles.flag, styles.down)}>
            <PowerOff size={12} aria-hidden /> {t('down')}
          </span>
        )}
        {card.rules !== undefined && <span className={styles.rules}>{t('rules', { count: card.rules })}</span>}
      </div>
      <Handle type="target" position={Position.Top} isConnectableStart={false} className={styles.target} />
      <Handle
        type="source"
        position={Position.Left}
        isConnectableEnd={false}
        className={styles.source}
        title={t('connect')}
      />
      <PodSummary card={card} />
      <Devices card={card} row="upper" />
      {layout && rect && <WireLines wires={layout.cardWires.get(card.id) ?? []} frame={rect} />}
      <Devices card={card} row="lower" />
      <Gates card={card} onOpen={open} />
      <LocalBox card={card} />
      {card.director && <DirectorBox card={card} virtualServers={card.director.virtualServers} />}
    </div>
  );
});
