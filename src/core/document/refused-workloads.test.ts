import { describe, expect, it } from 'vitest';
import { finished } from '../lib/scan';
import { createDerive } from './derive';
import { emptyDocument } from './document';
import { reconcileDocument } from './edits/cluster';
import { openManifest } from './open-manifest';

const service = (namespace: string, app: string): string =>
  `---\napiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: ${namespace}}\nspec: {selector: {app: ${app}}, ports: [{port: 80}]}\n`;
const workload = (kind: string, selector: string, app: string): string =>
  `---\napiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 2, selector: {${selector}}, template: {metadata: {labels: {app: ${app}}}, spec: {containers: [{name: c, image: i}]}}}\n`;
const FITS = 'matchLabels: {app: web}';

function opened(text: string) {
  const { document, added } = finished(openManifest({ document: emptyDocument('bench'), texts: [text] }));
  if (!document) throw new Error('nothing was opened');
  const houses = document.cluster.pods.map(({ metadata }) => metadata.namespace);
  return { document, houses, made: added?.values };
}

describe('a Service whose selector fits none of the workloads that are told has no Pods', () => {
  it.each([
    ['they are in another namespace', 'Deployment', service('prod', 'web'), ['shop', 'shop']],
    ['a StatefulSet is in another', 'StatefulSet', service('prod', 'web'), ['shop', 'shop']],
    ['they have other labels', 'ReplicaSet', service('shop', 'wbe'), ['shop', 'shop']],
    ['nothing fits anywhere', 'Deployment', service('prod', 'wbe'), ['shop', 'shop']],
  ])('%s', (_why, kind, asking, houses) => {
    const { made, ...rest } = opened(asking + workload(kind, FITS, 'web'));
    expect(rest.houses).toEqual(houses);
    expect(made).toMatchObject({ pods: 2, placed: 2 });
  });

  it('but where no workload is told it has some, which are said to be made up', () =>
    expect(opened(service('prod', 'web')).made).toMatchObject({ pods: 3, placed: 0 }));
});

describe('a workload that the API server refuses makes no Pods', () => {
  it.each(['matchLabels: {app: web}', '', 'matchExpressions: [{key: app, operator: In, values: [web]}]'])(
    'of a template wbe with selector {%s}',
    (selector) => {
      for (const kind of ['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet']) {
        const { houses, made } = opened(service('shop', 'web') + workload(kind, selector, 'wbe'));
        expect([kind, houses, made?.['pods']]).toEqual([kind, [], 0]);
      }
    },
  );

  it('as the finding on it says', () => {
    const { document } = opened(service('shop', 'web') + workload('Deployment', FITS, 'wbe'));
    expect(createDerive()(document).findings.map(({ message }) => message.id)).toContain(
      'kubernetes.validate.selector-template',
    );
  });

  it('is no workload that chooses by expressions: its Pods stay its own', () => {
    const by = 'matchExpressions: [{key: app, operator: In, values: [web]}]';
    const { document, houses } = opened(service('shop', 'web') + workload('Deployment', by, 'web'));
    expect(houses).toHaveLength(2);
    expect(createDerive()(document).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const again = reconcileDocument(document, { pods: [...document.cluster.pods] });
    expect(again.cluster.pods).toEqual(document.cluster.pods);
  });
});
