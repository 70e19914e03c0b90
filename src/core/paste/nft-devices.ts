import { type Steps, SLICE_OF_LINES } from '../lib/scan';
import { knownExpression } from '../linux/nftables/expressions';
import { knownStatement } from '../linux/nftables/statements';
import type { NftChain, NftExpression, NftRight, NftRuleset, NftTable } from '../linux/nftables/types';
import { datumAddress } from '../linux/nftables/datatypes/datatype';
import type { NftField, NftPattern } from '../linux/nftables/datum';
import { getBits, hostCidr, type Cidr } from '../net/ip';
import { noteClue, tieNetwork, type Clues } from './clues';
import type { Evidence } from './pasted-types';

/** Longer sets are of Pods' links, not of the devices a person has. */
const MOST_ELEMENTS = 64;
/** Only rules with one of these can name a device; the others are not even read. */
const WORTH_READING = /\b[io]if(?:name)?\b/;

const SERVED: Readonly<Record<Clues['family'], readonly NftTable['family'][]>> = {
  ipv4: ['ip', 'inet'],
  ipv6: ['ip6', 'inet'],
};

/** Adds the devices that rules of nftables name, and the networks they say to be behind them. */
export function* addNftDevices(clues: Clues, { tables }: NftRuleset): Steps<void> {
  let done = 0;
  for (const table of tables.values()) {
    for (const chain of SERVED[clues.family].includes(table.family) ? table.chains.values() : []) {
      for (let index = 0; index < chain.length; index++) {
        if (++done % SLICE_OF_LINES === 0) yield 0;
        if (WORTH_READING.test(chain.text(index))) noteDevices(clues, table, { chain, index });
      }
    }
  }
}

function noteDevices(
  clues: Clues,
  table: NftTable,
  { chain, index }: { readonly chain: NftChain; readonly index: number },
): void {
  const line = chain.line(index);
  const evidence = line === undefined ? undefined : { line, text: chain.text(index) };
  const statements = chain.rule(index).statements.map(knownStatement);
  noteNetworks(clues, statements, evidence);
  for (const each of statements) {
    const names =
      each.statement === 'match'
        ? namesIn(table, each.spec.left, each.spec.right)
        : each.statement === 'vmap'
          ? namesIn(table, each.spec.key, each.spec.map)
          : [];
    for (const name of names) noteClue(clues.interfaces, name, name, evidence);
  }
}

/**
 * `ip saddr 10.0.0.0/24 iifname "eth1"`: what comes from a network by a device; `oifname != "br0"` behind an address: what leaves it
 * by another. Who refuses says what must not come, as iptables' rules are read (clues.ts).
 */
function noteNetworks(clues: Clues, statements: readonly Known[], evidence: Evidence | undefined): void {
  const asked = new Map(statements.map(comparedWith).filter((each) => each !== undefined));
  const name = (key: string): string | undefined => {
    const { from, prefix } = asked.get(key) ?? {};
    return typeof from === 'string' && from !== '' && prefix === undefined ? from : undefined;
  };
  const tie = (device: string | undefined, address: string): void => {
    const field = asked.get(address);
    if (device !== undefined && field) tieNetwork(clues, device, cidrInField(field), evidence);
  };
  tie(name('!oif'), 'saddr');
  if (statements.some(refuses)) return;
  tie(name('iif'), 'saddr');
  tie(name('oif'), 'daddr');
}

type Known = ReturnType<typeof knownStatement>;

function refuses({ statement, spec }: Known): boolean {
  return statement === 'reject' || (statement === 'verdict' && spec.verdict.kind === 'DROP');
}

/** What one constant is asked of: `iif`, `oif`, `saddr` or `daddr`, behind `!` where it is to be another. */
function comparedWith({ statement, spec }: Known): readonly [string, NftField] | undefined {
  if (statement !== 'match' || spec.right.kind !== 'pattern' || spec.mask !== undefined) return undefined;
  const left = knownExpression(spec.left);
  const [field] = spec.right.pattern;
  const key =
    left.expression === 'meta' && /^[io]if(?:name)?$/.test(left.spec.key)
      ? left.spec.key.slice(0, 3)
      : left.expression === 'payload' && /^ip6?$/.test(left.spec.header)
        ? left.spec.field
        : undefined;
  if (!field || key === undefined) return undefined;
  if (spec.operator === '!=') return [`!${key}`, field];
  return spec.operator === 'implicit' || spec.operator === '==' ? [key, field] : undefined;
}

/** An address or a network a field is compared with; undefined: it is a name. */
export function cidrInField({ from, prefix }: NftField): Cidr | undefined {
  if (typeof from === 'string') return undefined;
  const address = datumAddress(from);
  return prefix === undefined ? hostCidr(address) : { address, prefix: Math.min(prefix, getBits(address.family)) };
}

/** Names a device is compared with: `eth0`, and `veth+` for all that begin so, as iptables writes it. */
function namesIn(table: NftTable, compared: NftExpression, right: NftRight): string[] {
  const left = knownExpression(compared);
  const parts = left.expression === 'concat' ? left.spec.parts.map(knownExpression) : [left];
  return parts.flatMap((part, index) => {
    if (part.expression !== 'meta' || !WORTH_READING.test(part.spec.key)) return [];
    return patternsIn(table, right).flatMap((pattern) => {
      const { from, prefix } = pattern[index] ?? {};
      return typeof from === 'string' && from !== '' ? [prefix === undefined ? from : `${from}+`] : [];
    });
  });
}

function patternsIn({ sets }: NftTable, right: NftRight): NftPattern[] {
  if (right.kind === 'pattern') return [right.pattern];
  const elements = (right.kind === 'set' ? right.set : right.kind === 'reference' ? sets.get(right.name) : undefined)
    ?.elements;
  return Array.from(
    { length: Math.min(elements?.length ?? 0, MOST_ELEMENTS) },
    (_, at) => elements?.element(at)?.key,
  ).filter((key) => key !== undefined && key !== 'any');
}
