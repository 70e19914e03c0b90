import { buildCluster, endpoints, node, service } from '../../src/core/kubernetes/build';
import { withDefaults } from '../../src/core/kubernetes/defaults';
import type { ClusterObjects } from '../../src/core/kubernetes/types';
import { addToIp, formatIp, ip } from '../../src/core/net/ip';
import { IPTABLES_SAVE } from '../../src/core/formats/iptables-save';
import { buildNetwork } from '../../src/core/kubernetes/network';
import { IPTABLES_MODE } from '../../src/core/kubernetes/proxy/iptables';
import { IPVS_MODE } from '../../src/core/kubernetes/proxy/ipvs';
import type { KernelState } from '../../src/core/kubernetes/proxy/mode';
import { NFTABLES_MODE } from '../../src/core/kubernetes/proxy/nftables';
import { USERSPACE_MODE } from '../../src/core/kubernetes/proxy/userspace';
import type { Netns, Network } from '../../src/core/linux/netns';
import { readRuleset } from '../../src/core/linux/nftables/text/read-ruleset';
import { printRuleset, rulesetFromLines } from '../../src/core/linux/xtables/ruleset-text';
import type { XtChain, XtRuleset } from '../../src/core/linux/xtables/types';
import { DEFAULT_SETTINGS } from '../../src/core/document/document';
import { withKernelParts } from '../../src/core/document/kernel-parts';
import { simulate } from '../../src/core/sim/simulate';
import { makeCounters } from '../../src/core/sim/counters';
import type { Trace } from '../../src/core/sim/trace';
import { printSave } from '../../src/core/kubernetes/proxy/print';

const FIRST_SERVICE = ip('10.96.1.0');
const FIRST_POD = ip('10.128.0.1');

/** A cluster of one node with so many Services, each with so many endpoints; addresses are all different. */
export function generatedCluster(services: number, endpointsEach: number): ClusterObjects {
  const objects = Array.from({ length: services }, (_, i) => {
    const addresses = Array.from({ length: endpointsEach }, (_, e) =>
      formatIp(addToIp(FIRST_POD, i * endpointsEach + e)),
    );
    return [
      service(`ns-${i % 50}/svc-${i}`, { clusterIP: formatIp(addToIp(FIRST_SERVICE, i)), ports: [80] }),
      endpoints(`ns-${i % 50}/svc-${i}`, 8080, addresses),
    ];
  });
  const one = node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.128.0.0/24'] });
  return withDefaults(buildCluster(one, ...objects.flat()));
}

/** One line of the bench: what was measured, in the unit that is in its name. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | '/s' | 'x' | 'rules' | 'MB' | 'MB/s';
  /** What is promised: not more than this, */
  readonly most?: number;
  /** or not less. */
  readonly least?: number;
  readonly note?: string;
}

