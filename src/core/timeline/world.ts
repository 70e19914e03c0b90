import { holdsPorts } from '../kubernetes/proxy/shared/held-ports';
import type { Document } from '../document/document';
import { ALL_PLANES } from '../document/all-planes';
import { writerSite } from '../kubernetes/writers/site';
import { outsideAddresses, withOutsideAddresses } from '../document/derive-cluster';
import {
  compiledFor,
  listFamilies,
  proxyInput,
  isLate,
  nodeSysctls,
  withLateRules,
  writeRules,
} from '../document/derive-node';
import type { Compiled } from '../document/kernel-parts';
import { buildNetwork } from '../kubernetes/network';
import { nodeRules } from '../kubernetes/network/host-ports';
import type { Sysctls } from '../kubernetes/network/node-settings';
import type { ClusterObjects, EndpointSliceObject, ProxyModeId } from '../kubernetes/types';
import { LazyMap } from '../lib/lazy-map';
import { once, type Memo } from '../lib/memo';
import type { IpvsTable } from '../linux/ipvs/service';
import type { Netns, Network } from '../linux/netns';
import { formatIp } from '../net/ip';
import type { SimState } from '../sim/world';
import { cleanUp, GracefulTermination } from './sync-effects';
import { findProxyView, type Control } from './control';
import { HalfWritten, type Written } from './half-written';
import type { RulesChange } from './kube-proxy';
import { isReachedAt, isServing, type PodLife } from './run';

/** `rsCheckDeleteInterval` of pkg/proxy/ipvs/graceful_termination.go, milliseconds. */
const LOOK_EVERY = 60_000;

/** What one kernel has at a moment: which version of the objects its rules are of, and whether they were flushed. */
export interface NodeMoment {
  readonly version: number;
  readonly flushed: boolean;
  /** What its kube-proxy wrote; undefined: nothing. */
  readonly written: Written | undefined;
  /** A sync writes the next one, or did when it was stopped. */
  readonly half?: HalfWritten;
}

/**
 * Everything packets can travel through, as it is at a moment: Pods that have their address, processes that listen,
 * nodes that are there, and on each the rules of its last sync. Moments are asked for in order.
 */
export class TimelineWorld {
  readonly #document: Document;
  readonly #control: Control;
  readonly #memo: Memo;
  /** The network with every Pod that ever was, and no rules. */
  readonly #bare: Network;
  readonly #cluster: ClusterObjects;
  readonly #nodes = new Map<string, NodeMoment>();
  readonly #lifeOf: ReadonlyMap<string, PodLife>;
  readonly #netns: Map<string, Netns>;
  readonly #ruled = new Map<string, Netns>();
  /** Everything that changes the network, in order of time. */
  readonly #changes: readonly Change[];
  #next = 0;
  #network: Network | undefined;
  #segments: Network['segments'] | undefined;
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
    this.#document = document;
    this.#control = control;
    this.#memo = memo;
    this.#cluster = settled;
    this.#bare = bareNetwork(document, settled, { control, memo });
    this.#netns = new Map(this.#bare.netns);
    this.#said = nodeSysctls(settled.nodes, control.programs, memo);
    this.#lifeOf = control.lives;
    this.#changes = listChanges(control);
    for (const [name, [first]] of control.rules) this.#begin(name, first?.version ?? 0);
    for (const id of new Set([...control.lives.values()].map(({ node }) => node))) this.#lay(id);
    for (const id of control.lives.keys()) this.#seat(id);
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

