import { expect, it } from 'vitest';
import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { finished } from '../../lib/scan';
import { findClaimedAddresses } from './node-address-claims';

const NODES = `$ kubectl get nodes -o wide
NAME   STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE   KERNEL-VERSION   CONTAINER-RUNTIME
ant    Ready    worker   3d    v1.31.2   172.30.5.11   <none>        x          6.1              containerd://1.7
bee    Ready    worker   3d    v1.31.2   172.30.5.12   <none>        x          6.1              containerd://1.7
`;
const services = (type: string, address: string) => `$ kubectl get svc
NAME   TYPE           CLUSTER-IP    EXTERNAL-IP    PORT(S)    AGE
hive   ${type.padEnd(14)} 10.98.0.162   ${address.padEnd(14)} 8080/TCP   17s
`;
const WRITTEN = `$ kubectl get svc hive -o yaml
apiVersion: v1
kind: Service
metadata: {name: hive, namespace: default}
spec:
  externalIPs: [172.30.5.12]
  ports: [{port: 8080}]
`;
function find(text: string, mode = 'ipvs') {
  const texts = [`kube-proxy mode is ${mode}\n\n${text}`];
  const { objects } = finished(openManifest({ document: emptyDocument(), texts, state: 'last' }));
  if (!objects) throw new Error('no objects');
  return findClaimedAddresses(objects).map(({ severity, isOpen, says }) => [
    severity,
    isOpen ?? false,
    says.values?.['node'],
  ]);
}

it('an external address of a Service that is a Node’s, in IPVS mode', () => {
  expect(find(NODES + services('ClusterIP', '172.30.5.12'))).toEqual([['error', false, 'bee']]);
  expect(find(NODES + services('LoadBalancer', '172.30.5.11'))).toEqual([['error', false, 'ant']]);
  expect(find(NODES + WRITTEN)).toEqual([['error', false, 'bee']]);
  expect(find(NODES + services('ClusterIP', '172.30.5.99'))).toEqual([]);
  // Other modes write rules for its ports, and give nobody the address.
  expect(find(NODES + services('ClusterIP', '172.30.5.12'), 'iptables')).toEqual([]);
});

it('where no text tells the addresses of Nodes it is asked', () => {
  expect(find(services('ClusterIP', '172.30.5.12'))).toEqual([['warning', true, 'none']]);
});
