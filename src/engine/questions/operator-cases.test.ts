import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../core/document/document';
import { finished } from '../../core/lib/scan';
import { networkOfPasted } from '../../core/paste/pasted';
import type { SuggestedFlow } from '../../core/paste/summaries';
import { pasted } from '../../core/paste/testing/paste';
import { openManifest, type ManifestAnswer } from '../../core/document/open-manifest';

/** What operators brought, whole; an object of half a megabyte is made below. */
const textOf = (name: string): string => readFileSync(`${import.meta.dirname}/testdata/operator/${name}`, 'utf8');

const open = (text: string): ManifestAnswer => finished(openManifest({ document: emptyDocument(''), texts: [text] }));
const show = ({ device = 'node', from, to, port, protocol }: SuggestedFlow): string =>
  `${device} ${from} -> ${to}:${port}/${protocol}`;

/** Nodes, Pods and Services of a cluster as they stand on the bench. */
function standing({ document }: ManifestAnswer): Readonly<Record<string, readonly string[]>> {
  const { nodes = [], pods = [], services = [] } = document?.cluster ?? {};
  return {
    nodes: nodes.map(({ metadata, status }) => `${metadata.name} ${status.addresses?.[0]?.address}`),
    pods: pods.map(({ metadata, status, spec }) => `${metadata.name} ${status?.podIP} ${spec.nodeName}`),
    services: services.map(({ metadata, spec }) => `${metadata.name} ${spec.type ?? 'ClusterIP'} ${spec.clusterIP}`),
  };
}

describe('what operators bring', () => {
  it('07: one faulty object is named and left out', () => {
    const answer = open(textOf('07-one-faulty-object.yaml'));
    expect(standing(answer)['services']).toContain('front ClusterIP 10.96.50.10');
    expect(answer.diagnostics[0]?.message.values?.['names']).toBe('Service shop/cart');
  });

  it('09: an object over 500 kB is left out by its name', () => {
    const version = `  - {name: v, description: "${'long '.repeat(36)}"}\n`;
    const text = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: longs.example.org}\nspec:\n  versions:\n${version.repeat(2600)}---\n${textOf('07-one-faulty-object.yaml')}`;
    const answer = open(text);
    expect(standing(answer)['services']).toContain('front ClusterIP 10.96.50.10');
    expect(answer.diagnostics[0]?.message.values?.['names']).toContain('CustomResourceDefinition longs.example.org');
  });

  it('10: tables of kubectl open as a cluster', () => {
    const text = textOf('10-kubectl-tables.txt');
    const { texts } = networkOfPasted(pasted(text));
    expect(texts.map(({ listsCluster }) => listsCluster)).toEqual([true]);
    expect(standing(open(text))).toEqual({
      nodes: ['node-a 192.168.10.11', 'node-b 192.168.10.12'],
      pods: ['client-0 10.244.1.9 node-a', 'front-0 10.244.1.5 node-a', 'front-1 10.244.2.6 node-b'],
      services: ['kubernetes ClusterIP 10.96.0.1', 'front NodePort 10.96.50.10'],
    });
  });

  it('12: Pods and Nodes keep the addresses that Pods tell', () => {
    expect(standing(open(textOf('12-pods-without-nodes.yaml')))).toMatchObject({
      nodes: ['node-a 192.168.10.11', 'node-b 192.168.10.12'],
      pods: ['front-0 10.244.1.5 node-a', 'front-1 10.244.2.6 node-b'],
    });
  });

  it('14: docker exec says the family of what it printed', () => {
    const { texts, diagnostics } = networkOfPasted(pasted(textOf('14-docker-exec-ip6tables.txt')));
    const tables = texts.flatMap(({ parts }) => parts.map(({ family, rules }) => `${family} ${rules}`));
    expect(tables.toSorted()).toEqual(['ipv4 3', 'ipv6 2']);
    expect(diagnostics.filter(({ message: { id } }) => /twice|repeat/.test(id))).toEqual([]);
  });

  it('16: the packet of a LOG line is offered, by its device, to the node’s own address', () => {
    const { suggested, network } = networkOfPasted(pasted(textOf('16-netfilter-log-line.txt')));
    expect(suggested[0] && show(suggested[0])).toBe('cni0 10.244.1.5 -> 192.168.10.11:10250/tcp');
    expect(suggested[0]?.sourcePort).toBe(49720);
    expect(network.netns.get('node')?.devices.map(({ name }) => name)).toContain('cni0');
  });

  it('18: a grepped row is of KUBE-EXTERNAL-SERVICES, by its comment', () => {
    const { texts, suggested, found } = networkOfPasted(pasted(textOf('18-iptables-L-grep-no-local.txt')));
    expect(texts.flatMap(({ parts }) => parts.map(({ table, rules }) => `${table} ${rules}`))).toEqual(['filter 1']);
    expect(suggested[0] && show(suggested[0])).toBe('eth0 192.0.2.10 -> 203.0.113.70:8088/tcp');
    expect(found.map(({ name, refused }) => `${name} ${refused}`)).toEqual(['shop/front:http DROP']);
  });

  it('37: an object without a kind is told by its shape, and that is said', () => {
    const answer = open(textOf('37-objects-without-kind.json'));
    expect(standing(answer)['pods']).toEqual(['front-0 10.244.1.5 node-a']);
    expect(answer.diagnostics.map(({ message: { id } }) => id)).toContain('document.manifest.kind-by-shape');
  });
});
