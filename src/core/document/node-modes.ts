import type { ProxyModeId } from '../kubernetes/mode-ids';
import { nodeSettings } from '../kubernetes/network/node-settings';
import type { Document } from './document';

/** Modes whose part of the core is loaded when a document needs it. */
export const LATE_MODES: ReadonlySet<ProxyModeId> = new Set<ProxyModeId>(['ebpf', 'kernelspace']);

/** The modes a document's nodes are in: its own, and those that single nodes are told. */
export function modesOf({
  cluster,
  mode,
  stopped = {},
}: Pick<Document, 'cluster' | 'mode'> & {
  readonly stopped?: Document['stopped'] | undefined;
}): ReadonlySet<ProxyModeId> {
  const own = cluster.nodes.flatMap((node) => nodeSettings(node).kubeProxy?.mode ?? []);
  return new Set([mode, ...own, ...Object.values(stopped).map((each) => each.mode)]);
}
