import { Ban, Clock, Pause, PowerOff } from 'lucide-react';
import { useDifference } from '../common/use-difference';
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import styles from './card.module.css';
import { tellingTables, type Gate, type GateTable } from './devices.model';
import { PodSummary, useLayout, usePodSurroundings, useMoment, WireLines } from './boxes';
import { placeAt } from './geometry.model';
import type { CardNode } from './stage-nodes.model';
import { gateKey, type GateVisit } from './moment.model';
import { currentStep } from '../../store/selectors';
import type { NodeCard, DeviceBar } from './stage-types';
import { withoutDefault, shortName } from '../common/texts.model';
import gatesStyles from './gates.module.css';
import { priorityText } from '../rules/stands.model';
import { programMark } from '../theme/verdicts';
import type { StageLayout } from './layout.model';

/** CSS place of a box inside another; hidden when the layout does not know it. */
function inside(layout: StageLayout | undefined, outer: string, inner: string): CSSProperties {
  const [frame, rect] = [layout?.rects.get(outer), layout?.rects.get(inner)];
  if (!frame || !rect) return { display: 'none' };
  return { left: rect.x - frame.x, top: rect.y - frame.y, width: rect.width, height: rect.height };
}

interface DevicesProps {
  readonly card: NodeCard;
  readonly row: 'upper' | 'lower';
}

/** Bridges above the gates; `lo`, physical devices and tunnels below; names of host ends beside their wires. */
function Devices({ card, row }: DevicesProps) {
  const t = useTranslations('topology');
  const layout = useLayout();
  return (
    <>
      {card[row].map((bar) => (
        <div
          key={bar.name}
          className={classes(
            styles.device,
            styles[bar.kind],
            bar.guessed && styles.guessed,
            card.upper.length > 1 && styles.narrow,
          )}
          style={inside(layout, placeAt.card(card.id), placeAt.device(card.id, bar.name))}
          title={[bar.name, ...bar.addresses].join(' ')}
        >
          <DeviceWords bar={bar} />
        </div>
      ))}
      {row === 'upper' && <HostEnds card={card} />}
      {row === 'lower' && card.hiddenDevices > 0 && (
        <span className={styles.moreDevices}>{t('moreDevices', { count: card.hiddenDevices })}</span>
      )}
    </>
  );
}

function DeviceWords({ bar }: { readonly bar: DeviceBar }) {
  const t = useTranslations('topology');
  const many = bar.kind === 'dummy' && bar.count > 1;
  const address = bar.kind === 'loopback' || many ? undefined : bar.addresses[0];
  return (
    <>
      <span className={styles.deviceName}>
        {bar.name}
        {bar.guessed && (
          <abbr className={styles.guess} title={t('guessed')}>
            {' ?'}
          </abbr>
        )}
      </span>
      {many && <span className={styles.kind}>{t('addresses', { count: bar.count })}</span>}
      {address !== undefined && <AddressChip address={bar.kind === 'bridge' ? address : withoutPrefix(address)} bare />}
      {bar.kind === 'bridge' && <BridgeWords bar={bar} />}
    </>
  );
}

function BridgeWords({ bar: { hairpin, bridgeNf } }: { readonly bar: DeviceBar }) {
  const t = useTranslations('topology');
  if (hairpin === undefined && bridgeNf === undefined) return <span className={styles.kind}>{t('bridge')}</span>;
  return (
    <span className={styles.facts}>
      {hairpin === false && <abbr title={t('hairpinOffHint')}>{t('hairpinOff')}</abbr>}
      {bridgeNf === false && <abbr title={t('bridgeNfOffHint')}>{t('bridgeNfOff')}</abbr>}
    </span>
  );
}

function withoutPrefix(address: string): string {
  return address.split('/')[0] ?? address;
}

/** Right of the `eth0` at the upper end of its wire. */
const NAME_ASIDE = 19;
/** Of the mono face, in stage units. */
const LETTER = 7.6;

/** `veth…` or `cali…` beside the lowest row's wires, and stubs whose other end is not known. */
function HostEnds({ card }: { readonly card: NodeCard }) {
  const layout = useLayout();
  const frame = layout?.rects.get(placeAt.card(card.id));
  if (!layout || !frame || layout.grid.form === 'dense') return null;
  const named = [
    ...card.pods
      .filter(({ id }) => (layout.slots.get(card.id)?.get(id) ?? 0) < layout.grid.columns)
      .flatMap(({ veth }) => (veth ? [veth.name] : [])),
    ...card.loose.map(({ name }) => name),
  ];
  return named.map((name) => {
    const at = layout.graph.vertices.get(placeAt.device(card.id, name));
    const bar = layout.rects.get(placeAt.device(card.id, card.upper[0]?.name ?? ''));
    if (!at) return null;
    const top = (bar ? bar.y : at.y) - frame.y - 19;
    const left = at.x - frame.x + NAME_ASIDE;
    const room = Math.floor((frame.width - left - 2) / LETTER);
    return (
      <span key={name} className={styles.veth} style={{ left, top }} title={name}>
        {room < 9 && name.length > room ? `…${name.slice(1 - room)}` : shortName(name, 9)}
      </span>
    );
  });
}

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
      aria-label={t('gate', { hook: gate.hook, tables: words })}
      title={words}
      onClick={() => onOpen(gate)}
    >
      <span className={gatesStyles.hook}>{gate.hook}</span>
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
  const firstOwner = first ? `${withoutDefault(first.owner)} ${first.ports[0] ?? ''}` : t('noListener');
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
      {card.programs === 'vfp' ? <SwitchBox card={card} /> : <Gates card={card} onOpen={open} />}
      <LocalBox card={card} />
      {card.director && <DirectorBox card={card} virtualServers={card.director.virtualServers} />}
    </div>
  );
});
