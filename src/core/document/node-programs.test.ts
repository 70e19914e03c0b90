import { describe, expect, it } from 'vitest';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import type { NodeSettings } from '../kubernetes/network/node-settings';
import type { ProxyModeId } from '../kubernetes/types';
import { explore, makeTrace } from '../sim/explore';
import { decodeDocument } from './codec';
import { createDerive } from './derive';
import { emptyDocument, encodeDocument, type Document, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { changeNodeSettings } from './edits/nodes';
import { setProxyRunning } from './edits/programs';
import { setPodReady } from './edits/pods';
import { resolveFlow } from './resolve-flow';

const HTTP = { name: 'c', ports: [{ name: 'http', containerPort: 8080 }] };
const OBJECTS = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: ['192.168.10.12'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web-1', { node: 'node-b', ips: ['10.244.2.5'], labels: { app: 'web' }, containers: [HTTP] }),
  pod('client', { node: 'node-a', ips: ['10.244.1.9'], containers: [{ name: 'c' }] }),
  service('web', { clusterIP: '10.96.50.10', selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] }),
);
const bench = (mode: ProxyModeId = 'iptables', release = '1.33'): Document =>
  replaceCluster({ ...emptyDocument(), mode, release, kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } }, OBJECTS);
const WEB: Flow = {
  id: 'f',
  from: { kind: 'pod', namespace: 'default', name: 'client' },
  to: { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' },
  protocol: 'tcp',
  port: 80,
};
const A = 'node-a';
const set = (document: Document, change: NodeSettings, name = A): Document =>
  changeNodeSettings(document, change, name);

function end(document: Document, sent = WEB): string {
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, sent);
  if (!resolved.ok) return resolved.error.id;
  const [outcome] = explore({ network, flow: resolved.value, seed: 1 }).outcomes;
  return outcome?.disposition.kind ?? 'nothing';
}

const found = (document: Document): string[] =>
  createDerive()(document).findings.flatMap(({ message: { id } }) =>
    id.startsWith('kubernetes.writers.') ? [id.replace('kubernetes.writers.', '')] : [],
  );

describe('programs that write on a node', () => {
  it('Docker drops what it forwards, firewalld refuses it, and the finding names them', () => {
    expect(end(bench())).toBe('DELIVERED');
    const docker = set(bench(), { writers: ['docker'] });
    expect([end(docker), found(docker)]).toEqual(['DROPPED', ['docker-forward']]);
    const firewalld = set(bench(), { writers: ['firewalld'] });
    expect([end(firewalld), found(firewalld)]).toEqual(['REJECTED', ['firewalld-forward']]);
    const late = set(bench(), { writers: ['kube-proxy', 'firewalld'] });
    expect(found(late)).toEqual(['firewalld-forward', 'flushed']);
  });

  it('kubelet changes no way of a packet, in any mode', () => {
    for (const mode of ['iptables', 'ipvs', 'nftables'] as const)
      expect(end(set(bench(mode), { writers: ['kubelet'] }))).toBe('DELIVERED');
  });

  it('one bit for two things is named', () => {
    const document = { ...bench('iptables', '1.25'), kubeProxy: { iptables: { masqueradeBit: 15 } } };
    expect(found(document)).toEqual(['mark-bit', 'mark-bit']);
  });

  it('an IPVS node that was switched to iptables answers Service addresses itself', () => {
    const document = set(bench('iptables', '1.28'), { leftovers: ['ipvs'] });
    expect(found(document)).toEqual(['leftover']);
    const { network } = createDerive()(document);
    expect(network.netns.get(A)?.devices.map(({ name }) => name)).toContain('kube-ipvs0');
    expect(network.netns.get(A)?.ipvs?.services).toHaveLength(2);
    expect(found(set(bench('nftables'), { leftovers: ['ipvs'] }))).toEqual(['leftover-cleaned']);
  });
});

