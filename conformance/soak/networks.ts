import { buildCluster, node, pod, service } from '../../src/core/kubernetes/build';
import { POD_LAYOUT_IDS } from '../../src/core/kubernetes/network/layouts';
import type { NodeSettings } from '../../src/core/kubernetes/network/node-settings';
import { POD_OVERLAY_IDS } from '../../src/core/kubernetes/network/overlays';
import { createDerive } from '../../src/core/document/derive';
import { emptyDocument } from '../../src/core/document/document';
import { replaceCluster } from '../../src/core/document/edits/cluster';
import { changeNodeSettings } from '../../src/core/document/edits/nodes';
import type { Network } from '../../src/core/linux/netns';
import { formatIp, parseIp } from '../../src/core/net/ip';
import { hasPorts } from '../../src/core/net/packet';
import { explore, makeTrace } from '../../src/core/sim/explore';
import type { Leg, TraceStep } from '../../src/core/sim/trace';
import { Dice } from './dice';
import { inNewNamespace, iptablesProgram, run, whyNot } from './kernel';
import { LaidNetwork, type Sending, type Witnessed } from './laid-network';
import { skippedStep, Tally, type SoakStep, type StepResult } from './step';

/** Packets a layout. */
const PACKETS = 200;

const DNS = { name: 'c', ports: [{ name: 'dns', containerPort: 5353, protocol: 'UDP' as const }] };
const HOSTED = { name: 'c', ports: [{ containerPort: 5353, hostPort: 8053, protocol: 'UDP' as const }] };
const QUIET = { name: 'c' };

const CLUSTER = buildCluster(
  ...[1, 2, 3].map((n) => node(`node${n}`, { addresses: [`172.18.0.${n + 1}`], podCIDRs: [`10.244.${n}.0/24`] })),
  pod('web-1', { node: 'node1', ips: ['10.244.1.5'], labels: { app: 'web' }, containers: [DNS] }),
  pod('web-2', { node: 'node2', ips: ['10.244.2.5'], labels: { app: 'web' }, containers: [DNS] }),
  pod('one', { node: 'node2', ips: ['10.244.2.6'], labels: { app: 'one' }, containers: [DNS] }),
  pod('hosted', { node: 'node3', ips: ['10.244.3.5'], containers: [HOSTED] }),
  pod('near', { node: 'node1', ips: ['10.244.1.9'], containers: [QUIET] }),
  pod('far', { node: 'node3', ips: ['10.244.3.9'], containers: [QUIET] }),
  service('web', {
    type: 'NodePort',
    clusterIP: '10.96.50.10',
    selector: { app: 'web' },
    externalIPs: ['172.18.0.100'],
    ports: [{ protocol: 'UDP', port: 53, targetPort: 5353, nodePort: 30_053 }],
  }),
  service('one', {
    type: 'NodePort',
    clusterIP: '10.96.50.11',
    selector: { app: 'one' },
    externalTrafficPolicy: 'Local',
    ports: [{ protocol: 'UDP', port: 53, targetPort: 5353, nodePort: 30_054 }],
  }),
  service('nobody', { clusterIP: '10.96.50.12', selector: { app: 'none' }, ports: [{ protocol: 'UDP', port: 53 }] }),
);

/** Addresses, and with them the ports that mean something there. */
const TARGETS: readonly (readonly [string, readonly number[]])[] = [
  ...['10.244.1.5', '10.244.2.5', '10.244.2.6', '10.244.3.5', '10.244.1.9'].map((at) => [at, [5353, 9]] as const),
  ...['10.96.50.10', '10.96.50.11', '10.96.50.12'].map((at) => [at, [53, 53, 54]] as const),
  ...['172.18.0.2', '172.18.0.3', '172.18.0.4'].map((at) => [at, [30_053, 30_054, 8053, 9]] as const),
  ['172.18.0.100', [53]],
  ...['10.244.1.0', '10.244.2.0', '10.244.2.1'].map((at) => [at, [9]] as const),
  ['10.244.2.77', [5353]],
  ['10.244.9.9', [5353]],
];

interface Layout {
  readonly name: string;
  readonly settings: NodeSettings;
}

const LAYOUTS: readonly Layout[] = [
  ...POD_LAYOUT_IDS.flatMap((layout) =>
    POD_OVERLAY_IDS.map((overlay) => ({ name: `${layout}, ${overlay}`, settings: { layout, overlay } })),
  ),
  { name: 'bridge, hairpin off', settings: { layout: 'bridge', overlay: 'vxlan', hairpin: false } },
  {
    name: 'bridge, bridge-nf-call-iptables 0',
    settings: { layout: 'bridge', sysctls: { 'net.bridge.bridge-nf-call-iptables': 0 } },
  },
];

function networkOf({ settings }: Layout): Network {
  const empty = { ...emptyDocument(), kubeProxy: { mode: 'iptables', clusterCIDR: '10.244.0.0/16' } } as const;
  return createDerive()(changeNodeSettings(replaceCluster(empty, CLUSTER), settings)).network;
}

