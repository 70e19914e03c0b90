import { finding, type ObjectFinding } from '../finding';
import type { ProxyModeId } from '../mode-ids';
import { since } from '../release';
import type { KubeProxyConfig, NodeObject } from '../types';
import { startOrder, type WriterOrder } from './index';
import { leftoverStays } from './leftovers';

const DOUBT = { severity: 'warning', code: 'assumed' } as const;
const NOTE = { severity: 'info', code: 'assumed' } as const;

/** What runs on a node, and what ran there. */
export interface NodePrograms {
  readonly node: NodeObject;
  readonly order: WriterOrder;
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly config: KubeProxyConfig;
  readonly leftovers: readonly ProxyModeId[];
  readonly isStopped: boolean;
}

const KEY = 'rulewalk/rule-writers';
/** `--iptables-drop-bit`. */
const DROP_BIT = 15;

/** What programs that write on one node do to one another's rules. */
export function writerFindings(programs: NodePrograms): readonly ObjectFinding[] {
  const { node, mode, release, leftovers, isStopped } = programs;
  const values = { node: node.metadata.name };
  return [
    ...orderFindings(programs),
    ...markFindings(programs),
    ...leftovers
      .filter((left) => left !== mode)
      .map((left) =>
        finding(
          node,
          leftoverStays(left, mode, release) ? DOUBT : NOTE,
          "metadata.annotations['rulewalk/leftover-rules']",
          leftoverStays(left, mode, release) ? 'writers.leftover' : 'writers.leftover-cleaned',
          { ...values, left, mode, release },
        ),
      ),
    ...(isStopped ? [finding(node, DOUBT, '', 'writers.stopped', values)] : []),
  ];
}

function orderFindings({ node, order }: NodePrograms): ObjectFinding[] {
  const all = startOrder(order);
  const values = { node: node.metadata.name };
  const path = `metadata.annotations['${KEY}']`;
  const flushed = all.slice(0, Math.max(0, all.indexOf('firewalld')));
  return [
    ...(order.includes('docker') ? [finding(node, DOUBT, path, 'writers.docker-forward', values)] : []),
    ...(order.includes('firewalld') ? [finding(node, DOUBT, path, 'writers.firewalld-forward', values)] : []),
    ...(flushed.length > 0
      ? [finding(node, DOUBT, path, 'writers.flushed', { ...values, programs: flushed.join(', ') })]
      : []),
  ];
}

/** One bit that means two things: kubelet drops what kube-proxy wants masqueraded. */
function markFindings({ node, order, mode, release, config }: NodePrograms): ObjectFinding[] {
  const { masqueradeBit } = config.iptables ?? {};
  const hasMark = !since(release, 27) && (order.includes('kubelet') || mode === 'iptables' || mode === 'ipvs');
  if (!hasMark || masqueradeBit !== DROP_BIT) return [];
  return [finding(node, DOUBT, 'iptables.masqueradeBit', 'writers.mark-bit', { node: node.metadata.name })];
}
