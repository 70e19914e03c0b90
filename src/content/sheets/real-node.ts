import type { Document, Flow } from '../../core/document/document';
import { addPasted } from '../../core/document/edits/pasted';
import { DOCKER_FORWARD_DROP } from '../examples/docker-forward-drop';
import type { Locale } from '../languages';

const TO_WEB = { to: { kind: 'address', address: '10.96.98.173' }, protocol: 'tcp', port: 80 } as const;

/** Packets by whom they are of. */
const PACKETS: readonly Flow[] = [
  { id: 'client', from: { kind: 'interface', device: 'cni0', address: '10.244.0.9' }, ...TO_WEB },
  { id: 'node', from: { kind: 'interface', address: '' }, ...TO_WEB },
  {
    id: 'outside',
    from: { kind: 'interface', device: 'eth0', address: '172.18.0.250' },
    to: { kind: 'address', address: '172.18.0.2' },
    protocol: 'tcp',
    port: 30_080,
  },
];

/** The two Pods as kubectl lists them. */
const PODS = `NAME                   READY   STATUS    RESTARTS   AGE   IP           NODE    NOMINATED NODE   READINESS GATES
client                 1/1     Running   0          12m   10.244.0.9   node1   <none>           <none>
web-fd6gp              1/1     Running   0          12m   10.244.1.2   node2   <none>           <none>
`;

/** The node of the example on which Docker set a policy, with a packet of a Pod, of the node and from outside. */
export const REAL_NODE = (locale: Locale): Document => ({
  ...addPasted(DOCKER_FORWARD_DROP.document(locale), [{ title: 'pods', text: PODS }]),
  flows: PACKETS,
});
