import { err, ok, type Result } from '../lib/result';
import { groupBy } from '../lib/groups';
import { finished, within, type Steps } from '../lib/scan';
import type { IpFamily } from '../net/ip';
import { isIpHook, type Hook, type RuleRef } from '../linux/hooks';
import { knownStatement } from '../linux/nftables/statements';
import type { Namespace } from '../linux/namespace';
import type { NftStatement, NftTable } from '../linux/nftables/types';
import type { XtTable } from '../linux/xtables/types';
import { listBaseChains } from '../sim/hook-order';
import { deviceClasses, nftDeviceTests, xtDeviceTestsInSteps } from './device-classes';
import { nftPackets } from './nft-packets';
import { sumRules, type PacketChain, type PacketTable } from './packet-table';
import type { Diagram } from './diagram';
import { Space } from './space';
import { listHooks, openTableSpace, orTooLarge } from './table-model';
import { TableWalk, type RuleFlow } from './table-walk';
import { xtPackets } from './xt-packets';

/** A rule that holds for no packet that comes to it, whatever nobody knows of it may be. */
export interface DeadRule {
  readonly rule: RuleRef;
  /**
   * `unreached`: no packet comes to its chain; `covered`: rules before it in its chain, or in chains these jump to, take
   * every packet it would hold for; `never`: no packet that comes to its chain is one it holds for.
   */
  readonly why: 'unreached' | 'covered' | 'never';
  /** Of a covered rule: those that take its packets, in the order they do. */
  readonly by: readonly RuleRef[];
}

/** The rules, by chain, that decide some packet. */
type Alive = Map<string, Uint8Array>;

/** Packets that came to a chain, what is known of them, and the walk that they came on. */
interface Entry {
  readonly walk: TableWalk;
  readonly flow: RuleFlow;
  readonly known: readonly Diagram[];
}

/** All that came to each chain. */
type Entries = Map<string, Entry[]>;

interface DeadInput {
  readonly table: XtTable;
  readonly family: IpFamily;
  readonly netns?: Namespace;
  readonly limit?: number;
}

/** A chain of a table that a hook calls, and the packets that can come to it. */
interface Called {
  readonly hook: Hook;
  readonly chain: string;
  /** Only what begins a connection comes: the nat core asks. */
  readonly isNat: boolean;
  readonly space: Space;
}

/** What was found of a table while it was walked. */
interface Watched {
  readonly table: PacketTable;
  readonly alive: Alive;
  readonly entries: Entries;
  /** Chains that packets were sent to from each chain. */
  readonly leads: Map<string, Set<string>>;
  /** So many rules are alive. */
  found: number;
}

function noteLead(leads: Watched['leads'], from: string, to: string): void {
  const known = leads.get(from);
  if (known) known.add(to);
  else leads.set(from, new Set([to]));
}

/** Does every rule of a chain from one on decide some packet, as far as is known? */
function areAlive(chain: PacketChain, from: number, alive: Alive): boolean {
  return from >= chain.length || alive.get(chain.name)?.indexOf(0, from) === -1;
}

/** Is it known of all rules that decide some packet, of those behind a rule and of all that packets may come to from a chain? */
function isSettled(
  { chain, index }: { readonly chain: PacketChain; readonly index: number },
  to: string,
  { table, alive, leads }: Watched,
): boolean {
  if (!areAlive(chain, index + 1, alive)) return false;
  const reached = new Set([to]);
  for (const next of listLeads(chain, index + 1)) reached.add(next);
  for (const name of reached) {
    const next = table.chains.get(name);
    if (!next) continue;
    if (!areAlive(next, 0, alive)) return false;
    // A rule that leads to one chain and decides some packet has sent packets there.
    for (const each of table.forks ? listLeads(next, 0) : (leads.get(name) ?? [])) reached.add(each);
  }
  return true;
}

/** Chains that the rules of a chain from one on may lead to. */
function listLeads(chain: PacketChain, from: number): readonly string[] {
  return Array.from({ length: chain.length - from }, (_, at) => chain.leadsTo(from + at)).flat();
}

