import { describe, expect, it } from 'vitest';
import { KUBERNETES_YAML } from '../../formats/kubernetes-yaml';
import { completeCluster } from '../../kubernetes/complete';
import type { ClusterObjects, KubeProxyConfig } from '../../kubernetes/types';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { compileRules } from '../../public/compile-rules';
import { createDerive } from '../../document/derive';
import { emptyDocument } from '../../document/document';
import { openCluster } from '../../document/edits/open-cluster';
import { findDrift, type DriftQuestion } from './drift';
import { walkDrift } from './walked';
import clusterText from '../../../headless/testdata/cluster.yaml?raw';

const read = KUBERNETES_YAML.parse(clusterText);
const CLUSTER: ClusterObjects = read.ok ? read.value.value.cluster : (undefined as never);

interface Writing {
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly config?: KubeProxyConfig;
  readonly node?: string;
}

function write(
  cluster: ClusterObjects,
  { mode = 'iptables', release = '1.30', config, node = 'worker-1' }: Writing = {},
): string {
  const rules = compileRules({ cluster, node, mode, release, config: { clusterCIDR: '10.244.0.0/16', ...config } });
  return rules.ok ? rules.value.save : '';
}

function ask(text: string, more: Partial<DriftQuestion> = {}, objects = CLUSTER) {
  const told = { objects, settled: completeCluster(objects), config: {} };
  const pasted = { texts: [{ id: 'text-1', title: 'node.txt', text }], facts: {} };
  return findDrift({ told, pasted, node: 'worker-1', ...more });
}

const parts = (text: string, more: Partial<DriftQuestion> = {}, objects = CLUSTER): readonly string[] => {
  const drift = ask(text, more, objects);
  if (!drift.ok) return [drift.error.id];
  return drift.value.parts.map(({ state, kind, service, writer }) => [state, kind, service ?? writer ?? '-'].join(' '));
};

const withoutEndpoint = (address: string): ClusterObjects => ({
  ...CLUSTER,
  endpointSlices: CLUSTER.endpointSlices.map((slice) => ({
    ...slice,
    endpoints: (slice.endpoints ?? []).filter(({ addresses = [] }) => !addresses.includes(address)),
  })),
});

const KUBERNETES = `-A KUBE-SERVICES -d 10.96.0.1/32 -p tcp -m comment --comment "default/kubernetes:https cluster IP" -m tcp --dport 443 -j KUBE-SVC-NPX46M4PTMTKRN6Y
-A KUBE-SVC-NPX46M4PTMTKRN6Y -m comment --comment "default/kubernetes:https -> 172.18.0.9:6443" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m comment --comment "default/kubernetes:https" -m tcp -j DNAT --to-destination 172.18.0.9:6443`;

