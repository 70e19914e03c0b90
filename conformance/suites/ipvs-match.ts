import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareRecord, readRecords, replayRecord } from './kernel';
import type { KernelRecord, RecordedTopologies } from './kernel/record';
import {
  IPVS_RECORDINGS,
  KERNEL_RECORDINGS,
  newTally,
  projectFolder,
  type Failure,
  type Suite,
  type SuiteResult,
} from './suite';

/** The routers of the records: the folder has none of its own, or those of `kernel/`. */
function topologiesFor(folder: string): RecordedTopologies {
  const own = join(folder, 'topologies.json');
  const path = existsSync(own) ? own : join(projectFolder(KERNEL_RECORDINGS), 'topologies.json');
  return JSON.parse(readFileSync(path, 'utf8')) as RecordedTopologies;
}

/** What is not simulated had a say in a packet: wrong, or right by chance. */
function undecided(record: KernelRecord, n: number, where: string): Failure {
  return { id: `${record.id} (${record.title}) packet ${n}`, diff: `    not known: ${where}` };
}

function playRecord(record: KernelRecord, topologies: RecordedTopologies): Failure[] {
  const replayed = replayRecord(record, topologies);
  return record.packets.flatMap((packet) => {
    const [wrong] = compareRecord({ ...record, packets: [packet] }, replayed, 'all');
    if (wrong) return [wrong];
    const unknown = replayed.find(({ n }) => n === packet.n)?.unknown;
    return unknown === undefined ? [] : [undecided(record, packet.n, unknown)];
  });
}

function runFile(name: string, text: string, topologies: RecordedTopologies): SuiteResult {
  const tally = newTally();
  for (const record of readRecords(text)) {
    const failures = playRecord(record, topologies);
    tally.total += record.packets.length;
    tally.passed += record.packets.length - failures.length;
    tally.failures.push(...failures);
  }
  return { name, skipped: 0, ...tally };
}

/** Packets with their times through matches that count, measure or remember: verdict, walk and conntrack. */
export const IPVS_MATCH_SUITE: Suite = {
  name: 'ipvs-match',
  run: (dir = projectFolder(IPVS_RECORDINGS)): SuiteResult[] => {
    const folder = existsSync(join(dir, 'match')) ? join(dir, 'match') : dir;
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^match.*\.jsonl$/.test(name))
      .sort()
      .map((name) =>
        runFile(name.replace('.jsonl', ''), readFileSync(join(folder, name), 'utf8'), topologiesFor(folder)),
      );
  },
};
