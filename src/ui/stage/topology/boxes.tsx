import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo, createContext, use, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { AddressChip } from '../../common/addresses';
import { classes } from '../../common/classes';
import { useDifference } from '../../common/use-difference';
import styles from './boxes.module.css';
import type {
  CompactStageNode,
  LaneNode,
  MoreNode,
  OutsideNode,
  RailsNode,
  ServiceNode,
  PodNode,
} from './stage-nodes.model';
import { UNKNOWN_SEGMENT } from './devices.model';
import { type Point, placeAt, type Rect, wirePaths, type Wire } from './geometry.model';
import type { StageLayout } from './layout.model';
import { plainName } from '../../../core/story/service-at';
import { type OddsText, shortName } from '../../common/texts.model';
import type { StageModel, RailLine, PodBox, Readiness, NodeCard, PodCounts } from './stage-types';
import podBoxNodeStyles from './pod.module.css';
import partsStyles from './card.module.css';
import { NO_MOMENT, type StageMoment, type DrawnOdds } from './moment.model';
import { Hexagon } from 'lucide-react';
import type { AttachedProgram } from '../../../core/linux/ebpf/attached';
import { useBench } from '../../../store/hooks';
import { currentStep } from '../../../store/selectors';

interface PartsProps {
  readonly wires: readonly Wire[];
  readonly frame: Rect;
}

/** The wires of a card or of the rails, still. What moves on them is painted by the packet layer. */
export function WireLines({ wires, frame }: PartsProps) {
  const { lines, arrows } = useMemo(() => wirePaths(wires, frame), [wires, frame]);
  return (
    <svg className={styles.wires} width={frame.width} height={frame.height} aria-hidden>
      {lines.map(({ kind, dashed, d }) => (
        <path key={`${kind} ${dashed}`} className={styles[kind]} d={d} data-dashed={dashed || undefined} />
      ))}
      <path className={styles.arrows} d={arrows} />
    </svg>
  );
}

/** Layout for the boxes of the stage, beside their own data. Three contexts, so that a step redraws only what shows steps. */
export const LayoutContext = createContext<StageLayout | undefined>(undefined);
export const MomentContext = createContext<StageMoment>(NO_MOMENT);
export const PodContext = createContext<PodSurroundings>({ odds: new Map(), dropOn: undefined });

interface PodSurroundings {
  readonly odds: DrawnOdds;
  /** The name of the node a dragged Pod would move to. */
  readonly dropOn: string | undefined;
}

export function useLayout(): StageLayout | undefined {
  return use(LayoutContext);
}

export function useMoment(): StageMoment {
  return use(MomentContext);
}

export function usePodSurroundings(): PodSurroundings {
  return use(PodContext);
}

