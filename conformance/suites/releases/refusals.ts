import { join } from 'node:path';
import { configRefusal } from '../../../src/core/kubernetes/validation/config';
import type { KubeProxyConfig } from '../../../src/core/kubernetes/types';
import { compareLines } from '../compiler/nftables-text';
import { directories, recordedText, type RecordedCluster } from '../compiler/recordings';
import type { Check } from './edits';

/** A configuration that the release's kube-proxy would not start with, and its words. */
export function refusalChecks(root: string, { name, folder, release }: RecordedCluster): Check[] {
  const words = recordedText(join(folder, 'REFUSED'))?.trim();
  if (words === undefined) return [];
  const config = recordedText(join(folder, 'config.json')) ?? elsewhere(root, name, words);
  // Of a single release nothing may be left to tell what it was given.
  if (config === undefined) return [];
  const said = configRefusal(JSON.parse(config) as KubeProxyConfig, release)?.values?.['words'];
  return [{ what: 'REFUSED', differences: compareLines('words', [words], [String(said ?? 'it starts')]) }];
}

/** The configuration was not always kept where it was refused: it is the one of another release that the words speak of. */
function elsewhere(root: string, name: string, words: string): string | undefined {
  return directories(root)
    .map((release) => recordedText(join(root, release, name, 'config.json')))
    .find((text) => words.split(/[\s:"]+/).some((word) => word.length > 6 && text?.includes(word)));
}
