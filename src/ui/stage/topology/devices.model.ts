import type { AttachedProgram } from '../../../core/linux/ebpf/attached';
import type { Device } from '../../../core/linux/namespace';
import { makeCidr, formatCidr, getBits, formatIp, isLoopback, type IpFamily } from '../../../core/net/ip';
import type { Bench, NetnsView, RulesSummary } from '../../../engine/protocol';
import type { DeviceBar, LooseEnd, RailLine } from './stage-types';
import { HOOKS, isXtTable, type AnyTableName, type Hook } from '../../../core/linux/hooks';
import { standsAt } from '../../rules/stands.model';

/** The rules that stand in one table's built-in chain at a gate (jumps lead further). */
export interface GateTable {
  /** `nat`; a base chain of nftables: `nat-prerouting`. */
  readonly table: string;
  /** Base chains of nftables. */
  readonly priority?: number;
  readonly rules: number;
  readonly policy?: 'ACCEPT' | 'DROP';
  /** Where its rules stand. */
  readonly at: { readonly table: AnyTableName; readonly chain: string };
}

/** One of the five places netfilter is asked, with what is there. */
export interface Gate {
  readonly hook: Hook;
  /** In the kernel's order; only tables that exist. */
  readonly tables: readonly GateTable[];
}

/** The five gates of a namespace. A namespace without rules has five empty gates. */
export function listGates(known: readonly RulesSummary[], netns: string, family: IpFamily): readonly Gate[] {
  const chains = findSummary(known, netns, family)?.chains ?? [];
  return HOOKS.map((hook) => ({
    hook,
    tables: standsAt(chains, hook).map(({ table, chain, length: rules, priority }): GateTable => {
      const policy = chains.find((each) => each.table === table && each.name === chain)?.policy;
      const of = isXtTable(table) ? { table } : { table: chain, priority };
      return { ...of, rules, ...(policy ? { policy } : {}), at: { table, chain } };
    }),
  }));
}

/** The tables of a gate worth a line: those with rules, or with a policy that drops. */
export function tellingTables(gate: Gate): readonly GateTable[] {
  return gate.tables.filter(({ rules, policy }) => rules > 0 || policy === 'DROP');
}

/** Rules of the namespace in all its chains. Undefined: there are some, and they are not written yet. */
export function findRuleCount(known: readonly RulesSummary[], netns: string, family: IpFamily): number | undefined {
  const isOf = (rules: RulesSummary): boolean => rules.netns === netns && rules.family === family;
  return known.some(isOf) ? findSummary(known, netns, family)?.ruleCount : 0;
}

/** The summary of a namespace's rules; of several the one that says most. */
function findSummary(known: readonly RulesSummary[], netns: string, family: IpFamily): RulesSummary | undefined {
  return known.find((rules) => rules.netns === netns && rules.family === family && rules.chains !== undefined);
}

const MOST_UPPER_BARS = 6;
const MOST_LOOSE_ENDS = 6;
const MOST_LOWER_BARS = 4;

/** Where a physical device leads when the dump does not tell. */
export const UNKNOWN_SEGMENT = '?';

interface NodeDevices {
  readonly upper: readonly DeviceBar[];
  readonly lower: readonly DeviceBar[];
  readonly loose: readonly LooseEnd[];
  readonly hidden: number;
}

interface DeviceOptions {
  readonly family: IpFamily;
  readonly guessed: (device: string) => boolean;
  /** Host ends of veth pairs whose Pod is known: drawn as that Pod's wire. */
  readonly behindPods: ReadonlySet<string>;
  /** Addresses that are not listed, by device. */
  readonly hidden?: Readonly<Record<string, number>> | undefined;
}