/** When Pods are counted instead of drawn: how many, and how they are. */
export function PodSummary({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  if (!layout || card.counts.total === card.pods.length) return null;
  const { total, ready, notReady, terminating } = card.counts;
  return (
    <div className={partsStyles.summary}>
      <span>{t('shownOf', { shown: card.pods.length, total })}</span>
      <PodBar counts={card.counts} />
      <span className="visually-hidden">{t('podCounts', { ready, notReady, terminating })}</span>
    </div>
  );
}

/** Ready, not ready, terminating as one bar; the words stand beside it or in its title. */
function PodBar({ counts }: { readonly counts: PodCounts }) {
  const t = useTranslations('topology');
  const { ready, notReady, terminating } = counts;
  return (
    <span className={partsStyles.bar} title={t('podCounts', { ready, notReady, terminating })}>
      <i className={partsStyles.barReady} style={{ flexGrow: ready }} />
      <i className={partsStyles.barNotReady} style={{ flexGrow: notReady }} />
      <i className={partsStyles.barTerminating} style={{ flexGrow: terminating }} />
    </span>
  );
}

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

function formatTitle(pod: PodBox, t: ReturnType<typeof useTranslations<'topology'>>): string {
  const state = `${pod.namespace}/${pod.name} (${pod.guessed ? t('guessed') : t(pod.readiness)})`;
  return pod.proxies ? `${state} · ${t('proxiesAbout')}` : state;
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
      className={classes(
        podBoxNodeStyles.pod,
        podBoxNodeStyles[pod.readiness],
        pod.guessed && podBoxNodeStyles.guessed,
        selected && podBoxNodeStyles.selected,
      )}
      title={formatTitle(pod, t)}
    >
      <span className={podBoxNodeStyles.name}>{shortName(pod.name, 11)}</span>
      <span className={podBoxNodeStyles.line}>
        <AddressChip address={pod.address} bare />
        <i className={podBoxNodeStyles.sign} data-value="ready" title={pod.guessed ? t('guessed') : t(pod.readiness)}>
          {pod.guessed ? '?' : SIGNS[pod.readiness]}
        </i>
      </span>
      {pod.proxies && pod.readiness === 'ready' && (
        <span className={podBoxNodeStyles.proxies} title={t('proxiesAbout')}>
          L7
        </span>
      )}
      {pod.readiness !== 'ready' && <span className={podBoxNodeStyles.state}>{t(pod.readiness)}</span>}
      {chance !== undefined && (
        <span className={podBoxNodeStyles.odds} title={t('odds', { odds: chance.meant, kernel: chance.kernel })}>
          {chance.short}
        </span>
      )}
      <ProgramMark programs={pod.atSockets} netns={pod.id} className={podBoxNodeStyles.atSockets} />
      <span className={podBoxNodeStyles.eth}>{pod.device}</span>
      <Ends at={Position.Right} target={podBoxNodeStyles.target} source={podBoxNodeStyles.source} />
    </div>
  );
}

/** One of very many: as few elements as will do. Its accessible name is on the box around it. */
function DensePod({ pod, chance, selected }: Props) {
  const t = useTranslations('topology');
  return (
    <div
      className={classes(
        podBoxNodeStyles.pod,
        podBoxNodeStyles.dense,
        podBoxNodeStyles[pod.readiness],
        selected && podBoxNodeStyles.selected,
      )}
      title={formatTitle(pod, t)}
      data-odds={chance?.short}
      data-sign={SIGNS[pod.readiness]}
    >
      <span className={podBoxNodeStyles.name}>{shortName(pod.name, 10)}</span>
      <span className={podBoxNodeStyles.address}>{pod.address}</span>
    </div>
  );
}

/** The device of a node that has Services' addresses; undefined: none has. */
function virtualDevice({ nodes, services }: StageModel): string | undefined {
  const known = new Set(services.map(({ address }) => address));
  const bars = nodes.flatMap(({ lower }) => lower).filter(({ kind }) => kind === 'dummy');
  return bars.find(({ addresses }) => addresses.some((each) => known.has(each.split('/')[0] ?? '')))?.name;
}

/** The service network: addresses that are on no device, but for those IPVS mode puts on kube-ipvs0. */
export const LaneBox = memo(function LaneBox({ data: { stage } }: NodeProps<LaneNode>) {
  const t = useTranslations('topology');
  const device = virtualDevice(stage);
  const planes = new Set(stage.nodes.flatMap(({ programs }) => programs ?? []));
  const nowhere = planes.has('ebpf')
    ? 'serviceNetworkInMaps'
    : planes.has('vfp')
      ? 'serviceNetworkInPolicies'
      : 'serviceNetworkHint';
  return (
    <div className={styles.lane}>
      <div className={styles.legend}>
        <span className={styles.laneTitle}>{t('serviceNetwork', { range: stage.serviceRanges.join(', ') })}</span>
        <span className={styles.hint}>{device === undefined ? t(nowhere) : t('serviceNetworkOn', { device })}</span>
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
  const difference = useDifference();
  return (
    <div className={classes(styles.compact, selected && styles.selected)}>
      <span className={styles.compactName}>{node.name}</span>
      <AddressChip address={node.address} bare />
      <span className={styles.compactPods}>
        {t('pods', { count: node.counts.total })} <PodBar counts={node.counts} />
      </span>
      {node.differs && <span className={styles.compactPods}>{difference(node.differs)}</span>}
      <Ends at={Position.Left} />
    </div>
  );
});

interface EndsProps {
  /** Where the disc stands. */
  readonly at: Position;
  readonly target?: string | undefined;
  readonly source?: string | undefined;
}

/** A box as both ends of flows: all of it takes one, the disc at its edge begins one. */
export function Ends({ at, target = styles.target, source }: EndsProps) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectableStart={false} className={target} />
      <Begin at={at} source={source} />
    </>
  );
}

