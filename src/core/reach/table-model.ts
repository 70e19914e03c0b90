import { err, ok, type Result } from '../lib/result';
import type { IpFamily } from '../net/ip';
import { NF_DROP, type Hook } from '../linux/hooks';
import type { Namespace } from '../linux/namespace';
import { isBuiltIn, type XtTable } from '../linux/xtables/types';
import { deviceClasses, xtDeviceTests, type DeviceTest } from './device-classes';
import { TooLarge, type Diagram } from './diagram';
import { Space } from './space';
import type { Fate } from './chain-ends';
import { mapTable } from './table-map';
import { xtPackets } from './xt-packets';

/** Numbers of leaves of sets. */
const FIRST_FATE = 2;

/** Everything one table does at one hook. */
export interface TableModel {
  readonly space: Space;
  readonly table: XtTable;
  readonly hook: Hook;
  /** Packets that can come, by how they end: a leaf's value is the place of its {@link Fate}, plus two. */
  readonly outcome: Diagram;
  readonly fates: readonly Fate[];
  /** Each bit of the mark afterwards, highest first, where {@link outcome} is defined. */
  readonly marks: () => readonly Diagram[];
}

interface ModelInput {
  readonly table: XtTable;
  readonly hook: Hook;
  readonly family: IpFamily;
  readonly netns?: Namespace;
  /** How many nodes of diagrams there may be. */
  readonly limit?: number;
}

/** All packets that a table's rules can tell apart; `tests`: the devices that they ask for, where these are known. */
export function openTableSpace({
  table,
  family,
  netns,
  limit,
  tests = xtDeviceTests(table),
}: Omit<ModelInput, 'hook'> & { readonly tests?: readonly DeviceTest[] }): Space {
  return new Space({
    family,
    devices: deviceClasses(tests, netns?.devices.map(({ name }) => name) ?? []),
    ...(netns ? { netns } : {}),
    ...(limit === undefined ? {} : { limit }),
  });
}

/** Makes something that may be too large: then the error says of what there was too much. */
export function orTooLarge<T>(make: () => T): Result<T, string> {
  try {
    return ok(make());
  } catch (error) {
    // A chain of so many draws that the stack is not deep enough is too large, too.
    if (error instanceof TooLarge || error instanceof RangeError) return err(error.message);
    throw error;
  }
}

/** All that a table does to packets at a hook (ipt_do_table() in net/ipv4/netfilter/ip_tables.c), for all of them. */
export function modelTable(input: ModelInput): Result<TableModel, string> {
  const { table, hook } = input;
  return orTooLarge(() => {
    const space = openTableSpace(input);
    const { diagrams } = space;
    const fates: Fate[] = [];
    const known = new Map<string, Diagram>();
    const numberedLeaf = (fate: Fate): Diagram => {
      const name = `${fate.by?.chain} ${fate.by?.index} ${fate.verdict.kind}`;
      const leaf = known.get(name) ?? diagrams.leaf(fates.push(fate) - 1 + FIRST_FATE);
      known.set(name, leaf);
      return leaf;
    };
    const possible = space.possible(hook, table.name);
    const packets = xtPackets(table);
    // Whether a device has the address that is asked for is not known here.
    const orDropped =
      (after: (fate: Fate) => Diagram) =>
      (fate: Fate): Diagram =>
        fate.nat?.own ? diagrams.choose(space.may(), after(fate), after({ ...fate, verdict: NF_DROP })) : after(fate);
    const map = (after: (fate: Fate) => Diagram): Diagram =>
      diagrams.and(possible, mapTable(space, { table: packets, chain: hook, become: {}, ways: [] }, orDropped(after)));
    const outcome = map(numberedLeaf);
    const marks = (): readonly Diagram[] => space.marksAsTheyCame().map((bit) => map(() => bit));
    return { space, table, hook, outcome, fates, marks };
  });
}

/** The fate that a leaf's value stands for. */
export function findFate({ fates }: Pick<TableModel, 'fates'>, value: number): Fate | undefined {
  return fates[value - FIRST_FATE];
}

/** Hooks at which a table has a chain of the kernel's own. */
export function listHooks(table: XtTable): Hook[] {
  return [...table.chains.keys()].filter((name): name is Hook => isBuiltIn(table.name, name));
}
