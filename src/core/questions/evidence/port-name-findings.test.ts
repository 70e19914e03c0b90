import { expect, it } from 'vitest';
import { finished } from '../../lib/scan';
import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { findKnown } from './known/find-known';
import { findSharedPortNames } from './port-name-findings';

const TEXT = `apiVersion: v1
kind: Service
metadata: {name: till}
spec:
  selector: {app: till}
  ports: [{port: 80, targetPort: grpc}]
---
apiVersion: v1
kind: Pod
metadata: {name: till-1, labels: {app: till}}
spec:
  containers:
  - {name: a, image: a, ports: [{name: grpc, containerPort: 8080}]}
  - {name: b, image: b, ports: [{name: grpc, containerPort: 8081}]}
`;

function find(text: string) {
  const { objects } = finished(openManifest({ document: emptyDocument(), texts: [text], state: 'last' }));
  return objects
    ? findSharedPortNames(objects).map(({ says: { values } }) => [values?.['first'], values?.['others']])
    : [];
}

it('a port name that two containers of a Pod have: its first number counts', () => {
  expect(find(TEXT)).toEqual([[8080, '8081']]);
  expect(find(TEXT.replace('8081', '8080'))).toEqual([]);
  expect(find(TEXT.replace('targetPort: grpc', 'targetPort: 8081'))).toEqual([]);
  expect(find(TEXT.replace('{app: till}}\nspec', '{app: desk}}\nspec'))).toEqual([]);
});

it('words alone that tell of it, and of ServiceLB with policy Local', () => {
  const ids = (text: string) => findKnown([{ text }]).map(({ id }) => id);
  const named = 'Service makes one endpoint of a Pod\nmultiple containers with a matching named port\n';
  expect(ids(named)).toEqual(['known-shared-port']);
  expect(ids(named.replace('named port', 'number'))).toEqual([]);
  const balancer = 'servicelb sends from all nodes\nexternalTrafficPolicy: Local\n';
  expect(ids(balancer)).toEqual(['known-servicelb-local']);
  expect(ids(balancer.replace('Local', 'Cluster'))).toEqual([]);
});
