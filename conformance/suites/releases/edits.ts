import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDefaults } from '../../../src/core/kubernetes/defaults';
import {
  namespacedName,
  type ClusterObjects,
  type EndpointSliceObject,
  type ServiceObject,
  type KubeProxyConfig,
} from '../../../src/core/kubernetes/types';
import { runIptablesSync as runIptables } from '../../../src/core/kubernetes/proxy/iptables/restore';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { listTable } from '../../../src/core/kubernetes/proxy/nftables/listing';
import {
  runNftablesSync as runNftables,
  type NftablesSyncStep,
} from '../../../src/core/kubernetes/proxy/nftables/run-sync';
import { compareRulesets } from '../compiler/compare-xtables';
import { compareBlocks, compareLines, readListing } from '../compiler/nftables-text';
import { inputOf, recordedText, type RecordedCluster, saveText, directories } from '../compiler/recordings';
import { compareRestore, planInRecordedOrder } from '../compiler/restore-text';
import { configRefusal } from '../../../src/core/kubernetes/validation/config';

/** One recorded text against the compiler's: equal if there are no differences. */
export interface Check {
  /** `iptables.save`. */
  readonly what: string;
  readonly differences: readonly string[];
}

/**
 * The lines of a transaction in one order: what is deleted first, the groups of service ports by name,
 * and what is cleaned up, inside which kube-proxy walks maps; all else keeps its place.
 */
function inOneOrder(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const first = lines.findIndex((line) => !line.startsWith('delete chain '));
  const start = first < 0 ? lines.length : first;
  const end = cleanupStart(lines);
  return [...lines.slice(0, start).toSorted(), ...byServicePort(lines.slice(start, end)), ...runs(lines.slice(end))];
}

/** Where what is only emptied or deleted begins: behind the last line that adds, and the emptying that belongs to it. */
function cleanupStart(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.startsWith('add ')) + 1;
  return lines[last - 1]?.startsWith('add chain ') ? last + 1 : last;
}

/** Lines that name no service port belong to the next that does. */
function byServicePort(lines: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  let pending: string[] = [];
  for (const line of lines) {
    pending.push(line);
    const name = servicePortOf(line);
    if (name === undefined) continue;
    groups.set(name, [...(groups.get(name) ?? []), ...pending]);
    pending = [];
  }
  return [...[...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => group), ...pending];
}

/** `ns/svc/tcp/port` of a line with one of its chains, or with its comment. */
function servicePortOf(line: string): string | undefined {
  return /-[A-Z2-7]{8}-(.+?)(?:__| |$)/.exec(line)?.[1] ?? /comment "([^"]+)"/.exec(line)?.[1];
}

/** Sorted inside neighbours that do the same to the same set. */
function runs(lines: readonly string[]): string[] {
  const kindOf = (line: string): string => {
    const words = line.split(' ');
    return words.slice(0, words[1] === 'element' ? 5 : 2).join(' ');
  };
  const sorted: string[] = [];
  let run: string[] = [];
  for (const line of lines) {
    if (run[0] !== undefined && kindOf(run[0]) !== kindOf(line)) sorted.push(...run.splice(0).toSorted());
    run.push(line);
  }
  return [...sorted, ...run.toSorted()];
}

interface Edit {
  readonly name: string;
  readonly set: readonly Edited[];
  readonly delete: readonly Edited[];
}

type Edited = ServiceObject | EndpointSliceObject;

/** Changes after the first sync: the text of each partial sync, and the rules afterwards. */
export function editChecks(cluster: RecordedCluster, node: string): Check[] {
  const file = recordedText(join(cluster.folder, 'edits.json'));
  if (file === undefined || !existsSync(join(cluster.folder, node, 'edit-01-iptables.input'))) return [];
  const edits = JSON.parse(file) as readonly Edit[];
  const inputs = (family: SyncInput['family']): SyncInput[] => {
    let objects = cluster.cluster;
    const first = inputOf(cluster, node, family);
    return [first, ...edits.map((edit) => inputOf(cluster, node, family, (objects = applied(objects, edit))))];
  };
  const text = (index: number, rest: string): string | undefined =>
    recordedText(join(cluster.folder, node, `edit-${String(index).padStart(2, '0')}-${rest}`));
  return [
    ...iptablesSyncs(inputs('ipv4'), (index, rest) => text(index, `iptables.${rest}`)),
    ...iptablesSyncs(inputs('ipv6'), (index, rest) => text(index, `iptables6.${rest}`)),
    ...nftablesSyncs([inputs('ipv4'), inputs('ipv6')], text),
  ].map(({ what, differences }) => ({ what, differences }));
}

function applied(cluster: ClusterObjects, edit: Edit): ClusterObjects {
  const key = (object: Edited): string => `${object.kind} ${namespacedName(object)}`;
  const replace = <T extends Edited>(list: readonly T[], kind: string): T[] => {
    const objects = new Map(list.map((object) => [key(object), object]));
    for (const object of edit.delete) objects.delete(key(object));
    for (const object of edit.set) if (object.kind === kind) objects.set(key(object), object as T);
    return [...objects.values()];
  };
  return withDefaults({
    ...cluster,
    services: replace(cluster.services, 'Service'),
    endpointSlices: replace(cluster.endpointSlices, 'EndpointSlice'),
  });
}

type TextOf = (index: number, rest: string) => string | undefined;

function iptablesSyncs(inputs: readonly SyncInput[], text: TextOf): Check[] {
  let state: Parameters<typeof runIptables>[0];
  return inputs.flatMap((input, index): Check[] => {
    const [fed, save] = [text(index, 'input'), text(index, 'save')];
    const step = runIptables(state, input, { now: index * 10_000, plan: planInRecordedOrder(input, fed) });
    state = step.state;
    const where = `edit ${index} ${input.family}`;
    return [
      ...(fed === undefined ? [] : [{ what: `${where} restore`, differences: compareRestore(fed, step.restore) }]),
      ...(save === undefined ? [] : [{ what: `${where} save`, differences: compareRulesets(save, saveText(input)) }]),
    ];
  });
}

/** Of IPv6 only the rules afterwards were kept. */
function nftablesSyncs([inputs, others]: readonly [readonly SyncInput[], readonly SyncInput[]], text: TextOf): Check[] {
  const others6 = nftablesSteps(others);
  return nftablesSteps(inputs).flatMap((step, index): Check[] => {
    const [fed, ruleset] = [text(index, 'nft.input'), text(index, 'nft.ruleset')];
    if (fed === undefined) return [];
    const listed = compareBlocks(
      readListing(ruleset ?? ''),
      readListing(listTable(step.nftables) + listTable(others6[index]?.nftables ?? step.nftables)),
    );
    return [
      {
        what: `edit ${index} nft input`,
        differences: compareLines('line', inOneOrder(fed), inOneOrder(step.transactions.join(''))),
      },
      ...(ruleset === undefined ? [] : [{ what: `edit ${index} nft ruleset`, differences: listed }]),
    ];
  });
}

function nftablesSteps(inputs: readonly SyncInput[]): NftablesSyncStep[] {
  let state: Parameters<typeof runNftables>[0];
  return inputs.map((input, index) => {
    const step = runNftables(state, input, { now: index * 10_000 });
    state = step.state;
    return step;
  });
}

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
