import { listFamilies, nodeSysctls } from '../document/derive-node';
import type { Document } from '../document/document';
import type { Compiled } from '../document/kernel-parts';
import {
  assembleNetwork,
  compileProxies,
  networkWithoutRules,
  outsideAddresses,
  withRules,
  type AssembledNetwork,
  type NetworkSettings,
} from '../document/network';
import type { Sysctls } from '../kubernetes/network/node-settings';
import type { ClusterObjects, EndpointSliceObject, NodeObject, PodObject, ProxyModeId } from '../kubernetes/types';
import { LazyMap } from '../lib/lazy-map';
import { asLast, type Memo } from '../lib/memo';
import type { IpvsTable } from '../linux/ipvs/service';
import type { Netns } from '../linux/netns';
import { makeChain, type XtChain, type XtRuleset } from '../linux/xtables/types';
import type { SimState } from '../sim/world';
import { cleanUp, GracefulTermination } from './sync-effects';
import { findProxyView, objectsAt, type Control } from './control';
import { HalfWritten, type Written } from './half-written';
import type { RulesChange } from './kube-proxy';
import { isSameSource, withAddresses, type RulesSource } from './node-addresses';
import { nodesIn } from './load-balancer';
import { isReachedAt, isServing, type PodLife } from './run';

/** `rsCheckDeleteInterval` of pkg/proxy/ipvs/graceful_termination.go, milliseconds. */
const LOOK_EVERY = 60_000;

/** What one kernel has at a moment: which version of the objects its rules are of, and whether they were flushed. */
export interface NodeMoment extends RulesSource {
  readonly flushed: boolean;
  /** What its kube-proxy wrote; undefined: nothing. */
  readonly written: Written | undefined;
  /** A sync writes the next one, or did when it was stopped. */
  readonly half?: HalfWritten;
}

/** A node as it was laid at some moment, and with its rules. */
interface RuledNode {
  readonly bare: Netns;
  readonly ruled: Netns;
}

/**
 * Everything packets can travel through, as it is at a moment: Pods that have their address, processes that listen,
 * nodes that are there, and on each the rules of its last sync. Moments are asked for in order.
 */
export class TimelineWorld {
  readonly #settings: NetworkSettings;
  readonly #document: Document;
  readonly #control: Control;
  readonly #memo: Memo;
  readonly #settled: ClusterObjects;
  /** Machines as they were laid at the beginning: a node keeps its addresses. */
  readonly #whole: ReadonlyMap<string, Netns>;
  readonly #nodes = new Map<string, NodeMoment>();
  readonly #lifeOf: ReadonlyMap<string, PodLife>;
  readonly #ruled = new Map<string, RuledNode>();
  /** Everything that changes the network, in order of time. */
  readonly #changes: readonly Change[];
  #next = 0;
  #assembled: AssembledNetwork | undefined;
  #cluster: ClusterObjects | undefined;
  readonly #said: ReadonlyMap<string, Sysctls>;
  /** Nodes where a sync is on its way. */
  readonly #writing = new Set<string>();
  /** Of IPVS: servers that terminate, by node. */
  readonly #graceful = new Map<string, GracefulTermination>();
  #nextLook = LOOK_EVERY;
  /** What packets leave behind, by namespace: connections, lists, schedulers. */
  readonly state: SimState = new Map();
  now = 0;
  /** Counts what changed: as long as it is the same, so is everything but the connections. */
  epoch = 0;

  constructor(
    document: Document,
    settled: ClusterObjects,
    { control, memo }: { readonly control: Control; readonly memo: Memo },
  ) {
    const { settings, mode, cilium } = document;
    const own = mode === 'ebpf' && cilium ? { cilium } : {};
    this.#settings = { settings, mode, ...own, outside: outsideAddresses(document.flows) };
    this.#document = document;
    this.#control = control;
    this.#memo = memo;
    this.#settled = settled;
    const at = { memo, programs: control.programs };
    this.#whole = networkWithoutRules(this.#settings, settled, at).network.netns;
    this.#said = nodeSysctls(settled.nodes, control.programs, memo);
    this.#lifeOf = control.lives;
    this.#changes = listChanges(control);
    for (const [name, [first]] of control.rules) this.#begin(name, first);
    this.goTo(0);
  }

