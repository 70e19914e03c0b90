import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getMinor } from '../../src/core/kubernetes/release';
import { directories, firstExisting, readClusters, type RecordedCluster, Tally } from './compiler/recordings';
import { editChecks, type Check, refusalChecks } from './releases/edits';
import { iptablesChecks, ipvsChecks, nftablesChecks, userspaceChecks } from './releases/modes';
import { projectFolder, type Suite, type SuiteResult } from './suite';

/** Recordings of other releases kept in the project. */
const PROJECT = 'conformance/recordings/releases';

/** What the kube-proxies of other releases wrote against what the compiler writes for them. */
export const RELEASES_SUITE: Suite = {
  name: 'releases',
  run: (folder) => {
    const root = placeOf(folder ?? projectFolder(PROJECT));
    const releases = directories(root).filter((name) => !Number.isNaN(getMinor(name)));
    return releases.flatMap((release) => compareRelease(root, release)).filter(({ total }) => total > 0);
  },
};

function placeOf(folder: string): string {
  const below = [join(folder, 'releases'), join(folder, 'golden', 'releases')];
  return firstExisting(...below) ?? folder;
}

/** One line a mode, one for partial syncs, one for configurations that are refused. */
function compareRelease(root: string, release: string): SuiteResult[] {
  const tallies = new Map<string, Tally>();
  const count = (mode: string, where: string, { what, differences }: Check): void => {
    const name = `${mode} ${release}`;
    const known = tallies.get(name) ?? new Tally(name);
    tallies.set(name, known);
    known.add(`${where} ${what}`, differences);
  };
  const folder = join(root, release);
  for (const cluster of readClusters(folder, release)) {
    for (const check of refusalChecks(root, cluster)) count('refused', cluster.name, check);
    for (const node of isRefused(cluster) ? [] : cluster.nodes) compareNode(cluster, node, count);
  }
  return [...tallies.values()].map((tally) => tally.result());
}

function isRefused({ folder }: RecordedCluster): boolean {
  return existsSync(join(folder, 'REFUSED'));
}

const CHECKS = {
  iptables: iptablesChecks,
  ipvs: ipvsChecks,
  nftables: nftablesChecks,
  userspace: userspaceChecks,
  'partial syncs': editChecks,
} as const;

function compareNode(
  cluster: RecordedCluster,
  node: string,
  count: (mode: string, where: string, check: Check) => void,
): void {
  for (const [mode, checksOf] of Object.entries(CHECKS)) {
    for (const check of checksOf(cluster, node)) count(mode, `${cluster.name} ${node}`, check);
  }
}
