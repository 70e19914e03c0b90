import type { Lens } from '../../../core/story/lens';
import type { Moment, StoryEnd } from '../../../core/story/moment';
import type { Bench, NetnsView, RunResult } from '../../../engine/protocol';
import { flattenedSteps, type FlatStep } from '../../../store/selectors';
import { splitName } from '../../common/texts.model';
import { castAt, type Actor, type StoryCast } from './cast.model';

/** Where the packet is: with an actor, or in a node's kernel. */
export type ScenePlace = { readonly actor: string } | { readonly host: string };

/** The hook a packet is at, or the routing between two. */
export interface SceneGate {
  readonly host: string;
  readonly name: string;
  /** `REJECT`: the packet ends here. */
  readonly verdict?: string;
}

/** What an address of the packet names. */
export type Aim = { readonly pill: true } | { readonly actor: string };

/** A device the packet passes, and whose it is. */
export interface PassedDevice {
  readonly netns: string;
  readonly device: string;
  /** Where on the line it is drawn. */
  readonly role: 'own' | 'peer' | 'bridge' | 'uplink' | 'tunnel';
  /** The actor at whose line it is. */
  readonly actor?: string;
  /** Programs of eBPF are at it. */
  readonly programs?: true;
  /** Of a node's own device: from or to whom the packet passes it. */
  readonly towards?: string;
}

/** What is true at a moment, as the stage shows it. */
export interface StoryScene {
  readonly index: number;
  readonly moment: Moment;
  /** Which address the packet shows, and whose it is. */
  readonly shows: { readonly side: 'from' | 'to'; readonly end: StoryEnd };
  readonly start: string | undefined;
  readonly place: ScenePlace;
  readonly gate?: SceneGate;
  readonly aim?: Aim;
  /** Known since the draw. */
  readonly chosen?: string;
  /** Threads from the pill to all it may choose: only while it chooses. */
  readonly threads: boolean;
  /** The others step back and lose their line. */
  readonly settled: boolean;
  /** The packet still carries the Service's address, or does again. */
  readonly serving: boolean;
  /** Nodes that remember a rewrite, and whether an arrow goes in or out of it now. */
  readonly remembered: readonly { readonly host: string; readonly now?: 'written' | 'read' }[];
  readonly passed: readonly PassedDevice[];
  /** Socket a program sees at work now: there is no packet yet, or none any more. */
  readonly socket?: string;
  /** There is nobody to choose. */
  readonly nobody: boolean;
  /** The nodes' packets go through a tunnel. */
  readonly tunnel: boolean;
  /** Namespaces this packet has been in by now. */
  readonly through: ReadonlySet<string>;
}

const ENDS = new Set<Moment['kind']>(['refused', 'dropped', 'lost', 'unknown']);

export interface StoryWithCast {
  readonly cast: StoryCast;
  readonly bench: Pick<Bench, 'netns'>;
  readonly result: RunResult;
  readonly moments: readonly Moment[];
  readonly lenses: readonly Lens[];
}

