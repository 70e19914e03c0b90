import { SYNC_RUNNER_KINDS, syncRuns, type SyncRequests } from '../../core/kubernetes/proxy/sync-runner';
import type { Arguments, ExitCode, Io, Verb } from '../verb';

const USAGE = `sync-runs --runner ${SYNC_RUNNER_KINDS.join('|')} FILE.jsonl`;

const COUNTS = ['minSyncPeriodMs', 'maxIntervalMs', 'syncCostMs', 'untilMs'] as const;

/** A line of the input; else what is wrong with it. */
function readRequests(line: string): SyncRequests | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  const fields = Object(value) as Record<string, unknown>;
  const wrong = COUNTS.find((name) => typeof fields[name] !== 'number' || !(fields[name] >= 0));
  if (wrong !== undefined) return `${wrong} is a number of milliseconds`;
  const requests = fields['requestsMs'];
  if (!Array.isArray(requests) || !requests.every((each) => typeof each === 'number'))
    return 'requestsMs is a list of milliseconds';
  const asked = value as SyncRequests;
  return asked.maxIntervalMs > 0
    ? { ...asked, requestsMs: asked.requestsMs.toSorted((a, b) => a - b) }
    : 'maxIntervalMs is above 0';
}

/** When kube-proxy syncs: a line of JSON a runner, `{"runsMs": [[start, end], …]}` each. */
export const SYNC_RUNS: Verb = {
  name: 'sync-runs',
  usage: USAGE,
  valued: ['runner'],
  run: ({ files, options }: Arguments, io: Io): ExitCode => {
    const kind = SYNC_RUNNER_KINDS.find((each) => each === options['runner']);
    if (kind === undefined) {
      io.stderr(`error usage 0:0 ${USAGE}\n`);
      return 2;
    }
    let code: ExitCode = 0;
    for (const [at, line] of io
      .read(files[0] ?? '-')
      .split('\n')
      .entries()) {
      if (line.trim() === '') continue;
      const asked = readRequests(line);
      if (typeof asked === 'string') {
        io.stderr(`error sync-runs ${at + 1}:1 ${asked}\n`);
        code = 2;
      } else io.stdout(`${JSON.stringify({ runsMs: syncRuns(kind, asked) })}\n`);
    }
    return code;
  },
};
