import type { PhraseBook } from '../../phrases/phrase-book';

/** Why each rule and socket of kube-proxy's userspace mode is there, and what it refuses. */
export const USERSPACE_PHRASES = {
  'kubernetes.userspace.cluster-ip-container':
    '{address} is the clusterIP of {service}: what comes in by a device for it is sent to kube-proxy’s own port {proxyPort}.',
  'kubernetes.userspace.cluster-ip-host':
    '{address} is the clusterIP of {service}: what this node itself sends there goes to kube-proxy’s port {proxyPort} at the node’s address, because REDIRECT would lead to loopback.',
  'kubernetes.userspace.external-ip-outside':
    '{address} is an external IP of {service}: packets that did not come in by a port of a bridge are sent to kube-proxy’s port {proxyPort}.',
  'kubernetes.userspace.external-ip-of-node':
    'If the external IP {address} of {service} is an address of this node, packets of bridged Pods are sent to kube-proxy’s port {proxyPort}, too.',
  'kubernetes.userspace.external-ip-host':
    'If the external IP {address} of {service} is an address of this node, what the node itself sends there goes to kube-proxy’s port {proxyPort}.',
  'kubernetes.userspace.load-balancer-container':
    '{address} is the load balancer’s address of {service}: the node answers for it itself, at kube-proxy’s port {proxyPort}. Source ranges are ignored in this mode.',
  'kubernetes.userspace.load-balancer-host':
    'What this node itself sends to the load balancer address {address} of {service} goes to kube-proxy’s port {proxyPort}.',
  'kubernetes.userspace.node-port-container':
    '{nodePort} is the nodePort of {service}: what comes in for it on any address of this node is sent to kube-proxy’s port {proxyPort}.',
  'kubernetes.userspace.node-port-host':
    'What this node itself sends to nodePort {nodePort} of {service} goes to kube-proxy’s port {proxyPort}.',
  'kubernetes.userspace.node-port-accept':
    'Packets for nodePort {nodePort} of {service} are on their way to port {proxyPort} when INPUT sees them: new connections are let in.',
  'kubernetes.userspace.proxy-port':
    'kube-proxy listens on port {proxyPort} for {service}, takes the connection, and opens a second one to the endpoint whose turn it is.',
  'kubernetes.userspace.claim-cluster-ip':
    'The clusterIP {address} of {service} is an address of this node: its port is held so that no other process takes it. Connections arrive at port {proxyPort}.',
  'kubernetes.userspace.claim-external-ip':
    'The external IP {address} of {service} is an address of this node: its port is held so that no other process takes it. Connections arrive at port {proxyPort}.',
  'kubernetes.userspace.claim-load-balancer':
    'The load balancer’s address {address} of {service} is an address of this node: its port is held so that no other process takes it. Connections arrive at port {proxyPort}.',
  'kubernetes.userspace.claim-node-port':
    'nodePort {nodePort} of {service} is held so that no other process takes it. Connections arrive at port {proxyPort}.',
  'kubernetes.userspace.jump-portals-container':
    'Before all other rules, what comes in by a device is looked up among the addresses of Services.',
  'kubernetes.userspace.jump-portals-host':
    'Before all other rules, what this node itself sends is looked up among the addresses of Services.',
  'kubernetes.userspace.jump-nodeport-container':
    'Last, what comes in for an address of this node is looked up among the nodePorts.',
  'kubernetes.userspace.jump-nodeport-host':
    'Last, what this node sends to one of its own addresses is looked up among the nodePorts.',
  'kubernetes.userspace.jump-nodeport-non-local':
    'Connections to nodePorts from other machines are let in whatever other rules of INPUT say.',
  'kubernetes.userspace.sctp':
    '{service} is SCTP, which the userspace mode does not support: nothing is written for it.',
  'kubernetes.userspace.claimed':
    '{owner} has {address} already, so {service} does not get it: its rules for it are not written.',
  'kubernetes.userspace.no-port-left':
    'No proxy port is left in {range}, so nothing is written for {service}. Give a larger portRange.',
  'kubernetes.userspace.bad-port-range':
    'portRange {range} is no range of ports. Write 40000-41000, 40000+1000, or nothing.',
  'kubernetes.userspace.bad-bind-address': 'bindAddress {address} is no IP address. Leave it out to listen on all.',
  'kubernetes.userspace.other-family':
    'bindAddress {address} is of the other IP family: this mode serves one family only, so it writes nothing here.',
  'kubernetes.userspace.loopback':
    'kube-proxy in userspace mode does not start with bindAddress {address}: redirected packets do not reach loopback. Leave it out, or give an address of the node.',
} as const satisfies PhraseBook;

/** Why kube-proxy listens on a port beside the rules it writes, up to 1.23. */
export const HELD_PORT_PHRASES = {
  'kubernetes.held.node-port':
    'kube-proxy up to 1.23 listens on nodePort {port} of {service}, only so that no other process takes it. Rules take packets before they come here.',
  'kubernetes.held.external-ip':
    'The external IP {address} of {service} is this node’s own: kube-proxy up to 1.23 listens on its port {port}, only so that no other process takes it.',
  'kubernetes.held.taken-external-ip':
    '{owner} listens on port {port} of {node}, too, and nobody told who was first. A kube-proxy up to 1.23 that finds {address}:{port} taken writes no rules for this external IP of {service}; here they are shown as if it had been free.',
  'kubernetes.held.taken-node-port':
    '{owner} listens on port {port} of {node}, too. A kube-proxy up to 1.23 that finds it taken logs that it skips the nodePort of {service}, and writes its rules all the same: what comes for the port goes to the Service, not to {owner}.',
  'kubernetes.held.taken-old-node-port':
    '{owner} listens on port {port} of {node}, too, and nobody told who was first. A kube-proxy up to 1.9 that finds it taken leaves {service} there: no rules for its nodePort, and none for its endpoints; here they are shown as if it had been free.',
} as const satisfies PhraseBook;
