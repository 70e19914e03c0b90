import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createSpeaker } from '../../content/phrases';
import { createDerive } from '../../core/document/derive';
import { emptyDocument, type Document } from '../../core/document/document';
import { replaceCluster } from '../../core/document/edits/cluster';
import { inMode } from '../../core/document/edits/proxy';
import { deployment, makeCluster, node, pod, service } from '../../core/kubernetes/build';
import { some } from '../../core/lib/testing/soaking';
import type { PaneSpec } from '../protocol';
import { createComparer, type ProbeRow } from './compare';
import { openManifest } from '../../core/document/open-manifest';

const IPTABLES: PaneSpec = { mode: 'iptables', release: '1.30' };
const CILIUM: PaneSpec = { mode: 'ebpf', release: '1.18' };

function differing(document: Document, panes: readonly PaneSpec[] = [IPTABLES, CILIUM]): ProbeRow[] {
  const comparer = createComparer(createDerive);
  comparer.setDocuments({ '': document });
  const { rows, total } = comparer.probe(panes, 0, () => false);
  expect(rows).toHaveLength(total);
  return rows.filter(({ differ }) => differ.length > 0);
}

const idsOf = ({ reasons }: ProbeRow): string[] =>
  (reasons?.says ?? []).map(({ id }) => id.slice('compare.cilium.'.length)).toSorted();

function line(row: ProbeRow): string {
  const { from, to, protocol } = row.flow;
  const way = to.kind === 'service' ? `${to.name} ${to.via}${to.node ? `@${to.node}` : ''}` : to.kind;
  return `${from.kind} ${protocol} ${way}: ${idsOf(row).join(' ')}`;
}

const http = { name: 'http', port: 80, targetPort: 8080 } as const;
const app = (name: string, nodeName: string) =>
  deployment(name, {
    replicas: 1,
    labels: { app: name },
    nodeName,
    containers: [{ name, ports: [{ containerPort: 8080 }] }],
  });

/** Each Service has what one difference is about. */
const CLUSTER = replaceCluster(
  { ...emptyDocument('differences'), seed: 1 },
  makeCluster([
    node('node1'),
    node('node2'),
    app('here', 'node1'),
    app('there', 'node2'),
    pod('client', { node: 'node1', labels: { app: 'client' }, containers: [{ name: 'client' }] }),
    service('plain', {
      type: 'NodePort',
      selector: { app: 'here' },
      externalIPs: ['198.51.100.9'],
      ports: [{ ...http, nodePort: 30_080 }],
    }),
    service('far', { type: 'NodePort', selector: { app: 'there' }, ports: [{ ...http, nodePort: 30_081 }] }),
    service('local', {
      type: 'NodePort',
      selector: { app: 'here' },
      externalTrafficPolicy: 'Local',
      ports: [{ ...http, nodePort: 30_082 }],
    }),
    service('inside', {
      type: 'NodePort',
      selector: { app: 'there' },
      internalTrafficPolicy: 'Local',
      ports: [{ ...http, nodePort: 30_083 }],
    }),
    service('ranged', {
      type: 'LoadBalancer',
      selector: { app: 'here' },
      loadBalancerSourceRanges: ['203.0.113.0/24'],
      ports: [{ ...http, nodePort: 30_084 }],
      ingress: ['198.51.100.10'],
    }),
    service('none', { selector: { app: 'nobody' }, ports: [http] }),
  ]),
);