describe('findDrift', () => {
  it.each(['iptables', 'nftables', 'ipvs'] as const)('finds a node in step in %s mode', (mode) => {
    expect(parts(write(CLUSTER, { mode }), mode === 'ipvs' ? { mode } : {})).toEqual([]);
  });

  it('names what is late, and whose it is', () => {
    const old = write(withoutEndpoint('10.244.2.7'));
    expect(new Set(parts(old))).toEqual(new Set(['late rule shop/web', 'late chain shop/web', 'stale rule shop/web']));
    expect(parts(write({ ...CLUSTER, services: [] }))).toContain('late chain shop/web');
  });

  it('names what is stale, and whose it was', () => {
    const less = withoutEndpoint('10.244.2.7');
    expect(parts(write(CLUSTER), {}, less)).toContain('stale chain shop/web');
    expect(parts(write(CLUSTER, { mode: 'nftables' }), {}, less)).toContain('stale chain shop/web');
  });

  it('names who else wrote, unless that is meant to be', () => {
    const text = write(CLUSTER)
      .replace('*filter\n', '*filter\n:DOCKER-USER - [0:0]\n')
      .replace(/(\*filter[\s\S]*?)COMMIT/, '$1-A FORWARD -j DOCKER-USER\nCOMMIT');
    expect(parts(text)).toEqual(['foreign rule Docker', 'foreign chain Docker']);
    expect(parts(text, { beside: ['Docker'] })).toEqual([]);
    const mine = write(CLUSTER).replace(
      /(\*nat[\s\S]*?)COMMIT/,
      '$1-A KUBE-SERVICES -s 203.0.113.9/32 -j RETURN\nCOMMIT',
    );
    expect(parts(mine)).toEqual(['foreign rule -']);
  });

  it('takes flags that the rules show from them', () => {
    const config = { clusterCIDR: '10.9.0.0/16', iptables: { masqueradeAll: true, masqueradeBit: 7 } };
    const drift = ask(write(CLUSTER, { config }));
    expect(drift.ok && drift.value.parts).toEqual([]);
    expect(drift.ok && drift.value.settings).toContainEqual({ field: 'iptables.masqueradeBit', value: '7' });
  });

  it.each([
    ['iptables', { clusterCIDR: '10.244.0.0/16' }],
    ['nftables', { clusterCIDR: '10.244.0.0/16' }],
    ['iptables', { iptables: { masqueradeAll: true } }],
    ['nftables', { nftables: { masqueradeAll: true } }],
  ] as const)('takes no flag from what no rule shows: in %s mode %o', (mode, config) => {
    const objects = CLUSTER;
    const told = { objects, settled: completeCluster(objects), config };
    const whole = write(CLUSTER, { mode, config: { clusterCIDR: '', ...config } });
    expect(parts(whole, { told })).toEqual([]);
    const marking = /^.*(?:KUBE-SVC-\S+ .*-d |ip daddr ).*(?:KUBE-MARK-MASQ|mark-for-masquerade)\n/gm;
    expect(whole.match(marking)).toHaveLength(1);
    expect(parts(whole.replaceAll(marking, ''), { told })).toEqual(['late rule shop/web']);
  });

  it('takes what an old iptables or kernel cannot do for no drift', () => {
    const text = write(CLUSTER, { release: '1.31' })
      .replace(' --random-fully', '')
      .replaceAll(/ -m nfacct --nfacct-name +\S+/g, '');
    const drift = ask(text, { release: '1.31' });
    expect(drift.ok && drift.value.parts).toEqual([]);
    expect(drift.ok && drift.value.taken.map(({ id }) => id)).toEqual([
      'drift.taken.random-fully',
      'drift.taken.nfacct',
    ]);
  });

  it('says what cannot be said', () => {
    const text = write(CLUSTER);
    expect(parts(text, { node: 'worker-7' })).toEqual(['drift.cannot.no-such-node']);
    expect(parts(text, { node: undefined })).toEqual(['drift.cannot.which-node']);
    expect(parts(`root@elsewhere:~# iptables-save\n${text}`, { node: undefined })).toEqual([
      'drift.cannot.unnamed-node',
    ]);
    expect(parts('10.0.0.1 dev eth0', {})).toEqual(['drift.cannot.nothing']);
    expect(parts(text, { mode: 'nftables' })).toEqual(['drift.cannot.not-of-mode']);
    expect(parts(text, { mode: 'ebpf' })).toEqual(['drift.cannot.mode']);
    expect(parts(text, {}, { ...CLUSTER, services: [] })).toEqual(['drift.cannot.services']);
    expect(parts(text, {}, { ...CLUSTER, pods: [], endpointSlices: [] })).toEqual(['drift.cannot.endpoints']);
  });

  it('knows the node by its prompt', () => {
    expect(parts(`root@worker-1:~# iptables-save\n${write(CLUSTER)}`, { node: undefined })).toEqual([]);
  });

  it('does not judge what a file of a part of the cluster says nothing of', () => {
    const text = write(CLUSTER)
      .replace('*nat\n', '*nat\n:KUBE-SVC-NPX46M4PTMTKRN6Y - [0:0]\n:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]\n')
      .replace(/(\*nat[\s\S]*?)COMMIT/, `$1${KUBERNETES}\nCOMMIT`);
    const drift = ask(text);
    expect(drift.ok && drift.value.parts).toEqual([]);
    expect(drift.ok && drift.value.hidden).toBe(true);
    const whole = {
      ...CLUSTER,
      services: [
        ...CLUSTER.services,
        { ...CLUSTER.services[0], metadata: { name: 'kubernetes', namespace: 'default' } },
      ],
    };
    expect(parts(text, {}, whole as ClusterObjects)).toContain('stale chain default/kubernetes');
  });

  it('does not tell a setting that rules hide from drift', () => {
    const spec = {
      ...CLUSTER.services[0]?.spec,
      type: 'NodePort' as const,
      ports: [{ name: 'http', port: 80, targetPort: 8080, nodePort: 30080, protocol: 'TCP' as const }],
    };
    const exposed = { ...CLUSTER, services: [{ ...CLUSTER.services[0], spec }] } as ClusterObjects;
    const text = write(exposed, { config: { nodePortAddresses: ['203.0.113.0/24'] } });
    expect(parts(text, {}, exposed)).toEqual(['drift.cannot.node-ports']);
    const told = { objects: exposed, settled: exposed, config: { nodePortAddresses: ['203.0.113.0/24'] } };
    expect(parts(text, { told })).toEqual([]);
  });
});

describe('walkDrift', () => {
  const { document } = openCluster(emptyDocument(), CLUSTER);

  it('finds a packet that is lost', () => {
    const text = write(CLUSTER)
      .split('\n')
      .filter((line) => !line.includes('--to-destination 10.244.2.7:8080'))
      .join('\n');
    const drift = ask(text);
    if (!drift.ok) throw new Error(drift.error.id);
    const { harmed } = walkDrift(drift.value, document, createDerive());
    expect(harmed).toMatchObject({ harm: 'lost', destination: { name: 'shop/web', address: '10.96.4.4' } });
  });

  it('finds a packet that goes to an endpoint no more', () => {
    const less = withoutEndpoint('10.244.2.7');
    const drift = ask(write(CLUSTER), {}, less);
    if (!drift.ok) throw new Error(drift.error.id);
    expect(walkDrift(drift.value, document, createDerive()).harmed?.harm).toBe('astray');
  });

  it('walks nothing where only a part of the rules is there', () => {
    const text = write(CLUSTER)
      .split('\n')
      .filter((line) => /KUBE-SVC|KUBE-SEP/.test(line) && line.startsWith('-A'))
      .slice(1)
      .join('\n');
    const drift = ask(text);
    if (!drift.ok) throw new Error(drift.error.id);
    const { harmed, walked } = walkDrift(drift.value, document, createDerive());
    expect([harmed, walked]).toEqual([undefined, 0]);
  });
});