  #begin(node: string, version: number): void {
    const bare = this.#netns.get(node);
    this.#nodes.set(node, { version, flushed: false, written: bare && this.#written(bare, version) });
  }

  /** A sync that writes what is there changes nothing. */
  #holds(change: Change): boolean {
    if (change.kind !== 'rules' || change.writing) return false;
    const known = this.#nodes.get(change.node);
    return known?.version === change.version && known.flushed === change.flushed && !known.half;
  }

  /** What the sync that is on its way has written until then. */
  #write(node: string, at: number): void {
    if (!this.#nodes.get(node)?.half?.goTo(at)) return;
    this.#forgetRules(node);
    this.#terminate(node);
  }

  #forgetRules(node: string): void {
    this.#ruled.delete(node);
    this.#network = undefined;
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

  /** The network at this moment. Rules are compiled when a packet comes to them. */
  get network(): Network {
    if (this.#network) return this.#network;
    const netns = new Map(this.#netns);
    for (const [id, moment] of this.#nodes) {
      const bare = netns.get(id);
      if (bare) netns.set(id, this.#withRules(bare, moment));
    }
    this.#segments ??= this.#bare.segments.map((segment) => ({
      ...segment,
      members: segment.members.filter((member) => netns.has(member.netns)),
    }));
    return (this.#network = { ...this.#bare, netns, segments: this.#segments });
  }

  /** The namespaces of this moment without rules. */
  get bare(): ReadonlyMap<string, Netns> {
    return new Map(this.#netns);
  }

  /** What kube-proxies wrote that their kernels have at this moment, by `node family`. */
  get compiled(): LazyMap<string, Compiled> {
    const places = [...this.#nodes].flatMap(([id, moment]) => {
      const bare = moment.flushed ? undefined : this.#netns.get(id);
      const written = bare && heldBy(moment);
      if (!written) return [];
      const graceful = this.#graceful.get(id);
      return [...written.keys()].map((key) => [key, { written, graceful }] as const);
    });
    const byKey = new Map(places);
    return new LazyMap(byKey.keys(), (key) => {
      const { written, graceful } = byKey.get(key) as (typeof places)[number][1];
      const whole = written.get(key) as Compiled;
      const { ipvs } = whole.state;
      return ipvs && graceful ? { ...whole, state: { ...whole.state, ipvs: graceful.listed(ipvs) } } : whole;
    });
  }

  /** What a node's kernel has; undefined: the node is gone. */
  node(name: string): NodeMoment | undefined {
    return this.#netns.has(name) ? this.#nodes.get(name) : undefined;
  }

  /** The mode of the kube-proxy whose rules a node has. */
  mode(node: string): ProxyModeId | undefined {
    return this.#control.programs.get(node)?.mode;
  }

  /** Is there such a namespace at this moment? */
  has(id: string): boolean {
    return this.#netns.has(id);
  }

  life(id: string): PodLife | undefined {
    return this.#lifeOf.get(id);
  }

  /** Servers leave gracefully. */
  #terminate(node: string): void {
    const bare = this.#netns.get(node);
    const moment = this.#nodes.get(node);
    if (this.mode(node) !== 'ipvs' || !bare || !moment) return;
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
    for (const family of familiesOf(this.#cluster, this.#memo))
      cleanUp(state, { node: change.node, family, release, before: known, after });
  }

  #apply(change: Change): void {
    if (change.kind === 'rules') return this.#applyRules(change);
    this.#network = undefined;
    this.epoch++;
    switch (change.kind) {
      case 'pod':
        this.#segments = undefined;
        this.#seat(change.id);
        this.#lay(change.node);
        return;
      case 'lost':
        this.#segments = undefined;
        this.#netns.delete(change.node);
        return;
    }
  }

  #applyRules(change: RulesChange): void {
    const { node, version, flushed, at } = change;
    const known = this.#nodes.get(node);
    const bare = this.#netns.get(node);
    if (!known || !bare) return;
    // What was there is what may terminate.
    if (!this.#graceful.has(node)) this.#terminate(node);
    if (change.stopped) this.#write(node, at);
    const half = this.#halfOf(change, known, bare);
    if (change.stopped) half?.stop();
    if (half && !change.stopped) this.#writing.add(node);
    else this.#writing.delete(node);
    const done = known.half?.writing.version === version ? known.half.after : undefined;
    const written = known.version === version ? known.written : (done ?? this.#written(bare, version));
    this.#nodes.set(node, { version, flushed, written, ...(half ? { half } : {}) });
    // A sync that begins has written nothing.
    if (half && known.flushed === flushed) return;
    this.#forgetRules(node);
    this.#terminate(node);
  }

  /** The sync that a change tells of: the one that is on its way, or one that begins. */
  #halfOf({ writing }: RulesChange, known: NodeMoment, bare: Netns): HalfWritten | undefined {
    if (!writing || known.half?.writing === writing) return writing && known.half;
    const before = heldBy(known);
    const after = this.#written(bare, writing.version);
    return before && after && new HalfWritten(before, after, writing);
  }

  /** A Pod's own namespace as it is now. */
  #seat(id: string): void {
    const life = this.#lifeOf.get(id);
    const whole = this.#bare.netns.get(id);
    if (!life || !whole) return;
    if (!isReachedAt(life, this.now)) this.#netns.delete(id);
    else this.#netns.set(id, isServing(life, this.now) ? whole : { ...whole, sockets: [] });
  }

  /** A node with links to the Pods that are there only. */
  #lay(node: string): void {
    const whole = this.#bare.netns.get(node);
    if (!whole || !this.#netns.has(node)) return;
    const isGone = (id: string | undefined): boolean =>
      id !== undefined && this.#lifeOf.has(id) && !this.#netns.has(id);
    const gone = new Set(whole.devices.filter(({ peer }) => isGone(peer?.netns)).map(({ name }) => name));
    this.#ruled.delete(node);
    if (gone.size === 0) return void this.#netns.set(node, whole);
    const devices = whole.devices.filter(({ name }) => !gone.has(name));
    const routes = whole.routes.filter(({ dev }) => dev === undefined || !gone.has(dev));
    this.#netns.set(node, { ...whole, devices, routes });
  }

  #withRules(bare: Netns, moment: NodeMoment): Netns {
    const known = this.#ruled.get(bare.id);
    if (known) return known;
    const made = this.#compile(bare, heldBy(moment));
    const graceful = this.#graceful.get(bare.id);
    const whole = made.ipvs && graceful ? { ...made, ipvs: graceful.effective(made.ipvs) } : made;
    const ruled = moment.flushed ? { ...whole, xtables: {} } : whole;
    this.#ruled.set(bare.id, ruled);
    return ruled;
  }

  #compile(bare: Netns, compiled: Written | undefined): Netns {
    const program = this.#control.programs.get(bare.id);
    if (!compiled) return bare;
    const holds = program !== undefined && holdsPorts(program);
    const writing = { compiled, said: this.#said, memo: this.#memo, holds };
    return isLate(program) ? withLateRules(bare, writing) : writeRules(bare, writing);
  }

  /** What a kube-proxy writes of a version, by `node family`; undefined: it writes nothing. */
  #written(bare: Netns, version: number): Written | undefined {
    const program = this.#control.programs.get(bare.id);
    if (!program || program.problem) return undefined;
    const { config, release, mode, cilium = {} } = program;
    const agent = ALL_PLANES[mode];
    const ofPlane = { ...(agent ? { agent } : {}), ...(mode === 'ebpf' ? { cilium } : {}) };
    const { services, endpointSlices } = findProxyView(this.#control, bare.id, version) ?? {
      services: [],
      endpointSlices: [],
    };
    const cluster = { ...this.#cluster, services, endpointSlices };
    const memo = this.#memo;
    const interfaceAddresses = addressesOf(bare, memo);
    const families = familiesOf(this.#cluster, memo);
    return new LazyMap(
      families.map((family) => `${bare.id} ${family}`),
      (key): Compiled => {
        const family = families.find((each) => key.endsWith(each)) ?? 'ipv4';
        const given = { cluster, node: bare.id, family, config, release, interfaceAddresses, memo, ...ofPlane };
        const input = proxyInput(given, memo, mode);
        const site = agent
          ? undefined
          : writerSite(this.#cluster, this.#document.settings, { ...input, order: program.order, memo });
        return compiledFor(input, memo, program, nodeRules(this.#cluster, bare.id, memo), site);
      },
    );
  }
}

/** What a kernel has by now of what its kube-proxy wrote. */
const heldBy = ({ half, written }: NodeMoment): Written | undefined => half?.held ?? written;

const addressesOf = once(({ devices }: Netns): readonly string[] =>
  devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))),
);
const familiesOf = once((cluster: ClusterObjects) => listFamilies(cluster));