/** The stage as it is when moment `index` is over: who sends, who is chosen, where the packet is; undefined: no such moment. */
export function sceneAt(walk: StoryWithCast, index: number): StoryScene | undefined {
  const cast = castAt(walk.cast, index);
  const told = { ...walk, cast };
  const { moments } = told;
  const moment = moments[index];
  if (!moment) return undefined;
  const past = moments.slice(0, index + 1);
  const side = getSide(moment);
  const end = moment.header[side];
  const place = makePlace(told, moment);
  const gate = findGate(told, index, place);
  // A new connection: what was chosen for the one before, a question for a name, is over.
  const since = past.findLastIndex(({ kind, role, second }) => kind === 'sent' && role === 'request' && !second);
  const chosen = chosenBy(told, past.slice(Math.max(0, since)));
  const settled = chosen !== undefined && past.slice(since).some(isWritten) && moment.kind !== 'chosen';
  const threads = chosen !== undefined && !settled && cast.pill !== undefined && isAskedStill(walk, past);
  const named = findAim(cast, end, place);
  // While a thread falls to the Pod it is the thread that shows it.
  const aim = threads && named && 'actor' in named ? undefined : named;
  const socket = findSocket(told, moment);
  return {
    index,
    moment,
    shows: { side, end },
    start: findStart(told, moment),
    place,
    ...(gate ? { gate } : {}),
    ...(aim ? { aim } : {}),
    ...(chosen === undefined ? {} : { chosen }),
    threads,
    settled,
    serving: isServices(end),
    remembered: rememberedBy(told, past),
    passed: passedAt(told, moment),
    ...(socket === undefined ? {} : { socket }),
    nobody: cast.pill !== undefined && chosen === undefined && isForNobody(told, index),
    tunnel: allPassedDevices(told).some(({ role }) => role === 'tunnel'),
    through: throughBy(told, moment),
  };
}

/** Sentences of a Service that has no endpoint, or none that is ready. */
const NOBODY: ReadonlySet<string> = new Set(['story.refused.no-pod', 'story.refused.none-ready']);

/** Is it refused as nobody is there to choose? A rule may refuse for another reason, or for none that is known. */
function isForNobody({ moments, cast }: StoryWithCast, index: number): boolean {
  if (moments[index]?.kind !== 'refused' || cast.endpoints.length > 0) return false;
  if (moments.slice(0, index).some(({ kind }) => kind === 'chosen')) return false;
  return NOBODY.has(moments[index].sentence.id);
}

/** Is the Service at which a Pod was chosen the one that stands there now? Who passes a question on asks another than it was asked as. */
function isAskedStill({ cast }: StoryWithCast, past: readonly Moment[]): boolean {
  const pillAt = (index: number): string | undefined => castAt(cast, index).pill?.text;
  const chosenAt = past.findLastIndex(({ kind, pod }) => kind === 'chosen' && pod !== undefined);
  return chosenAt < 0 || pillAt(chosenAt) === pillAt(past.length - 1);
}

/** The header has the Pod's address from then on: a program writes it as it chooses, a process asks for it. */
function isWritten({ kind, pod, header }: Moment): boolean {
  return kind === 'rewritten' || (kind === 'chosen' && pod !== undefined && header.to.address === pod.address);
}

function isServices({ kind, nodePortOf }: StoryEnd): boolean {
  return kind === 'service' || nodePortOf !== undefined;
}

/** The end of the header that matters: where it goes on the way out, and at its receiver where it is from, as on the way back; else what was rewritten. */
function getSide({ role, kind, variant }: Moment): 'from' | 'to' {
  if (kind === 'source-rewritten' || kind === 'arrives') return 'from';
  if (kind === 'translated-back') return variant === 'destination' ? 'to' : 'from';
  return role === 'request' ? 'to' : 'from';
}

/** Steps of a moment. */
function listSteps({ result }: StoryWithCast, { first, last }: Moment): readonly FlatStep[] {
  return flattenedSteps(result).slice(first, last + 1);
}

function listActors(cast: StoryCast): readonly Actor[] {
  return [...cast.hosts.flatMap(({ actors }) => actors), ...cast.outside];
}

/** Actor that made the packet of this leg. */
function findStart(told: StoryWithCast, { leg }: Moment): string | undefined {
  const first = flattenedSteps(told.result).find((step) => step.leg === leg);
  if (!first) return undefined;
  const process = first.data.kind === 'originate' ? first.data.by : '';
  return actorAt(told, first.netns, process) ?? first.netns;
}

function actorAt({ cast }: StoryWithCast, netns: string, process: string): string | undefined {
  const ids = new Set(listActors(cast).map(({ id }) => id));
  return [netns, `${netns} ${process}`].find((id) => ids.has(id));
}

