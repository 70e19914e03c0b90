import { startedOn, runIpvsSync, type IpvsProxierState } from '../../../src/core/kubernetes/proxy/ipvs/run-sync';
import { printIpvsRestore, syncIpvsRules } from '../../../src/core/kubernetes/proxy/ipvs/sync-proxy-rules';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { compareLines, compareRules } from '../compiler/nftables-text';
import { Tally } from '../compiler/recordings';
import type { SuiteResult } from '../suite';
import { inputOf, isOthers, isUnlocked, type SyncRecord } from './records';

interface RecordedServer {
  readonly address: string;
  readonly port: number;
  readonly protocol: string;
  readonly scheduler: string;
  readonly flags: number;
  readonly timeout: number;
  readonly servers: readonly { readonly address: string; readonly port: number; readonly weight: number }[];
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** @param bound What stands on kube-ipvs0 already: the fakes count it among the addresses of the node. */
function ipvsInput(record: SyncRecord, bound: readonly string[]): SyncInput {
  const { interfaceAddresses = [] } = record.settings;
  const localAddresses = (record.settings.localAddresses ?? []).filter((address) => !bound.includes(address));
  const own = interfaceAddresses.map((text) => text.replace(/\/.*$/, ''));
  return { ...inputOf(record), interfaceAddresses: [...LOOPBACK, ...new Set([...localAddresses, ...own])] };
}

function serverLines(servers: readonly RecordedServer[]): string[] {
  return servers
    .flatMap(({ protocol, address, port, scheduler, flags, timeout, servers: real }) => {
      const head = `${protocol} ${address} ${port} ${scheduler} ${flags} ${timeout}`;
      return [head, ...real.map((each) => `${head} -> ${each.address} ${each.port} ${each.weight}`)];
    })
    .toSorted();
}

/** The fakes call sets of IPv6 as those of IPv4, and have no mark. */
function asFake(text: string): string {
  return text
    .replaceAll('KUBE-6-', 'KUBE-')
    .replaceAll('0x00004000/0x00004000', '/')
    .replaceAll(/-mark 0x00004000/g, '-mark ')
    .replaceAll(' --random-fully', '');
}

const withoutSpaces = (text: string): string => text.replaceAll(/ +$/gm, '').trimEnd();

/** What stands in the kernel after each sync of a file: virtual servers, sets, addresses; and the rules that were restored. */
export function compareIpvs(name: string, records: readonly SyncRecord[]): SuiteResult[] {
  const parts = ['servers', 'sets', 'addresses', 'rules'] as const;
  const tallies = new Map(parts.map((part) => [part, new Tally(`${name}: ${part}`)] as const));
  const states = new Map<number, IpvsProxierState>();
  let unlocked = 0;
  for (const record of records) {
    if (isOthers(record) || !record.input) continue;
    const before = states.get(record.proxier) ?? startedOn(EMPTY);
    const input = ipvsInput(record, before.kernel.addresses);
    const step = runIpvsSync(before, input);
    if (isUnlocked(record)) unlocked++;
    states.set(record.proxier, step.state);
    const add = (part: (typeof parts)[number], differences: readonly string[]): void => {
      if (!isUnlocked(record)) tallies.get(part)?.add(`${record.test} ${record.seq}`, differences);
    };
    const { virtualServers, addresses } = step.state.kernel;
    const recorded = (record.virtualServers ?? []) as readonly RecordedServer[];
    add('servers', compareLines('server', serverLines(recorded), serverLines(virtualServers)));
    add('addresses', compareLines('address', [...(record.bound ?? [])].toSorted(), [...addresses].toSorted()));
    add('sets', compareLines('entry', recordedEntries(record), ownEntries(input)));
    add(
      'rules',
      compareRules('rule', withoutSpaces(asFake(record.input)), withoutSpaces(asFake(printIpvsRestore(input)))),
    );
  }
  const skips: Record<string, number> = unlocked > 0 ? { 'a gate that this release has locked': unlocked } : {};
  return [...tallies.values()].map((tally) => ({ ...tally.result(), skipped: unlocked, skips }));
}

const EMPTY = { virtualServers: [], addresses: [], ipsets: new Map<string, ReadonlySet<string>>() };

function recordedEntries({ ipsets = {} }: SyncRecord): string[] {
  return Object.entries(ipsets)
    .flatMap(([set, entries]) => entries.map((entry) => `${set} ${entry}`))
    .toSorted();
}

function ownEntries(input: SyncInput): string[] {
  return (syncIpvsRules(input).ipvs?.ipsets ?? [])
    .flatMap(({ name, entries }) => entries.map(({ key }) => `${name.replace('KUBE-6-', 'KUBE-')} ${key}`))
    .toSorted();
}
