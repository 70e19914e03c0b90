import { Memo } from '../../lib/memo';
import { formatIp, ip } from '../../net/ip';
import { explore } from '../../sim/explore';
import type { Outcome, Trace, TraceStep } from '../../sim/trace';
import { makeTrace } from '../../sim/explore';
import { networkOfPasted, type PastedNetwork } from '../pasted';
import { senderOfPasted } from '../sender';
import type { FlowEnds, NodeFacts, PastedNode } from '../pasted-types';

/** A pasted node of some texts. */
export function pasted(...texts: readonly string[]): PastedNode {
  return { texts: texts.map((text, i) => ({ id: `text-${i + 1}`, title: `text ${i + 1}`, text })), facts: {} };
}

export function withFacts(node: PastedNode, facts: NodeFacts): PastedNode {
  return { ...node, facts };
}

/** `cni0 10.244.1.9 -> 10.96.0.10:53/udp`; without a device the node itself sends; `[nat OWN]` before it: put into that chain. */
export function flowOf(line: string): FlowEnds {
  const [, enters, device, from = '', to = '', port = '', protocol = ''] =
    /^(?:\[(.+)\] )?(?:(\S+) )?(\S+) -> (\S+):(\d+)\/(tcp|udp|sctp|icmp)$/.exec(line) ?? [];
  return {
    from: {
      kind: 'interface',
      address: from,
      ...(device === undefined ? {} : { device }),
      ...(enters === undefined ? {} : { enters }),
    },
    to: { kind: 'address', address: to },
    protocol: protocol as FlowEnds['protocol'],
    port: Number(port),
  };
}

/** What comes of sending: the network, the outcomes, the traces. */
export interface PastedSent {
  readonly made: PastedNetwork;
  readonly outcomes: readonly Outcome[];
  readonly traces: readonly Trace[];
  /** `1/2 DELIVERED pod:10.244.1.4 from 10.244.1.9 answered`, one line an outcome. */
  readonly lines: readonly string[];
}

/** Sends one packet through a pasted node, every possible outcome. With one memory for several packets the node is read once. */
export function sendPasted(node: PastedNode, line: string, memo = new Memo()): PastedSent {
  const flow = flowOf(line);
  const made = networkOfPasted(node, [flow], memo);
  const netns = senderOfPasted(made.network, flow.from);
  if (netns === undefined) throw new Error(`nobody sends ${line}`);
  const { protocol } = flow;
  const input = {
    network: made.network,
    flow: {
      netns,
      src: ip(flow.from.address ?? ''),
      dst: ip(flow.to.address ?? ''),
      proto: protocol,
      sport: 45_678,
      dport: flow.port,
    },
    seed: 1,
  } as const;
  const { outcomes } = explore(input);
  return { made, outcomes, traces: outcomes.map((outcome) => makeTrace(input, outcome)), lines: outcomes.map(lineOf) };
}

function lineOf({ probability = '?', disposition, arrived, answered }: Outcome): string {
  const where =
    disposition.kind === 'DELIVERED' || disposition.kind === 'LEFT'
      ? ` ${disposition.netns}`
      : 'by' in disposition
        ? ` ${disposition.by}`
        : '';
  const source = arrived ? ` from ${formatIp(arrived.src)}` : '';
  return `${probability} ${disposition.kind}${where}${source}${answered ? ' answered' : ''}`;
}

/** The chains of a table the request's rules matched in, in order: `PREROUTING > KUBE-SERVICES > KUBE-SVC-… > KUBE-SEP-…`. */
export function chainPath(trace: Trace, table: string): string {
  const steps: readonly TraceStep[] = trace.legs[0]?.hops.flatMap((hop) => hop.steps) ?? [];
  const chains = steps.flatMap((step) => (step.kind === 'rule' && step.ref.table === table ? [step.ref.chain] : []));
  return chains.filter((chain, i) => chain !== chains[i - 1]).join(' > ');
}

/** What `ip addr` shows of a node with an eth0 and a bridge cni0, each with one address and prefix length. */
export const ipAddr = (eth: string, cni: string): string => `1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,UP> mtu 1500
    inet ${eth} scope global eth0
3: cni0: <BROADCAST,UP> mtu 1500
    inet ${cni} scope global cni0
`;