describe('kube-proxy of one node', () => {
  it('is told by its own configuration, its mode too', () => {
    const document = set(bench('ipvs'), { kubeProxy: { ipvs: { scheduler: 'lc' } } });
    const schedulers = (name: string): (string | undefined)[] | undefined =>
      createDerive()(document)
        .network.netns.get(name)
        ?.ipvs?.services.map(({ scheduler }) => scheduler);
    expect([schedulers(A)?.[0], schedulers('node-b')?.[0]]).toEqual(['lc', 'rr']);
    const mixed = createDerive()(set(bench(), { kubeProxy: { mode: 'nftables' } })).network.netns;
    expect([mixed.get(A)?.nftables !== undefined, mixed.get('node-b')?.nftables !== undefined]).toEqual([true, false]);
  });

  it.each([
    ['ipvs', { mode: 'ipvs' }, 'announced.ipvs'],
    ['iptables', { mode: 'ipvs' }, 'announced.ipvs'],
    ['nftables', { featureGates: { KubeProxyNFTablesLocalhostNodePorts: true } }, 'announced.localhost-node-ports'],
  ] as const)('that it alone is told brings its dates, beside %s of all: %j', (common, kubeProxy, id) => {
    const said = (release: string): string[] =>
      createDerive()(set(bench(common, release), { kubeProxy })).findings.flatMap(({ message, path = '' }) =>
        message.id === `kubernetes.${id}` ? [path] : [],
      );
    expect(said('1.33')).toEqual([]);
    const own = id === 'announced.ipvs' ? 'mode' : 'featureGates.KubeProxyNFTablesLocalhostNodePorts';
    // A remark on all nodes is not repeated of one.
    expect(said('1.37')).toEqual(common === 'ipvs' ? ['mode'] : [`Node ${A} ${own}`]);
  });

  it('that is stopped keeps its rules; a link carries what it saw', () => {
    const stopped = setProxyRunning(bench(), A, false);
    expect(found(stopped)).toEqual(['stopped']);
    const pod1 = { namespace: 'default', name: 'web-1' };
    const changed = setPodReady(stopped, pod1, false);
    expect(end(changed)).toBe('DELIVERED');
    expect(end(setPodReady(bench(), pod1, false))).toBe('REJECTED');
    expect(end(setProxyRunning(changed, A, true))).toBe('REJECTED');
    const read = decodeDocument(encodeDocument(changed));
    expect(read.ok && end(read.value)).toBe('DELIVERED');
  });
});

describe('KubeProxyConfiguration among the objects', () => {
  it("is kube-proxy's from then on", () => {
    const others = [
      {
        apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
        kind: 'KubeProxyConfiguration',
        mode: 'ipvs',
        ipvs: { scheduler: 'lc' },
      },
    ];
    const { mode, kubeProxy, cluster } = replaceCluster(bench(), { ...OBJECTS, others });
    expect([mode, kubeProxy.ipvs?.scheduler, cluster.others ?? []]).toEqual(['ipvs', 'lc', []]);
  });
});

describe('conntrack of KubeProxyConfiguration', () => {
  const sysctl = (document: Document, name: string, of = A): number | undefined =>
    createDerive()(document).network.netns.get(of)?.sysctls[`net.netfilter.nf_conntrack_${name}`];
  const told = (conntrack: object, mode: ProxyModeId = 'iptables'): Document => ({
    ...bench(mode),
    kubeProxy: { ...bench(mode).kubeProxy, conntrack },
  });

  it.each(['iptables', 'ipvs', 'nftables'] as const)('%s: is what kube-proxy sets when it starts', (mode) => {
    expect(
      ['max', 'tcp_timeout_established', 'tcp_timeout_close_wait', 'udp_timeout'].map((name) =>
        sysctl(bench(mode), name),
      ),
    ).toEqual([131_072, 86_400, 3600, undefined]);
    const own = told(
      {
        maxPerCore: 200_000,
        tcpEstablishedTimeout: '1h30m',
        udpTimeout: '10s',
        udpStreamTimeout: '5m',
        tcpBeLiberal: true,
      },
      mode,
    );
    expect(
      ['max', 'tcp_timeout_established', 'udp_timeout', 'udp_timeout_stream', 'tcp_be_liberal'].map((name) =>
        sysctl(own, name),
      ),
    ).toEqual([200_000, 5400, 10, 300, 1]);
  });

  it('is each node’s own, comes after nothing a person set, and stays when kube-proxy stops', () => {
    const one = set(bench(), { kubeProxy: { conntrack: { tcpEstablishedTimeout: '60s' } } });
    expect([sysctl(one, 'tcp_timeout_established'), sysctl(one, 'tcp_timeout_established', 'node-b')]).toEqual([
      60, 86_400,
    ]);
    expect(sysctl(setProxyRunning(one, A, false), 'tcp_timeout_established')).toBe(60);
    const said = set(one, { sysctls: { 'net.netfilter.nf_conntrack_tcp_timeout_established': 7 } });
    expect(sysctl(said, 'tcp_timeout_established')).toBe(7);
  });

  it('is how long the node remembers a connection', () => {
    const UDP: Flow = { ...WEB, protocol: 'udp', to: { kind: 'pod', namespace: 'default', name: 'web-1' } };
    const left = (document: Document): readonly number[] => {
      const { network } = createDerive()(document);
      const resolved = resolveFlow(document, network, UDP);
      if (!resolved.ok) throw new Error(resolved.error.id);
      const input = { network, flow: resolved.value, seed: 1 };
      const [outcome] = explore(input).outcomes;
      const known = outcome ? (makeTrace(input, outcome).conntrack[A] ?? []) : [];
      return known.map(({ timeout }) => timeout);
    };
    expect(left(bench())).toEqual([30]);
    expect(left(told({ udpTimeout: '11s' }))).toEqual([11]);
  });
});