function Begin({ at, source }: Omit<EndsProps, 'target'>) {
  const t = useTranslations('topology');
  const look = classes(styles.source, source);
  return <Handle type="source" position={at} isConnectableEnd={false} className={look} title={t('connect')} />;
}

export const MoreBox = memo(function MoreBox({ data: { count } }: NodeProps<MoreNode>) {
  const t = useTranslations('topology');
  return <div className={styles.moreNodes}>{t('moreNodes', { count })}</div>;
});

/** A client or router on the physical network. */
export const OutsideBoxNode = memo(function OutsideBoxNode({ data: { box }, selected }: NodeProps<OutsideNode>) {
  return (
    <div className={classes(styles.outside, box.guessed && styles.guessed, selected && styles.selected)}>
      {box.title !== box.address && <span className={styles.outsideName}>{plainName(box.title)}</span>}
      <AddressChip address={box.address} bare />
      <Handle type="target" position={Position.Bottom} isConnectableStart={false} className={styles.target} />
      {box.kind === 'client' && <Begin at={Position.Top} />}
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
  const y = rects.get(placeAt.rail(name))?.y ?? 0;
  const cables = railWires.filter(({ kind, points }) => kind === 'link' && points.at(-1)?.y === y + 1);
  const first = Math.min(...cables.map(({ points }) => points.at(-1)?.x ?? 0));
  // Of the frame, which begins further left where a machine stands left of all nodes.
  return { x: first < bounds.width / 2 ? first + 10 - bounds.x : 0, y: y - 18 - bounds.y };
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

interface MarkProps {
  /** Of one device, or of sockets. */
  readonly programs: readonly AttachedProgram[] | undefined;
  /** The namespace a step of theirs is in. */
  readonly netns: string;
  readonly className?: string | undefined;
}

const NONE: readonly AttachedProgram[] = [];

/** Programs stand here, whatever the packet does: a hexagon, with where they are asked; filled while one is at work. */
export function ProgramMark({ programs = NONE, netns, className }: MarkProps) {
  const t = useTranslations('topology');
  const [first] = programs;
  const atWork = useBench((state) => {
    const step = currentStep(state);
    const data = step?.netns === netns && step.data.kind === 'ebpf' ? step.data : undefined;
    return programs.some(({ program, device }) => program === data?.program && device === data.device);
  });
  if (!first) return null;
  const names = programs.map(({ program, hook }) => (hook === 'cgroup' ? program : `${program} (${hook})`)).join(', ');
  const at = [
    ...new Set(programs.flatMap(({ hook }) => (hook === 'XDP' ? [hook] : hook === 'tc egress' ? ['tc'] : []))),
  ];
  const about = t(first.device === undefined ? 'programsAtSockets' : 'programsAtDevice', {
    names,
    device: first.device ?? '',
  });
  return (
    <span
      className={classes(styles.mark, atWork && styles.working, className)}
      role="img"
      aria-label={about}
      title={about}
      data-programs={first.device ?? 'sockets'}
      data-working={atWork || undefined}
    >
      <Hexagon size={11} aria-hidden />
      {at.join(' ')}
    </span>
  );
}
