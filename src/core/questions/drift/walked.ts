import { withKernelParts } from '../../document/kernel-parts';
import type { Derive, Derived } from '../../document/kernel-parts';
import type { Document } from '../../document/document';
import { changeProxy, inMode } from '../../document/edits/proxy';
import { namespacedName, type ServiceObject } from '../../kubernetes/types';
import { Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import type { TableName } from '../../linux/hooks';
import type { Device } from '../../linux/namespace';
import type { Netns } from '../../linux/netns';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import { isBuiltIn, makeChain, type XtChain, type XtRuleset, type XtTable } from '../../linux/xtables/types';
import { formatIp, getBits, type IpFamily } from '../../net/ip';
import { findJump } from '../../paste/layers';
import { OWNERS, ownerOfChain } from '../../paste/owners';
import { fateBetween, listOwnAddresses, type ReachSide } from '../reach/cells';
import { listCallers, type Caller } from '../reach/callers';
import { chooseGroup, type ChangeExample } from '../reach/changes';
import { listDestinations, type Destination } from '../reach/destinations';
import { seenKey, type FlowFate } from '../reach/fate';
import type { NodeDrift } from './drift';

/**
 * What drift does to a packet. `lost`: it would be answered and is not, or not always; `astray`: it comes to somebody else,
 * or to somebody where nobody should answer; `otherwise`: the same ones get it, with other odds or from another source.
 */
export type DriftHarm = 'lost' | 'astray' | 'otherwise';

/** A packet that ends otherwise on the node than it should. */
export interface HarmedFlow extends ChangeExample {
  readonly harm: DriftHarm;
  /** As kube-proxy would have it, and with what the node holds. */
  readonly wanted: FlowFate;
  readonly actual: FlowFate;
}

/** Packets that were sent through a node as it should be and as it is. */
export interface DriftWalk {
  /** The first that is lost, else the first that ends otherwise at all; absent: none of those that were walked does. */
  readonly harmed?: HarmedFlow;
  /** So many were walked on both sides. */
  readonly walked: number;
  /** What the walks rest on, and what was left out of them. */
  readonly says: readonly Phrase[];
}

/** So many Services are asked for, those that drift first, and so many flows are walked for all. */
const MOST_SERVICES = 24;
const MOST_FLOWS = 240;

/**
 * Sends packets for the Services that drift through the cluster twice: with the node as kube-proxy should have left it, and
 * with what its texts hold. Who sends: a Pod of the node, the node itself, somebody outside.
 */
export function walkDrift(drift: NodeDrift, document: Document, derive: Derive): DriftWalk {
  if (drift.parts.length === 0) return { walked: 0, says: [] };
  if (isPartly(drift)) return { walked: 0, says: [phrase('drift.walked.part')] };
  const { mode, release, expected } = drift;
  if (mode === 'userspace') return { walked: 0, says: [phrase('drift.walked.userspace')] };
  const asked = { ...changeProxy(document, { mode, release }), kubeProxy: expected.config };
  const derived = derive(asked);
  const node = bareNode(drift.node, asked, derive);
  if (!node) return { walked: 0, says: [] };
  const sides = { wanted: wantedNode(node, drift), actual: actualNode(node, drift) };
  let harmed: HarmedFlow | undefined;
  let walked = 0;
  for (const family of drift.families) {
    const cluster = { ...(derived.settled ?? asked.cluster), services: listServices(drift) };
    const ends = { document: asked, derived: { ...derived, settled: cluster } };
    for (const found of walkFamily(ends, { family, ...sides })) {
      walked++;
      if (found && (!harmed || (harmed.harm !== 'lost' && found.harm === 'lost'))) harmed = found;
      if (harmed?.harm === 'lost' || walked >= MOST_FLOWS) return toWalk(drift, walked, harmed);
    }
  }
  return toWalk(drift, walked, harmed);
}

function toWalk(drift: NodeDrift, walked: number, harmed: HarmedFlow | undefined): DriftWalk {
  const { parts, neighbours, mode } = drift;
  const writers = [...new Set([...parts, ...neighbours].flatMap(({ writer }) => writer ?? []))];
  const says = [
    ...(harmed ? [] : [phrase('drift.walked.same', { count: walked })]),
    ...(writers.length > 0 ? [phrase('drift.walked.writers', { writers: writers.join(', ') })] : []),
    ...(mode === 'ipvs' ? [phrase('drift.walked.servers')] : []),
  ];
  return { ...(harmed ? { harmed } : {}), walked, says };
}

/** A node without what kube-proxy leaves there: in this mode that is rules only, and they are written late. */
function bareNode(name: string, document: Document, derive: Derive): Netns | undefined {
  const { network, bare } = derive(inMode(document, 'iptables'));
  const node = bare?.get(name) ?? network.netns.get(name);
  return node && { ...node, xtables: {} };
}

function isPartly({ observed, families, mode }: NodeDrift): boolean {
  if (mode === 'nftables') return false;
  return families.some((family) => {
    const tables = observed.xtables[family]?.tables;
    const isWhole = (name: TableName): boolean => {
      const table: (XtTable & { readonly whole?: boolean }) | undefined = tables?.get(name);
      return table !== undefined && table.whole !== false;
    };
    return !isWhole('nat') || !isWhole('filter') || (mode === 'ipvs' && (!observed.ipvs || !observed.ipsets));
  });
}

/** The Services that drift, as the objects tell them or as the node's rules read; then others of the cluster. */
function listServices({ parts, expected }: NodeDrift): readonly ServiceObject[] {
  const told = new Map<string, ServiceObject>();
  for (const service of [...expected.read.made.cluster.services, ...expected.watched.services])
    told.set(namespacedName(service), service);
  const drifting = new Set(parts.flatMap(({ service }) => service ?? []));
  const names = new Set([...drifting, ...expected.watched.services.map(namespacedName)]);
  return [...names].flatMap((name) => told.get(name) ?? []).slice(0, MOST_SERVICES);
}

interface NodeSides {
  readonly family: IpFamily;
  readonly wanted: Netns;
  readonly actual: Netns;
}

interface Ends {
  readonly document: Document;
  readonly derived: Derived;
}

function* walkFamily(ends: Ends, { family, wanted, actual }: NodeSides): Generator<HarmedFlow | undefined> {
  const callers = chooseCallers(listCallers(ends.document, ends.derived, family), wanted.id);
  const destinations = listDestinations(ends.document, ends.derived, family).filter(
    ({ kind, asks, node, at }) =>
      kind !== 'pod' &&
      kind !== 'node' &&
      asks.role === 'port' &&
      (node === undefined || node === wanted.id) &&
      (at ?? 'own') === 'own',
  );
  const makeSide = (node: Netns): ReachSide => {
    const netns = new Map([...ends.derived.network.netns, [node.id, node] as const]);
    const derived = { ...ends.derived, network: { ...ends.derived.network, netns } };
    const ownAddresses = listOwnAddresses(derived, callers);
    return { document: ends.document, derived, family, callers, destinations, ownAddresses, unasked: [] };
  };
  const [should, does] = [makeSide(wanted), makeSide(actual)];
  for (const destination of destinations) {
    for (const caller of callers) yield compareFates({ caller, destination }, should, does);
  }
}

/** One Pod of the node, the node, and one outside: others are treated as one of them is. */
function chooseCallers(callers: readonly Caller[], node: string): readonly Caller[] {
  const first = (test: (caller: Caller) => boolean): readonly Caller[] => callers.filter(test).slice(0, 1);
  return [
    ...first((caller) => caller.kind === 'pod' && caller.node === node),
    ...first(({ kind, name }) => kind === 'node' && name === node),
    ...first(({ kind, name }) => kind === 'outside' && name === ''),
  ];
}

function compareFates(
  { caller, destination }: { readonly caller: Caller; readonly destination: Destination },
  should: ReachSide,
  does: ReachSide,
): HarmedFlow | undefined {
  const [wanted, actual] = [fateBetween(should, caller, destination), fateBetween(does, caller, destination)];
  if (!wanted || !actual || seenKey(wanted, true) === seenKey(actual, true)) return undefined;
  return { caller, destination, wanted, actual, harm: nameHarm(wanted, actual) };
}

function nameHarm(wanted: FlowFate, actual: FlowFate): DriftHarm {
  if (chooseGroup(wanted, actual) === 'broken') return 'lost';
  const known = new Set(wanted.to.map(({ place }) => place));
  return actual.to.some(({ place }) => !known.has(place)) ? 'astray' : 'otherwise';
}

function wantedNode(node: Netns, { expected, observed }: NodeDrift): Netns {
  const states = [...expected.states.values()];
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  for (const [family, state] of expected.states) {
    const own = rulesetFromLines(state.xtables.tables, family);
    xtables[family] = withPolicies(own, observed.xtables[family]);
  }
  return withKernelParts({ ...node, xtables }, states, new Memo());
}

/** A policy is nobody's to write for Services: it stands on both sides as the node has it. */
function withPolicies(own: XtRuleset, seen: XtRuleset | undefined): XtRuleset {
  const tables = [...own.tables].map(([name, table]) => {
    const chains = [...table.chains].map(([chain, each]) => {
      const policy = seen?.tables.get(name)?.chains.get(chain)?.policy;
      return [chain, policy === undefined ? each : { ...withChain(each), policy }] as const;
    });
    return [name, { ...table, chains: new Map(chains) }] as const;
  });
  return { tables: new Map(tables) };
}

/** A chain as plain fields: those that are read late are read through it. */
function withChain(chain: XtChain): XtChain {
  const { text } = chain;
  return {
    name: chain.name,
    length: chain.length,
    rule: (index) => chain.rule(index),
    line: (index) => chain.line(index),
    ...(text ? { text: (index: number) => text.call(chain, index) } : {}),
  };
}

function actualNode(node: Netns, drift: NodeDrift): Netns {
  const { observed, mode, families, expected } = drift;
  const sysctls: Record<string, number> = Object.assign(
    {},
    node.sysctls,
    ...[...expected.states.values()].map((state) => state.sysctls),
  );
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  for (const family of families) {
    const seen = observed.xtables[family];
    if (seen) xtables[family] = withoutWriters(seen);
  }
  const tables = [...(observed.nftables?.tables ?? [])].filter(([name]) => isWalked(name));
  const whole: Netns = { ...node, sysctls, xtables };
  if (mode === 'nftables') return { ...whole, nftables: { tables: new Map(tables) } };
  if (mode !== 'ipvs' || !observed.ipvs) return whole;
  return {
    ...whole,
    ...(observed.ipsets ? { ipsets: observed.ipsets } : {}),
    ipvs: observed.ipvs,
    devices: [...node.devices, serviceDevice(drift, node)],
  };
}

/** The dummy that has the addresses of all virtual servers but those of the node. */
function serviceDevice({ observed }: NodeDrift, { devices }: Netns): Device {
  const own = new Set(devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))));
  const served = (observed.ipvs?.services ?? []).flatMap(({ address }) => address ?? []);
  const found = new Map(served.map((address) => [formatIp(address), address] as const));
  const addresses = [...found].flatMap(([text, address]) =>
    own.has(text) ? [] : [{ address, prefix: getBits(address.family) }],
  );
  return { name: 'kube-ipvs0', kind: 'dummy', up: false, addresses };
}

/** Is a chain or table one that no other program has put its name to? */
function isWalked(name: string): boolean {
  const table = OWNERS.find(({ tables = [] }) => tables.some((beginning) => name.startsWith(beginning)))?.name;
  const writer = table ?? ownerOfChain(name);
  return writer === undefined || writer === 'kube-proxy' || writer === 'kubelet';
}

/** Rules without those of programs that name themselves: their devices are not here, so their rules would tell nothing. */
function withoutWriters(seen: XtRuleset): XtRuleset {
  const tables = [...seen.tables].map(([name, table]): [TableName, XtTable] => {
    const chains = [...table.chains].filter(([chain]) => isWalked(chain));
    const led = chains.map(([chain, each]) => [chain, isBuiltIn(name, chain) ? withoutJumps(each) : each] as const);
    return [name, { ...table, chains: new Map(led) }];
  });
  return { tables: new Map(tables) };
}

function withoutJumps(chain: XtChain): XtChain {
  const rules = Array.from({ length: chain.length }, (_, index) => chain.rule(index));
  const kept = rules.filter((rule) => isWalked(findJump(rule) ?? ''));
  if (kept.length === rules.length) return chain;
  return makeChain(chain.name, kept, chain.policy === undefined ? {} : { policy: chain.policy });
}
