import { describe, expect, it } from 'vitest';
import { createDerive } from '../document/derive';
import { emptyDocument, type Document, type Flow } from '../document/document';
import { replaceCluster } from '../document/edits/cluster';
import { resolveFlow } from '../document/resolve-flow';
import { makeCluster, deployment, node, pod, service } from '../kubernetes/build';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { explore } from './explore';
import { formatIp } from '../net/ip';
import { simulate } from './simulate';
import type { TraceStep } from './trace';
import { printLeg } from './testing/bench';

const http = { name: 'http', port: 80, targetPort: 8080 } as const;
const BASE = replaceCluster(
  { ...emptyDocument('ebpf'), seed: 1 },
  makeCluster([
    node('node1'),
    node('node2'),
    deployment('there', {
      replicas: 1,
      labels: { app: 'there' },
      nodeName: 'node2',
      containers: [{ name: 'there', ports: [{ containerPort: 8080 }] }],
    }),
    deployment('here', {
      replicas: 1,
      labels: { app: 'here' },
      nodeName: 'node1',
      containers: [{ name: 'here', ports: [{ containerPort: 8080 }] }],
    }),
    pod('client', { node: 'node1' }),
    service('there', {
      type: 'NodePort',
      selector: { app: 'there' },
      clusterIP: '10.96.1.2',
      ports: [{ ...http, nodePort: 30_081 }],
    }),
    service('here', {
      type: 'NodePort',
      selector: { app: 'here' },
      clusterIP: '10.96.1.1',
      ports: [{ ...http, nodePort: 30_080 }],
    }),
  ]),
);
const document = (cilium: CiliumConfig): Document => ({ ...BASE, mode: 'ebpf', release: '1.18', cilium });

const FROM = {
  pod: { kind: 'pod', namespace: 'default', name: 'client' },
  node: { kind: 'node', name: 'node1' },
  outside: { kind: 'external' },
} as const satisfies Record<string, Flow['from']>;

function walk(cilium: CiliumConfig, from: keyof typeof FROM, to: Flow['to'], port = 80): string[] {
  const own = document(cilium);
  const { network } = createDerive()(own);
  const flow: Flow = { id: 'f', from: FROM[from], to, protocol: 'tcp', port };
  const resolved = resolveFlow(own, network, flow);
  if (!resolved.ok) return [resolved.error.id];
  const { outcomes } = explore({ network, flow: resolved.value, seed: 1 });
  const trace = simulate({ network, flow: resolved.value, decide: () => 0 });
  return [
    String(outcomes.length),
    ...trace.legs.flatMap((leg) => [`${leg.role} ${leg.disposition.kind}`, ...printLeg(leg)]),
  ];
}

type EbpfStep = Extract<TraceStep, { kind: 'ebpf' }>;
type Seen = Pick<EbpfStep, 'program' | 'device' | 'did' | 'reason'> & {
  readonly at: string;
  readonly src: string;
  readonly dst: string;
};

/** What programs did on the way there and back, with the packet they got from where. */
function stepsOf(cilium: CiliumConfig, from: keyof typeof FROM, to: Flow['to']): Seen[] {
  const own = document(cilium);
  const { network } = createDerive()(own);
  const resolved = resolveFlow(own, network, { id: 'f', from: FROM[from], to, protocol: 'tcp', port: 80 });
  if (!resolved.ok) throw new Error(resolved.error.id);
  const { legs } = simulate({ network, flow: resolved.value, decide: () => 0 });
  return legs.flatMap(({ hops }) =>
    hops.flatMap(({ netns, steps }) =>
      steps.flatMap((step) => {
        if (step.kind !== 'ebpf') return [];
        const { program, device, did, reason, packet, before = packet } = step;
        const [src, dst] = [formatIp(packet.src), formatIp(did === 'told' ? before.dst : packet.dst)];
        return [{ at: netns, program, device, did, reason, src, dst }];
      }),
    ),
  );
}

const web = (name: string, via: 'clusterIP' | 'nodePort'): Flow['to'] => ({
  kind: 'service',
  namespace: 'default',
  name,
  via,
  ...(via === 'nodePort' ? { node: 'node1' } : {}),
});

/** What programs, rules and routes do on the way, and how each leg ends. */
const PROGRAMS: CiliumConfig = { 'enable-bpf-masquerade': true, 'routing-mode': 'native' };