/** Where the packet is at the end of the moment. Who sends has let go of it; who gets it has it. */
function makePlace(told: StoryWithCast, moment: Moment): ScenePlace {
  const steps = flattenedSteps(told.result);
  const last = steps[moment.last];
  if (moment.kind === 'sent' && !isAtSocket(steps[moment.last + 1])) {
    const from = steps[moment.first]?.netns;
    const next = steps.find(
      ({ index, netns, leg }) => index > moment.first && leg === moment.leg && (netns !== from || isHost(told, netns)),
    );
    if (next && isHost(told, next.netns)) return { host: next.netns };
  }
  const data = last?.data;
  if (last && data && (data.kind === 'deliver' || data.kind === 'originate' || moment.kind === 'answers')) {
    const actor = actorAt(
      told,
      last.netns,
      data.kind === 'deliver' ? data.to : data.kind === 'originate' ? data.by : '',
    );
    if (actor !== undefined) return { actor };
  }
  if (last && isHost(told, last.netns)) return { host: last.netns };
  if (last && actorAt(told, last.netns, '') !== undefined) return { actor: last.netns };
  return { host: moment.node };
}

/** A program at a socket sees what a process asks for before there is a packet. */
function isAtSocket(step: FlatStep | undefined): boolean {
  return step?.data.kind === 'ebpf' && step.data.device === undefined;
}

function findSocket(told: StoryWithCast, moment: Moment): string | undefined {
  const step = listSteps(told, moment).find(isAtSocket);
  return step && actorAt(told, step.netns, '');
}

function throughBy(told: StoryWithCast, { leg, last }: Moment): ReadonlySet<string> {
  const steps = flattenedSteps(told.result).slice(0, last + 1);
  return new Set(steps.filter((step) => step.leg === leg).map(({ netns }) => netns));
}

function isHost({ cast }: StoryWithCast, netns: string): boolean {
  return cast.hosts.some(({ id }) => id === netns);
}

function findGate(told: StoryWithCast, index: number, place: ScenePlace): SceneGate | undefined {
  const moment = told.moments[index];
  if (!moment || !('host' in place)) return undefined;
  const { kind, hook, node } = moment;
  const picture = told.lenses[index]?.picture;
  const verdict = picture?.kind === 'refusal' ? picture.verdict : undefined;
  const bridge = hook === undefined && kind === 'dropped' ? bridgeOf(told, moment) : undefined;
  if (bridge !== undefined) return { host: place.host, name: bridge, verdict: 'DROP' };
  // A route is looked up between two hooks, whichever the rules asked on the way there belong to.
  const named = kind === 'routed' ? '' : (hook ?? (ENDS.has(kind) ? '' : undefined));
  if (named === undefined || kind === 'crosses' || kind === 'sent') return undefined;
  return { host: isHost(told, node) ? node : place.host, name: named, ...(verdict === undefined ? {} : { verdict }) };
}

/** The bridge a frame has come to last in a moment. */
function bridgeOf(told: StoryWithCast, moment: Moment): string | undefined {
  const data = listSteps(told, moment).findLast((step) => step.data.kind === 'bridge')?.data;
  return data?.kind === 'bridge' ? data.bridge : undefined;
}

function findAim(cast: StoryCast, end: StoryEnd, place: ScenePlace): Aim | undefined {
  // A node port that a load balancer put in is the Service's, too, and is not the address in its pill.
  if (isServices(end)) return cast.pill?.text === end.text ? { pill: true } : undefined;
  // Machines and nodes have more addresses than the one they are drawn with. A process has its node's: it is who is called so.
  const { netns = '', name } = end;
  const isIts = ({ id, kind, address, name: own }: Actor): boolean =>
    kind === 'process'
      ? own === splitName(name).name && (address === end.address || id.startsWith(`${netns} `))
      : id === netns || address === end.address;
  const named = listActors(cast).filter(isIts);
  const actor = (named.find(({ id }) => id === netns) ?? named[0])?.id;
  if (actor === undefined || ('actor' in place && place.actor === actor)) return undefined;
  return { actor };
}

