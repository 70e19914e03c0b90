/** What iptables mode of 1.2 to 1.16 changed; `kubernetes.changes.iptables.<name>`. */
export const ERA_CHANGE_PHRASES = {
  'kubernetes.changes.iptables.firewallChains':
    'KUBE-FW holds the source ranges of a load balancer and KUBE-XLB the policy Local (an annotation until 1.7); what they refuse is marked in KUBE-MARK-DROP.',
  'kubernetes.changes.iptables.affinityHours': 'sessionAffinity ClientIP lasts three hours; before, three minutes.',
  'kubernetes.changes.iptables.refusesNodePorts': 'The nodePort of a Service without endpoints is refused, too.',
  'kubernetes.changes.iptables.refusesExternalIPs': 'The external IP of a Service without endpoints is refused, too.',
  'kubernetes.changes.iptables.inputRefuses':
    'INPUT looks at KUBE-SERVICES in filter, so that what is refused at a nodePort really is.',
  'kubernetes.changes.iptables.affinityTimeouts':
    'sessionAffinityConfig says how long a client stays with its endpoint.',
  'kubernetes.changes.iptables.forwardChain':
    'KUBE-FORWARD lets marked packets pass, and known connections of the cluster CIDR, whatever the policy of FORWARD is.',
  'kubernetes.changes.iptables.localAffinity':
    'sessionAffinity ClientIP holds among the endpoints of the node, too (policy Local).',
  'kubernetes.changes.iptables.externalServices':
    'What comes from outside is refused in KUBE-EXTERNAL-SERVICES, and INPUT looks there instead of at KUBE-SERVICES.',
  'kubernetes.changes.iptables.onlyServed':
    'A Service without endpoints leaves no rules in nat; before, they led into an empty chain.',
  'kubernetes.changes.iptables.onlyNew':
    'Only packets that begin a connection are looked at for refusing (ctstate NEW).',
  'kubernetes.changes.iptables.masqueradesLoopback':
    'With policy Local, what 127.0.0.1 sends to a nodePort is masqueraded; before, it was a martian.',
  'kubernetes.changes.iptables.refusesForwarded':
    'FORWARD and INPUT look at KUBE-SERVICES, so that Pods, too, are refused at a Service without endpoints.',
  'kubernetes.changes.iptables.refusesBalancers':
    'The load balancer address of a Service without endpoints is refused, too.',
  'kubernetes.changes.iptables.commentsLost':
    'Balancing and endpoint rules lose the name of their Service, by a slip that stays until 1.18.',
  'kubernetes.changes.iptables.invalidDrops': 'KUBE-FORWARD drops what conntrack calls INVALID.',
  'kubernetes.changes.iptables.localBalancers':
    'What the node itself sends to a load balancer address or nodePort is not held to the policy Local (KUBE-XLB).',
  'kubernetes.changes.iptables.randomPorts': 'Masquerading picks source ports at random (--random-fully).',
};
