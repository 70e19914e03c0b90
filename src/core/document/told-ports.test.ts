import { describe, expect, it } from 'vitest';
import { finished } from '../lib/scan';
import { createDerive } from './derive';
import { emptyDocument, type Document } from './document';
import { openManifest } from './open-manifest';

function opened(text: string): Document {
  const { document } = finished(openManifest({ document: emptyDocument('bench'), texts: [text] }));
  if (!document) throw new Error('nothing opened');
  return document;
}

describe('the port behind a Service’s is the one its endpoints are listed with', () => {
  const SERVICES = `$ kubectl get svc -n edge -o wide
NAME     TYPE        CLUSTER-IP     EXTERNAL-IP   PORT(S)          AGE   SELECTOR
proxy    ClusterIP   10.43.118.7    <none>        80/TCP,443/TCP   9d    app=proxy
metric   ClusterIP   10.43.118.8    <none>        80/TCP           9d    app=metric
`;
  const targets = (text: string): unknown =>
    Object.fromEntries(
      opened(SERVICES + text)
        .cluster.services.filter(({ metadata }) => metadata.namespace === 'edge')
        .map(({ metadata, spec }) => [metadata.name, spec.ports?.map(({ targetPort }) => targetPort)]),
    );

  it.each([
    [
      'endpoints',
      `$ kubectl get endpoints -n edge
NAME     ENDPOINTS                           AGE
proxy    10.42.1.8:8000,10.42.1.8:8443       9d
metric   10.42.1.9:9100                      9d
`,
    ],
    [
      'slices',
      `$ kubectl get endpointslices -n edge
NAME           ADDRESSTYPE   PORTS       ENDPOINTS   AGE
proxy-7xk2p    IPv4          8000,8443   10.42.1.8   9d
metric-8zk2q   IPv4          9100        10.42.1.9   9d
`,
    ],
  ])('as a table of %s has it', (_kind, text) => {
    expect(targets(text)).toEqual({ proxy: [8000, 8443], metric: [9100] });
  });

  it('ports that are more than those of the endpoints are left as the API has them', () => {
    expect(
      targets('$ kubectl get endpoints -n edge\nNAME    ENDPOINTS        AGE\nproxy   10.42.1.8:8000   9d\n'),
    ).toEqual({
      proxy: [undefined, undefined],
      metric: [undefined],
    });
  });
});

describe('Pods among the Nodes themselves', () => {
  const cluster = (podCIDR: string): Document =>
    opened(`apiVersion: v1
kind: Node
metadata: {name: n1}
spec: {${podCIDR}}
status: {addresses: [{type: InternalIP, address: 10.0.8.254}]}
---
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: web}
spec: {nodeName: n1, containers: [{name: c, image: i}]}
status: {phase: Running, podIP: 10.0.8.77}
`);
  const devices = (document: Document): unknown =>
    createDerive()(document)
      .network.netns.get('n1')
      ?.devices.filter(({ kind }) => kind === 'bridge')
      .map(({ name }) => name);

  it('hang on no bridge that would have the network of the Nodes', () => {
    expect(devices(cluster(''))).toEqual([]);
  });

  it('and on one where the Node has a network of its own', () => {
    expect(devices(cluster('podCIDR: 10.0.8.64/26'))).toEqual(['cni0']);
  });
});