function randomSending(dice: Dice, network: Network, number: number): Sending {
  const [dst, ports] = dice.pick(TARGETS);
  const senders = [...network.netns.values()].filter(({ kind }) => kind !== 'router').map(({ id }) => id);
  return { netns: dice.pick(senders), dst, dport: dice.pick(ports), sport: 20_000 + number, number };
}

/** Where a capture on every device would see a packet; a frame for whom nobody answers is never sent. */
function seenAt(steps: readonly TraceStep[], at: number): readonly string[] {
  const step = steps[at];
  const next = steps[at + 1];
  if (step?.kind === 'receive') return [`in ${step.device}`];
  if (step?.kind === 'bridge') return step.action === 'up' ? [`in ${step.bridge}`] : [];
  if (step?.kind !== 'transmit' || step.end === 'nobody' || next?.kind === 'stop') return [];
  if (next?.kind === 'bridge' && next.action === 'discard') return [];
  return [`out ${step.device}`];
}

/** What the walk of one outcome says that the kernel does. */
function expectedOf({ hops, disposition }: Leg): string {
  const passed = hops.flatMap(({ netns, steps }) =>
    steps.flatMap((_, at) => seenAt(steps, at).map((where) => `${netns} ${where}`)),
  );
  const last = hops.at(-1)?.steps.at(-1)?.packet;
  const isDelivered = disposition.kind === 'DELIVERED' && last && hasPorts(last.l4);
  const arrived = isDelivered ? `${disposition.netns}:${last.l4.dport} from ${formatIp(last.src)}` : 'nobody';
  return asText(arrived, passed);
}

/** Whether a bridged frame is seen leaving the bridge itself hangs on a cached header (`br_nf_pre_routing_finish_bridge`): its port tells. */
const isOfBridge = (where: string): boolean => where.endsWith(' out cni0');

const asText = (arrived: string, passed: readonly string[]): string =>
  `${arrived} | ${passed
    .filter((where) => !isOfBridge(where))
    .toSorted()
    .join(', ')}`;

function witnessed({ passed, arrived }: Witnessed, number: number): string {
  return asText(arrived.get(number)?.join() ?? 'nobody', passed.get(number) ?? []);
}

function allExpected(network: Network, { netns, dst, dport, sport }: Sending): readonly string[] {
  const address = parseIp(dst);
  if (!address.ok) return [];
  const flow = { netns, dst: address.value, proto: 'udp', sport, dport } as const;
  const input = { network, flow, seed: 1 };
  return explore(input).outcomes.flatMap((outcome) => {
    const [request] = makeTrace(input, outcome).legs;
    return request ? [expectedOf(request)] : [];
  });
}

async function playLayout(tally: Tally, layout: Layout, seed: number, program: string): Promise<void> {
  const network = networkOf(layout);
  const dice = new Dice(seed);
  const packets = Array.from({ length: PACKETS }, (_, number) => randomSending(dice, network, number));
  const laid = await LaidNetwork.lay(network, program);
  try {
    const seen = await laid.send(packets);
    for (const packet of packets) {
      const kernel = witnessed(seen, packet.number);
      const here = allExpected(network, packet);
      tally.check(
        here.includes(kernel),
        () =>
          `${layout.name}, seed ${seed}: ${JSON.stringify(packet)}\n  kernel  ${kernel}\n  here    ${here.join('\n     or   ')}`,
      );
    }
  } finally {
    laid.end();
  }
}

const LINKS =
  'ip link add name eth7 type veth peer name eth8 && ip link add cni7 type bridge && nsenter -t $$ -n true && sysctl -qw net.ipv4.conf.eth7.proxy_arp=1';
const DEVICES = {
  direct: undefined,
  vxlan: 'ip link add vx7 type vxlan id 7 dstport 4789',
  ipip: 'ip link add ip7 type ipip remote any local any',
} as const;

async function play(seed: number, size: number): Promise<StepResult> {
  const reason = whyNot(LINKS);
  if (reason !== undefined) return skippedStep(`needs ip, bridge, sysctl and nsenter to lay networks: ${reason}`);
  if (!run('python3', ['-c', 'import socket; socket.AF_PACKET']).ok)
    return skippedStep('no python3 to watch devices with');
  const program = iptablesProgram();
  if (program === undefined) return skippedStep('no iptables that loads rules in a namespace of its own');
  const tally = new Tally();
  const parts: string[] = [];
  for (const layout of LAYOUTS) {
    const { overlay = 'direct' } = layout.settings;
    const probe = DEVICES[overlay];
    if (probe !== undefined && !inNewNamespace(probe).ok) {
      tally.skip(`packets: this kernel makes no ${overlay} devices (${layout.name})`, PACKETS);
      continue;
    }
    const own = new Tally();
    for (let round = 0; round < Math.max(1, size); round++) await playLayout(own, layout, seed + round, program);
    parts.push(tally.add(layout.name, own));
  }
  return { ...tally.result(), parts };
}

/**
 * Clusters whose networks are laid in namespaces as the core lays them, with the rules of every node: 200 random packets
 * of sockets a layout. Who got each, whom it saw, and every device it passed, wrapped or not.
 */
export const NETWORKS: SoakStep = {
  name: 'packets through pod networks',
  run: ({ seed, size }) => play(seed, size),
};
