import type { Failure, SuiteResult } from '../suite';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KUBERNETES_YAML } from '../../../src/core/formats/kubernetes-yaml';
import { withDefaults } from '../../../src/core/kubernetes/defaults';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../../../src/core/kubernetes/types';
import { syncIptablesRules } from '../../../src/core/kubernetes/proxy/iptables/sync-proxy-rules';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';

/** What `iptables-save` prints on a node after kube-proxy's full sync. */
export function saveText(input: SyncInput): string {
  return printRuleset(rulesetFromLines(syncIptablesRules(input).xtables.tables, input.family), input.family);
}

/** A recorded cluster: what it was made of, and the folder of what every node had. */
export interface RecordedCluster {
  readonly name: string;
  readonly folder: string;
  readonly cluster: ClusterObjects;
  readonly config: KubeProxyConfig;
  readonly nodes: readonly string[];
  /** Release of the kube-proxy that wrote. */
  readonly release: string;
}

/** What one node's kube-proxy of a recorded cluster was given, or of the same with other objects. */
export function inputOf(
  { config, release, ...recorded }: RecordedCluster,
  node: string,
  family: SyncInput['family'],
  cluster: ClusterObjects = recorded.cluster,
): SyncInput {
  return { cluster, node, family, config, release };
}

/** All recorded clusters of a folder: each a folder with input.json. */
export function readClusters(folder: string, release = '1.30'): RecordedCluster[] {
  return clusterNames(folder).map((name) => {
    const config = JSON.parse(recordedText(join(folder, name, 'config.json')) ?? '{}') as KubeProxyConfig;
    return { ...readCluster(join(folder, name)), name, config, release };
  });
}

/** The names of the recorded clusters of a folder. */
function clusterNames(folder: string): string[] {
  return directories(folder).filter((name) => existsSync(join(folder, name, 'input.json')));
}

function readCluster(folder: string): Pick<RecordedCluster, 'folder' | 'cluster' | 'nodes'> {
  const parsed = KUBERNETES_YAML.parse(recordedText(join(folder, 'input.json')) ?? '');
  if (!parsed.ok) throw new Error(`${folder}/input.json holds no objects`);
  return { folder, cluster: withDefaults(parsed.value.value.cluster), nodes: directories(folder) };
}

/** The folders in a folder, by name; none if there is no such folder. */
export function directories(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => statSync(join(folder, name)).isDirectory())
        .sort()
    : [];
}

/**
 * A recorded text; undefined if there is none. One that is the same as another is kept as a link: where
 * the links were lost, the file holds the path of the other, from its own folder.
 */
export function recordedText(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return /^(?:\.\.\/)+[\w./-]+$/.test(text) ? recordedText(join(dirname(path), text)) : text;
}

/** The first of the folders that exists. */
export function firstExisting(...folders: readonly string[]): string | undefined {
  return folders.find((folder) => existsSync(folder));
}

/** The recordings of a mode kept in the project: the folder is found from wherever this file (or its bundle) lies. */
export function projectRecordings(mode: ProxyModeId = 'iptables'): string {
  const below = `conformance/recordings/golden/${mode}`;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, below)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, below);
}

/** Counts comparisons under one name and keeps what differed. */
export class Tally {
  readonly #name: string;
  readonly #failures: Failure[] = [];
  #passed = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** One comparison: equal if there are no differences. */
  add(id: string, differences: readonly string[]): void {
    if (differences.length === 0) this.#passed++;
    else this.#failures.push({ id, diff: differences.slice(0, 3).join('\n') });
  }

  result(): SuiteResult {
    return {
      name: this.#name,
      passed: this.#passed,
      total: this.#passed + this.#failures.length,
      skipped: 0,
      failures: this.#failures,
    };
  }
}
