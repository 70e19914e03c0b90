import { SETTLING, type AssumptionKind } from './settling';
import type { ProxyModeId } from '../kubernetes/types';
import { tableName } from '../linux/nftables/types';
import { isBuiltIn, type XtChain } from '../linux/xtables/types';
import { hasCiliumListing } from './cilium-beside';
import { describeDirector, isOfEveryNode, type Director } from './director';
import { findJump, type PastedRuleset } from './layers';
import { ownerOfChain, listOwners, type ShownNames } from './owners';
import type { ReleaseClue, ReleaseGuess } from './proxy/types';
import type { MachineTexts } from './understand';
import { isWindowsNode } from './windows-node';
import { formatCidr, formatIp } from '../net/ip';
import type { Trace, TraceStep } from '../sim/trace';
import type { Assumption } from './pasted-types';

/** A sign that rules have, and the releases whose rules have it: without `from` the oldest, without `to` the newest, too. */
export interface ReleaseSign {
  readonly sign: string;
  readonly from?: string;
  readonly to?: string;
}

/** The kube-proxy whose rules a machine has: its mode, and the oldest and newest release that write such rules (`1.29`). */
export interface ProxyIdentity {
  readonly mode: ProxyModeId;
  readonly from: string;
  readonly to: string;
  /** What tells the oldest and the newest; none: every release writes such rules. */
  readonly signs: readonly ReleaseSign[];
  /** What no release from the one to the other has: no release writes all of these rules. */
  readonly against: readonly ReleaseSign[];
}

/** What a machine is, as far as its texts tell. */
export interface NodeIdentity {
  /** Of several machines: which one. */
  readonly node?: string;
  readonly proxy?: ProxyIdentity;
  /** Chains, tables or devices named by kube-proxy or the kubelet are here, and nothing tells kube-proxy's mode. */
  readonly isModeUntold?: true;
  /** A Windows node, by policies of its Host Network Service or rules of its switch, and no rules of Linux. */
  readonly isWindows?: true;
  /** Virtual servers as kube-proxy's IPVS mode makes them are all there is, and nothing names Kubernetes: they may be anybody's. */
  readonly isOnlyServers?: true;
  /** A director of Linux Virtual Server, no node of Kubernetes. */
  readonly director?: Director;
  /** Nobody is known who wrote its rules, and they translate the source of what leaves by this device: `eth0`. */
  readonly router?: string;
  /** Programs that make the Pod network. */
  readonly podNetwork: readonly string[];
  /** Other programs that write rules on the node, as their projects spell themselves. */
  readonly others: readonly string[];
  /** Are there any rules, chains or policies at all, whoever wrote them? */
  readonly hasRules: boolean;
  /** Sets of ipset are all that tells anything, and no rule asks them. */
  readonly onlySets?: SetsAlone;
}

/** Sets without rules: how many, and what the first are called. */
interface SetsAlone {
  readonly count: number;
  readonly names: readonly string[];
}

/** Writers that stand on every Kubernetes node, or are said with the mode. */
const EXPECTED: ReadonlySet<string> = new Set(['kube-proxy', 'kubelet']);

/** Says what a machine is by the names that only certain programs leave: chains, tables, devices. */
export function makeIdentity(understood: MachineTexts, node: string | undefined): NodeIdentity {
  const { proxy } = understood;
  const all = listOwners(namesIn(understood));
  const owners = all.filter(({ name }) => !EXPECTED.has(name));
  const isOnlyServers = proxy !== undefined && isServersAlone(understood, all.length > 0);
  const isModeUntold = !proxy && all.some(({ name }) => EXPECTED.has(name));
  const namesOf = (isPodNetwork: boolean): string[] =>
    owners.flatMap((owner) => ((owner.isPodNetwork ?? false) === isPodNetwork ? [owner.name] : []));
  return {
    ...(node === undefined ? {} : { node }),
    ...(isOnlyServers ? { isOnlyServers } : {}),
    ...(proxy && !isOnlyServers ? { proxy: makeProxyIdentity(proxy.mode, proxy.release) } : {}),
    ...(isModeUntold ? { isModeUntold } : {}),
    ...(isOnlyWindows(understood) ? { isWindows: true } : {}),
    ...(proxy || isModeUntold ? {} : makeHost(understood, owners.length > 0)),
    podNetwork: namesOf(true),
    others: namesOf(false),
    hasRules: hasRules(understood),
    ...(hasRules(understood) ? {} : findSets(understood)),
  };
}

