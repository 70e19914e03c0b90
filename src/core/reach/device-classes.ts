import { finished, SLICE_OF_LINES, type Steps } from '../lib/scan';
import type { Netns } from '../linux/netns';
import { listTypes } from '../linux/nftables/expressions';
import { IFACE_INDEX, IFNAME } from '../linux/nftables/datatypes/datatype';
import type { NftPattern } from '../linux/nftables/datum';
import { knownStatement } from '../linux/nftables/statements';
import type { NftExpression, NftRight, NftStatement, NftTable } from '../linux/nftables/types';
import type { XtTable } from '../linux/xtables/types';

/** A character no tested name goes on with: its names stand for all others that begin alike. */
const FREE = ['~', '^', '=', '_', 'z', 'q', 'x'] as const;

/** Names that begin with `prefix` and with no longer tested one: one of them. */
function inventName(prefix: string, tested: readonly string[]): string | undefined {
  const found = FREE.find((character) => !tested.some((name) => name.startsWith(prefix + character)));
  return found === undefined ? undefined : prefix + found;
}

/** A name that a rule asks for, or how those begin that it asks for. */
export interface DeviceTest {
  readonly name: string;
  readonly prefix: boolean;
}

/**
 * Device names that rules can tell apart, one of each class: none (`''`, always first), each that is named, one of each
 * tested beginning, and one that nobody names.
 */
export function deviceClasses(tests: Iterable<DeviceTest>, known: readonly string[]): readonly string[] {
  const exact = new Set(known);
  const prefixes = new Set(['']);
  for (const { name, prefix } of tests) (prefix ? prefixes : exact).add(name);
  const tested = [...exact, ...prefixes];
  const invented = [...prefixes].map((prefix) => inventName(prefix, tested)).filter((name) => name !== undefined);
  return [...new Set(['', ...exact, ...prefixes, ...invented])];
}

/** In the words of every rule that asks for a device, however it is spelled; most rules are told by it without being read. */
const MAY_ASK_FOR_DEVICE = /-[io]|\\/;

/** Devices that the rules of a table of iptables ask for; yields the share of its rules that were looked at, 0..1. */
export function* xtDeviceTestsInSteps({ chains }: XtTable): Steps<readonly DeviceTest[]> {
  const tests: DeviceTest[] = [];
  const all = [...chains.values()].reduce((sum, { length }) => sum + length, 0);
  let seen = 0;
  for (const chain of chains.values()) {
    for (let index = 0; index < chain.length; index++) {
      if (++seen % SLICE_OF_LINES === 0) yield seen / all;
      const words = chain.text?.(index);
      if (words !== undefined && !MAY_ASK_FOR_DEVICE.test(words)) continue;
      const { indev, outdev } = chain.rule(index);
      if (indev) tests.push(indev);
      if (outdev) tests.push(outdev);
    }
  }
  return tests;
}

/** All of them at once. */
export function xtDeviceTests(table: XtTable): readonly DeviceTest[] {
  return finished(xtDeviceTestsInSteps(table));
}

/** Devices that the rules of a table of nftables ask for, by comparing them and by looking them up. */
export function* nftDeviceTests(table: NftTable): Generator<DeviceTest> {
  for (const chain of table.chains.values())
    for (let index = 0; index < chain.length; index++)
      for (const statement of chain.rule(index).statements) yield* statementTests(statement, table);
}

function statementTests(statement: NftStatement, table: NftTable): readonly DeviceTest[] {
  const known = knownStatement(statement);
  if (known.statement === 'match') return namesIn(known.spec.left, known.spec.right, table);
  return known.statement === 'vmap' ? namesIn(known.spec.key, known.spec.map, table) : [];
}

/** Names that stand on the right, in those of its fields that are devices. */
function namesIn(left: NftExpression, right: NftRight, { sets }: NftTable): readonly DeviceTest[] {
  const types = listTypes(left);
  if (!types.some((type) => type === IFNAME || type === IFACE_INDEX)) return [];
  const inPattern = (pattern: NftPattern): DeviceTest[] =>
    pattern.flatMap(({ from, prefix }) =>
      typeof from === 'string' ? [{ name: from, prefix: prefix !== undefined }] : [],
    );
  if (right.kind === 'pattern') return inPattern(right.pattern);
  const set = right.kind === 'set' ? right.set : right.kind === 'reference' ? sets.get(right.name) : undefined;
  return Array.from({ length: set?.elements.length ?? 0 }, (_, i) => set?.elements.element(i)?.key).flatMap((key) =>
    key && key !== 'any' ? inPattern(key) : [],
  );
}

/** Devices that hand to IP what comes in by them: a bridge's ports hand to the bridge, and lo has only what is made here. */
export function listEntrances({ devices }: Netns): readonly string[] {
  return devices
    .filter(({ kind, master, up }) => kind !== 'loopback' && master === undefined && up)
    .map(({ name }) => name);
}
