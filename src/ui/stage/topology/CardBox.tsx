import { Ban, Clock, Pause, PowerOff } from 'lucide-react';
import { useDifference } from '../../common/use-difference';
import { Position, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../../store/hooks';
import { AddressChip } from '../../common/addresses';
import { classes } from '../../common/classes';
import styles from './card.module.css';
import { tellingTables, type Gate, type GateTable } from './devices.model';
import { Ends, PodSummary, useLayout, usePodSurroundings, useMoment, WireLines } from './boxes';
import { placeAt } from './geometry.model';
import type { CardNode } from './stage-nodes.model';
import { gateKey, type GateVisit } from './moment.model';
import { currentStep } from '../../../store/selectors';
import { CornerPrograms, DeviceBars, inside } from './DeviceBars';
import type { NodeCard } from './stage-types';
import { plainName } from '../../../core/story/service-at';
import gatesStyles from './gates.module.css';
import { priorityText } from '../../rules/stands.model';
import { programMark } from '../../common/theme/verdicts';

interface Props {
  readonly card: NodeCard;
  readonly onOpen: (gate: Gate) => void;
}

/** The five gates of a node and the routing decision, each where the packet's way passes. */
function Gates({ card, onOpen }: Props) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { gates } = useMoment();
  return (
    <>
      {card.gates.map((gate) => (
        <GateBox
          key={gate.hook}
          gate={gate}
          visit={gates.get(gateKey(card.id, gate.hook))}
          style={inside(layout, placeAt.card(card.id), placeAt.gate(card.id, gate.hook))}
          onOpen={onOpen}
        />
      ))}
      <div
        className={gatesStyles.routing}
        style={inside(layout, placeAt.card(card.id), placeAt.routing(card.id))}
        role="img"
        aria-label={t('routing')}
        title={t('routing')}
      />
    </>
  );
}

interface GateProps {
  readonly gate: Gate;
  readonly visit: GateVisit | undefined;
  readonly style: React.CSSProperties;
  readonly onOpen: (gate: Gate) => void;
}

function GateBox({ gate, visit, style, onOpen }: GateProps) {
  const t = useTranslations('topology');
  const tables = tellingTables(gate);
  const mark = visit?.marks.at(-1);
  const full = (table: GateTable): string =>
    table.policy === 'DROP' ? t('gatePolicy', { ...table, policy: 'DROP' }) : t('gateTable', { ...table });
  const words = tables.length > 0 ? tables.map(full).join(', ') : t('gateEmpty');
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(
        gatesStyles.gate,
        'nodrag',
        visit && gatesStyles.lit,
        visit?.now && gatesStyles.now,
        tables.length === 0 && gatesStyles.bare,
      )}
      style={style}
      title={words}
      onClick={() => onOpen(gate)}
    >
      <span className={gatesStyles.hook}>{gate.hook}</span>{' '}
      {mark ? (
        <span className={classes(gatesStyles.mark, gatesStyles[mark.tone])}>
          {mark.sign} {mark.word}
        </span>
      ) : (
        <span className={gatesStyles.tables}>
          {tables.filter(({ priority }) => priority === undefined).length > 2
            ? t('gateMany', { tables: tables.length, rules: tables.reduce((sum, { rules }) => sum + rules, 0) })
            : short(tables)}
        </span>
      )}
    </button>
  );
}

/** `nat 1 · filter 3 ✕`: the cross is a policy that drops. Of nftables the priorities: `nft −110 −100`. */
function short(tables: readonly GateTable[]): string {
  const priorities = tables.flatMap(({ priority }) => (priority === undefined ? [] : [priorityText(priority)]));
  const nft = priorities.length > 0 ? [`nft ${[...new Set(priorities)].join(' ')}`] : [];
  const xt = tables
    .filter(({ priority }) => priority === undefined)
    .map(({ table, rules, policy }) => `${table} ${rules}${policy === 'DROP' ? ' ✕' : ''}`);
  return [...xt, ...nft].join('·');
}

