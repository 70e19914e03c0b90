import { describe, expect, it } from 'vitest';
import { exampleById, DEFAULT_EXAMPLE, EXAMPLES } from '../../content/examples';
import { scaleDeployment, setPodReady, setPodTerminating } from '../../core/document/edits/pods';
import { cordonNode, setNodeUp } from '../../core/document/edits/nodes';
import { setProxyRunning } from '../../core/document/edits/programs';
import type { Document } from '../../core/document/document';
import { deploymentsBehind, makeTree } from './tree.model';
import { addHttpRoute, addIngress } from '../../core/document/edits/routes';
import { newFlow, listTargetPorts, sourceChoices, sourceTitle, targetChoices, targetTitle } from './flow.model';

const DOCUMENT = DEFAULT_EXAMPLE.document();
const WORDS = { outside: 'outside', thisNode: 'this node' };

function firstWebPod(document: Document): { namespace: string; name: string } {
  const pod = document.cluster.pods.find(({ metadata }) => metadata.name.startsWith('web-'));
  return { namespace: 'default', name: pod?.metadata.name ?? '' };
}

function remarksOf(document: Document, label: string): readonly string[] {
  const { services, nodes } = makeTree(document);
  return [...services, ...nodes].find((row) => row.label === label)?.remarks ?? ['no such row'];
}

describe('the cluster tree', () => {
  it('lists Services by namespace and name, and each Pod below its node', () => {
    const tree = makeTree(DOCUMENT);
    expect(tree.services.map((row) => row.label)).toEqual(['empty', 'kubernetes', 'web', 'kube-dns']);
    expect(tree.services.find((row) => row.label === 'kube-dns')).toMatchObject({
      namespace: 'kube-system',
      addressKind: 'service',
    });
    const labels = tree.nodes.map((row) => `${row.depth} ${row.label.replace(/-.*/, '')}`);
    expect(labels[0]).toBe('0 node1');
    expect(labels.filter((label) => label.startsWith('0'))).toHaveLength(DOCUMENT.cluster.nodes.length);
    expect(labels.filter((label) => label.startsWith('1'))).toHaveLength(DOCUMENT.cluster.pods.length);
  });

  it('says in words what is wrong with an object', () => {
    const pod = firstWebPod(DOCUMENT);
    expect(remarksOf(DOCUMENT, pod.name)).toEqual([]);
    expect(remarksOf(setPodReady(DOCUMENT, pod, false), pod.name)).toEqual(['notReady']);
    expect(remarksOf(setPodTerminating(DOCUMENT, pod, true), pod.name)).toContain('terminating');
    expect(remarksOf(setProxyRunning(DOCUMENT, 'node1', false), 'node1')).toEqual(['proxyStopped']);
    expect(remarksOf(cordonNode(DOCUMENT, 'node1', true), 'node1')).toEqual(['cordoned']);
    expect(remarksOf(setNodeUp(DOCUMENT, 'node1', false), 'node1')).toContain('down');
  });

  it('keeps Pods of nodes that are gone in sight', () => {
    const gone = { ...DOCUMENT, cluster: { ...DOCUMENT.cluster, nodes: [] } };
    expect(makeTree(gone).nodes).toHaveLength(DOCUMENT.cluster.pods.length);
  });

  it('replicas of a Service are those of the Deployments it selects', () => {
    const web = DOCUMENT.cluster.services.find(({ metadata }) => metadata.name === 'web');
    const behind = web ? deploymentsBehind(DOCUMENT, web) : [];
    expect(behind.map(({ metadata }) => metadata.name)).toEqual(['web']);
    const scaled = scaleDeployment(DOCUMENT, { namespace: 'default', name: 'web' }, 5);
    expect(makeTree(scaled).nodes.filter((row) => row.label.startsWith('web-'))).toHaveLength(5);
  });
});

describe('flows', () => {
  it('every example flow has a name, a place it starts and a target the form offers', () => {
    for (const { id } of EXAMPLES) {
      const document = exampleById(id)?.document() ?? DOCUMENT;
      for (const flow of document.flows) {
        expect(sourceTitle(flow.from, WORDS)).not.toBe('');
        expect(targetTitle(flow)).toMatch(/\d+|nodePort/);
        const offered =
          ['address', 'name'].includes(flow.to.kind) ||
          targetChoices(document).some(({ target }) => target.kind === flow.to.kind);
        expect(offered).toBe(true);
      }
    }
  });

  it.each([
    [
      {
        from: { kind: 'external' },
        to: { kind: 'service', namespace: 'default', name: 'web', via: 'nodePort', node: 'node2' },
      },
      'outside → web:80 nodePort @ node2',
    ],
    [
      {
        from: { kind: 'node', name: 'node1' },
        to: { kind: 'service', namespace: 'kube-system', name: 'kube-dns', via: 'clusterIP' },
      },
      'node1 → kube-system/kube-dns:80',
    ],
    [
      { from: { kind: 'interface', device: 'eth0', address: '1.2.3.4' }, to: { kind: 'address', address: 'fd00::1' } },
      '1.2.3.4 (eth0) → [fd00::1]:80',
    ],
  ] as const)('%#', ({ from, to }, title) => {
    expect(`${sourceTitle(from, WORDS)} → ${targetTitle({ to, port: 80 })}`).toBe(title);
  });

  it('a new flow goes from what is selected, or to it, by a port that is there', () => {
    expect(newFlow(DOCUMENT, { kind: 'node', name: 'node2' }).from).toEqual({ kind: 'node', name: 'node2' });
    const toWeb = newFlow(DOCUMENT, { kind: 'service', namespace: 'default', name: 'web' });
    expect(toWeb).toMatchObject({ to: { name: 'web', via: 'clusterIP' }, port: 80, protocol: 'tcp' });
    const shop = { kind: 'route', object: 'HTTPRoute', namespace: 'default', name: 'web' } as const;
    const asked = newFlow(addHttpRoute(addIngress(DOCUMENT)), shop);
    expect(asked).toMatchObject({ from: { kind: 'external' }, to: shop, port: 80 });
    const ways = (from?: Parameters<typeof targetChoices>[1]): string[] =>
      targetChoices(DOCUMENT, from).flatMap(({ target }) =>
        target.kind === 'service' && target.name === 'web' ? [target.via] : [],
      );
    expect(ways()[0]).toBe('clusterIP');
    expect(ways({ kind: 'external' })[0]).toBe('nodePort');
    expect(ways({ kind: 'external' }).at(-1)).toBe('clusterIP');
    const dns = targetChoices(DOCUMENT).find(({ target }) => target.kind === 'service' && target.name === 'kube-dns');
    expect(dns && listTargetPorts(DOCUMENT, dns.target)).toContainEqual({ port: 53, protocol: 'udp' });
    expect(sourceChoices(DOCUMENT).at(-1)?.source).toEqual({ kind: 'external' });
  });
});
