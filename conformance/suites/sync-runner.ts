import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  syncRuns,
  type SyncRequests,
  type SyncRun,
  type SyncRunnerKind,
} from '../../src/core/kubernetes/proxy/sync-runner';
import { projectFolder, type Failure, type Suite, type SuiteResult } from './suite';

const PROJECT = 'conformance/recordings/sync-runner';

/** Each generation of the runner, as the releases are named that had it. */
const FILES: Readonly<Record<SyncRunnerKind, string>> = {
  burst: 'runner-1.30.jsonl',
  interval: 'runner-1.36.jsonl',
};

type Recorded = SyncRequests & { readonly runsMs: readonly SyncRun[] };

function replayed(kind: SyncRunnerKind, file: string): SuiteResult {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const failures = lines.flatMap((line, at): Failure[] => {
    const recorded = JSON.parse(line) as Recorded;
    const [expected, here] = [recorded.runsMs, syncRuns(kind, recorded)].map((runs) => JSON.stringify(runs));
    if (expected === here) return [];
    return [{ id: `${FILES[kind]} line ${at + 1}`, diff: `    kube-proxy: ${expected}\n    here:       ${here}` }];
  });
  const total = lines.length;
  return { name: `sync runner ${kind}`, passed: total - failures.length, total, skipped: 0, failures };
}

/** When real runners, with a clock of the recorder, started and ended their syncs: to the millisecond. */
export const SYNC_RUNNER_SUITE: Suite = {
  name: 'sync-runner',
  run: (dir = projectFolder(PROJECT)) => {
    const folder = [dir, join(dir, 'sync-runner'), join(dir, 'golden/sync-runner')].find((each) =>
      existsSync(join(each, FILES.burst)),
    );
    if (folder === undefined) return [];
    return (Object.keys(FILES) as SyncRunnerKind[])
      .filter((kind) => existsSync(join(folder, FILES[kind])))
      .map((kind) => replayed(kind, join(folder, FILES[kind])));
  },
};
