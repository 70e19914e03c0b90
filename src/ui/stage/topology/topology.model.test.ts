import { describe, expect, it } from 'vitest';
import { benchOf, manyOf, TWO_NODES, type OpenedBench } from './testing/bench-of';
import { makeStage } from './topology.model';
import type { StageModel } from './stage-types';

function stage({ document, bench }: OpenedBench, focus: readonly string[] = []): StageModel {
  return makeStage(document, bench, { family: 'ipv4', focus: new Set(focus) });
}

describe('a cluster', () => {
  const drawn = stage(benchOf(TWO_NODES));

  it('puts every Service address on the service network', () => {
    expect(drawn.services.map(({ name, address, port }) => `${name} ${address}:${port}`)).toEqual([
      'kubernetes 10.96.0.1:443',
      'kube-dns 10.96.0.10:53',
      'web 10.96.98.173:80',
    ]);
  });

  it('puts Pods on their nodes with the host end of their veth pair', () => {
    expect(
      drawn.nodes.map(({ name, pods }) => [
        name,
        pods.map(({ name: pod, veth }) => `${pod} ${veth?.name} ${veth?.bridge}`),
      ]),
    ).toEqual([
      ['node1', ['client vethclient cni0', 'web-6c5f vethweb-6c5f cni0']],
      ['node2', ['web-8d2a vethweb-8d2a cni0', 'web-f1b0 vethweb-f1b0 cni0']],
    ]);
  });

  it('sorts devices above and below the gates', () => {
    const [node] = drawn.nodes;
    expect(node?.upper.map(({ name, addresses }) => `${name} ${addresses.join(' ')}`)).toEqual(['cni0 10.244.1.1/24']);
    expect(node?.lower.map(({ name }) => name)).toEqual(['eth0', 'lo']);
    expect(node?.loose).toEqual([]);
  });

  it('says what stands at each gate, in the kernel order', () => {
    const gates = drawn.nodes[0]?.gates.map(
      ({ hook, tables }) => `${hook}: ${tables.map((t) => `${t.table} ${t.rules}`).join()}`,
    );
    expect(gates).toEqual([
      'PREROUTING: nat 1',
      'INPUT: filter 4',
      'FORWARD: filter 3',
      'OUTPUT: nat 1,filter 3',
      'POSTROUTING: nat 1',
    ]);
  });

  it('names the physical network by what devices say', () => {
    expect(drawn.rails).toEqual([{ name: 'physical', cidr: '172.18.0.0/16', guessed: false }]);
    expect(drawn.outside).toMatchObject([{ id: 'client', address: '203.0.113.9' }]);
  });
});

it('draws host ends without a bridge in a routed layout', () => {
  const [node] = stage(benchOf('node node1 172.18.0.2 routed\n pod default/a 10.244.1.2')).nodes;
  expect(node).toMatchObject({ upper: [], pods: [{ veth: { name: 'calia' } }] });
  expect(node?.pods[0]?.veth?.bridge).toBeUndefined();
});

it.each([
  ['pod default/a 10.244.1.2', 'ready'],
  ['pod default/a 10.244.1.2 notReady', 'notReady'],
  ['pod default/a 10.244.1.2 terminating', 'terminating'],
])('%s is %s', (line, readiness) => {
  expect(stage(benchOf(`node node1 172.18.0.2 10.244.1.1\n${line}`)).nodes[0]?.pods[0]?.readiness).toBe(readiness);
});

describe('many', () => {
  it('draws 150 Pods, and counts 152', () => {
    expect(stage(manyOf(3, 50)).nodes.flatMap(({ pods }) => pods)).toHaveLength(150);
    const counted = stage(manyOf(4, 38), ['default/web-2-7']);
    expect(counted.aggregated).toBe(true);
    expect(counted.nodes.flatMap(({ pods }) => pods.map(({ name }) => name))).toEqual(['web-2-7']);
    expect(counted.nodes.map(({ counts }) => counts.total)).toEqual([38, 38, 38, 38]);
  });

  it('draws whole only the nodes a flow may meet when there are many', () => {
    const drawn = stage(manyOf(60, 2), ['default/web-9-1', 'node4']);
    expect(drawn.nodes.map(({ name }) => name)).toEqual(['node4', 'node9']);
    expect(drawn.compact).toHaveLength(40);
    expect(drawn.hiddenNodes).toBe(18);
  });

  it('keeps four nodes whole without any focus', () => {
    expect(stage(manyOf(4, 1)).nodes).toHaveLength(4);
    expect(stage(manyOf(5, 1)).nodes.map(({ name }) => name)).toEqual(['node1', 'node2']);
  });
});

describe('a pasted node', () => {
  const { document, bench } = benchOf('node here 10.0.0.5 10.244.1.1');
  const [node] = bench.netns;
  const devices = node?.devices.map(({ segment: _unknown, ...device }) => device) ?? [];
  const pasted: OpenedBench = {
    document: { ...document, subject: 'pasted' },
    bench: {
      ...bench,
      netns: node ? [{ ...node, devices }] : [],
      segments: [],
      assumptions: [
        { id: 'a', about: 'interface', value: 'cni0', evidence: [], reason: { id: 'sim.routing.local' } as const },
      ],
      found: [{ name: 'default/web:http', address: '10.96.1.1', port: 80, protocol: 'tcp', endpoints: [] }],
    },
  };

  it('marks guessed interfaces and leads the physical one into the unknown', () => {
    const drawn = stage(pasted);
    expect(drawn.nodes[0]?.upper).toMatchObject([{ name: 'cni0', guessed: true }]);
    expect(drawn.nodes[0]?.lower.map(({ name, guessed }) => `${name} ${guessed}`)).toEqual(['eth0 false', 'lo false']);
    expect(drawn.rails).toEqual([{ name: '?', guessed: true }]);
  });

  it('shows the Services its rules name', () => {
    expect(stage(pasted).services).toMatchObject([{ name: 'web', portName: 'http', address: '10.96.1.1', port: 80 }]);
  });
});