/** Do virtual servers alone tell of kube-proxy, and none that each of its nodes has? */
function isServersAlone({ machine, rulesets, proxy }: MachineTexts, hasOwners: boolean): true | undefined {
  const { ipvs, sets, named, kubeProxy, tables, objects } = machine;
  const isTold =
    hasOwners ||
    sets.size + named.nodes.length + named.pods.length + kubeProxy.length + tables.length + objects.length > 0;
  if (proxy?.mode !== 'ipvs' || !ipvs || isTold || Object.keys(rulesets).length > 0) return undefined;
  return isOfEveryNode(ipvs.value) ? undefined : true;
}

/** So many sets are named. */
const MOST_SETS = 3;

function findSets({ machine: { sets, partial } }: MachineTexts): Pick<NodeIdentity, 'onlySets'> {
  const names = [...new Set([...sets.keys(), ...partial.map(({ value }) => value.set.name)])];
  return names.length === 0 ? {} : { onlySets: { count: names.length, names: names.slice(0, MOST_SETS) } };
}

/** What a host is that is none of Kubernetes. */
function makeHost(
  { machine: { ipvs }, rulesets }: MachineTexts,
  hasOwners: boolean,
): Pick<NodeIdentity, 'director' | 'router'> {
  if (ipvs && ipvs.value.services.length > 0) return { director: describeDirector(ipvs.value) };
  const router = hasOwners ? undefined : Object.values(rulesets).flatMap((each) => findMasqueraded(each) ?? [])[0];
  return router === undefined ? {} : { router };
}

/** The device that a rule of nat POSTROUTING, which nobody known wrote, translates sources at; `*`: at all. */
function findMasqueraded({ tables }: PastedRuleset): string | undefined {
  const chain = tables.get('nat')?.chains.get('POSTROUTING');
  for (let index = 0; index < (chain?.length ?? 0); index++) {
    const rule = chain?.rule(index);
    const target = rule?.target?.target;
    if (target !== 'MASQUERADE' && target !== 'SNAT') continue;
    const device = rule?.outdev && !rule.outdev.negated ? rule.outdev.name : '*';
    return device;
  }
  return undefined;
}

function makeProxyIdentity(mode: ProxyModeId, { from, to, clues, against }: ReleaseGuess): ProxyIdentity {
  const signs = clues.map(makeSign);
  const telling = [signs.find((sign) => sign.from === from), signs.find((sign) => sign.to === to)];
  const told = [...new Set(telling.filter((sign) => sign !== undefined))];
  return { mode, from, to, signs: told, against: against.map(makeSign) };
}

function makeSign({ sign, from, to }: ReleaseClue): ReleaseSign {
  return {
    sign,
    ...(from === undefined ? {} : { from: formatMinor(from) }),
    ...(to === undefined ? {} : { to: formatMinor(to) }),
  };
}

const formatMinor = (minor: number): string => `1.${minor}`;

function isOnlyWindows({ rulesets, machine }: MachineTexts): boolean {
  const isLinux = Object.keys(rulesets).length > 0 || machine.nft !== undefined || machine.ipvs !== undefined;
  return !isLinux && isWindowsNode(machine);
}

function hasRules({ rulesets, machine: { nft, ipvs, windows } }: MachineTexts): boolean {
  const listed = Object.values(windows).some((all) => all.length > 0);
  return Object.keys(rulesets).length > 0 || nft !== undefined || ipvs !== undefined || listed;
}

