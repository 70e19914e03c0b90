import { describe, expect, it } from 'vitest';
import { createDerive } from '../derive';
import { emptyDocument, type Flow } from '../document';
import { resolveFlow } from '../resolve-flow';
import { openCluster } from './open-cluster';
import { KUBERNETES_YAML } from '../../formats/kubernetes-yaml';
import { formatIp } from '../../net/ip';

const written = (address: (text: string) => string): string => `apiVersion: v1
kind: Node
metadata: {name: alpha}
spec: {podCIDR: ${address('10.77.1.0')}/24}
status: {addresses: [{type: InternalIP, address: ${address('192.0.2.11')}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: shop-1, labels: {app: shop}}
spec: {nodeName: alpha, containers: [{name: c, ports: [{containerPort: 8080}]}]}
status: {phase: Running, podIP: ${address('10.77.1.5')}, podIPs: [{ip: ${address('10.77.1.5')}}], conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec:
  type: LoadBalancer
  clusterIP: ${address('10.96.10.7')}
  clusterIPs: [${address('10.96.10.7')}]
  externalIPs: [${address('203.0.113.9')}]
  loadBalancerSourceRanges: [${address('198.51.100.0')}/24]
  selector: {app: shop}
  ports: [{port: 80, targetPort: 8080, nodePort: 30080}]
status: {loadBalancer: {ingress: [{ip: ${address('198.51.100.80')}}]}}
---
apiVersion: v1
kind: Service
metadata: {name: alias}
spec: {type: ExternalName, externalName: 010.0.0.1}
---
apiVersion: v1
kind: Service
metadata: {name: legacy}
spec: {clusterIP: ${address('10.96.10.8')}, ports: [{port: 81}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: legacy-1, labels: {kubernetes.io/service-name: legacy}}
addressType: IPv4
ports: [{port: 8080}]
endpoints: [{addresses: [${address('10.77.1.5')}], nodeName: alpha}]
`;
const padded = (text: string): string => text.replace(/\d+/g, (part) => part.padStart(3, '0'));

function open(text: string) {
  const read = KUBERNETES_YAML.parse(text);
  if (!read.ok) throw new Error('not read');
  return {
    opened: openCluster(emptyDocument(), read.value.value.cluster).document,
    diagnostics: read.value.diagnostics,
  };
}

const flow = (via: 'clusterIP' | 'externalIP' | 'loadBalancer'): Flow => ({
  id: via,
  from: { kind: 'pod', namespace: 'default', name: 'shop-1' },
  to: { kind: 'service', namespace: 'default', name: 'shop', via },
  protocol: 'tcp',
  port: 80,
});

describe('addresses with zeros in front', () => {
  it('make the very cluster that they make without, and each is said', () => {
    const [plain, zeros] = [open(written(String)), open(written(padded))];
    expect(zeros.opened.cluster).toEqual(plain.opened.cluster);
    const said = zeros.diagnostics.filter(({ message }) => message.id === 'formats.manifest.leading-zeros');
    expect(said).toHaveLength(11);
    expect(said).toContainEqual(
      expect.objectContaining({
        path: 'Service default/shop spec.clusterIP',
        message: expect.objectContaining({
          values: expect.objectContaining({ text: '010.096.010.007', read: '10.96.10.7' }),
        }),
      }),
    );
    expect(plain.diagnostics.some(({ message }) => message.id === 'formats.manifest.leading-zeros')).toBe(false);
  });

  it('are kept where they are no addresses', () => {
    const alias = open(written(padded)).opened.cluster.services.find(({ metadata }) => metadata.name === 'alias');
    expect(alias?.spec.externalName).toBe('010.0.0.1');
  });

  it.each([
    ['clusterIP', '10.96.10.7'],
    ['externalIP', '203.0.113.9'],
    ['loadBalancer', '198.51.100.80'],
  ] as const)('can be sent to: %s', (via, address) => {
    const { opened } = open(written(padded));
    const { network } = createDerive()(opened);
    const sent = resolveFlow(opened, network, flow(via));
    expect(sent.ok && formatIp(sent.value.dst)).toBe(address);
  });
});
