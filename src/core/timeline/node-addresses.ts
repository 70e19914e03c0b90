import type { NodeObject } from '../kubernetes/types';
import { sameValue } from '../lib/memo';

/** The addresses of a Node as it says them. */
export type NodeAddresses = NodeObject['status']['addresses'];

/** What rules are written from. */
export interface RulesSource {
  /** The version of the objects. */
  readonly version: number;
  /** Addresses of its Node as kube-proxy read them when it started; absent: those of the beginning. */
  readonly addresses?: NodeAddresses;
}

/** Are the rules that are written from them the same? */
export function isSameSource(a: RulesSource, b: RulesSource): boolean {
  return a.version === b.version && sameValue(a.addresses, b.addresses);
}

/** Nodes with the addresses of some of them, by their name; those that have them already as they are. */
export function withAddresses(
  nodes: readonly NodeObject[],
  addresses: ReadonlyMap<string, NodeAddresses>,
): readonly NodeObject[] {
  const other = (node: NodeObject): boolean => {
    const { name } = node.metadata;
    return addresses.get(name) !== undefined && !sameValue(addresses.get(name), node.status.addresses);
  };
  if (!nodes.some(other)) return nodes;
  return nodes.map((node) =>
    other(node) ? { ...node, status: { ...node.status, addresses: addresses.get(node.metadata.name) } } : node,
  );
}