function* watchHook({ hook, chain, isNat, space }: Called, watched: Watched): Steps<void> {
  const { table, alive, entries, leads } = watched;
  const packets = space.possible(hook, isNat ? 'nat' : 'filter');
  const walk = new TableWalk(space, table);
  walk.watch = ({ name, length }, index, holds) => {
    if (!holds) return;
    const rules = alive.get(name) ?? new Uint8Array(length);
    if (rules[index] === 0) watched.found++;
    rules[index] = 1;
    alive.set(name, rules);
  };
  walk.skips = (rule, to) => isSettled(rule, to, watched);
  walk.enter = ({ name }, flow, { known, path }) => {
    if (flow.packets === 0) return;
    const caller = path.at(-2);
    if (caller !== undefined) noteLead(leads, caller, name);
    const all = entries.get(name);
    if (all) all.push({ walk, flow, known });
    else entries.set(name, [{ walk, flow, known }]);
  };
  yield* walk.run(chain, { packets, marks: space.marksAsTheyCame(), untracked: space.none });
}

/** Entries of one walk with the same mark as one. */
function joinEntries(entries: readonly Entry[]): readonly Entry[] {
  const groups = groupBy(entries, ({ walk }) => walk);
  return [...groups.values()].flatMap((ofWalk) =>
    [...groupBy(ofWalk, ({ flow }) => flow.marks).values()].flatMap(joinAlike),
  );
}

function joinAlike(entries: readonly Entry[]): readonly Entry[] {
  const [first] = entries;
  if (!first || entries.length === 1) return entries;
  const { diagrams } = first.walk.space;
  const whole = (of: 'packets' | 'untracked'): Diagram =>
    diagrams.union(
      entries.map(({ flow, known }) => known.reduceRight((set, cube) => diagrams.and(cube, set), flow[of])),
    );
  const flow = { ...first.flow, packets: whole('packets'), untracked: whole('untracked') };
  return [{ ...first, known: [], flow }];
}

/** The rules that take the packets of a rule for which none is left. */
function explain(chain: PacketChain, index: number, { table, entries }: Watched): DeadRule {
  const rule: RuleRef = { table: table.name, chain: chain.name, index };
  const came = joinEntries(entries.get(chain.name) ?? []);
  if (came.length === 0) return { rule, why: 'unreached', by: [] };
  entries.set(chain.name, [...came]);
  const takers = new Map<string, RuleRef>();
  for (const { walk, flow, known } of came) {
    const { ended } = walk;
    const before = ended.length;
    const packets = walk.packetsOf(flow, { chain, index, known });
    walk.enter = () => undefined;
    walk.watch = () => undefined;
    walk.skips = () => false;
    walk.leave = (inChain, at) => {
      if (inChain === chain) takers.set(`${chain.name} ${at}`, { table: table.name, chain: chain.name, index: at });
    };
    finished(walk.walk({ ...flow, packets }, { chain, path: [chain.name], known, until: index }));
    for (const by of ended.slice(before)) if (by) takers.set(`${by.chain} ${by.index}`, by);
    ended.length = before;
  }
  return takers.size > 0 ? { rule, why: 'covered', by: [...takers.values()] } : { rule, why: 'never', by: [] };
}

/** So many rules are explained before it is said how far that is. */
const RULES_A_STEP = 64;

/** Rules that hold for no packet which comes by one of these chains; yields how far it is, 0..1. */
function* findDead(table: PacketTable, called: readonly Called[]): Steps<readonly DeadRule[]> {
  const watched: Watched = { table, alive: new Map(), entries: new Map(), leads: new Map(), found: 0 };
  const rules = sumRules(table);
  for (const [at, each] of called.entries()) {
    const work = watchHook(each, watched);
    // Most rules are asked at one hook: how many are alive tells more than how many hooks are done.
    for (let step = work.next(); !step.done; step = work.next())
      yield 0.6 * (watched.found / rules) + 0.2 * ((at + step.value) / called.length);
  }
  const silent = [...table.chains.values()].flatMap((chain) => {
    const rules = watched.alive.get(chain.name);
    return Array.from({ length: chain.length }, (_, index) => ({ chain, index })).filter(
      ({ index }) => rules?.[index] !== 1,
    );
  });
  const dead: DeadRule[] = [];
  for (const [at, { chain, index }] of silent.entries()) {
    if (at % RULES_A_STEP === 0) yield 0.8 + (at / silent.length) * 0.2;
    dead.push(explain(chain, index, watched));
  }
  return dead;
}

