import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said when a dump is turned into a cluster that can be edited. */
export const RECONSTRUCT_PHRASES = {
  'reconstruct.clue.said': 'These rules have {sign}.',
  'reconstruct.made-up.name':
    'The rules carry no name; this one is made from what they do carry. Rename it as you like.',
  'reconstruct.made-up.namespace':
    'The comments name the Service without its namespace, which kube-proxy always writes: somebody took it out of the text. Rename it as it is called.',
  'reconstruct.made-up.kubernetes':
    "The rules carry no name; the first address of the Service range with port 443 is the API server's in every cluster.",
  'reconstruct.made-up.node-name':
    'Rules carry no name of the node. A prompt such as "root@node1:~#" in the paste would.',
  'reconstruct.made-up.node-address':
    'The rules do not say the node\'s own address; this one fits them. Run "ip -br addr" there and paste it to settle it.',
  'reconstruct.not-carried.pod-names':
    'Names of Pods: rules hold addresses only. The Pods here are named after their Service and numbered.',
  'reconstruct.not-carried.selectors': 'Selectors and labels: Services here have EndpointSlices of their own instead.',
  'reconstruct.not-carried.readiness':
    'Endpoints that got no traffic: not ready, or left out by hints. What is shown is taken as ready.',
  'reconstruct.not-carried.headless': 'Headless and ExternalName Services: kube-proxy writes nothing for them.',
  'reconstruct.not-carried.named-target-ports': 'Names of target ports: rules hold their numbers.',
  'reconstruct.not-carried.topology': 'Zones, hints and trafficDistribution: only the endpoints they left are visible.',
  'reconstruct.not-carried.allocation':
    'Whether a load balancer without a nodePort was told to have none, or has an address by other means.',
  'reconstruct.not-carried.other-nodes':
    'Other nodes: these are the rules of one node. Endpoints that are not on it stand on "other-node".',
  'reconstruct.not-carried.proxied-ingress':
    'Load balancer addresses with ipMode Proxy, and host names: kube-proxy leaves them out.',
  'reconstruct.not-carried.node-cidr':
    "Whether the local prefix is the whole Pod network or this node's part of it (detectLocalMode NodeCIDR): ClusterCIDR was taken.",
  'reconstruct.not-carried.names':
    'Names of Services and ports that stand in no comment: made from the hash or the address.',
  'reconstruct.not-carried.locality':
    'On which node some endpoints are: no Local policy, set or Pod CIDR tells. They stand on "other-node".',
  'reconstruct.not-carried.silent-services':
    'Policies and affinity of Services without endpoints: their refusal reads the same with any.',
  'reconstruct.not-carried.remote-endpoints':
    'Addresses of endpoints on other nodes that a Local policy keeps out: one from a documentation range stands for them.',
  'reconstruct.not-carried.node-address': 'The node\'s own address: paste "ip -br addr" of it.',
  'reconstruct.not-carried.missing-endpoints':
    'Endpoints whose KUBE-SEP chain is not in the text: paste the whole "iptables-save -t nat".',
  'reconstruct.not-carried.userspace-endpoints':
    'Endpoints: in userspace mode rules lead to the kube-proxy process, and only the process knows them. "kubectl get endpoints -A -o yaml" shows all of them: add them once the cluster is open.',
  'reconstruct.not-carried.userspace-policies':
    'Session affinity, traffic policies and source ranges: this mode writes the same rules with any.',
  'reconstruct.not-carried.ipvs-links':
    'Which nodePort or outside address belongs to which Service: IPVS has no names, so those with the same servers were put together.',
  'reconstruct.difference.missing-chain': 'kube-proxy would have the chain {chain}; it is not there.',
  'reconstruct.difference.renamed':
    'The chain {chain} has the rules kube-proxy would put into {expected}: another name was hashed.',
  'reconstruct.difference.other-mode':
    'The chain {chain} ({rules, plural, one {# rule} other {# rules}}) is of {mode} mode: left over from before the mode was changed.',
  'reconstruct.difference.other-mode-rule': 'This rule of {chain} leads to a chain of {mode} mode.',
  'reconstruct.difference.stale-chain':
    'Nothing leads to {chain} ({rules, plural, one {# rule} other {# rules}}): its Service or endpoint is gone, and the chain was not deleted.',
  'reconstruct.difference.unreadable-chain':
    'The chain {chain} ({rules, plural, one {# rule} other {# rules}}) is used, but what was read of it does not lead back to it.',
  'reconstruct.difference.old-chain':
    'No kube-proxy of this release makes {chain} ({rules, plural, one {# rule} other {# rules}}): another release left it.',
  'reconstruct.difference.foreign-chain':
    'The chain {chain} ({rules, plural, one {# rule} other {# rules}}) belongs to another program ({owner}).',
  'reconstruct.difference.foreign-rule': "This rule of {chain} is not kube-proxy's ({owner}).",
  'reconstruct.difference.moved': 'The rule is there, but elsewhere in {chain}.',
  'reconstruct.difference.missing-rule': 'kube-proxy would write this rule into {chain}; it is not there.',
  'reconstruct.difference.extra-rule': 'kube-proxy would not write this rule into {chain}.',
  'reconstruct.difference.unaddressed':
    'It is of {name}, whose cluster IP no rule tells. Without one kube-proxy writes nothing of a Service, so this rule is not compared: it does write such rules.',
} as const satisfies PhraseBook;
