import { elementText } from '../../../core/kubernetes/proxy/shared/element-text';
import type { NftPort, SyncPlan } from '../../../core/kubernetes/proxy/nftables/sync-proxy-rules';

/** kube-proxy's own random order of service ports, read off its text: then every byte can be compared. */
export function inRecordedOrder(plan: SyncPlan, text: string): SyncPlan {
  const places = new Map(plan.ports.map((port) => [port, placeOf(port, text)] as const));
  return { ...plan, ports: plan.ports.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)) };
}

/** Where the text decides about the port's clusterIP: a line that no other port has. */
function placeOf({ transaction }: NftPort, text: string): number {
  const own = transaction.elements.find(({ set }) => set.name === 'service-ips' || set.name === 'no-endpoint-services');
  return own ? text.indexOf(`${own.set.name} { ${elementText(own.element)} }`) : -1;
}

/**
 * The lines of a transaction with the endpoints of some service ports in one order: where a port uses
 * endpoints of the node and of the cluster, kube-proxy merges the two lists in a random order.
 */
export function withMergedSorted(lines: readonly string[]): string[] {
  const declared = (kind: string): string[] =>
    lines.flatMap((line) => new RegExp(`^add chain \\S+ \\S+ ${kind}-[A-Z2-7]{8}-(\\S+)$`).exec(line)?.[1] ?? []);
  const both = new Set(declared('service'));
  const merged = new Set(declared('local').filter((name) => both.has(name)));
  const endpointOf = (line: string): string | undefined => {
    const [, , , , chain = ''] = line.split(' ', 5);
    const name = /^(?:endpoint|affinity)-[A-Z2-7]{8}-(.+?)__/.exec(chain)?.[1];
    return name !== undefined && merged.has(name) ? chain.replace(/^\w+-/, '') : undefined;
  };
  const places = lines.flatMap((line, index) => (endpointOf(line) === undefined ? [] : [index]));
  const sorted = places
    .map((index) => lines[index] ?? '')
    .toSorted((a, b) => compareNames(servicePart(a) + (endpointOf(a) ?? ''), servicePart(b) + (endpointOf(b) ?? '')));
  const result = [...lines];
  for (const [index, place] of places.entries()) result[place] = sorted[index] ?? '';
  return result;
}

/** What is done to an endpoint: lines that do the same stand together. */
function servicePart(line: string): string {
  const [verb = '', noun = ''] = line.split(' ', 2);
  return noun === 'rule'
    ? 'rule '
    : noun === 'set'
      ? 'set '
      : `chain ${verb === 'add' || verb === 'flush' ? '' : verb}`;
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
