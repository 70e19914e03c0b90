import { err, ok, type Result } from '../lib/result';
import { finished, within, type Steps } from '../lib/scan';
import type { IpFamily } from '../net/ip';
import { isIpHook, type Hook, type RuleRef } from '../linux/hooks';
import { knownStatement } from '../linux/nftables/statements';
import type { Namespace } from '../linux/namespace';
import type { NftStatement, NftTable } from '../linux/nftables/types';
import type { XtTable } from '../linux/xtables/types';
import { listBaseChains } from '../sim/hook-order';
import { deviceClasses, nftDeviceTests } from './device-classes';
import { nftPackets } from './nft-packets';
import type { PacketChain, PacketTable } from './packet-table';
import { Space } from './space';
import { listHooks, openTableSpace, orTooLarge } from './table-model';
import { TableWalk } from './table-walk';
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

/** Packets that came to a chain, with what their mark was. */
type Entries = Map<string, { readonly walk: TableWalk; readonly flow: Parameters<TableWalk['enter']>[1] }[]>;

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
  readonly openSpace: () => Space;
}

/** What was found of a table while it was walked. */
interface Watched {
  readonly table: PacketTable;
  readonly alive: Alive;
  readonly entries: Entries;
}

function* watchHook({ hook, chain, isNat, openSpace }: Called, { table, alive, entries }: Watched): Steps<void> {
  const space = openSpace();
  const packets = space.possible(hook, isNat ? 'nat' : 'filter');
  const walk = new TableWalk(space, table);
  walk.watch = ({ name, length }, index, holds) => {
    if (holds === 0) return;
    const rules = alive.get(name) ?? new Uint8Array(length);
    rules[index] = 1;
    alive.set(name, rules);
  };
  walk.enter = ({ name }, flow) => {
    if (flow.packets === 0) return;
    const all = entries.get(name) ?? [];
    entries.set(name, all);
    const same = all.findIndex((entry) => entry.walk === walk && entry.flow.marks === flow.marks);
    const before = all[same];
    if (before) {
      const together = walk.space.diagrams.over(before.flow.packets, flow.packets);
      all[same] = { walk, flow: { ...flow, packets: together } };
    } else all.push({ walk, flow });
  };
  yield* walk.run(chain, { packets, marks: space.marksAsTheyCame(), untracked: space.none });
}

/** The rules that take the packets of a rule for which none is left. */
function explain(chain: PacketChain, index: number, { table, entries }: Watched): DeadRule {
  const rule: RuleRef = { table: table.name, chain: chain.name, index };
  const came = entries.get(chain.name) ?? [];
  if (came.length === 0) return { rule, why: 'unreached', by: [] };
  const takers = new Map<string, RuleRef>();
  for (const { walk, flow } of came) {
    const { ended } = walk;
    const before = ended.length;
    const packets = walk.packetsOf(chain, index, flow);
    walk.enter = () => undefined;
    walk.watch = () => undefined;
    walk.leave = (inChain, at) => {
      if (inChain === chain) takers.set(`${chain.name} ${at}`, { table: table.name, chain: chain.name, index: at });
    };
    finished(walk.walk({ ...flow, packets }, { chain, path: [chain.name], until: index }));
    for (const end of ended.slice(before)) {
      const { by } = end;
      if (by) takers.set(`${by.chain} ${by.index}`, by);
    }
    ended.length = before;
  }
  return takers.size > 0 ? { rule, why: 'covered', by: [...takers.values()] } : { rule, why: 'never', by: [] };
}

/** So many rules are explained before it is said how far that is. */
const RULES_A_STEP = 64;

/** Rules that hold for no packet which comes by one of these chains; yields how far it is, 0..1. */
function* findDead(table: PacketTable, called: readonly Called[]): Steps<readonly DeadRule[]> {
  const watched: Watched = { table, alive: new Map(), entries: new Map() };
  for (const [at, each] of called.entries()) {
    yield* within(watchHook(each, watched), (at / called.length) * 0.8, ((at + 1) / called.length) * 0.8);
    yield ((at + 1) / called.length) * 0.8;
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

/**
 * Every rule of a table that holds for no packet that can come to it: at any of the table's hooks, in any state of its
 * connection, with any mark. Taking all of them away changes the end of no packet. Exact but for what nobody can say of a
 * rule (a limit, a set that is not listed): such a rule counts as alive, and takes nothing for sure. Yields how far it is, 0..1.
 */
export function deadRulesInSteps(input: DeadInput): Steps<Result<readonly DeadRule[], string>> {
  const { table } = input;
  const openSpace = (): Space => openTableSpace(input);
  const called = listHooks(table).map((hook) => ({ hook, chain: hook, isNat: table.name === 'nat', openSpace }));
  return findOrTooLarge(xtPackets(table), called);
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
  const called = families.flatMap((family) =>
    bases.flatMap(({ chain, base }): readonly Called[] => {
      const { hook } = base;
      if (!isIpHook(hook)) return [];
      const openSpace = (): Space =>
        new Space({ family, devices, ...(netns ? { netns } : {}), ...(limit === undefined ? {} : { limit }) });
      return [{ hook, chain: chain.name, isNat: base.type === 'nat', openSpace }];
    }),
  );
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
