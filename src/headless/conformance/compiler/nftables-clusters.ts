import { join } from 'node:path';
import { completeCluster } from '../../../core/kubernetes/complete';
import type { SyncInput } from '../../../core/kubernetes/proxy/mode';
import { listTable } from '../../../core/kubernetes/proxy/nftables/list';
import { FIRST_SYNC, transactionText } from '../../../core/kubernetes/proxy/nftables/restore';
import { planSync, syncProxyRules, tableOf } from '../../../core/kubernetes/proxy/nftables/sync-proxy-rules';
import type { SuiteResult } from '../suite';
import { inRecordedOrder, withMergedSorted } from './nftables-order';
import { compareBlocks, compareLines, readListing } from './nftables-text';
import { inputOf, readClusters, recordedText, type RecordedCluster } from './recordings';
import { Tally } from './tally';

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
    const refusal = syncProxyRules(given('ipv4')).nftables?.refusal;
    tallies.refused.add(where, refusal ? [] : ['nft refused it, the compiler does not']);
  }
}

/** The transaction of a first sync, in the recorded order of service ports. */
export function compareTransaction(expected: string, input: SyncInput): string[] {
  const actual = transactionText(inRecordedOrder(planSync(input), expected), FIRST_SYNC);
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
    const plan = planSync(inputs(family));
    const text = transactionOf(family);
    return listTable(tableOf(text === undefined ? plan : inRecordedOrder(plan, text)));
  });
  return compareBlocks(readListing(expected), readListing(tables.join('')));
}
