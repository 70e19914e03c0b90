import { NODE_ID } from '../../paste/node/plan';
import { phrase } from '../../lib/phrase';
import { nodeSettings } from '../../kubernetes/network/node-settings';
import type { Netns } from '../../linux/netns';
import { SIZE, type Candidate, type WalkedFlow, hopsOf } from './candidate';

/** Switches of the kernel: what it starts with, and what lets packets pass. Both are tried where `passes` is absent. */
const SWITCHES: Readonly<Record<string, { readonly start: number; readonly passes?: number }>> = {
  'net.ipv4.ip_forward': { start: 0, passes: 1 },
  'net.ipv4.conf.all.rp_filter': { start: 0, passes: 0 },
  'net.ipv4.conf.all.route_localnet': { start: 0, passes: 1 },
  'net.ipv4.vs.conntrack': { start: 0, passes: 1 },
  'net.netfilter.nf_conntrack_tcp_be_liberal': { start: 0, passes: 1 },
  'net.bridge.bridge-nf-call-iptables': { start: 1 },
};

/** The kernel's switches, and hairpin mode of bridges, of the nodes the packet met. */
export function kernelCandidates(walked: WalkedFlow): readonly Candidate[] {
  const passed = new Set(hopsOf(walked.trace).map(({ netns }) => netns));
  const nodes = [...passed].flatMap((id) => {
    const netns = walked.network.netns.get(id);
    // Facts of a pasted node are said of the first machine.
    const isKnown = walked.document.subject === 'cluster' || id === NODE_ID;
    return netns?.kind === 'node' && isKnown ? [netns] : [];
  });
  return nodes.flatMap((node) => [...hairpins(walked, node), ...sysctls(walked, node)]);
}

/** A bridge that may not send a frame back where it came from. */
function hairpins({ document, through, trace }: WalkedFlow, node: Netns): readonly Candidate[] {
  const steps = hopsOf(trace).flatMap((hop) => (hop.netns === node.id ? hop.steps : []));
  const discard = steps.find((step) => step.kind === 'bridge' && step.action === 'discard');
  if (through || discard?.kind !== 'bridge') return [];
  const { bridge } = discard;
  const isCluster = document.subject === 'cluster';
  return [
    {
      change: isCluster
        ? { kind: 'node-settings', node: node.id, settings: { hairpin: true } }
        : { kind: 'facts', facts: { hairpin: { ...document.pasted.facts.hairpin, [bridge]: true } } },
      says: phrase('document.why.hairpin', { bridge, node: node.title }),
      size: SIZE.sysctl,
      about: 'node-facts',
    },
  ];
}

function sysctls({ document, through }: WalkedFlow, { id, title, sysctls: set }: Netns): readonly Candidate[] {
  return Object.entries(SWITCHES).flatMap(([name, { start, passes }]): Candidate[] => {
    const value = (set[name] ?? start) === 0 ? 1 : 0;
    if (passes !== undefined && (value === passes) === through) return [];
    const node = document.cluster.nodes.find(({ metadata }) => metadata.name === id);
    const said = node ? nodeSettings(node).sysctls : undefined;
    if (document.subject === 'cluster' && !node) return [];
    return [
      {
        change:
          document.subject === 'cluster'
            ? { kind: 'node-settings', node: id, settings: { sysctls: { ...said, [name]: value } } }
            : { kind: 'sysctl', name, value },
        says: phrase(node ? 'document.why.sysctl-of' : 'document.why.sysctl', { name, value, node: title }),
        size: SIZE.sysctl,
        about: 'node-facts',
      },
    ];
  });
}
