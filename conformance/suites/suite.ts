import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder of the project, found from wherever this file (or its bundle) lies. */
export function projectFolder(below: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, below)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, below);
}

/** Recorded packets and flows kept in the project. */
export const KERNEL_RECORDINGS = 'conformance/recordings/kernel';

/** What a kernel with IPVS did, kept in the project. */
export const IPVS_RECORDINGS = 'conformance/recordings/kernel-ipvs';

/** One recording that did not come out as recorded. */
export interface Failure {
  readonly id: string;
  /** A few lines: what was recorded, what the engine says. */
  readonly diff: string;
}

/** How one set of recordings went. */
export interface SuiteResult {
  /** `raw-A verdict`, `iptables IPv4`. */
  readonly name: string;
  readonly passed: number;
  readonly total: number;
  readonly skipped: number;
  /** What was skipped and why, with counts. */
  readonly skips?: Readonly<Record<string, number>>;
  /** What passed in which way, with counts. */
  readonly notes?: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
}

/** What passed of a set while it is counted. */
export interface Tally {
  passed: number;
  total: number;
  readonly failures: Failure[];
}

export const newTally = (): Tally => ({ passed: 0, total: 0, failures: [] });

/** A body of recordings and how to replay it; one file each, one line in the registry. */
export interface Suite {
  readonly name: string;
  /** `dir`: where the recordings are; absent: those in the project. */
  readonly run: (dir?: string) => SuiteResult[];
}

/** Where below the folder of all recordings each suite finds its own. */
export const WHOLE: Readonly<Record<string, string>> = {
  compiler: 'golden',
  releases: 'golden',
  kernel: 'kernel',
  flows: 'kernel',
  modes: 'kernel',
  'ipvs-flows': 'kernel-ipvs',
  'ipvs-scenarios': 'kernel-ipvs',
  'ipvs-sched': 'kernel-ipvs',
  'ipvs-match': 'kernel-ipvs',
  'sync-runner': 'golden',
  'authors-tests': 'golden',
  'live-nodeports': 'golden',
  ebpf: 'corpus/cilium/fixtures',
};

/** The folder a suite is run over: its own below the folder of all recordings, or the one that was named. */
export function recordingsFolder(suite: string, folder: string): string {
  const own = join(folder, WHOLE[suite] ?? '');
  return existsSync(own) ? own : folder;
}