describe('what Cilium does otherwise than kube-proxy', () => {
  const rows = differing(CLUSTER);

  it('has its reason in each flow that differs', () => {
    expect(rows.map(line)).toMatchInlineSnapshot(`
      [
        "pod tcp plain clusterIP: hairpin",
        "external tcp plain nodePort@node1: local-keeps",
        "pod tcp plain nodePort@node1: at-once",
        "external tcp plain nodePort@node2: remote-source",
        "pod tcp plain nodePort@node2: at-once",
        "external tcp plain externalIP: local-keeps",
        "pod tcp plain externalIP: external-ip",
        "node tcp far clusterIP: before-routing",
        "pod tcp far clusterIP: hairpin",
        "external tcp far nodePort@node2: local-keeps",
        "pod tcp far nodePort@node2: at-once",
        "external tcp far nodePort@node1: remote-source",
        "pod tcp far nodePort@node1: at-once",
        "node tcp address: before-routing",
        "pod tcp local clusterIP: hairpin",
        "external tcp local nodePort@node2: local-refuses",
        "pod tcp local nodePort@node2: way-back",
        "pod tcp inside clusterIP: internal-local",
        "node tcp inside clusterIP: internal-local",
        "pod tcp inside clusterIP: hairpin",
        "external tcp inside nodePort@node2: local-keeps",
        "pod tcp inside nodePort@node2: internal-local",
        "external tcp inside nodePort@node1: remote-source",
        "pod tcp inside nodePort@node1: internal-local",
        "node tcp address: loopback",
        "pod tcp ranged clusterIP: hairpin",
        "external tcp ranged nodePort@node1: ranges-everywhere",
        "pod tcp ranged nodePort@node1: at-once",
        "external tcp ranged nodePort@node2: ranges-everywhere",
        "pod tcp ranged nodePort@node2: at-once",
        "pod tcp ranged loadBalancer: ranges-inside",
      ]
    `);
  });

  it('is nodePortAddresses where kube-proxy alone takes no node port', () => {
    const document = { ...CLUSTER, kubeProxy: { ...CLUSTER.kubeProxy, nodePortAddresses: ['127.0.0.0/8'] } };
    const ofPorts = differing(document).filter(({ flow: { to } }) => to.kind === 'service' && to.via === 'nodePort');
    const refused = ofPorts.filter(({ ends }) => ends[0]?.verdicts.some(({ kind }) => kind === 'NO_SOCKET'));
    expect(refused.length).toBeGreaterThan(5);
    expect(new Set(refused.flatMap(idsOf))).toEqual(new Set(['node-port-addresses']));
  });

  it('is said of flows that differ only, and only beside kube-proxy on Linux', () => {
    const { rows: all } = (() => {
      const comparer = createComparer(createDerive);
      comparer.setDocuments({ '': CLUSTER });
      return comparer.probe([IPTABLES, CILIUM], 0, () => false);
    })();
    expect(all.filter(({ differ, reasons }) => differ.length === 0 && reasons)).toEqual([]);
    expect(differing(CLUSTER, [IPTABLES, { mode: 'ipvs', release: '1.30' }]).flatMap(idsOf)).toEqual([]);
  });

  const clusters = some(
    EXAMPLES.map((example) => example.document()).filter(({ subject }) => subject === 'cluster'),
    4,
  );
  it.each(clusters.map((document) => [document.title, document] as const))(
    'is known for every flow of %s',
    (_, document) => {
      for (const release of ['1.30', '1.35'])
        expect(
          differing(inMode(document, 'iptables'), [{ ...IPTABLES, release }, CILIUM])
            .filter((row) => idsOf(row).length === 0)
            .map(line),
        ).toEqual([]);
    },
  );

  const recorded = new URL('../../../conformance/recordings/golden/nftables/kube-proxy-1.30.5/', import.meta.url);
  it.each(some(readdirSync(recorded), 10))('is known for every flow of the recorded cluster %s', (name) => {
    const text = readFileSync(new URL(`${name}/input.json`, recorded), 'utf8');
    const steps = openManifest({ document: emptyDocument(name), texts: [text] });
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { document } = step.value;
    if (!document) throw new Error(name);
    expect(
      differing(document)
        .filter((row) => idsOf(row).length === 0)
        .map(line),
    ).toEqual([]);
  });

  it('is said in both languages', () => {
    const ids = new Set(rows.flatMap(({ reasons }) => reasons?.says ?? []));
    for (const locale of ['en', 'ko'] as const)
      for (const reason of ids) expect(createSpeaker(locale)(reason).length).toBeGreaterThan(40);
  });

  it('is listed, too, where no flow’s end shows it, and only beside kube-proxy on Linux', () => {
    const comparer = createComparer(createDerive);
    comparer.setDocuments({ '': CLUSTER });
    const beyond = (...panes: PaneSpec[]): string[] =>
      comparer.probe(panes, 0, () => true).beyond.map(({ id }) => id.slice('compare.beyond.'.length));
    expect(beyond(IPTABLES, CILIUM)).toEqual([
      'asked-address',
      'own-table',
      'from-outside',
      'node-addresses',
      'balancer-node-port',
      'bound-port',
    ]);
    expect(comparer.probe([IPTABLES, CILIUM], 1, () => true).beyond).toEqual([]);
    expect(beyond(IPTABLES, { ...CILIUM, release: '1.19' })).toContain('other-ports');
    expect(beyond(IPTABLES, { mode: 'nftables', release: '1.33' })).toEqual([]);
    expect(beyond(CILIUM, { mode: 'kernelspace', release: '1.30' })).toEqual([]);
  });
});
