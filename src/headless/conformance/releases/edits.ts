import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDefaults } from '../../../core/kubernetes/defaults';
import { namespacedName } from '../../../core/kubernetes/meta';
import { runSync as runIptables } from '../../../core/kubernetes/proxy/iptables/partial-sync';
import type { SyncInput } from '../../../core/kubernetes/proxy/mode';
import { listTable } from '../../../core/kubernetes/proxy/nftables/list';
import { runSync as runNftables, type SyncStep } from '../../../core/kubernetes/proxy/nftables/run-sync';
import type { ClusterObjects, EndpointSliceObject, ServiceObject } from '../../../core/kubernetes/types';
import { compareRulesets } from '../compiler/compare-xtables';
import { compareBlocks, compareLines, readListing } from '../compiler/nftables-text';
import { inputOf, recordedText, type RecordedCluster } from '../compiler/recordings';
import { saveText } from '../compiler/save-text';
import type { Check } from './check';
import { inOneOrder } from './one-order';

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
    const step = runIptables(state, input, { now: index * 10_000 });
    state = step.state;
    const [fed, save] = [text(index, 'input'), text(index, 'save')];
    const where = `edit ${index} ${input.family}`;
    return [
      ...(fed === undefined ? [] : [{ what: `${where} restore`, differences: compareRulesets(fed, step.restore) }]),
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

function nftablesSteps(inputs: readonly SyncInput[]): SyncStep[] {
  let state: Parameters<typeof runNftables>[0];
  return inputs.map((input, index) => {
    const step = runNftables(state, input, { now: index * 10_000 });
    state = step.state;
    return step;
  });
}
