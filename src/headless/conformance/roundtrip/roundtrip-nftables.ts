import { join } from 'node:path';
import { recompile } from '../../../core/analysis/reconstruct/compare';
import { reconstruct } from '../../../core/analysis/reconstruct/reconstruct';
import type { Reconstruction } from '../../../core/analysis/reconstruct/types';
import { listTable } from '../../../core/kubernetes/proxy/nftables/list';
import { readRuleset } from '../../../core/linux/nftables/text/read-ruleset';
import { compareBlocks, readListing } from '../compiler/nftables-text';
import { readClusters, recordedText } from '../compiler/recordings';
import { Tally } from '../compiler/tally';
import type { SuiteResult } from '../suite';

/** Recorded `nft list ruleset` of every node -> a cluster -> the tables again, both families. */
export function roundtripNftables(folder: string): SuiteResult[] {
  const tally = new Tally('round trip nftables');
  for (const { name, folder: cluster, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const expected = recordedText(join(cluster, node, 'nft.ruleset'));
      if (expected !== undefined) tally.add(`${name} ${node}`, roundtrip(expected));
    }
  }
  return [tally.result()];
}

function roundtrip(expected: string): string[] {
  const made = reconstruct({ xtables: {}, nftables: readRuleset(expected).ruleset });
  if (!made) return ['nothing of kube-proxy'];
  const listed = (['ipv4', 'ipv6'] as const).map((family) => listing(made, family));
  const unexplained = made.differences.map(({ kind, table, chain, text }) => `${kind} ${table} ${chain} ${text}`);
  return [...compareBlocks(readListing(expected), readListing(listed.join(''))), ...unexplained];
}

function listing(made: Reconstruction, family: 'ipv4' | 'ipv6'): string {
  const state = recompile({ ...made, release: { ...made.release } }, family);
  return state?.nftables ? listTable(state.nftables) : '';
}
