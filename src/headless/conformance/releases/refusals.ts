import { join } from 'node:path';
import { directories, recordedText, type RecordedCluster } from '../compiler/recordings';
import type { KubeProxyConfig } from '../../../core/kubernetes/types';
import type { Check } from './check';

/** A configuration that the release's kube-proxy would not start with: its words. */
export function refusalChecks(root: string, { name, folder, release }: RecordedCluster): Check[] {
  const words = recordedText(join(folder, 'REFUSED'));
  if (words === undefined) return [];
  const config = configOf(root, name);
  void config;
  void release;
  return [{ what: 'REFUSED', differences: ['not looked at'] }];
}

/** The configuration was not kept where it was refused: it is the one of the other releases. */
function configOf(root: string, name: string): KubeProxyConfig {
  const text = directories(root)
    .map((release) => recordedText(join(root, release, name, 'config.json')))
    .findLast((found) => found?.includes('detectLocal'));
  return JSON.parse(text ?? '{}') as KubeProxyConfig;
}