/** The programs whose chains rules of built-in chains jump to, be those chains in the text or not. */
function listJumpOwners({ rulesets }: MachineTexts): readonly string[] {
  return Object.values(rulesets).flatMap(({ tables }) =>
    [...tables.values()].flatMap((table) =>
      [...table.chains.values()]
        .filter(({ name }) => isBuiltIn(table.name, name))
        .flatMap((chain) => listTargets(chain).flatMap((target) => ownerOfChain(target) ?? [])),
    ),
  );
}

/** Rules of a built-in chain beyond these are a firewall's. */
const MOST_JUMPS = 200;

function listTargets(chain: XtChain): readonly string[] {
  return Array.from({ length: Math.min(chain.length, MOST_JUMPS) }, (_, at) => findJump(chain.rule(at))).filter(
    (target) => target !== undefined,
  );
}

function namesIn(understood: MachineTexts): ShownNames {
  const { views, machine } = understood;
  const tables = [...(machine.nft?.tables.values() ?? [])];
  const listed = tables.flatMap(({ chains }) => [...chains.keys()].flatMap((chain) => ownerOfChain(chain) ?? []));
  return {
    owners: new Set([
      ...views.flatMap(({ clues }) => [...clues.owners]),
      ...listed,
      ...listJumpOwners(understood),
      ...(hasCiliumListing(machine) ? ['Cilium'] : []),
    ]),
    tables: tables.map(tableName),
    devices: [
      ...views.flatMap(({ clues }) => [...clues.interfaces.keys()]),
      // The kernel makes a tunl0 of its own that nobody uses.
      ...machine.links.flatMap(({ value: { name, addresses } }) =>
        name === 'tunl0' && addresses.length === 0 ? [] : [name],
      ),
      ...new Set(machine.routes.flatMap(({ route }) => route.dev ?? [])),
      ...machine.named.pods.flatMap(({ link }) => link ?? []),
    ],
    sets: [...machine.sets.keys(), ...machine.partial.map(({ value }) => value.set.name)],
  };
}

/** A command whose output would settle assumptions. */
interface Question {
  /** `ipvsadm -Ln`. */
  readonly command: string;
  /** Of several machines: on which one to run it. */
  readonly node?: string;
  /** How many assumptions it settles. */
  readonly settles: number;
  /** How many of them the shown flow's way goes by. */
  readonly onTheWay: number;
}

/** More are not worth asking for at once. */
const MOST_ASKED = 3;

/**
 * The few commands that would settle most, first those that the end of the shown flow hangs on. `trace`: of the shown flow;
 * without it nothing is known of a way. `most`: so many of them.
 */
export function listAskingQuestions(
  assumptions: readonly Assumption[],
  trace?: Trace,
  most = MOST_ASKED,
): readonly Question[] {
  const way = trace && namesOnTheWay(trace);
  const asked = new Map<string, CommandsAsked>();
  for (const assumption of assumptions) {
    const { settledBy, node = '' } = assumption;
    // "A; B" settles with both.
    for (const command of settledBy?.split(/; */) ?? []) {
      const key = `${node} ${getProgram(command)}`;
      const known = asked.get(key) ?? { commands: new Set(), settled: [], onTheWay: [], node };
      known.commands.add(command);
      known.settled.push(assumption);
      if (way && isOnTheWay(assumption, way)) known.onTheWay.push(assumption);
      asked.set(key, known);
    }
  }
  const ranked = [...asked.values()].toSorted(
    (a, b) => getWeight(b.onTheWay) - getWeight(a.onTheWay) || getWeight(b.settled) - getWeight(a.settled),
  );
  return ranked.slice(0, most).map(({ commands, settled, onTheWay, node }) => ({
    command: joined([...commands]),
    ...(node === '' ? {} : { node }),
    settles: settled.length,
    onTheWay: onTheWay.length,
  }));
}