/** Sorts a node's devices: bridges and routed host ends above the gates, `lo`, physical and the rest below. */
export function makeDevices(netns: NetnsView, options: DeviceOptions): NodeDevices {
  const own = netns.devices.filter(({ name }) => !options.behindPods.has(name));
  const isPort = ({ kind, master }: Device): boolean => master !== undefined && kind !== 'bridge';
  const isUpper = ({ kind }: Device): boolean => kind === 'bridge' || kind === 'veth';
  const bars = own.filter((device) => !isPort(device));
  const up = bars.filter(isUpper);
  const low = bars.filter((device) => !isUpper(device)).sort((a, b) => rank(a) - rank(b));
  const ports = own.filter(isPort);
  const upper = up.slice(0, MOST_UPPER_BARS);
  const lower = low.slice(0, MOST_LOWER_BARS);
  const loose = ports.slice(0, MOST_LOOSE_ENDS);
  return {
    upper: upper.map((device) => ({
      ...makeBar(device, options),
      ...bridgeFacts(device, netns),
      ...programsAt(netns, device.name),
    })),
    lower: lower.map((device) => ({ ...makeBar(device, options), ...programsAt(netns, device.name) })),
    loose: loose.map(({ name, master }) => ({
      name,
      guessed: options.guessed(name),
      ...(master === undefined ? {} : { bridge: master }),
    })),
    hidden: own.length - upper.length - lower.length - loose.length,
  };
}

/** Physical devices first: their cables leave room on the rail at the right. `lo` last. */
function rank({ kind }: Device): number {
  return kind === 'loopback' ? 2 : kind === 'physical' ? 0 : 1;
}

function makeBar(device: Device, { family, guessed, hidden }: DeviceOptions): DeviceBar {
  const mine = device.addresses.filter(({ address }) => address.family === family);
  return {
    name: device.name,
    kind: device.kind,
    addresses: mine.map(({ address, prefix }) => `${formatIp(address)}/${prefix}`),
    count: mine.length + (hidden?.[device.name] ?? 0),
    guessed: guessed(device.name),
    ...(device.segment === undefined ? {} : { segment: device.segment }),
  };
}

/** The programs at a device of a namespace; without a name: at its sockets. */
export function listPrograms({ attached = [] }: NetnsView, device?: string): readonly AttachedProgram[] {
  return attached.filter((each) => each.device === device);
}

export function programsAt(netns: NetnsView, device: string): Pick<DeviceBar, 'attached'> {
  const attached = listPrograms(netns, device);
  return attached.length > 0 ? { attached } : {};
}

/** Settings of a bridge that are not as usual. */
function bridgeFacts(
  { name, kind }: Device,
  { devices, bridgeNf }: NetnsView,
): Pick<DeviceBar, 'hairpin' | 'bridgeNf'> {
  if (kind !== 'bridge') return {};
  const isOff = devices.some(({ master, hairpin }) => master === name && hairpin === false);
  return { ...(isOff ? { hairpin: false as const } : {}), ...(bridgeNf === false ? { bridgeNf } : {}) };
}

/** The segments, then an unknown one when a node's physical device leads nowhere that is known. */
export function listRails({ netns, segments }: Bench, family: IpFamily): readonly RailLine[] {
  const devices = netns.flatMap((view) => view.devices);
  const rails = segments.map(({ name }): RailLine => {
    const cidr = devices.filter(({ segment }) => segment === name).map((device) => cidrOfDevice(device, family));
    const known = cidr.find((text) => text !== undefined);
    return { name, guessed: false, ...(known === undefined ? {} : { cidr: known }) };
  });
  const unplugged = netns.some(
    ({ kind, devices: own }) => kind === 'node' && own.some((d) => d.kind === 'physical' && d.segment === undefined),
  );
  return unplugged ? [...rails, { name: UNKNOWN_SEGMENT, guessed: true }] : rails;
}

function cidrOfDevice(device: Device, family: IpFamily): string | undefined {
  const own = device.addresses.find(({ address, prefix }) => address.family === family && prefix < getBits(family));
  return own && formatCidr(makeCidr(own.address, own.prefix));
}

/** The first address of the family, else of the other, else nothing. */
export function getAddress(device: Device, family: IpFamily): string {
  const own = device.addresses.find(({ address }) => address.family === family) ?? device.addresses[0];
  return own ? formatIp(own.address) : '';
}

/** The address a node is known by: that of its first physical device. */
export function nodeAddress(netns: NetnsView, family: IpFamily): string {
  const physical = netns.devices.filter(({ kind }) => kind === 'physical');
  const candidates = physical.length > 0 ? physical : netns.devices.filter(({ kind }) => kind !== 'loopback');
  const device = candidates.find(({ addresses }) => addresses.some(({ address }) => !isLoopback(address)));
  return device ? getAddress(device, family) : '';
}
