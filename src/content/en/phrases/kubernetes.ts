import type { PhraseBook } from '../../phrases/phrase-book';

const FINDINGS = {
  'kubernetes.physical-network-full': 'The physical network has no free address for this Node. Widen physicalNetwork.',
  'kubernetes.cluster-cidr-full':
    'clusterCIDR has no free podCIDR left for this Node. Widen clusterCIDR or remove Nodes.',
  'kubernetes.no-nodes': 'There is no Node to run this Pod. Add a Node.',
  'kubernetes.no-schedulable-node':
    'No Node takes this Pod: all are cordoned, tainted, not Ready, or its host ports are taken. Uncordon a Node or add one.',
  'kubernetes.pod-cidr-full': 'The podCIDR of {node} has no free address left. Move Pods to another Node.',
  'kubernetes.not-dual-stack':
    'ipFamilyPolicy is RequireDualStack, but the cluster has one family. Add a second --service-cluster-ip-range or use PreferDualStack.',
  'kubernetes.family-not-in-cluster': 'The cluster has no service range of {family}. Add one or change ipFamilies.',
  'kubernetes.service-range-full': 'The service range has no free clusterIP left. Widen serviceClusterIPRange.',
  'kubernetes.node-port-range-full': 'The nodePort range has no free port left. Widen serviceNodePortRange.',
  'kubernetes.load-balancer-pool-full':
    'No free load balancer address is left. Set spec.loadBalancerIP or widen the pool.',
  'kubernetes.release.unreadable': '“{release}” is not a Kubernetes release. Write it as 1.30.',
  'kubernetes.release.not-supported':
    'The {mode} rules of {release} are not known. Choose a release from {since} to {until}.',
  'kubernetes.release.other-axis':
    '{axis} {release} is not known here. These are {axis}’s own releases, not those of Kubernetes: choose one from {since} to {until}.',
  'kubernetes.release.removed':
    'kube-proxy {release} has no {mode} mode: {until} was the last that had it. Choose a release from {since} to {until}.',
} as const satisfies PhraseBook;