/** Assumptions that the walk went by: those that leave a rule open first, then those about an address of its packet, then those that decide most; and the others. */
export function rankAssumptions(
  assumptions: readonly Assumption[],
  trace: Trace,
): { readonly onTheWay: readonly Assumption[]; readonly others: readonly Assumption[] } {
  const way = namesOnTheWay(trace);
  const onTheWay = assumptions.filter((each) => isOnTheWay(each, way));
  const others = assumptions.filter((each) => !isOnTheWay(each, way));
  const ends = new Set(trace.legs.flatMap(({ hops }) => hops.flatMap(({ steps }) => steps.flatMap(listEnds))));
  const isOfEnd = ({ value }: Assumption): boolean => value.split(/[\s,/]+/).some((word) => ends.has(word));
  const isOpen = (each: Assumption): boolean => findAsked(each).length > 0;
  const byWeight = (a: Assumption, b: Assumption): number =>
    Number(isOpen(b)) - Number(isOpen(a)) || Number(isOfEnd(b)) - Number(isOfEnd(a)) || getWeight([b]) - getWeight([a]);
  return { onTheWay: onTheWay.toSorted(byWeight), others };
}

function listEnds({ packet }: TraceStep): readonly string[] {
  return [formatIp(packet.src), formatIp(packet.dst)];
}

interface CommandsAsked {
  readonly commands: Set<string>;
  readonly settled: Assumption[];
  readonly onTheWay: Assumption[];
  readonly node: string;
}

/** One that decides the end outweighs however many of what only looks different. */
function getWeight(assumptions: readonly Assumption[]): number {
  return assumptions.reduce((sum, { about }) => sum + 1000 ** SETTLING[about].decides, 0);
}

/** Programs that print all they have when nothing narrower is asked for, and those that take several names. */
const WHOLE = ['iptables-save', 'ip6tables-save', 'ipset save'] as const;
const LISTING = ['sysctl'] as const;

/** What two commands have in common when one run of it tells what both tell. */
function getProgram(command: string): string {
  return [...WHOLE, ...LISTING].find((program) => command === program || command.startsWith(`${program} `)) ?? command;
}

function joined(commands: readonly string[]): string {
  const [first = ''] = commands;
  if (commands.length < 2) return first;
  const program = getProgram(first);
  const isListing = LISTING.some((each) => each === program);
  return isListing ? `${program} ${commands.map((each) => each.slice(program.length + 1)).join(' ')}` : program;
}

/** Everything by its name that the walk went by: devices, bridges, routes, chains, and what was assumed of rules. */
function namesOnTheWay(trace: Trace): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { hops } of trace.legs) {
    for (const { steps } of hops) for (const step of steps) for (const name of listNames(step)) names.add(name);
  }
  for (const { values } of trace.assumptions) for (const value of Object.values(values ?? {})) names.add(String(value));
  return names;
}

/** What a step goes by that an assumption may be about: devices, bridges, routes, tables and chains. */
function listNames(step: TraceStep): readonly string[] {
  if (step.kind === 'bridge') return [step.bridge, step.inPort ?? '', step.outPort ?? ''];
  if (step.kind === 'routing') return [step.device ?? '', step.route ? formatCidr(step.route.dst) : ''];
  const { table, chain } = step.kind === 'rule' ? step.ref : 'chain' in step ? step : {};
  if (table !== undefined && chain !== undefined) return [`${table} ${chain}`, table];
  return 'device' in step ? [step.device ?? ''] : [];
}

/** What decides of every packet, whichever way it goes. */
const OF_EVERY_WAY: ReadonlySet<AssumptionKind> = new Set(['mode', 'interfaces', 'rules']);

/** Matches of rules that nobody can answer for what an assumption is about: what was assumed of a rule names its match, not the set. */
function findAsked({ about, reason }: Pick<Assumption, 'about' | 'reason'>): readonly string[] {
  if (about === 'set') return ['set'];
  return reason.id === 'analysis.table.marks' ? ['mark', 'connmark'] : [];
}

function isOnTheWay({ id, about, reason, value }: Assumption, way: ReadonlySet<string>): boolean {
  if (OF_EVERY_WAY.has(about)) return true;
  const matches = findAsked({ about, reason });
  if (matches.length > 0) return matches.some((name) => way.has(name));
  const words = [id.slice(about.length + 1), ...value.split(/[\s,;:]+/)];
  return words.some((word) => word !== '' && way.has(word));
}
