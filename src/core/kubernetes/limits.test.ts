import { describe, expect, test } from 'vitest';
import { KUBERNETES_YAML } from '../formats/kubernetes-yaml';
import { checkDocument } from '../document/codec';
import { emptyDocument, documentBeyondLimits } from '../document/document';
import { LIMITS } from '../lib/limits';
import { buildCluster, deployment, node, pod, service } from './build';
import { reconcile } from './controllers';
import { beyondLimits } from './finding';
import { validateCluster } from './validate';

const asking = (replicas: number) => deployment('web', { replicas, labels: { app: 'web' } });
const web = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}
`;

describe('a cluster beyond the limits', () => {
  test.each([
    ['nodes', buildCluster(...Array.from({ length: LIMITS.nodes + 1 }, (_, n) => node(`n${n}`)))],
    ['pods', buildCluster(...Array.from({ length: LIMITS.pods + 1 }, (_, n) => pod(`p${n}`)))],
    ['services', buildCluster(...Array.from({ length: LIMITS.services + 1 }, (_, n) => service(`s${n}`)))],
    ['replicas', buildCluster(asking(LIMITS.replicas + 1))],
    ['replicas', buildCluster(asking(LIMITS.replicas), { ...asking(LIMITS.replicas) }, asking(1))],
    ['name', buildCluster(node('n'.repeat(LIMITS.name + 1)))],
  ])('%s: is said, wherever it comes from, and not begun', (what, objects) => {
    const id = `kubernetes.limit.${what}`;
    expect(beyondLimits(objects)?.message.id).toBe(id);
    expect(validateCluster(objects)[0]?.message.id).toBe(id);
    const document = { ...emptyDocument(), cluster: objects };
    expect(documentBeyondLimits(document)?.id).toBe(id);
    expect(checkDocument(document)).toMatchObject({ ok: false, error: { id } });
  });

  test('at the limits it is taken', () => {
    expect(beyondLimits(buildCluster(asking(LIMITS.replicas), node('n'.repeat(LIMITS.name))))).toBeUndefined();
  });
});

test('no controller makes more Pods than the limits, whatever is asked', () => {
  const { settings } = emptyDocument();
  const made = reconcile(buildCluster(node('node1'), asking(1_000_000_000)), settings, { seed: 1 });
  expect(made.cluster.pods).toHaveLength(LIMITS.replicas);
});

describe('a manifest', () => {
  test('says where what is too much stands', () => {
    const read = KUBERNETES_YAML.parse(`# first\n${web(1_000_000_000)}`);
    expect(read).toMatchObject({
      ok: false,
      error: [{ severity: 'error', message: { id: 'kubernetes.limit.replicas' }, span: { line: 6 } }],
    });
  });

  test('a long one is counted before it is read; references to Pods are no Pods', () => {
    const one = (index: number) =>
      `---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p${index}\n${'# filler\n'.repeat(10)}`;
    const many = Array.from({ length: LIMITS.pods + 1 }, (_, index) => one(index)).join('');
    expect(KUBERNETES_YAML.parse(many)).toMatchObject({
      ok: false,
      error: [{ message: { id: 'kubernetes.limit.pods', values: { found: LIMITS.pods + 1 } } }],
    });
    const references = `  - targetRef:\n      kind: Pod\n      name: p\n${'# filler\n'.repeat(12)}`.repeat(
      LIMITS.pods + 1,
    );
    const slice = `apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  odd:\n${references}`;
    const read = KUBERNETES_YAML.parse(slice);
    expect(read.ok ? [] : read.error.map(({ message }) => message.id)).not.toContain('kubernetes.limit.pods');
  });
});
