import { describe, expect, it } from 'vitest';
import { KUBERNETES_YAML } from '../formats/kubernetes-yaml';
import { completeCluster } from '../kubernetes/complete';
import { syncHnsPolicies, printHnsPolicies } from '../kubernetes/proxy/kernelspace/sync-policies';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';
import { withOwners } from './windows-node';

const LISTED = `{"ID":"e1","IpConfigurations":[{"IpAddress":"10.244.1.5"}]}
{"ID":"p1","HostComputeEndpoints":["E1","e2"],"FrontendVIPs":["10.96.0.41"],"PortMappings":[{"Protocol":6,"InternalPort":8080,"ExternalPort":80}]}
{"ID":"p2","HostComputeEndpoints":["e1"],"PortMappings":[{"Protocol":6,"InternalPort":8080,"ExternalPort":30080,"Flags":18}]}
{"ID":"p3","HostComputeEndpoints":["e1"],"FrontendVIPs":["10.96.0.99"],"PortMappings":[{"Protocol":17,"InternalPort":53,"ExternalPort":53}]}
`;
const TABLE = `NAME   TYPE       CLUSTER-IP   EXTERNAL-IP   PORT(S)        AGE
web    NodePort   10.96.0.41   <none>        80:30080/TCP   1d
`;
const CLUSTER = `apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: NodePort
  clusterIP: 10.96.0.41
  externalIPs: [192.0.2.80]
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: 8080, nodePort: 30080}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web-1, namespace: shop, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{name: http, port: 8080, protocol: TCP}]
endpoints: [{addresses: [10.244.2.7], nodeName: other, conditions: {ready: true}}]
---
apiVersion: v1
kind: Node
metadata: {name: win}
spec: {podCIDR: 10.244.1.0/24}
status: {addresses: [{type: InternalIP, address: 172.18.0.9}]}
`;

function clusterIn(text: string) {
  const parsed = KUBERNETES_YAML.parse(text);
  if (!parsed.ok) throw new Error('the objects of the test do not read');
  return completeCluster(parsed.value.value.cluster);
}

const namesOf = (found: readonly { readonly name: string; readonly endpoints: readonly string[] }[]) =>
  found.map(({ name, endpoints }) => [name, endpoints]);

describe('a pasted Windows node', () => {
  it('is said, with what is not read of it', () => {
    const said = (text: string) =>
      networkOfPasted(pasted(text)).assumptions.map(({ id, settledBy }) => [id, settledBy]);
    expect(said(LISTED)).toEqual([['mode:kernelspace', undefined]]);
    const rows = '3c89c920-c65a-4c81-a1de-056fe4097e95 |  10.96.0.41      | 11fcf2c4-30ff-42bb-bb29-56a0d0612582\n';
    expect(said(`${rows}\nRULE : 1\n    Type : lbdsr\n`)).toEqual([
      ['mode:kernelspace', undefined],
      ['mode:kernelspace-ports', 'hnsdiag list loadbalancers -d'],
      ['mode:kernelspace-rules', undefined],
    ]);
  });

  it('has its policies as Services: named by kubectl beside them, endpoints by their addresses', () => {
    const { found } = networkOfPasted(pasted(`${LISTED}\n${TABLE}`));
    expect(namesOf(found)).toEqual([
      ['default/web', ['10.244.1.5:8080', 'e2']],
      ['default/web', ['10.244.1.5:8080']],
      ['10.96.0.99:53/udp', ['10.244.1.5:53']],
    ]);
    expect(found.map(({ address, port, nodePort }) => [address, port, nodePort])).toEqual([
      ['10.96.0.41', 80, undefined],
      ['', 0, 30080],
      ['10.96.0.99', 53, undefined],
    ]);
  });

  it('names a policy by the Service of the open document, and by no other port or protocol', () => {
    const { found } = networkOfPasted(
      pasted(
        LISTED.replace(
          '"Protocol":6,"InternalPort":8080,"ExternalPort":30080',
          '"Protocol":17,"InternalPort":8080,"ExternalPort":30080',
        ),
      ),
    );
    expect(withOwners(found, clusterIn(CLUSTER)).map(({ name }) => name)).toEqual([
      'shop/web:http',
      '*:30080/udp',
      '10.96.0.99:53/udp',
    ]);
  });

  it('leaves a row without a port its address where two Services have it', () => {
    const row = '3c89c920-c65a-4c81-a1de-056fe4097e95 |  10.96.0.41      | 11fcf2c4-30ff-42bb-bb29-56a0d0612582\n';
    const { found } = networkOfPasted(pasted(row));
    const cluster = clusterIn(CLUSTER);
    const [web] = cluster.services;
    if (!web) throw new Error('the cluster of the test has no Service');
    expect(withOwners(found, cluster).map(({ name }) => name)).toEqual(['shop/web']);
    const twin = { ...web, metadata: { ...web.metadata, name: 'twin' } };
    const both = { ...cluster, services: [web, twin] };
    expect(withOwners(found, both).map(({ name }) => name)).toEqual(['10.96.0.41']);
  });

  it('reads back every policy that the mode itself prints, each of its Service', () => {
    const cluster = clusterIn(CLUSTER);
    const policies = syncHnsPolicies({
      cluster,
      node: 'win',
      family: 'ipv4',
      settings: { networkType: 'l2bridge', enableDsr: true },
    });
    const { found } = networkOfPasted(pasted(printHnsPolicies(policies)));
    expect(policies.loadBalancers.length).toBe(3);
    expect(withOwners(found, cluster).map(({ name }) => name)).toEqual(Array(3).fill('shop/web:http'));
  });
});

it('a Windows node is called that, and rules of Linux beside its listing are a node’s own', () => {
  const is = (text: string): unknown => networkOfPasted(pasted(text)).identities.map(({ isWindows }) => isWindows);
  expect(is(LISTED)).toEqual([true]);
  // Endpoints of the Host Network Service alone.
  expect(is('{"ID":"e1","IpConfigurations":[{"IpAddress":"10.244.1.5"}]}\n')).toEqual([true]);
  expect(is(`${LISTED}*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -i lo -j ACCEPT\nCOMMIT\n`)).not.toContain(true);
});
