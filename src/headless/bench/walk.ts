import { IPTABLES_SAVE } from '../../core/formats/iptables-save';
import { buildNetwork } from '../../core/kubernetes/network';
import { IPTABLES_MODE } from '../../core/kubernetes/proxy/iptables';
import type { Netns, Network } from '../../core/linux/netns';
import { printRuleset, rulesetFromLines } from '../../core/linux/xtables/ruleset-text';
import type { XtRuleset } from '../../core/linux/xtables/types';
import { addToIp, ip } from '../../core/net/ip';
import { DEFAULT_SETTINGS } from '../../core/document/defaults';
import { simulate } from '../../core/sim/simulate';
import type { Trace } from '../../core/sim/trace';
import { generatedCluster } from './clusters';
import { median, type Figure } from './measure';

const FIRST_SERVICE = ip('10.96.1.0');

function withRules(network: Network, netns: string, rules: XtRuleset): Network {
  const bare = network.netns.get(netns) as Netns;
  return { ...network, netns: new Map([...network.netns, [netns, { ...bare, xtables: { ipv4: rules } }]]) };
}

/** A packet made by the node itself, to the Service at `place`. */
function send(network: Network, place: number): Trace {
  const dst = addToIp(FIRST_SERVICE, place);
  const flow = { netns: 'node1', dst, proto: 'tcp', sport: 40_000, dport: 80 } as const;
  return simulate({ network, flow, decide: () => 0 });
}

/** Rules tested on the way: matched ones and runs of others. */
function rulesVisited(trace: Trace): number {
  const steps = trace.legs.flatMap(({ hops }) => hops.flatMap((hop) => hop.steps));
  return steps.reduce(
    (sum, step) => sum + (step.kind === 'rule' ? 1 : step.kind === 'skip' ? step.to - step.from + 1 : 0),
    0,
  );
}

/** Packets through the rules of 10,000 Services, and the dump of the same rules read and printed. */
export function walkFigures(): Figure[] {
  const cluster = generatedCluster(10_000, 2);
  const input = {
    cluster,
    node: 'node1',
    family: 'ipv4',
    config: { clusterCIDR: '10.128.0.0/9' },
    release: '1.30',
  } as const;
  const rules = rulesetFromLines(IPTABLES_MODE.syncProxyRules(input).xtables.tables, 'ipv4');
  const network = withRules(buildNetwork({ ...cluster, endpointSlices: [] }, DEFAULT_SETTINGS), 'node1', rules);
  const places = [0, 2512, 5025, 7531, 9999];
  const all = median(() => places.map((place) => send(network, place)));
  const text = printRuleset(rules, 'ipv4');
  const megabytes = text.length / 1e6;
  return [
    {
      name: 'iptables, 10,000 Services: flows walked (request and answer)',
      value: (places.length * 1000) / all,
      unit: '/s',
    },
    {
      name: 'iptables, 10,000 Services: rules a flow is tested against',
      value: rulesVisited(send(network, 7531)),
      unit: 'rules',
    },
    {
      name: `iptables-save of it (${megabytes.toFixed(1)} MB): first reading`,
      value: median(() => IPTABLES_SAVE.parse(text), 3),
      unit: 'ms',
    },
  ];
}