describe('a cluster in eBPF mode', () => {
  it('translates in connect, and in a tunnel passes no hook on the way (sections 2, 7.1)', () => {
    const lines = walk({}, 'pod', web('there', 'clusterIP'));
    expect(lines.filter((line) => /cil_|DELIVERED/.test(line)).map((line) => line.replace(/^.*: /, ''))).toEqual([
      'request DELIVERED',
      'cil_sock4_connect translated 10.244.1.2:8080',
      'cil_from_container passed',
      'cil_to_overlay wrapped',
      'cil_from_overlay passed',
      'cil_to_container delivered',
      'reply DELIVERED',
      'cil_from_container passed',
      'cil_to_overlay wrapped',
      'cil_from_overlay passed',
      'cil_to_container delivered',
      'cil_sock4_getpeername answered',
    ]);
    expect(lines.filter((line) => /(PRE|POST)ROUTING|FORWARD/.test(line))).toEqual([]);
  });

  it('with legacy host routing goes through the stack between the programs (section 7.2)', () => {
    const lines = walk({}, 'outside', web('here', 'nodePort'));
    expect(lines.filter((line) => line.startsWith('node1'))).toEqual([
      'node1: cil_from_netdev translated 10.244.0.3:8080',
      'node1: PREROUTING in=eth0',
      'node1: route forward cilium_host',
      'node1: FORWARD in=eth0 out=cilium_host',
      'node1: filter FORWARD 1 JUMP',
      'node1: filter CILIUM_FORWARD 1 ACCEPT',
      'node1: POSTROUTING in=eth0 out=cilium_host',
      'node1: nat POSTROUTING 1 JUMP',
      'node1: cil_to_container delivered',
      'node1: cil_from_container passed',
      expect.stringMatching(/^node1: PREROUTING in=lxc/),
      'node1: route forward eth0',
      expect.stringMatching(/^node1: FORWARD in=lxc.* out=eth0$/),
      'node1: filter FORWARD 1 JUMP',
      'node1: filter CILIUM_FORWARD 3 ACCEPT',
      expect.stringMatching(/^node1: POSTROUTING in=lxc/),
      'node1: cil_to_netdev restored',
    ]);
  });

  it('with host routing by programs passes them by (section 7.1)', () => {
    const lines = walk(PROGRAMS, 'outside', web('here', 'nodePort'));
    expect(lines.filter((line) => line.startsWith('node1'))).toEqual([
      'node1: cil_from_netdev translated 10.244.0.3:8080',
      'node1: cil_to_container delivered',
      'node1: cil_from_container passed',
      'node1: route forward eth0',
      'node1: cil_to_netdev restored',
    ]);
  });

  it('spreads to another node in XDP where that is on, and local backends in tc all the same (section 2)', () => {
    const early = { ...PROGRAMS, 'bpf-lb-acceleration': 'native' } as const;
    const programs = (name: string): string[] =>
      walk(early, 'outside', web(name, 'nodePort')).filter((line) => /^node1: cil_(xdp|from_net)/.test(line));
    expect(programs('there')).toEqual(['node1: cil_xdp_entry spread 10.244.1.2:8080', 'node1: cil_xdp_entry restored']);
    expect(programs('here')).toEqual(['node1: cil_from_netdev translated 10.244.0.3:8080']);
  });

  it.each([
    ['native routing', { 'routing-mode': 'native' }],
    ['a tunnel of Geneve', { 'routing-mode': 'tunnel', 'tunnel-protocol': 'geneve' }],
  ] as const)('tells the service in an option of Geneve and returns directly, in %s (section 6.2)', (_, routing) => {
    const dsr = { ...PROGRAMS, 'bpf-lb-mode': 'dsr', 'bpf-lb-dsr-dispatch': 'geneve', ...routing } as const;
    const steps = stepsOf(dsr, 'outside', web('there', 'nodePort'));
    const by = (did: string): readonly Seen[] => steps.filter((step) => step.did === did);
    // The outer packet goes to the backend's node by its device, and is taken off there.
    expect(by('told').map(({ at, reason }) => [at, reason?.id])).toEqual([['node1', 'sim.ebpf.dsr-geneve']]);
    expect(by('told')[0]?.reason?.values?.['service']).toMatch(/^172\.18\.0\.\d+:30081$/);
    expect(by('wrapped').map(({ at, device }) => [at, device])).toEqual([['node1', 'cilium_geneve']]);
    expect(steps.find(({ at }) => at === 'node2')).toMatchObject({
      device: 'cilium_geneve',
      program: 'cil_from_overlay',
    });
    // The Pod sees the client, and the answer passes no program of node1.
    const client = steps[0]?.src;
    expect(by('delivered').map(({ at, src }) => [at, src])).toEqual([['node2', client]]);
    const answer = steps.slice(steps.findIndex(({ did }) => did === 'delivered') + 1);
    expect(answer.map(({ at, did }) => [at, did])).toEqual([
      ['node2', 'passed'],
      ['node2', 'restored'],
    ]);
    expect([answer.at(-1)?.src, answer.at(-1)?.dst]).toEqual([steps[0]?.dst.replace(/:.*/, ''), client]);
  });

  it('tells it in an option of IP where it is not told otherwise, and wraps nothing (section 6.2)', () => {
    const steps = stepsOf({ ...PROGRAMS, 'bpf-lb-mode': 'dsr' }, 'outside', web('there', 'nodePort'));
    expect(steps.find(({ did }) => did === 'told')?.reason?.id).toBe('sim.ebpf.dsr');
    expect(steps.filter(({ did }) => did === 'wrapped')).toEqual([]);
  });

  it('gives Pods that leave the node its address, by rules of netfilter or by the program (section 7.3)', () => {
    const away: Flow['to'] = { kind: 'address', address: '172.18.0.250' };
    const seen = (config: CiliumConfig): string[] =>
      walk(config, 'pod', away, 80).filter((line) => /MASQUERADE|masqueraded|nat SRC by rule/.test(line));
    expect(seen({})).toEqual(['node1: nat SRC by rule']);
    expect(seen(PROGRAMS)).toEqual(['node1: cil_to_netdev masqueraded']);
  });

  it('says why there is none: a node alone cannot be in it', () => {
    const own = document({});
    const nodes = own.cluster.nodes.map((each, at) =>
      at > 0
        ? each
        : { ...each, metadata: { ...each.metadata, annotations: { 'rulewalk/kube-proxy': 'mode=iptables' } } },
    );
    const { findings } = createDerive()({ ...own, cluster: { ...own.cluster, nodes } });
    expect(findings.map(({ message }) => message.id)).toContain('document.mode.not-mixed');
  });
});
