import { describe, expect, test } from 'vitest';
import { emptyDocument, type Document } from '../document/document';
import { addFlow, replaceCluster } from '../document/edits/cluster';
import { deployment, makeCluster, node, service } from '../kubernetes/build';
import { createSpeaker } from '../../content/phrases';
import { sceneById } from '../../content/scenes';
import { listLenses } from './lenses';
import { moments } from './moments';
import { walkShown, walksOf, type OneWalk } from './testing/walks';

/** Two Services behind one machine that translates, each with a choice to draw for. */
function bench(targets: 'nodes' | 'pods'): Document {
  const front = (name: string, address: string, nodePort: number) =>
    service(name, {
      type: 'LoadBalancer',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort }],
      ingress: [address],
      annotations: { 'rulewalk/load-balancer': `nat, ${targets}` },
    });
  const objects = [
    ...['node1', 'node2', 'node3'].map((name) => node(name)),
    deployment('web', {
      replicas: 3,
      labels: { app: 'web' },
      containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }],
    }),
    front('first', '198.51.100.1', 30_001),
    front('second', '198.51.100.2', 30_002),
  ];
  const to = { kind: 'service', namespace: 'default', name: 'second', via: 'loadBalancer' } as const;
  const made = replaceCluster(emptyDocument(), makeCluster(objects));
  return addFlow(made, { from: { kind: 'external' }, to, protocol: 'tcp', port: 80 });
}

/** What is said of the balancer's own choice, and between whom it says it was. */
function choice({ walked }: OneWalk) {
  const story = moments(walked);
  const at = story.findIndex(({ kind, node: where }) => kind === 'chosen' && where === 'load-balancer');
  const picture = listLenses(walked, story)[at]?.picture;
  const { sentence, cause, pod } = story[at] ?? {};
  return {
    said: [sentence?.id, cause?.id, (cause?.values as Record<string, unknown> | undefined)?.['targets']].join(' '),
    pod: pod?.name,
    rungs: picture?.kind === 'ladder' ? picture.rungs.map(({ end, share }) => `${end?.name} ${share}`) : [],
  };
}

describe.each(['nodes', 'pods'] as const)('a balancer that translates to %s', (targets) => {
  const walks = walksOf(bench(targets), 64);
  const choices = walks.map(choice);

  test('tells its choice of every target, also of the last, which is not drawn for', () => {
    expect(new Set(choices.map(({ pod }) => pod)).size).toBe(3);
    const said = new Set(choices.map((each) => each.said));
    expect(said).toEqual(
      new Set([`story.chosen.draw story.chosen.draws ${targets}`, `story.chosen.draw story.chosen.rest ${targets}`]),
    );
  });

  test('draws among its own three, not among those of the other Service, and names each', () => {
    for (const { rungs } of choices) {
      expect(rungs.map((rung) => rung.replace(/^\S+ /, ''))).toEqual(['1/3', '1/3', '1/3']);
      expect(new Set(rungs).size).toBe(3);
      expect(rungs.join(' ')).not.toContain('undefined');
    }
  });

  test('sends no ICMP redirects: none is told of there, as its sysctls say', () => {
    const reasons = walks.flatMap(({ walked: { trace } }) =>
      trace.legs
        .flatMap(({ hops }) => hops.filter(({ netns }) => netns === 'load-balancer'))
        .flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'routing' ? [step.reason.id] : []))),
    );
    expect(new Set(reasons)).toEqual(new Set(['sim.routing.forward']));
  });

  test('says of the source that no rule of it changes it: marks are for nodes', () => {
    const causes = walks.flatMap(({ walked }) =>
      moments(walked)
        .filter(({ kind, node: where }) => kind === 'source-rewritten' && where === 'load-balancer')
        .map(({ cause }) => cause?.id),
    );
    expect(new Set(causes)).toEqual(new Set(['story.source.because-untouched']));
  });
});

describe('a balancer that hands packets on as they are', () => {
  const say = createSpeaker('en');
  const causes = (document: Document): readonly string[] =>
    moments(walkShown(document).walked).map(({ cause }) => (cause ? say(cause) : ''));

  test('says that a route leads to it, and why it is this node that gets the packet', () => {
    const [sent, crosses] = causes(sceneById('healthy-nodes')!.document());
    expect(sent).toMatch(/No device has it: a route leads to load-balancer\.$/);
    expect(crosses).toBe('load-balancer sends only to nodes that pass its health check: node2 alone does.');
  });

  test('says how it chose where several nodes may get it', () => {
    const healthy = sceneById('healthy-nodes')!.document();
    const services = healthy.cluster.services.map((each) =>
      each.metadata.name === 'web'
        ? { ...each, spec: { ...each.spec, externalTrafficPolicy: 'Cluster' as const } }
        : each,
    );
    const [, crosses] = causes({ ...healthy, cluster: { ...healthy.cluster, services } });
    expect(crosses).toMatch(/health check: 2 do, and a hash of the connection takes node[12]\.$/);
  });
});