/** Processes in the node's own namespace: reached by INPUT, heard through OUTPUT. */
function LocalBox({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { owners, proxied } = card.local;
  const [first, ...others] = owners;
  const firstOwner = first ? `${plainName(first.owner)} ${first.ports[0] ?? ''}` : t('noListener');
  const all = owners.map(({ owner, ports }) => `${owner} ${ports.join(' ')}`).join('\n');
  return (
    <>
      {proxied > 0 && <UserSpace card={card} />}
      <div
        className={styles.local}
        style={inside(layout, placeAt.card(card.id), placeAt.local(card.id))}
        title={all === '' ? t('noListener') : all}
      >
        <span className={styles.localTitle}>{proxied > 0 ? first?.owner : t('localProcess')}</span>
        <span className={card.director ? 'visually-hidden' : styles.localOwner}>
          {proxied > 0 ? t('proxyPorts', { count: proxied }) : firstOwner}
          {others.length > 0 && ` +${others.length}`}
        </span>
      </div>
      <CornerPrograms programs={card.atSockets} card={card} place={placeAt.local(card.id)} />
    </>
  );
}

/** The line between user space and kernel around the proxying process: a packet crosses it up, and down again. */
function UserSpace({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const box = inside(layout, placeAt.card(card.id), placeAt.local(card.id));
  return (
    <div className={styles.userSpace} style={box} title={t('userSpaceAbout')}>
      <span className={styles.userSpaceName}>{t('userSpace')}</span>
    </div>
  );
}

/** The virtual switch of a Windows node, with VFP at its ports: what a packet meets where Linux has gates. */
function SwitchBox({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const step = useBench((state) => {
    const current = currentStep(state);
    return current?.netns === card.id && current.data.kind === 'vfp' ? current.data : undefined;
  });
  const network = card.lower.some(({ kind }) => kind === 'tunnel') ? 'overlay' : 'l2bridge';
  const mark = step && programMark(step);
  return (
    <div
      className={classes(gatesStyles.gate, step && gatesStyles.lit, step && gatesStyles.now)}
      style={inside(layout, placeAt.card(card.id), placeAt.vswitch(card.id))}
      title={t('virtualSwitchAbout')}
    >
      <span className={gatesStyles.hook}>{t('virtualSwitch', { network })}</span>
      {mark && step.did !== 'passed' ? (
        <span className={classes(gatesStyles.mark, gatesStyles[mark.tone])}>
          {mark.sign} {step.program}
        </span>
      ) : (
        <span className={gatesStyles.tables}>VFP</span>
      )}
    </div>
  );
}

/** The IPVS director: it takes packets for virtual servers at INPUT and sends them out again by OUTPUT. */
function DirectorBox({ card, virtualServers }: { readonly card: NodeCard; readonly virtualServers: number }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { gates } = useMoment();
  const now = useBench((state) => {
    const step = currentStep(state);
    return step?.netns === card.id && step.data.kind === 'ipvs' && step.data.at === 'in';
  });
  const visited = gates.get(gateKey(card.id, 'INPUT'))?.marks.some(({ word }) => word === 'IPVS') ?? false;
  return (
    <div
      className={classes(styles.director, visited && styles.directed, now && styles.directing)}
      style={inside(layout, placeAt.card(card.id), placeAt.director(card.id))}
      title={`${t('virtualServers', { count: virtualServers })}. ${t('directorAbout')}`}
    >
      <span className={styles.localTitle}>{t('director')}</span>
      <span className="visually-hidden">{t('virtualServers', { count: virtualServers })}</span>
    </div>
  );
}

/** A node: header, devices, gates and wires. Its Pods are boxes of their own on top of it. */
export const CardBox = memo(function CardBox({ data: { card }, selected }: NodeProps<CardNode>) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { dropOn } = usePodSurroundings();
  const { select, selectRule, showInspector } = useActions();
  const rect = layout?.rects.get(placeAt.card(card.id));
  // The first table with rules at the gate; the datapath goes on following the packet.
  const difference = useDifference();
  const differenceShort = useDifference(true);
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
        {card.differs && (
          <span className={classes(styles.flag, styles.down)} title={difference(card.differs)}>
            <Clock size={12} aria-hidden /> {differenceShort(card.differs)}
          </span>
        )}
        {card.proxyStopped && (
          <span className={styles.flag}>
            <Pause size={12} aria-hidden /> {t('proxyStopped')}
          </span>
        )}
        {card.down && (
          <span className={classes(styles.flag, styles.down)}>
            <PowerOff size={12} aria-hidden /> {t('down')}
          </span>
        )}
        {card.rules !== undefined && <span className={styles.rules}>{t('rules', { count: card.rules })}</span>}
      </div>
      <Ends at={Position.Left} target={styles.target} source={styles.source} />
      <PodSummary card={card} />
      <DeviceBars card={card} row="upper" />
      {layout && rect && <WireLines wires={layout.cardWires.get(card.id) ?? []} frame={rect} />}
      <DeviceBars card={card} row="lower" />
      {card.programs === 'vfp' ? <SwitchBox card={card} /> : <Gates card={card} onOpen={open} />}
      <LocalBox card={card} />
      {card.director && <DirectorBox card={card} virtualServers={card.director.virtualServers} />}
    </div>
  );
});