type Change = { readonly at: number } & (
  | (RulesChange & { readonly kind: 'rules' })
  | { readonly kind: 'pod'; readonly id: string; readonly node: string }
  | { readonly kind: 'lost'; readonly node: string }
);

function listChanges({ rules, lives, lost }: Control): readonly Change[] {
  const all: Change[] = [...rules.values()].flat().map((change) => ({ ...change, kind: 'rules' }));
  for (const { id, node, from, until, serving } of lives.values()) {
    const times = [from, until, ...serving.flatMap((each) => [each.from, each.until])];
    for (const at of new Set(times)) if (Number.isFinite(at)) all.push({ kind: 'pod', at, id, node });
  }
  for (const [node, at] of lost) all.push({ kind: 'lost', at, node });
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function bareNetwork(
  document: Document,
  settled: ClusterObjects,
  { control, memo }: { readonly control: Control; readonly memo: Memo },
): Network {
  const pods = [...control.lives.values()].map(({ pod }) => pod);
  const cluster = { ...settled, pods, endpointSlices: allSlices(control) };
  return withOutsideAddresses(buildNetwork(cluster, document.settings, { memo }), outsideAddresses(document.flows));
}

/** Where slices ever led, as slices that hold all of it: a process listens there from its beginning. */
function allSlices({ views }: Control): readonly EndpointSliceObject[] {
  const seen = new Set<EndpointSliceObject>();
  const led = new Map<string, { readonly slice: EndpointSliceObject; readonly addresses: Set<string> }>();
  for (const slice of views.flatMap(({ endpointSlices }) => endpointSlices)) {
    if (seen.has(slice)) continue;
    seen.add(slice);
    const key = `${slice.metadata.namespace} ${slice.addressType} ${JSON.stringify(slice.ports)}`;
    const known = led.get(key) ?? { slice, addresses: new Set<string>() };
    led.set(key, known);
    for (const { addresses } of slice.endpoints ?? [])
      if (addresses?.[0] !== undefined) known.addresses.add(addresses[0]);
  }
  return [...led.values()].map(({ slice, addresses }, nth) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `${slice.metadata.name}-all-${nth}` },
    endpoints: [...addresses].map((address) => ({ addresses: [address] })),
  }));
}
