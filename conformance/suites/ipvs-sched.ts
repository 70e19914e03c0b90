import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GOING_ROUND, oddsResult, type Draws } from './chi-square';
import { Player, SERVER_PORT, type Event, type Run, type Draw } from './ipvs-sched/player';
import {
  IPVS_RECORDINGS,
  newTally,
  projectFolder,
  type Failure,
  type Suite,
  type SuiteResult,
  type Tally,
} from './suite';
import { toNumber } from '../../src/core/lib/fraction';
import type { IpvsService } from '../../src/core/linux/ipvs/service';

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

/** More branches than this are not followed. */
const MOST_BRANCHES = 2000;

/** The odds of each server for one event, as they are for who has only the listing; undefined: certain, or none. */
function oddsOf(run: Run, service: IpvsService, event: Event): ReadonlyMap<string, number> | undefined {
  const odds = new Map<string, number>();
  const open: number[][] = [[]];
  for (let branches = 0; open.length > 0; branches++) {
    if (branches > MOST_BRANCHES) return undefined;
    const path = open.pop() ?? [];
    const walked = walk(run, { service, event, path });
    if (!walked) return undefined;
    odds.set(walked.picked, (odds.get(walked.picked) ?? 0) + walked.probability);
    open.push(...walked.others);
  }
  return odds.size > 1 ? odds : undefined;
}

interface Walk {
  readonly picked: string;
  readonly probability: number;
  /** The branches beside this one that begin after the given path. */
  readonly others: number[][];
}

/** One way through what is drawn: the branches of `path`, then always the first. Undefined: something has no odds. */
function walk(
  run: Run,
  { service, event, path }: { service: IpvsService; event: Event; path: readonly number[] },
): Walk | undefined {
  const taken: number[] = [];
  const others: number[][] = [];
  let probability = 1;
  let guessed = false;
  const draw: Draw = (odds) => {
    const branch = path[taken.length] ?? 0;
    if (taken.length >= path.length) for (let other = 1; other < odds.length; other++) others.push([...taken, other]);
    const chance = odds[branch];
    if (chance) probability *= toNumber(chance);
    else guessed = true;
    taken.push(branch);
    return branch;
  };
  const played = new Player(run, { service, draw }).play(event);
  return played && !guessed ? { picked: played.picked, probability, others } : undefined;
}

/** Draws of one run by their odds: those with the same odds are counted together. */
class ListedOdds {
  private readonly tables = new Map<string, { odds: ReadonlyMap<string, number>; seen: Map<string, number> }>();
  private readonly clients = new Set<string>();
  private readonly run: Run;

  constructor(run: Run) {
    this.run = run;
  }

  /**
   * Counts one recorded pick against the odds it would have for who reads `service` in a listing at that moment and
   * knows nothing of what was before. Who was here before and is kept with its server is left out: a template decides.
   */
  count(service: IpvsService | undefined, event: Event): void {
    const kept = service?.persistentSeconds !== undefined && event.src !== undefined && this.clients.has(event.src);
    if (event.src !== undefined) this.clients.add(event.src);
    if (!service || kept || !event.picked || event.picked.startsWith('ERR')) return;
    const odds = oddsOf(this.run, service, event);
    if (!odds) return;
    const key = JSON.stringify([...odds].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const table = this.tables.get(key) ?? { odds, seen: new Map<string, number>() };
    const picked = `${event.picked}:${SERVER_PORT}`;
    table.seen.set(picked, (table.seen.get(picked) ?? 0) + 1);
    this.tables.set(key, table);
  }

  draws(): Draws[] {
    return [...this.tables.values()];
  }
}
