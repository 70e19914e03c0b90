import { expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../kubernetes/build';
import type { PodObject, ServiceObject } from '../../kubernetes/types';
import { findOfServices } from './service-findings';

const SERVICE = (spec: object) =>
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'till', namespace: 'shop' },
    spec,
  }) as unknown as ServiceObject;
const POD = (name: string, labels: object, containerPort = 8080) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels },
    spec: { containers: [{ name: 'a', image: 'a', ports: [{ containerPort }] }] },
  }) as unknown as PodObject;

const patchOf = (spec: object, pods: readonly PodObject[], id: string) =>
  findOfServices({ ...EMPTY_CLUSTER, services: [SERVICE(spec)], pods }).find((each) => each.id === id)?.next.values?.[
    'patch'
  ];
const PATCH = (step: object) => `kubectl -n shop patch service till --type=json -p '${JSON.stringify([step])}'`;

it('a selector that fits nobody is given the labels that Pods of its namespace have, if these are one', () => {
  const spec = { selector: { app: 'tills' }, ports: [{ port: 80, targetPort: 8080 }] };
  expect(patchOf(spec, [POD('a', { app: 'till', x: '1' }), POD('b', { app: 'till' })], 'no-pod-selected')).toBe(
    PATCH({ op: 'replace', path: '/spec/selector', value: { app: 'till' } }),
  );
  expect(patchOf(spec, [POD('a', { app: 'till' }), POD('b', { app: 'shelf' })], 'no-pod-selected')).toBe('none');
  expect(patchOf(spec, [POD('a', { name: 'till' })], 'no-pod-selected')).toBe('none');
});

it('a port that nobody declares is sent to the one that is declared', () => {
  const spec = { selector: { app: 'till' }, ports: [{ port: 8080 }, { port: 80, targetPort: 8081 }] };
  const pods = [POD('a', { app: 'till' })];
  expect(patchOf(spec, pods, 'target-port')).toBe(PATCH({ op: 'add', path: '/spec/ports/1/targetPort', value: 8080 }));
  const others = [POD('a', { app: 'till' }, 9090), POD('b', { app: 'till' }, 9091)];
  expect(patchOf(spec, others, 'target-port')).toBe('none');
});

it('the policy that lets every node answer', () => {
  const spec = {
    type: 'NodePort',
    externalTrafficPolicy: 'Local',
    selector: { app: 'till' },
    ports: [{ port: 80, targetPort: 8080 }],
  };
  expect(patchOf(spec, [POD('a', { app: 'till' })], 'local-policy')).toBe(
    PATCH({ op: 'replace', path: '/spec/externalTrafficPolicy', value: 'Cluster' }),
  );
});
