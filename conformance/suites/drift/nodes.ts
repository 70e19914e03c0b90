import { join } from 'node:path';
import { isIpvsWhole, ipvsadmText } from './ipvs-text';
import { directories, readClusters, recordedText, type RecordedCluster } from '../compiler/recordings';

/** A recorded node in one mode: what its tools print. */
export interface RecordedNode {
  readonly id: string;
  readonly cluster: RecordedCluster;
  readonly node: string;
  readonly mode: 'iptables' | 'nftables' | 'ipvs';
  readonly texts: readonly string[];
}

function nodesOf(cluster: RecordedCluster, node: string): readonly RecordedNode[] {
  const text = (file: string): string => recordedText(join(cluster.folder, node, file)) ?? '';
  const ipvs = ['ipvs-iptables.save', 'ipvs-ip6tables.save', 'ipset.save', 'ipset6.save'].map(text);
  const servers = ipvsadmText(['ipvs.json', 'ipvs6.json'].map(text));
  const listed = [
    { mode: 'iptables', texts: [text('iptables.save'), text('ip6tables.save')] },
    { mode: 'nftables', texts: [text('nft.ruleset')] },
    { mode: 'ipvs', texts: isIpvsWhole(ipvs[0] ?? '') ? [...ipvs, servers] : [] },
  ] as const;
  return listed.flatMap(({ mode, texts }): RecordedNode[] => {
    const shown = texts.filter((each) => each.trim() !== '');
    const isThere = (texts[0] ?? '').trim() !== '';
    return isThere
      ? [{ id: `${cluster.release} ${cluster.name} ${node} ${mode}`, cluster, node, mode, texts: shown }]
      : [];
  });
}

/** Every recorded node below a folder of clusters. */
export function nodesBelow(folder: string, release?: string): readonly RecordedNode[] {
  return readClusters(folder, release).flatMap((cluster) => cluster.nodes.flatMap((node) => nodesOf(cluster, node)));
}

/** Every recorded node of the releases below a folder. */
export function nodesOfReleases(folder: string): readonly RecordedNode[] {
  return directories(folder).flatMap((release) => nodesBelow(join(folder, release), release));
}
