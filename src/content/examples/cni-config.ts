import { deployment, node, service } from '../../core/kubernetes/build';
import { readCni } from '../../core/kubernetes/network/cni-config';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, example, makePod, toService } from './example';

/** What `/etc/cni/net.d` of a node holds. */
const CONFLIST = JSON.stringify({
  cniVersion: '1.0.0',
  name: 'pods',
  plugins: [
    {
      type: 'bridge',
      bridge: 'br-pods',
      isDefaultGateway: true,
      ipMasq: true,
      hairpinMode: true,
      ipam: { type: 'host-local' },
    },
    { type: 'portmap', snat: true, capabilities: { portMappings: true } },
    { type: 'bandwidth', capabilities: { bandwidth: true } },
  ],
});
const PTP = JSON.stringify({
  cniVersion: '1.0.0',
  name: 'pods',
  plugins: [
    { type: 'ptp', ipMasq: true, ipam: { type: 'host-local', routes: [{ dst: '0.0.0.0/0' }] } },
    { type: 'portmap', snat: true, capabilities: { portMappings: true } },
  ],
});

/** Pods joined as a CNI configuration says, another on each node; a hostPort by portmap. */
export const CNI_CONFIG = example({
  id: 'cni-config',
  objects: () => [
    withNodeSettings(node('node1'), { cni: readCni(CONFLIST) }),
    withNodeSettings(node('node2'), { cni: readCni(PTP) }),
    deployment('web', {
      replicas: 1,
      labels: { app: 'web' },
      nodeName: 'node1',
      containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080, hostPort: 8080 }] }],
    }),
    clientPod('node2'),
    service('web', { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    {
      from: { kind: 'external' },
      to: { kind: 'address', address: cluster.nodes[0]?.status.addresses?.[0]?.address ?? '' },
      protocol: 'tcp',
      port: 8080,
    },
    { from: makePod(cluster, 'client'), to: { kind: 'address', address: '203.0.113.9' }, protocol: 'tcp', port: 443 },
  ],
});
