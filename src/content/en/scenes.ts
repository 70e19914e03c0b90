/** Titles of scenes, and what is to be said beside them. */
export const SCENE_WORDS = {
  'a-headless-name': {
    title: 'A headless name has no ports',
    notes:
      'The name of a headless Service is its Pods. No rule translates port 80 to 8080 any more: the Pod is reached where nobody listens.',
  },
  'a-name': {
    title: 'A name before an address',
    notes:
      'A name is asked for first, at a Service like any other. Only its answer is an address, and only then does the packet set out.',
  },
  affinity: {
    title: 'Who comes again',
    notes:
      'sessionAffinity ClientIP: rules that look whether this client was here stand before the draws. It was, a moment ago, so the rule of its Pod says yes and nothing is drawn.',
  },
  'an-old-node-port': {
    title: 'A node port in 2018: 1.11',
    notes:
      'Rules of Kubernetes 1.11: no KUBE-EXT chain yet, KUBE-NODEPORTS itself marks, and then draws one of ten. What arrives is the same as today.',
  },
  'any-node': {
    title: 'Any node will do',
    notes:
      'node2 has no Pod of web, and still takes the connection. See what it has to do so that the answer comes back through it.',
  },
  'arp-by-a-node': {
    title: 'One node answers for the address',
    notes:
      'MetalLB in L2 mode: no machine stands in front. One node answers ARP for the address, gets all packets, and its rules spread them.',
  },
  'asked-from-outside': {
    title: 'A cluster IP, asked from outside',
    notes:
      'The packet meets no node: its address is on no device, so it goes to the gateway, which forwards for nobody (ip_forward is 0). Only a node’s rules know the address.',
  },
  'bridge-nf-off': {
    title: 'A bridge that asks nobody',
    notes:
      'bridge-nf-call-iptables is 0, and client and Pod share a node. Watch the way back: whose address does the answer carry?',
  },
  'by-path': {
    title: 'By host and path: an Ingress',
    notes:
      'An Ingress is only a wish; the controller’s Pods carry it out. They take the connection, read host and path, and open another one straight to a Pod: the address of the Service cart is never asked, nor a rule of kube-proxy for it. Who asked stands in X-Forwarded-For.',
  },
  'by-weight': {
    title: 'By weight: a Gateway',
    notes:
      'An HTTPRoute names its Gateway, and Services with weights. The Gateway’s Pod draws for each request, not for each connection, and opens a second connection straight to a Pod: the weights count requests, however many Pods a Service has. No rule of kube-proxy is asked on the way from the Gateway to the Pod.',
  },
  'calico-beside': {
    title: 'A network policy beside kube-proxy',
    notes:
      'kube-proxy chose a Pod and rewrote the packet; a chain of Calico drops it in FORWARD. Read who owns the rule that ended it.',
  },
  'dns-by-tcp': {
    title: 'The same name, by TCP',
    notes: 'TCP port 53 is another port of the Service, with rules and draws of its own.',
  },
  'dns-by-udp': {
    title: 'A name, by UDP',
    notes: 'Before a Pod connects to a name it asks here: kube-dns is a Service like any other, on UDP port 53.',
  },
  'dns-on-the-node': {
    title: 'Asked without a connection',
    notes:
      'node-local-dns has the address of kube-dns on its node, and NOTRACK keeps the question out of conntrack: no rule of the Service sees it. What the cache does not know it asks by TCP, at kube-dns-upstream. How many entries are there in conntrack then?',
  },
  'docker-beside': {
    title: 'Docker set FORWARD to DROP',
    notes:
      'A pasted node: everything of kube-proxy is right, and the packet is still dropped, by a policy that Docker set.',
  },
  elb: {
    title: 'A load balancer that proxies',
    notes:
      'Two connections: the client speaks with the load balancer, and the load balancer with a Pod. Who asked is gone before a node sees it.',
  },
  'external-ip': {
    title: 'An externalIP',
    notes:
      'Whoever may write a Service may name any address in externalIPs: the rules take a packet for it on whichever node it comes by.',
  },
  'hairpin-off': {
    title: 'A bridge port without hairpin mode',
    notes:
      'hairpin mode is off: the bridge may not send a frame out of the port it came in by. Everything before it worked.',
  },
  'hairpin-seen': {
    title: 'The other Pod is drawn',
    notes:
      'The same Pod asks, and its neighbour is drawn: only who is led back to itself is marked. Compare the source with the scene before.',
  },
  hairpin: {
    title: 'A Pod asks itself',
    notes:
      'The only Pod of web asks web. Without another source the answer would never leave it: the rules mark the packet.',
  },
  'healthy-nodes': {
    title: 'Only healthy nodes get packets',
    notes:
      'With externalTrafficPolicy Local the health check takes out nodes without an endpoint, so nothing is dropped, and the source stays.',
  },
  'host-to-pod': {
    title: 'A node asks',
    notes: 'The node itself asks: its packets never pass PREROUTING. The same rules hang on OUTPUT, too.',
  },
  'in-iptables': {
    title: 'iptables: a ladder of draws',
    notes: 'Rule after rule, each draws for itself. Switch the mode and stay at this moment.',
  },
  'in-nftables': {
    title: 'nftables: one draw, one map',
    notes: 'One number is drawn, one map is looked up: it does not matter how many Pods there are.',
  },
  'in-userspace': {
    title: 'userspace: a process between',
    notes: 'The packet is rewritten before a Pod is chosen: to a port of kube-proxy, which opens a second connection.',
  },
  'ipvs-rr': {
    title: 'IPVS: by turns',
    notes: 'rr gives each its turn. Whose turn it was is in the kernel’s memory, and not in any rule.',
  },
  'ipvs-lc': {
    title: 'IPVS: the least connections',
    notes: 'lc counts the connections each server has. With none anywhere, the first of the list is taken.',
  },
  'ipvs-sh': {
    title: 'IPVS: by the sender',
    notes:
      'sh makes a number of the sender’s address: the same client meets the same Pod for as long as the Pods stay.',
  },
  'ipvs-dh': {
    title: 'IPVS: by the destination',
    notes: 'dh makes a number of the destination, and that is the Service for everybody: one Pod gets all.',
  },
  'ipvs-wrr': {
    title: 'IPVS: by turns and weight',
    notes: 'wrr is rr with weights. kube-proxy gives all the same, so each still gets its turn.',
  },
  'ipvs-sed': {
    title: 'IPVS: the shortest delay',
    notes: 'sed asks how busy a server would be with one more connection.',
  },
  'ipvs-nq': {
    title: 'IPVS: never queue',
    notes: 'nq takes an idle server if there is one, before it compares.',
  },
  'kubelet-chains': {
    title: 'Chains of the kubelet',
    notes:
      'Until 1.26 the kubelet wrote KUBE-MARK-DROP, the rule of KUBE-FIREWALL that drops what carries its mark, and KUBE-MARK-MASQ as kube-proxy does. KUBE-FIREWALL itself it still writes. Here the mark is set, and a rule of KUBE-POSTROUTING takes it off again.',
  },
  'left-by-ipvs': {
    title: 'What IPVS mode left behind',
    notes:
      'kube-proxy was switched from IPVS to iptables without its --cleanup. kube-ipvs0 still has the address, so the packet does not leave the node; and KUBE-IPVS-FILTER, which was left as well, rejects what is for a Service address but for no port of a Service.',
  },
  'load-balancer': {
    title: 'The balancer’s address',
    notes:
      'The address of the load balancer stands in the rules of every node: the node that meets a packet for it chooses a Pod itself.',
  },
  'local-drops': {
    title: 'Local without a Pod',
    notes:
      'The same Service on a node without a Pod: silence. A load balancer’s health check would keep clients away from here.',
  },
  'local-keeps': {
    title: 'Local with a Pod',
    notes: 'externalTrafficPolicy Local, and the node has a Pod: nothing is marked, the Pod sees the real client.',
  },
  'nat-hides-the-source': {
    title: 'A balancer with rules of its own',
    notes:
      'Masqueraded at the balancer: whatever the policy of the Service, the Pod sees the balancer. Answers find their way without a route that leads there.',
  },
  'nat-keeps-the-source': {
    title: 'The balancer swaps the destination',
    notes:
      'One connection, translated outside: the balancer puts a node port in the place of the destination, and the client stays the source. So the answer must come back by the balancer, or nobody undoes the swap.',
  },
  'no-device': {
    title: 'An address on no device',
    notes:
      'Ask first where the address of web is configured. Nowhere: it lives only in rules. Follow the dotted line until it lets go of the Service.',
  },
  'no-dns': {
    title: 'Nobody to ask for the name',
    notes: 'web is well, but no Pod stands behind kube-dns: the question is refused, and nothing is ever sent to web.',
  },
  'no-rule': {
    title: 'A path that no rule has',
    notes:
      'The connection is there and the network did everything right. The answer 404 comes from the controller: no Ingress names this host. A Service without endpoints would be a 503, of the controller too.',
  },
  nobody: {
    title: 'Nobody behind it',
    notes: 'The selector fits no Pod. kube-proxy writes REJECT, so the client hears at once instead of waiting.',
  },
  'not-ready': {
    title: 'A Pod that is not ready',
    notes: 'A Pod that is not ready is no endpoint: no rule leads to it, and the others share what it had.',
  },
  'on-windows': {
    title: 'A Windows node picks a Pod',
    notes:
      'No rules here: kube-proxy asked HNS for a load balancer policy, and VFP in the virtual switch picks one of its endpoints by a hash nobody outside knows. Nothing of this was recorded; it is as documented.',
  },
  'one-pod': {
    title: 'One Pod: no draw',
    notes: 'With one endpoint the rule needs no statistic: it always says yes.',
  },
  'ping-a-service': {
    title: 'Who answers a ping?',
    notes:
      'ping web: the rules speak of TCP port 80 only, so nothing takes the packet. It follows the default route to the gateway, which forwards for nobody (ip_forward is 0): it is lost there.',
  },
  'ping-in-ipvs': {
    title: 'A ping in IPVS mode',
    notes:
      'The same ping in IPVS mode: kube-ipvs0 has the address, so the packet comes in, and KUBE-IPVS-FILTER refuses what no virtual server takes.',
  },
  'ping-in-old-ipvs': {
    title: 'The same ping, in 1.24',
    notes:
      'IPVS mode of release 1.24, without that filter: the node itself answers for kube-ipvs0. No Pod ever saw it: a ping says nothing about a Service.',
  },
  'policy-or-service': {
    title: 'Policy or Service?',
    notes:
      'The Service chose a Pod and rewrote the destination, and the packet is dropped all the same: a NetworkPolicy selects the Pod, and client is none of its friends. Whose chain dropped it?',
  },
  'proxy-stopped': {
    title: 'kube-proxy stopped, rules stay',
    notes:
      'kube-proxy is no part of the way: node1’s stopped, and its rules still lead to web. But they are those of then: the Pod is not ready any more, and node1 still sends to it.',
  },
  'routed-from-outside': {
    title: 'No node, and still in the Pod network',
    notes:
      'The cloud’s route table sends each node’s Pod network to that node, as BGP would. So a machine beside the cluster asks a Pod by its address: no Service, no rule, no NAT.',
  },
  'source-ranges': {
    title: 'Not on the list',
    notes: 'loadBalancerSourceRanges lets 203.0.113.0/24 in. This client is not in that range.',
  },
  'ten-pods': {
    title: 'Ten Pods',
    notes:
      'Nine draws at most: 1 in 10, 1 in 9, down to 1 in 2. The first is asked for every connection, the ninth for 2 in 10.',
  },
  'the-api-server': {
    title: 'The Service kubernetes',
    notes:
      'The API server is reached through a Service, too. Its endpoint is no Pod of the Pod network: look at the address it becomes.',
  },
  'three-networks': {
    title: 'Three networks',
    notes:
      'No Service here: a Pod asks a Pod. Count the networks: the nodes’ own, the Pods’, and the Services’, which this packet never touches.',
  },
  'through-ipip': {
    title: 'Calico: no bridge, and IP in IP',
    notes:
      'Each Pod has a link of its own (cali*), a gateway 169.254.1.1 that is nowhere, and packets for the other node leave by tunl0. Where is the destination put back?',
  },
  'through-vxlan': {
    title: 'A packet in a packet',
    notes:
      'node1 asks, and the Pod is behind VXLAN. Which source address does the Pod see, and which two addresses does the wire see?',
  },
  'two-backends': {
    title: 'Two backends on one node',
    notes: 'Rules in iptables-legacy and in nf_tables at once: the kernel asks both. Whoever lists only one sees half.',
  },
  'two-pods': {
    title: 'Two Pods: one draw',
    notes: 'One draw at 1 in 2, and what is left needs none. Let the room guess before it falls.',
  },
  'who-is-asking': {
    title: 'Who is asking?',
    notes:
      'Ask what the Pod’s log will show. The address of a node: the client was replaced so that the answer finds back.',
  },
  'why-this-pod': {
    title: 'Why this Pod?',
    notes: 'Three Pods, two draws: 1 in 3, then 1 in 2 of the rest. Ask why the second is not 1 in 3 again.',
  },
  'why-userspace-went': {
    title: 'Why it went',
    notes: 'Every byte goes through a process, and the Pod never sees who asked. Kubernetes 1.26 took the mode out.',
  },
  'windows-source': {
    title: 'Whom a Pod sees on Windows',
    notes:
      'Without direct server return the answer has to come back through this node, so the Pod sees the node, not the client. With winkernel.enableDSR the source would stay.',
  },
} as const;

/** Reasons below the figures of scenes, shown once the question is answered: why it ended so, where the moment does not say. */
export const SCENE_REASONS = {
  'a-name':
    'The name came first, with a packet of its own to kube-dns: step back and see. Its answer, the address of web, is what this packet carries, and what the rule asks for.',
  'asked-from-outside':
    'The gateway is where it ends, not why. The address of web is on no device; what turns it into that of a Pod are the rules of a node, and this packet reaches no node. For outside there are a node port, an external IP or a load balancer.',
  'ping-a-service':
    'At the gateway it ends; it was decided on node1. kube-proxy’s rules for web are for TCP port 80, and a ping is ICMP: no rule takes it, and no machine has the address that stays on it. A gateway that passed packets on would not bring it to a Pod of web.',
  'two-backends':
    'kube-proxy’s rules are in iptables-legacy, whose FORWARD lets this packet pass. The rule that refused it stands in nf_tables. The kernel asked both.',
} as const;