/** The median duration of `work` over `runs`, after one warm-up; milliseconds. */
export function median(work: () => unknown, runs = 5): number {
  work();
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

const WALK_FIRST_SERVICE = ip('10.96.1.0');

function withRules(network: Network, netns: string, rules: XtRuleset, state?: KernelState): Network {
  const bare = { ...(network.netns.get(netns) as Netns), xtables: { ipv4: rules } };
  const node = state ? withKernelParts(bare, [state]) : bare;
  return { ...network, netns: new Map([...network.netns, [netns, node]]) };
}

/** A packet made by the node itself, to the Service at `place`. */
function send(network: Network, place: number): Trace {
  const dst = addToIp(WALK_FIRST_SERVICE, place);
  const flow = { netns: 'node1', dst, proto: 'tcp', sport: 40_000, dport: 80 } as const;
  return simulate({ network, flow, decide: () => 0 });
}

/** The same rules, counting how often one is read: what the index leaves to be tested. */
function counted(rules: XtRuleset): { readonly rules: XtRuleset; readonly read: () => number } {
  let count = 0;
  const chainOf = (chain: XtChain): XtChain => ({
    ...chain,
    rule: (index) => {
      count++;
      return chain.rule(index);
    },
  });
  const tables = [...rules.tables].map(
    ([name, table]) =>
      [name, { ...table, chains: new Map([...table.chains].map(([key, chain]) => [key, chainOf(chain)])) }] as const,
  );
  return { rules: { tables: new Map(tables) }, read: () => count };
}

/** How many rules are read for one flow once the index stands. */
function readWithIndex(network: Network, place: number): number {
  const node = network.netns.get('node1') as Netns;
  const { rules, read } = counted(node.xtables.ipv4 as XtRuleset);
  const counting = { ...network, netns: new Map([...network.netns, ['node1', { ...node, xtables: { ipv4: rules } }]]) };
  send(counting, place);
  const warm = read();
  send(counting, place);
  return read() - warm;
}

/** One packet through as many rules as a big dump has. */
function bigFigure(): Figure {
  const cluster = generatedCluster(37_500, 2);
  const config = { clusterCIDR: '10.128.0.0/9' };
  const state = IPTABLES_MODE.syncProxyRules({ cluster, node: 'node1', family: 'ipv4', config, release: '1.30' });
  const rules = rulesetFromLines(state.xtables.tables, 'ipv4');
  const chains = [...rules.tables.values()].flatMap((table) => [...table.chains.values()]);
  const total = chains.reduce((sum, { length }) => sum + length, 0);
  const bare = buildNetwork({ ...cluster, endpointSlices: [] }, DEFAULT_SETTINGS);
  const network = withRules(bare, 'node1', rules);
  return {
    name: `iptables, ${total.toLocaleString('en')} rules: one flow, warm`,
    value: median(() => send(network, 37_000)),
    unit: 'ms',
    most: 5,
  };
}

const PLACES = [0, 2512, 5025, 7531, 9999];

/** How many flows a second a network takes, and what one of them is tested against. */
function flowFigures(mode: string, network: Network): Figure[] {
  const all = median(() => PLACES.map((place) => send(network, place)));
  return [
    {
      name: `${mode}, 10,000 Services: flows walked (request and answer)`,
      value: (PLACES.length * 1000) / all,
      unit: '/s',
    },
    {
      name: `${mode}, 10,000 Services: rules a flow is tested against`,
      value: makeCounters(send(network, 7531)).rules,
      unit: 'rules',
    },
    {
      name: `${mode}, 10,000 Services: iptables rules read for it by the index`,
      value: readWithIndex(network, 7531),
      unit: 'rules',
    },
  ];
}

/** The listing of a kernel in nftables mode: read, and read with the first packet, which fills the index of its maps. */
function listingFigures(text: string, bare: Network): Figure[] {
  const megabytes = (text.length / 1e6).toFixed(1);
  const read = (): Network => {
    const node = bare.netns.get('node1') as Netns;
    const { ruleset } = readRuleset(text);
    return { ...bare, netns: new Map([...bare.netns, ['node1', { ...node, xtables: {}, nftables: ruleset }]]) };
  };
  return [
    { name: `nft list ruleset of it (${megabytes} MB): first reading`, value: median(read, 3), unit: 'ms' },
    {
      name: `nft list ruleset of it (${megabytes} MB): reading and first flow`,
      value: median(() => send(read(), 7531), 3),
      unit: 'ms',
    },
  ];
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
  const bare = buildNetwork({ ...cluster, endpointSlices: [] }, DEFAULT_SETTINGS);
  const rules = rulesetFromLines(IPTABLES_MODE.syncProxyRules(input).xtables.tables, 'ipv4');
  const ipvs = IPVS_MODE.syncProxyRules(input);
  const nftables = NFTABLES_MODE.syncProxyRules(input);
  const userspace = USERSPACE_MODE.syncProxyRules({ ...input, release: '1.25' });
  const text = printRuleset(rules, 'ipv4');
  const megabytes = text.length / 1e6;
  return [
    ...flowFigures('iptables', withRules(bare, 'node1', rules)),
    ...flowFigures('nftables', withRules(bare, 'node1', { tables: new Map() }, nftables)),
    ...flowFigures(
      'userspace',
      withRules(bare, 'node1', rulesetFromLines(userspace.xtables.tables, 'ipv4'), userspace),
    ),
    ...flowFigures('ipvs', withRules(bare, 'node1', rulesetFromLines(ipvs.xtables.tables, 'ipv4'), ipvs)),
    {
      name: `iptables-save of it (${megabytes.toFixed(1)} MB): first reading`,
      value: median(() => IPTABLES_SAVE.parse(text), 3),
      unit: 'ms',
    },
    bigFigure(),
    ...listingFigures(printSave('nftables', nftables, input) ?? '', bare),
  ];
}
