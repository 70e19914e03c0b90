import { toNumber } from '../../../src/core/lib/fraction';
import type { IpvsService } from '../../../src/core/linux/ipvs/service';
import type { Draws } from '../chi-square';
import { Player, SERVER_PORT, type Draw, type Event, type Run } from './player';

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
export class ListedOdds {
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