  /** Lets time go on. */
  goTo(at: number): void {
    this.now = at;
    for (; ; this.#next++) {
      const change = this.#changes[this.#next];
      if (!change || change.at > at) break;
      if (!this.#holds(change)) this.#apply(change);
      if (change.kind === 'rules' && !change.writing) this.#cleanUp(change);
    }
    for (const node of this.#writing) this.#write(node, at);
    this.#lookAtServers();
  }

  #begin(node: string, first: RulesChange | undefined): void {
    const known = { version: first?.version ?? 0, addresses: first?.addresses };
    this.#nodes.set(node, { ...known, flushed: false, written: this.#written(node, known) });
  }

  /** A sync that writes what is there changes nothing. */
  #holds(change: Change): boolean {
    if (change.kind !== 'rules' || change.writing) return false;
    const known = this.#nodes.get(change.node);
    return known !== undefined && isSameSource(known, change) && known.flushed === change.flushed && !known.half;
  }

  /** What the sync that is on its way has written until then. */
  #write(node: string, at: number): void {
    if (!this.#nodes.get(node)?.half?.goTo(at)) return;
    this.#forgetRules(node);
    this.#terminate(node);
  }

  #forgetRules(node: string): void {
    this.#ruled.delete(node);
    this.#forget();
  }

  #forget(): void {
    this.#assembled = undefined;
    this.epoch++;
  }

  /** kube-proxy looks every minute whether servers that terminate are done. */
  #lookAtServers(): void {
    if (this.now < this.#nextLook) return;
    this.#nextLook = (Math.floor(this.now / LOOK_EVERY) + 1) * LOOK_EVERY;
    for (const [node, graceful] of this.#graceful) {
      if (!graceful.look(this.state.get(node))) continue;
      this.#forgetRules(node);
    }
  }

  /** The objects as the API server has them at this moment. */
  get cluster(): ClusterObjects {
    return (this.#cluster ??= objectsAt(this.#control, this.#settled, this.now));
  }

  /** The network at this moment. Rules are compiled when a packet comes to them. */
  get network(): AssembledNetwork['network'] {
    return this.assembled.network;
  }

  /** The network of the world's moment, with what it is made of. */
  get assembled(): AssembledNetwork {
    if (this.#assembled) return this.#assembled;
    const pods = [...this.#lifeOf.values()].flatMap((life) => (isReachedAt(life, this.now) ? life.pod : []));
    const live = {
      pods,
      listening: sameSlices(listeningSlices(this.#control, this.#lifeOf, this.now), this.#memo),
      stateOf: (id: string) => this.#stateOf(id),
      health: { stopped: NOBODY, checked: (service: string) => this.#nodesIn(service) },
      ruled: (bare: Netns) => this.#withRules(bare),
    };
    const at = { memo: this.#memo, programs: this.#control.programs, live };
    return (this.#assembled = assembleNetwork(this.#settings, { ...this.cluster, nodes: this.#machines() }, at));
  }

  /** Nodes as machines: they keep their addresses, and are there, whatever the API server says of them. */
  #machines(): readonly NodeObject[] {
    const { nodes } = this.cluster;
    const asStored = new Map(nodes.map((node) => [node.metadata.name, node] as const));
    const own = new Map(this.#settled.nodes.map(({ metadata, status }) => [metadata.name, status.addresses] as const));
    const all = this.#settled.nodes.map((node) => asStored.get(node.metadata.name) ?? node);
    return sameNodes(withAddresses(all, own), this.#memo);
  }

  /** What kube-proxies wrote that their kernels have at this moment, by `node family`. */
  get compiled(): LazyMap<string, Compiled> {
    const places = [...this.#nodes].flatMap(([id, moment]) => {
      const written = this.#isLost(id) ? undefined : heldBy(moment);
      if (!written) return [];
      const place = { written, graceful: this.#graceful.get(id), isFlushed: moment.flushed };
      return [...written.keys()].map((key) => [key, place] as const);
    });
    const byKey = new Map(places);
    return new LazyMap(byKey.keys(), (key) => {
      const { written, graceful, isFlushed } = byKey.get(key) as (typeof places)[number][1];
      const all = written.get(key) as Compiled;
      const whole = isFlushed ? flushNetns(all) : all;
      const { ipvs } = whole.state;
      return ipvs && graceful ? { ...whole, state: { ...whole.state, ipvs: graceful.listed(ipvs) } } : whole;
    });
  }

  /** What a node's kernel has; undefined: the node is gone. */
  node(name: string): NodeMoment | undefined {
    return this.#isLost(name) ? undefined : this.#nodes.get(name);
  }

  /** The mode of the kube-proxy whose rules a node has. */
  mode(node: string): ProxyModeId | undefined {
    return this.#control.programs.get(node)?.mode;
  }

  /** Is there such a namespace at this moment? */
  has(id: string): boolean {
    return this.assembled.bare.has(id);
  }

  #isLost(node: string): boolean {
    return (this.#control.lost.get(node) ?? Infinity) <= this.now;
  }

  #stateOf(id: string): 'up' | 'silent' | 'gone' {
    if (this.#isLost(id)) return 'gone';
    const life = this.#lifeOf.get(id);
    return !life || isServing(life, this.now) ? 'up' : 'silent';
  }

  /** The nodes that health checks have in; undefined: nobody checks them for that Service. */
  #nodesIn(service: string): ReadonlySet<string> | undefined {
    const changes = this.#control.balancers.get(service);
    return changes && new Set(nodesIn(changes, this.now));
  }

  life(id: string): PodLife | undefined {
    return this.#lifeOf.get(id);
  }

  /** Servers leave gracefully. */
  #terminate(node: string): void {
    const moment = this.#nodes.get(node);
    const bare = this.#whole.get(node);
    if (this.mode(node) !== 'ipvs' || !bare || !moment || this.#isLost(node)) return;
    const held = heldBy(moment);
    const wanted = (): IpvsTable | undefined => this.#compile(bare, held).ipvs;
    const state = this.state.get(node);
    if (state) state.now = Math.max(state.now, this.now);
    const known = this.#graceful.get(node);
    if (known) known.synced(wanted, state);
    else this.#graceful.set(node, new GracefulTermination(wanted));
  }

  /** A sync deletes UDP connections that lead nowhere. */
  #cleanUp(change: RulesChange): void {
    if (change.flushed || change.event < 0) return;
    const state = this.state.get(change.node);
    if (state) state.now = Math.max(state.now, change.at);
    const after = findProxyView(this.#control, change.node, change.version);
    const known = change.before === undefined ? undefined : findProxyView(this.#control, change.node, change.before);
    if (!state || !after) return;
    const release = this.#control.programs.get(change.node)?.release ?? this.#document.release;
    for (const family of listFamilies(this.#settled))
      cleanUp(state, { node: change.node, family, release, before: known, after });
  }

  #apply(change: Change): void {
    if (change.kind === 'rules') return this.#applyRules(change);
    this.#cluster = undefined;
    this.#forget();
    if (change.kind === 'pod') this.#rewriteFor(change);
  }

  /** CNI writes hostPorts, and others follow Pods: what a kube-proxy wrote of its version stays beside it. */
  #rewriteFor({ id, node }: Extract<Change, { kind: 'pod' }>): void {
    const { programs } = this.#control;
    const isWritten = hasHostPorts(this.#lifeOf.get(id)?.pod);
    for (const [name, moment] of this.#nodes) {
      const follows = (isWritten && name === node) || (programs.get(name)?.order.length ?? 0) > 0;
      if (!follows || moment.half) continue;
      this.#nodes.set(name, { ...moment, written: this.#written(name, moment) });
      this.#ruled.delete(name);
    }
  }

  #applyRules(change: RulesChange): void {
    const { node, version, flushed, at, addresses } = change;
    const known = this.#nodes.get(node);
    if (!known || this.#isLost(node)) return;
    // What was there is what may terminate.
    if (!this.#graceful.has(node)) this.#terminate(node);
    if (change.stopped) this.#write(node, at);
    const half = this.#halfOf(change, known);
    if (change.stopped) half?.stop();
    if (half && !change.stopped) this.#writing.add(node);
    else this.#writing.delete(node);
    const done = known.half && isSameSource(known.half.writing, change) ? known.half.after : undefined;
    const written = isSameSource(known, change) ? known.written : (done ?? this.#written(node, change));
    this.#nodes.set(node, { version, flushed, addresses, written, ...(half ? { half } : {}) });
    // A sync that begins has written nothing.
    if (half && known.flushed === flushed) return;
    this.#forgetRules(node);
    this.#terminate(node);
  }

  /** The sync that a change tells of: the one that is on its way, or one that begins. */
  #halfOf({ writing, node }: RulesChange, known: NodeMoment): HalfWritten | undefined {
    if (!writing || known.half?.writing === writing) return writing && known.half;
    const before = heldBy(known);
    const after = this.#written(node, writing);
    return before && after && new HalfWritten(before, after, writing);
  }

  #withRules(bare: Netns): Netns {
    const known = this.#ruled.get(bare.id);
    if (known?.bare === bare) return known.ruled;
    const moment = this.#nodes.get(bare.id);
    if (!moment) return bare;
    const made = this.#compile(bare, heldBy(moment));
    const graceful = this.#graceful.get(bare.id);
    const whole = made.ipvs && graceful ? { ...made, ipvs: graceful.effective(made.ipvs) } : made;
    const ruled = moment.flushed ? withoutRules(whole) : whole;
    this.#ruled.set(bare.id, { bare, ruled });
    return ruled;
  }

  #compile(bare: Netns, written: Written | undefined): Netns {
    const program = this.#control.programs.get(bare.id);
    return written ? withRules(bare, { written, program, said: this.#said, memo: this.#memo }) : bare;
  }

  /** What a kube-proxy writes of a version and its Node's addresses, by `node family`; undefined: it writes nothing. */
  #written(node: string, { version, addresses }: RulesSource): Written | undefined {
    const { programs } = this.#control;
    const program = programs.get(node);
    const bare = this.#whole.get(node);
    if (!program || program.problem || !bare) return undefined;
    const seen = findProxyView(this.#control, node, version) ?? { services: [], endpointSlices: [] };
    const pods = [...this.#lifeOf.values()].flatMap((life) => (isReachedAt(life, this.now) ? life.pod : []));
    const nodes = new Map([[node, bare]]);
    const compiling = { programs, nodes, memo: this.#memo };
    const known = this.#settled.nodes;
    const readNodes = withAddresses(known, new Map([[node, addresses]]));
    return compileProxies(this.#settings, { ...this.#settled, nodes: readNodes, pods }, compiling, seen).compiled;
  }
}

/** What a kernel has by now of what its kube-proxy wrote. */
const heldBy = ({ half, written }: NodeMoment): Written | undefined => half?.held ?? written;

const sameNodes = asLast<readonly NodeObject[]>();
const sameSlices = asLast<readonly EndpointSliceObject[]>();
/** Nodes whose kube-proxy is stopped: none here, as `checked` gives the nodes that a health check has in. */
const NOBODY: ReadonlySet<string> = new Set();

function hasHostPorts(pod: PodObject | undefined): boolean {
  return pod?.spec.containers?.some(({ ports = [] }) => ports.some(({ hostPort = 0 }) => hostPort > 0)) ?? false;
}

type Change = { readonly at: number } & (
  | (RulesChange & { readonly kind: 'rules' })
  | { readonly kind: 'pod'; readonly id: string; readonly node: string }
  | { readonly kind: 'lost'; readonly node: string }
  /** Something was stored, or a balancer took a node in or out. */
  | { readonly kind: 'stored' }
);

function listChanges({ rules, lives, lost, puts, stored, balancers }: Control): readonly Change[] {
  const all: Change[] = [...rules.values()].flat().map((change) => ({ ...change, kind: 'rules' }));
  for (const { id, node, from, until, serving } of lives.values()) {
    const times = [from, until, ...serving.flatMap((each) => [each.from, each.until])];
    for (const at of new Set(times)) if (Number.isFinite(at)) all.push({ kind: 'pod', at, id, node });
  }
  for (const [node, at] of lost) all.push({ kind: 'lost', at, node });
  const times = [...puts.map(({ at }) => at), ...stored, ...[...balancers.values()].flat().map(({ at }) => at)];
  for (const at of new Set(times)) if (Number.isFinite(at)) all.push({ kind: 'stored', at });
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Where slices ever led, as slices that hold all of it: a process listens there as long as its Pod can be reached. */
function listeningSlices(
  { views }: Control,
  lives: ReadonlyMap<string, PodLife>,
  at: number,
): readonly EndpointSliceObject[] {
  const ofPods = new Set([...lives.values()].flatMap(({ ips }) => ips));
  const there = new Set([...lives.values()].flatMap((life) => (isReachedAt(life, at) ? life.ips : [])));
  const led = new Map<string, { readonly slice: EndpointSliceObject; readonly addresses: Set<string> }>();
  for (const slice of new Set(views.flatMap(({ endpointSlices }) => endpointSlices))) {
    const key = `${slice.metadata.namespace} ${slice.addressType} ${JSON.stringify(slice.ports)}`;
    const known = led.get(key) ?? { slice, addresses: new Set<string>() };
    led.set(key, known);
    for (const { addresses } of slice.endpoints ?? []) {
      const [address] = addresses ?? [];
      if (address !== undefined && (!ofPods.has(address) || there.has(address))) known.addresses.add(address);
    }
  }
  return [...led.values()].map(({ slice, addresses }, nth) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `${slice.metadata.name}-all-${nth}` },
    endpoints: [...addresses].map((address) => ({ addresses: [address] })),
  }));
}

/** The rules of a node after `-F` and `-X` of every table: the built-in chains are there, with their policy and no rule. */
function withoutRules(node: Netns): Netns {
  const xtables = Object.fromEntries(
    Object.entries(node.xtables).map(([family, ruleset]) => [family, ruleset && flushed(ruleset)]),
  );
  return { ...node, xtables };
}

function flushed({ tables }: XtRuleset): XtRuleset {
  const empty = ({ name, policy }: XtChain): XtChain => makeChain(name, [], policy ? { policy } : {});
  const left = [...tables].map(([name, table]) => {
    const chains = [...table.chains.values()].flatMap((each) => (each.policy ? [empty(each)] : []));
    return [name, { ...table, chains: new Map(chains.map((each) => [each.name, each] as const)) }] as const;
  });
  return { tables: new Map(left) };
}

/** What is left of what a kube-proxy wrote, by then. */
function flushNetns({ state, ruleset }: Compiled): Compiled {
  const tables = [...state.xtables.tables].map(([name, chains]) => {
    const builtIn = [...chains].flatMap(([chain, each]) =>
      each.policy === undefined ? [] : [[chain, { ...each, rules: [] }] as const],
    );
    return [name, new Map(builtIn)] as const;
  });
  return { state: { ...state, xtables: { ...state.xtables, tables: new Map(tables) } }, ruleset: flushed(ruleset) };
}