const VALIDATE = {
  'kubernetes.validate.name':
    '“{name}” is not a valid name: use a–z, 0–9, “-” and “.”, beginning and ending with a letter or digit.',
  'kubernetes.validate.service-name':
    '“{name}” is not a valid Service name: at most 63 of a–z, 0–9 and “-”, beginning with a letter.',
  'kubernetes.validate.namespace': '“{namespace}” is not a valid namespace: at most 63 of a–z, 0–9 and “-”.',
  'kubernetes.validate.name-twice':
    'There is already an object of this kind, namespace and name. Rename one of the two.',
  'kubernetes.validate.label-key':
    '“{key}” is not a valid label key: at most 63 letters, digits, “-”, “_” or “.”, optionally after a DNS prefix and “/”.',
  'kubernetes.validate.label-value':
    '“{value}” is not a valid value of the label {key}: at most 63 letters, digits, “-”, “_” or “.”. Numbers need quotes.',
  'kubernetes.validate.range-overlap':
    'The Service address {address} lies in {cidr}, from which {node} gives addresses to Pods{count, plural, one {} other {; so do those of # Services in all}}: where a Pod has it, too, rules take what is meant for the Pod. Keep --service-cluster-ip-range and --cluster-cidr apart.',
  'kubernetes.validate.cni-silent':
    'The CNI plugin {plugin} is read and changes no walk: it slows packets down or sets values of the Pod, it leads none elsewhere.',
  'kubernetes.validate.cni-misplaced':
    'The CNI plugin {plugin} stands first, and only works after one that joins Pods: with this order no Pod starts. Put one of {joining} in front of it; until then Pods stay joined as the Pod network of the node says.',
  'kubernetes.validate.cni-strange':
    'What the CNI plugin {plugin} adds is not known here: if it writes rules, they are not in the walk.',
  'kubernetes.validate.cni-main':
    'The CNI plugin {plugin} joins Pods in a way that is not laid here: they stay joined as the Pod network of the node says. Laid are {joining}.',
  'kubernetes.validate.cni-promiscuous':
    'promiscMode changes no walk: a frame that would go back out of its port is dropped all the same where hairpinMode is off (tried on Linux 6). That the node gets copies of other frames, too, is not drawn.',
  'kubernetes.validate.cni-ports':
    'No plugin {plugin} is in the CNI configuration: hostPorts of Pods here open nothing.',
  'kubernetes.validate.cni-felix':
    'The plugin {plugin} makes links and routes; policies and masquerading are written by Felix (switch on calico among who writes rules), and whether packets are wrapped stands in Calico’s IPPool (choose it between nodes).',
  'kubernetes.validate.one-of': '“{value}” is not allowed here. Use one of {allowed}.',
  'kubernetes.validate.port': '{value} is not a port. Use a number from 1 to 65535.',
  'kubernetes.validate.port-name': '“{name}” is not a valid port name: at most 63 of a–z, 0–9 and “-”.',
  'kubernetes.validate.port-name-needed': 'A Service with several ports needs a name for each. Name this port.',
  'kubernetes.validate.port-name-twice': 'Two ports are called “{name}”. Rename one.',
  'kubernetes.validate.port-twice': 'Port {port}/{protocol} is there twice. Remove one or change its number.',
  'kubernetes.validate.cut':
    'The text of this Service stops before its {field}: the API server, which printed it, always writes one. What is missing is not judged. Whole: kubectl -n {namespace} get service {name} -o yaml',
  'kubernetes.validate.no-ports': 'A Service needs at least one port, unless its clusterIP is None. Add one.',
  'kubernetes.validate.target-port-name':
    '“{name}” is not a valid container port name: at most 15 of a–z, 0–9 and single “-”, with at least one letter.',
  'kubernetes.validate.node-port-type':
    'A Service of type {type} has no nodePort. Change type to NodePort or remove it.',
  'kubernetes.validate.node-port-twice': 'nodePort {port}/{protocol} is there twice in this Service. Change one.',
  'kubernetes.validate.node-port-conflict':
    '{other} already has nodePort {port}: the first rule wins. Change one of the two.',
  'kubernetes.validate.node-port-range':
    '{from}-{to} is not a range of ports. Use two numbers from 1 to 65535, the smaller first.',
  'kubernetes.validate.ip': '“{value}” is not an IP address. Write it as 10.96.0.10 or fd00::10.',
  'kubernetes.validate.cidr': '“{value}” is not a range of addresses. Write it as 10.0.0.0/8 or fd00::/8.',
  'kubernetes.validate.cluster-ip-conflict':
    '{other} already has the clusterIP {address}. Remove spec.clusterIP to get a free one.',
  'kubernetes.validate.cluster-ips-first':
    'clusterIP and the first of clusterIPs differ. Make them equal, or remove clusterIPs.',
  'kubernetes.validate.cluster-ips-families': 'Two clusterIPs must be of different families. Remove one.',
  'kubernetes.validate.external-name':
    'A Service of type ExternalName needs a DNS name in externalName, such as db.example.com.',
  'kubernetes.validate.external-name-cluster-ip': 'A Service of type ExternalName has no clusterIP. Remove it.',
  'kubernetes.validate.headless-type':
    'clusterIP None is only possible with type ClusterIP, not {type}. Change one of the two.',
  'kubernetes.validate.external-ip':
    '“{value}” cannot be an external IP: it must be an address packets can be sent to from elsewhere.',
  'kubernetes.validate.balancer-name':
    'The load balancer has the name {name} and no address: kube-proxy writes no rule for a name. Here it stands at {ip}, made up, and opens connections of its own to node ports, as clouds that give names do; say otherwise in the form of the Service.',
  'kubernetes.validate.external-ip-conflict':
    '{other} takes {address} port {port}, too: kube-proxy leads them to one Service at most. Change the address or the port.',
  'kubernetes.validate.external-policy-type':
    'externalTrafficPolicy has no meaning for type {type} without external IPs. Remove it or change type.',
  'kubernetes.validate.only-load-balancer':
    'loadBalancerSourceRanges works only with type LoadBalancer. Remove it or change type.',
  'kubernetes.validate.health-check-type':
    'healthCheckNodePort needs type LoadBalancer and externalTrafficPolicy Local. Remove it or change those.',
  'kubernetes.validate.affinity-timeout': '{value} is not a session affinity timeout. Use 1 to 86400 seconds.',
  'kubernetes.validate.affinity-none':
    'sessionAffinityConfig needs sessionAffinity ClientIP. Set it or remove the configuration.',
  'kubernetes.validate.replicas': '{value} is not a number of replicas. Use 0 or more.',
  'kubernetes.validate.selector-template':
    'The selector does not find the Pods of this template: the API server refuses that, and no Pods are made of it. Give the template’s labels what spec.selector asks for.',
  'kubernetes.validate.pod-ip-conflict':
    '{other} already has the address {address}. Remove status.podIP to get a free one.',
  'kubernetes.validate.node-ip-conflict': '{other} already has the address {address}. Change one of the two.',
  'kubernetes.validate.pod-cidr-conflict':
    '{other} already has the podCIDR {cidr}: packets for its Pods go to one of the two nodes only. Change one of them.',
  'kubernetes.validate.slice-without-service':
    'Without the label kubernetes.io/service-name kube-proxy overlooks this slice. Add it.',
  'kubernetes.validate.too-many-endpoints': 'A slice holds at most 1000 endpoints, not {count}. Split it.',
  'kubernetes.validate.no-address': 'An endpoint needs an address. Add one or remove the endpoint.',
  'kubernetes.validate.address-family': '“{value}” is not an address of type {addressType}. Change it or addressType.',
} as const satisfies PhraseBook;

/** What the compiler says: what is wrong with an object, what could not be given. */
export const KUBERNETES_PHRASES = {
  ...FINDINGS,
  ...VALIDATE,
} as const satisfies PhraseBook;
