import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GOING_ROUND, oddsResult, type Draws } from './chi-square';
import { ListedOdds } from './ipvs-sched/listed-odds';
import { Player, SERVER_PORT, type Event, type Run } from './ipvs-sched/player';
import {
  IPVS_RECORDINGS,
  newTally,
  projectFolder,
  type Failure,
  type Suite,
  type SuiteResult,
  type Tally,
} from './suite';

interface PlayedRun {
  readonly passed: number;
  readonly drawn: number;
  readonly failures: Failure[];
  readonly lists: Tally;
  /** The picks against the odds they have for who only lists the table. */
  readonly draws: Draws[];
}

/** Did nobody use the address before? Connections of other runs are counted, too, until they time out. */
function isClean({ events: [first] }: Run): boolean {
  const all = Object.values(first?.counts ?? {}).reduce((sum, [active, inactive]) => sum + active + inactive, 0);
  return all <= (first?.picked && !first.picked.startsWith('ERR') ? 1 : 0);
}

/** The kernel's list with the connections of each server, against ours. */
function listDifference(event: Event, here: ReadonlyMap<string, number>, clean: boolean): string | undefined {
  const text = (address: string, count: number): string => (clean ? `${address} ${count}` : address);
  const wanted = (event.list ?? Object.keys(event.counts)).map((address) => {
    const [active = 0, inactive = 0] = event.counts[address] ?? [];
    return text(address, active + inactive);
  });
  const got = [...here].map(([address, count]) => text(address, count));
  return wanted.join() === got.join() ? undefined : `    kernel: ${wanted.join(', ')}\n    here:   ${got.join(', ')}`;
}

function playRun(run: Run): PlayedRun {
  const player = new Player(run);
  const listed = new ListedOdds(run);
  const failures: Failure[] = [];
  const lists = newTally();
  const clean = isClean(run);
  let passed = 0;
  let drawn = 0;
  for (const [n, event] of run.events.entries()) {
    if (event.op === 'open') listed.count(player.listed(), event);
    const played = player.play(event);
    const difference = listDifference(event, player.counted(event.t), clean);
    lists.total++;
    if (difference === undefined) lists.passed++;
    else lists.failures.push({ id: `${run.id} event ${n}`, diff: difference });
    if (!played) continue;
    // Port unreachable is what `ip_vs_leave` answers where no server takes the connection.
    const refused = event.picked === 'ERR ECONNREFUSED';
    const wanted = refused ? 'unreachable' : `${event.picked ?? ''}:${SERVER_PORT}`;
    if (!played.certain) drawn++;
    else if (played.picked === wanted) passed++;
    else failures.push({ id: `${run.id} event ${n}`, diff: `    kernel: ${wanted}\n    here:   ${played.picked}` });
  }
  return { passed, drawn, failures, lists, draws: listed.draws() };
}

function runFile(name: string, text: string): SuiteResult[] {
  const runs = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => playRun(JSON.parse(line) as Run));
  const failures = runs.flatMap((run) => run.failures);
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const drawn = runs.reduce((sum, run) => sum + run.drawn, 0);
  const certain: SuiteResult = {
    name: `${name} picks called certain`,
    passed,
    total: passed + failures.length,
    skipped: 0,
    notes: { drawn },
    failures,
  };
  const lists: SuiteResult = {
    name: `${name} lists and their connections`,
    passed: runs.reduce((sum, run) => sum + run.lists.passed, 0),
    total: runs.reduce((sum, run) => sum + run.lists.total, 0),
    skipped: 0,
    failures: runs.flatMap((run) => run.lists.failures),
  };
  const draws = runs.flatMap((run) => run.draws);
  return [certain, lists, oddsResult(`${name} odds of picks drawn from a listing`, draws, GOING_ROUND)];
}

/** What each IPVS scheduler of a real kernel picked, connection by connection, against ours. */
export const IPVS_SCHED_SUITE: Suite = {
  name: 'ipvs-sched',
  run: (dir = projectFolder(IPVS_RECORDINGS)) => {
    const folder = existsSync(join(dir, 'sched')) ? join(dir, 'sched') : dir;
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^sched.*\.jsonl$/.test(name))
      .sort()
      .flatMap((name) => runFile(name.replace('.jsonl', ''), readFileSync(join(folder, name), 'utf8')));
  },
};
