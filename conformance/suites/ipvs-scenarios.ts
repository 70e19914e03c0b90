import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareRecord, readRecords } from './kernel';
import { freshTable, replay, type Replayed } from './kernel/replay';
import { routerOf, type KernelRecord } from './kernel/record';
import { rulesetOf } from './recorded-rules';
import { IPVS_RECORDINGS, newTally, projectFolder, type Failure, type Suite, type SuiteResult } from './suite';

/** A record of a router with IPVS; between its packets stand `ipvsadm` commands. */
interface IpvsRecord extends KernelRecord {
  readonly ipvs: string;
}

type IpvsPacket = IpvsRecord['packets'][number] & {
  readonly ctl?: readonly string[];
  /** `TCP 192.168.10.50:1000 10.96.0.1:80 10.244.1.5:8080 SYN_RECV`: the connections afterwards. */
  readonly conns?: readonly string[];
  /** Seconds left of each, by protocol and port of the client. */
  readonly expires?: Readonly<Record<string, number>>;
};

const UNSHARED = { common: { sysctl: {} }, topologies: {} };

/** Seconds left may be told one less: the recorder looked a moment later. */
function expiresDiffer(recorded: IpvsPacket, replayed: Replayed): boolean {
  return Object.entries(recorded.expires ?? {}).some(([name, left]) => {
    const [protocol, port] = name.split(' ');
    // Templates of several clients have no port that tells them apart.
    const own = replayed.conns?.filter(
      (line) => line.startsWith(`${protocol} `) && line.split(' ')[1]?.endsWith(`:${port}`),
    );
    const here = (own ?? []).map((line) => Number(line.split(' ').at(-1)));
    return !here.some((seconds) => seconds === left || seconds === left + 1);
  });
}

function connectionsDiffer(recorded: IpvsPacket, replayed: Replayed | undefined): string | undefined {
  if (!recorded.conns) return undefined;
  const here = replayed?.conns ?? [];
  const names = here.map((line) => line.slice(0, line.lastIndexOf(' ')));
  const same = recorded.conns.toSorted().join('\n') === names.join('\n');
  if (same && !(replayed && expiresDiffer(recorded, replayed))) return undefined;
  const left = recorded.expires ? ` ${JSON.stringify(recorded.expires)}` : '';
  return `    kernel: ${recorded.conns.join('; ')}${left}\n    here:   ${here.join('; ')}`;
}

function playRecord(record: IpvsRecord): { readonly total: number; readonly failures: Failure[] } {
  const rules = { xtables: rulesetOf(record.rules, record.fam === 'ip6' ? 'ipv6' : 'ipv4') };
  const router = { ...routerOf(record, UNSHARED, rules), ipvs: freshTable(record.ipvs) };
  const replayed = replay(record, router);
  const packets = (record.packets as readonly IpvsPacket[]).filter(({ ctl }) => ctl === undefined);
  const failures = packets.flatMap((packet) => {
    const found = compareRecord({ ...record, packets: [packet] }, replayed, 'all');
    const conns = connectionsDiffer(
      packet,
      replayed.find(({ n }) => n === packet.n),
    );
    const [first] = found;
    if (!first && conns === undefined) return [];
    const id = `${record.id} (${record.title}) packet ${packet.n}`;
    return [{ id, diff: [first?.diff, conns].filter((text) => text !== undefined).join('\n') }];
  });
  return { total: packets.length, failures };
}

function runFile(name: string, text: string): SuiteResult {
  const tally = newTally();
  for (const record of readRecords(text) as unknown as IpvsRecord[]) {
    const { total, failures } = playRecord(record);
    tally.total += total;
    tally.passed += total - failures.length;
    tally.failures.push(...failures);
  }
  return { name, skipped: 0, ...tally };
}

/** Packet by packet through one router with IPVS: verdict, walk, conntrack, connections and what is left of their time. */
export const IPVS_SCENARIOS_SUITE: Suite = {
  name: 'ipvs-scenarios',
  run: (dir = projectFolder(IPVS_RECORDINGS)): SuiteResult[] => {
    const folder = existsSync(join(dir, 'scenarios')) ? join(dir, 'scenarios') : dir;
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^scenarios\w*\.jsonl$/.test(name))
      .sort()
      .map((name) => runFile(name.replace('.jsonl', ''), readFileSync(join(folder, name), 'utf8')));
  },
};