/** The same, or why it is too large. */
function* findOrTooLarge(table: PacketTable, called: readonly Called[]): Steps<Result<readonly DeadRule[], string>> {
  const work = findDead(table, called);
  for (;;) {
    const next = orTooLarge(() => work.next());
    if (!next.ok) return err(next.error);
    if (next.value.done) return ok(next.value.value);
    yield next.value.value;
  }
}

/** So far it is when the devices that rules ask for are known, 0..1. */
const LOOKED_THROUGH = 0.02;

/**
 * Every rule of a table that holds for no packet that can come to it: at any of the table's hooks, in any state of its
 * connection, with any mark. Taking all of them away changes the end of no packet. Exact but for what nobody can say of a
 * rule (a limit, a set that is not listed): such a rule counts as alive, and takes nothing for sure. Yields how far it is, 0..1.
 */
export function* deadRulesInSteps(input: DeadInput): Steps<Result<readonly DeadRule[], string>> {
  const { table } = input;
  const tests = yield* within(xtDeviceTestsInSteps(table), 0, LOOKED_THROUGH);
  const space = openTableSpace({ ...input, tests });
  const called = listHooks(table).map((hook) => ({ hook, chain: hook, isNat: table.name === 'nat', space }));
  return yield* within(findOrTooLarge(xtPackets(table), called), LOOKED_THROUGH, 1);
}

/** All of them at once. */
export function findDeadRules(input: DeadInput): Result<readonly DeadRule[], string> {
  return finished(deadRulesInSteps(input));
}

interface DeadNftInput extends Omit<DeadInput, 'table' | 'family'> {
  readonly table: NftTable;
}

const FAMILIES: Readonly<Record<string, readonly IpFamily[]>> = {
  ip: ['ipv4'],
  ip6: ['ipv6'],
  inet: ['ipv4', 'ipv6'],
};

/**
 * The same of a table of nftables, whose rules do something where a packet comes to more than their questions: at all of its base chains,
 * over each family that it serves. Undefined: it has chains of devices, frames or ARP, of which nothing is said.
 */
export function deadNftRulesInSteps(input: DeadNftInput): Steps<Result<readonly DeadRule[], string>> | undefined {
  const { table, netns, limit } = input;
  const bases = listBaseChains(table);
  const families = FAMILIES[table.family];
  if (!families || bases.some(({ base }) => !isIpHook(base.hook))) return undefined;
  const devices = deviceClasses(nftDeviceTests(table), netns?.devices.map(({ name }) => name) ?? []);
  const called = families.flatMap((family) => {
    const space = new Space({
      family,
      devices,
      ...(netns ? { netns } : {}),
      ...(limit === undefined ? {} : { limit }),
    });
    return bases.flatMap(({ chain, base: { hook, type } }): readonly Called[] =>
      isIpHook(hook) ? [{ hook, chain: chain.name, isNat: type === 'nat', space }] : [],
    );
  });
  return findOrTooLarge(nftPackets(table), called);
}

/** All of them at once. */
export function findDeadNftRules(input: DeadNftInput): Result<readonly DeadRule[], string> | undefined {
  const steps = deadNftRulesInSteps(input);
  return steps && finished(steps);
}

/**
 * Is a table of nftables surely shown in part, so that chains which are not there may lead to any chain but a base chain?
 * A kernel has no rule that leads to a chain or asks a map which it has not.
 */
export function isNftTableInPart(table: NftTable): boolean {
  const { chains, sets } = table;
  if ([...chains.values()].every(({ base }) => base === undefined)) return true;
  return [...nftPackets(table).chains.values()].some((chain) =>
    Array.from({ length: chain.length }, (_, index) => index).some((index) => {
      const isMissing = chain.leadsTo(index).some((name) => !chains.has(name));
      return isMissing || asksMissingMap(chains.get(chain.name)?.rule(index).statements ?? [], sets);
    }),
  );
}

function asksMissingMap(statements: readonly NftStatement[], sets: NftTable['sets']): boolean {
  return statements.some((statement) => {
    const known = knownStatement(statement);
    return known.statement === 'vmap' && known.spec.map.kind === 'reference' && !sets.has(known.spec.map.name);
  });
}
