import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KUBERNETES_YAML } from '../../../core/formats/kubernetes-yaml';
import { withDefaults } from '../../../core/kubernetes/defaults';
import type { SyncInput } from '../../../core/kubernetes/proxy/mode';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../../../core/kubernetes/types';

/** A recorded cluster: what it was made of, and the folder of what every node had. */
export interface RecordedCluster {
  readonly name: string;
  readonly folder: string;
  readonly cluster: ClusterObjects;
  readonly config: KubeProxyConfig;
  readonly nodes: readonly string[];
}

/** What one node's kube-proxy of a recorded cluster was given, or of the same with other objects. */
export function inputOf(
  { config, ...recorded }: RecordedCluster,
  node: string,
  family: SyncInput['family'],
  cluster: ClusterObjects = recorded.cluster,
): SyncInput {
  return { cluster, node, family, config, release: '1.30' };
}

/** All recorded clusters of a folder: each a folder with input.json. */
export function readClusters(folder: string): RecordedCluster[] {
  return directories(folder)
    .filter((name) => existsSync(join(folder, name, 'input.json')))
    .map((name) => readCluster(join(folder, name), name));
}

function readCluster(folder: string, name: string): RecordedCluster {
  const parsed = KUBERNETES_YAML.parse(readFileSync(join(folder, 'input.json'), 'utf8'));
  if (!parsed.ok) throw new Error(`${folder}/input.json holds no objects`);
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as KubeProxyConfig;
  return { name, folder, cluster: withDefaults(parsed.value.value.cluster), config, nodes: directories(folder) };
}

function directories(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => statSync(join(folder, name)).isDirectory())
        .sort()
    : [];
}

/** A recorded text; undefined if there is none. */
export function recordedText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The first of the folders that exists. */
export function firstExisting(...folders: readonly string[]): string | undefined {
  return folders.find((folder) => existsSync(folder));
}

/** The recordings of a mode kept in the project: the folder is found from wherever this file (or its bundle) lies. */
export function projectRecordings(mode: ProxyModeId = 'iptables'): string {
  const below = `src/core/kubernetes/proxy/${mode}/testdata`;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, below)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, below);
}