function chosenBy(told: StoryWithCast, past: readonly Moment[]): string | undefined {
  const pod = past.findLast(({ kind, pod: end }) => end !== undefined && kind !== 'sent')?.pod;
  if (!pod) return undefined;
  const known = listActors(told.cast).filter(({ address }) => address === pod.address);
  return (known.find(({ id }) => id === pod.netns) ?? known.find(({ endpoint }) => endpoint) ?? known[0])?.id;
}

/**
 * A rewrite by a rule is remembered where it was made, unless its packet is dropped later; so is a choice that a reply is
 * translated back by. It is read there.
 */
function rememberedBy({ lenses, moments }: StoryWithCast, past: readonly Moment[]): StoryScene['remembered'] {
  const back = ({ kind }: Moment): boolean => kind === 'translated-back';
  const undone = moments.filter(back).flatMap(({ because }) => because);
  const isKept = (moment: Moment, at: number): boolean => {
    const picture = lenses[at]?.picture;
    if (picture?.kind === 'header' && !back(moment)) return !picture.forgotten;
    return undone.some((by) => by.kind === 'moment' && by.index === at);
  };
  const kept = past.filter(isKept);
  const now = past.at(-1)!;
  return [...new Set(kept.map(({ node }) => node))].map((host) => {
    if (now.node !== host) return { host };
    if (kept.includes(now)) return { host, now: 'written' };
    return back(now) ? { host, now: 'read' } : { host };
  });
}

/** Kinds at which the devices of the way are named. */
const PASSING = new Set<Moment['kind']>(['sent', 'crosses', 'answers', 'arrives', 'received', 'routed']);

function passedAt(told: StoryWithCast, moment: Moment): readonly PassedDevice[] {
  return PASSING.has(moment.kind) ? listDevices(told, listSteps(told, moment)) : [];
}

/** Every device of the walk, for those who always want to see them. */
export function allPassedDevices(told: StoryWithCast): readonly PassedDevice[] {
  return listDevices(told, flattenedSteps(told.result));
}

function listDevices(told: StoryWithCast, steps: readonly FlatStep[]): readonly PassedDevice[] {
  const byId = new Map(told.bench.netns.map((netns) => [netns.id, netns]));
  const found = new Map<string, PassedDevice>();
  let from: string | undefined;
  const meet = (netns: string, device: string, towards?: string): void => {
    const key = `${netns} ${device}`;
    const passed = found.get(key) ?? findPassed(byId.get(netns), device);
    if (passed) found.set(key, towards === undefined ? passed : { ...passed, towards });
  };
  for (const { netns, data } of steps) {
    // Where it comes in is named when it has come in.
    if (data.kind === 'receive') meet(netns, data.device, from);
    if (data.kind === 'transmit') {
      meet(netns, data.device, data.to?.netns);
      from = netns;
    }
    if (data.kind === 'bridge') meet(netns, data.bridge);
  }
  return [...found.values()];
}

function findPassed(netns: NetnsView | undefined, name: string): PassedDevice | undefined {
  const device = netns?.devices.find((each) => each.name === name);
  if (!netns || !device || device.kind === 'loopback') return undefined;
  const isAttached = netns.attached?.some((program) => program.device === name) ?? false;
  const passed = { netns: netns.id, device: name, ...(isAttached ? { programs: true as const } : {}) };
  if (netns.kind === 'pod') return { ...passed, role: 'own', actor: netns.id };
  if (netns.kind !== 'node') return undefined;
  if (device.peer) return { ...passed, role: 'peer', actor: device.peer.netns };
  if (device.kind === 'tunnel') return { ...passed, role: 'tunnel' };
  return { ...passed, role: device.segment === undefined ? 'bridge' : 'uplink' };
}
