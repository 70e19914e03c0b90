/** Titles of examples, and one sentence on each. */
export const EXAMPLE_WORDS = {
  'cni-config': {
    title: 'As the CNI configuration says',
    about:
      'Each node has a .conflist: a bridge with portmap, and plain links. Look at the devices, at the chain of a hostPort beside kube-proxy’s, and at who masquerades to the outside.',
  },
  'docker-forward-drop': {
    title: 'FORWARD policy DROP, set by Docker',
    about:
      'A dump of one node: the node port still works because its packets are marked, a Pod that calls a Pod on the other node falls through to the policy.',
  },
  'empty-service': {
    title: 'A Service without endpoints',
    about:
      'Nobody carries the label the Service selects: a Pod is refused in FORWARD, a node in OUTPUT, a client outside in INPUT or FORWARD.',
  },
  'headless-and-externalname': {
    title: 'Headless and ExternalName',
    about:
      'db is headless and docs is an ExternalName: neither has an address to send to, and neither is in the rules; the Pods of db are called directly.',
  },
  ingress: {
    title: 'By host and path',
    about:
      'An Ingress and an HTTPRoute: a controller’s Pods take the connection, read the request, and open a second one straight to a Pod. No rule fits: 404.',
  },
  'ip-masq-agent': {
    title: 'Masquerading to the outside: ip-masq-agent',
    about:
      'nonMasqueradeCIDRs are rules of nat POSTROUTING: the same Pod asks a private network with its own address, and any other as its node. kube-proxy’s masquerade stands before them. The walk to 203.0.113.9 ends at gateway: who has it is not in the picture.',
  },
  'kuard-2019': {
    title: 'A cluster of 2019: Kubernetes 1.11',
    about:
      'kube-proxy’s rules of that time, ten Pods, Calico with IP in IP, and a cloud’s load balancer that has a name and no address: it asks node ports.',
  },
  'kube-proxy-per-node': {
    title: 'kube-proxy configured per node',
    about:
      'One node masquerades all, one opens node ports on no address but 127.0.0.1: the node that a packet comes to first decides what becomes of it.',
  },
  'load-balancer-nat': {
    title: 'Load balancers that NAT',
    about:
      'Both put node port or Pod in the place of the destination: keeps leaves the source, so nodes must answer by it; hides masquerades, and the Pod sees the balancer; straight leads to Pods without a node port.',
  },
  'load-balancer-outside': {
    title: 'The load balancer outside',
    about:
      'elb takes the connection and opens one to node port 30361; pass hands packets to healthy nodes and keeps the source; metal is an address that one node answers ARP for.',
  },
  'load-balancer-proxy': {
    title: 'ipMode and the PROXY protocol',
    about:
      'A balancer that says in the PROXY protocol who asked. With ipMode VIP a node answers the address itself and a Pod of the cluster never meets the balancer; with ipMode Proxy it does.',
  },
  'load-balancer-source-ranges': {
    title: 'loadBalancerSourceRanges',
    about:
      'Only 203.0.113.0/24 may use the load balancer address; everyone else is dropped in KUBE-PROXY-FIREWALL, but the node port lets them in.',
  },
  names: {
    title: 'Going to a name',
    about:
      'Before a Pod sends to web it asks kube-dns, a Service itself; a headless name is its Pods, an SRV record says the port, and hostNetwork asks elsewhere.',
  },
  'node-local-dns': {
    title: 'A DNS cache on every node',
    about:
      'Both nodes have the address of kube-dns themselves: a question ends at node-local-dns, untracked, and only what it does not know goes on, by TCP, through the rules of another Service.',
  },
  'pod-networks': {
    title: 'A network inside the network: VXLAN',
    about:
      'Calico’s links and VXLAN between two nodes: look at the outer and the inner packet, at the address a Pod sees, and at what leaves the cluster.',
  },
  'rule-writers': {
    title: 'Who else writes rules',
    about:
      'Docker, firewalld and what another mode left, each on a node of its own beside kube-proxy: what each does to a packet, and the finding that names the conflict.',
  },
  'session-affinity': {
    title: 'sessionAffinity: ClientIP',
    about:
      'Before the odds are drawn, each endpoint is asked whether it has seen this client: the first connection finds nobody and is remembered.',
  },
  'source-ip-lost': {
    title: 'The lost source address',
    about:
      'The only Pod runs on node1, the client calls node2: KUBE-MARK-MASQ marks the packet and MASQUERADE replaces the client by node2.',
  },
  'ten-endpoints': {
    title: 'Ten endpoints, each 1/10',
    about:
      'The rules say 0.1, 0.111, 0.125 … 0.5 and then nothing: asked one after the other, they give every Pod the same tenth.',
  },
  'traffic-policy-local': {
    title: 'externalTrafficPolicy: Local',
    about:
      'The Pods run on node1 only: node1 answers and the Pod sees the client; node2 drops what comes from outside.',
  },
  'web-two-nodes': {
    title: 'A web Service on two nodes',
    about: 'A Pod calls the Service web: watch its address, which is on no device, become one of three Pods.',
  },
} as const;
