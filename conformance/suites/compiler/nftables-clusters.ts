import { join } from 'node:path';
import { completeCluster } from '../../../src/core/kubernetes/complete';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { listTable } from '../../../src/core/kubernetes/proxy/nftables/listing';
import { FIRST_SYNC, transactionText } from '../../../src/core/kubernetes/proxy/nftables/print';
import {
  planNftablesSync,
  syncNftablesRules,
  makeNftTable,
  type NftPort,
  type NftablesSyncPlan,
} from '../../../src/core/kubernetes/proxy/nftables/sync-proxy-rules';
import type { SuiteResult } from '../suite';
import { compareBlocks, compareLines, readListing } from './nftables-text';
import { inputOf, readClusters, recordedText, type RecordedCluster, Tally } from './recordings';
import { generatedElementText } from '../../../src/core/kubernetes/proxy/shared/service-blocks';

/** kube-proxy's own random order of service ports, read off its text: then every byte can be compared. */
function inRecordedOrder(plan: NftablesSyncPlan, text: string): NftablesSyncPlan {
  const places = new Map(plan.ports.map((port) => [port, placeOf(port, text)] as const));
  return { ...plan, ports: plan.ports.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)) };
}

/** Where the text decides about the port's clusterIP: a line that no other port has. */
function placeOf({ transaction }: NftPort, text: string): number {
  const own = transaction.elements.find(({ set }) => set.name === 'service-ips' || set.name === 'no-endpoint-services');
  return own ? text.indexOf(`${own.set.name} { ${generatedElementText(own.element)} }`) : -1;
}

/**
 * The lines of a transaction with the endpoints of some service ports in one order: where a port uses
 * endpoints of the node and of the cluster, kube-proxy merges the two lists in a random order.
 */
function withMergedSorted(lines: readonly string[]): string[] {
  const declared = (kind: string): string[] =>
    lines.flatMap((line) => new RegExp(`^add chain \\S+ \\S+ ${kind}-[A-Z2-7]{8}-(\\S+)$`).exec(line)?.[1] ?? []);
  const both = new Set(declared('service'));
  const merged = new Set(declared('local').filter((name) => both.has(name)));
  const endpointOf = (line: string): string | undefined => {
    const [, , , , chain = ''] = line.split(' ', 5);
    const name = /^(?:endpoint|affinity)-[A-Z2-7]{8}-(.+?)__/.exec(chain)?.[1];
    return name !== undefined && merged.has(name) ? chain.replace(/^\w+-/, '') : undefined;
  };
  const places = lines.flatMap((line, index) => (endpointOf(line) === undefined ? [] : [index]));
  const sorted = places
    .map((index) => lines[index] ?? '')
    .toSorted((a, b) => compareNames(servicePart(a) + (endpointOf(a) ?? ''), servicePart(b) + (endpointOf(b) ?? '')));
  const result = [...lines];
  for (const [index, place] of places.entries()) result[place] = sorted[index] ?? '';
  return result;
}

/** What is done to an endpoint: lines that do the same stand together. */
function servicePart(line: string): string {
  const [verb = '', noun = ''] = line.split(' ', 2);
  return noun === 'rule'
    ? 'rule '
    : noun === 'set'
      ? 'set '
      : `chain ${verb === 'add' || verb === 'flush' ? '' : verb}`;
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const FAMILIES = [
  ['ipv4', 'nft.input'],
  ['ipv6', 'nft6.input'],
] as const;

type Inputs = (family: SyncInput['family']) => SyncInput;

/** Recorded clusters against the compiler: the transaction of each family byte for byte, and the ruleset afterwards. */
export function nftablesClusters(folder: string): SuiteResult[] {
  const tallies: Tallies = {
    transaction: { ipv4: new Tally('nftables transaction ipv4'), ipv6: new Tally('nftables transaction ipv6') },
    ruleset: new Tally('nftables ruleset'),
    refused: new Tally('nftables refused'),
    rebuilt: new Tally('nftables ruleset, slices rebuilt'),
  };
  for (const recorded of readClusters(folder)) {
    // Drops what the endpointslice controller made and makes it anew; kept where a selector finds no Pod.
    const rebuilt = completeCluster(recorded.cluster);
    for (const node of recorded.nodes) {
      const input = (cluster: SyncInput['cluster']): Inputs => {
        return (family) => inputOf(recorded, node, family, cluster);
      };
      compareNode(tallies, recorded, node, { given: input(recorded.cluster), rebuilt: input(rebuilt) });
    }
  }
  const { transaction, ruleset, refused, rebuilt } = tallies;
  return [transaction.ipv4, transaction.ipv6, ruleset, rebuilt, refused].map((tally) => tally.result());
}

interface Tallies {
  readonly transaction: Readonly<Record<SyncInput['family'], Tally>>;
  readonly ruleset: Tally;
  readonly refused: Tally;
  readonly rebuilt: Tally;
}

function compareNode(
  tallies: Tallies,
  recorded: RecordedCluster,
  node: string,
  { given, rebuilt }: { given: Inputs; rebuilt: Inputs },
): void {
  const where = `${recorded.name} ${node}`;
  const text = (file: string): string | undefined => recordedText(join(recorded.folder, node, file));
  for (const [family, file] of FAMILIES) {
    const expected = text(file);
    if (expected === undefined) continue;
    tallies.transaction[family].add(where, compareTransaction(expected, given(family)));
  }
  const ruleset = text('nft.ruleset');
  if (ruleset !== undefined) {
    tallies.ruleset.add(where, compareRuleset(ruleset, given));
    tallies.rebuilt.add(where, compareRuleset(ruleset, rebuilt));
  } else if (text('nft.input') !== undefined) {
    // The transaction was tried and real nft took none of it.
    const refusal = syncNftablesRules(given('ipv4')).nftables?.refusal;
    tallies.refused.add(where, refusal ? [] : ['nft refused it, the compiler does not']);
  }
}

/** The transaction of a first sync, in the recorded order of service ports. */
export function compareTransaction(expected: string, input: SyncInput): string[] {
  const actual = transactionText(inRecordedOrder(planNftablesSync(input), expected), FIRST_SYNC);
  const [want, have] = [expected.trimEnd().split('\n'), actual.trimEnd().split('\n')];
  const differences = compareLines('line', want, have);
  return differences.length === 0 ? [] : compareLines('line', withMergedSorted(want), withMergedSorted(have));
}

/**
 * What nft lists of both families' tables. `transactionOf`: the recorded text, whose order of service ports
 * decides who has an address that two claim.
 */
export function compareRuleset(
  expected: string,
  inputs: Inputs,
  transactionOf = (_family: SyncInput['family']): string | undefined => undefined,
): string[] {
  const tables = (['ipv4', 'ipv6'] as const).map((family) => {
    const plan = planNftablesSync(inputs(family));
    const text = transactionOf(family);
    return listTable(makeNftTable(text === undefined ? plan : inRecordedOrder(plan, text)));
  });
  return compareBlocks(readListing(expected), readListing(tables.join('')));
}
