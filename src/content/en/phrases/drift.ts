import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on a node that does not hold what the objects of its cluster ask for. */
export const DRIFT_PHRASES = {
  'drift.late.chain': 'chain {name} is not there',
  'drift.late.rule': 'a rule of {name} is not there',
  'drift.late.set': 'set {name} is not there',
  'drift.late.element': 'an element of {name} is not there',
  'drift.late.server': 'a virtual server is not there',
  'drift.late.table': 'table {name} is not there',
  'drift.stale.chain': 'no object asks for chain {name}',
  'drift.stale.rule': 'no object asks for this rule of {name}',
  'drift.stale.set': 'no object asks for set {name}',
  'drift.stale.element': 'no object asks for this element of {name}',
  'drift.stale.server': 'no object asks for this virtual server',
  'drift.stale.table': 'no object asks for table {name}',
  'drift.foreign.known': '{writer} wrote it',
  'drift.foreign.unknown': 'kube-proxy does not write it, and its name tells of no program',
  'drift.taken.random-fully':
    'masquerading without --random-fully, as an iptables before 1.6.2 has kube-proxy write it',
  'drift.taken.nfacct': 'the counters of nfacct, which kube-proxy leaves out where the kernel has none',
  'drift.taken.shared-address':
    'which of the Services that ask for one address has its virtual server, which kube-proxy leaves to chance',
  'drift.cannot.nothing':
    'The texts hold nothing of kube-proxy. If none of its rules is there, say in which mode it runs: --mode iptables.',
  'drift.cannot.mode': 'What {mode} mode writes is not compared here: iptables, ipvs, nftables and userspace are.',
  'drift.cannot.not-of-mode':
    'The texts hold no rules that could be those of {mode} mode: give iptables-save, nft list ruleset, or ipset save and ipvsadm -Ln of the node.',
  'drift.cannot.two-backends':
    'Both tools of iptables have rules, and the texts do not tell which of them kube-proxy uses: give the rules of one.',
  'drift.cannot.endpoints':
    'Where the endpoints of {count, plural, one {# Service} other {# Services}} are, no object tells, and the node does not hold what it would without any: give EndpointSlices or Pods, as "kubectl get nodes,svc,endpointslices -A -o yaml" prints them.',
  'drift.cannot.node-ports':
    'All that differs are nodePorts, and no rule tells whether nodePortAddresses leaves all of its addresses out: give the configuration of kube-proxy with --config.',
  'drift.cannot.gate':
    'All that differs would be as it should with the feature gate {gate} at {value}, and no rule tells how it is set: give the configuration of kube-proxy with --config.',
  'drift.cannot.services':
    'The objects hold no Service: give those of the whole cluster, as "kubectl get nodes,svc,endpointslices -A -o yaml" prints them.',
  'drift.cannot.no-such-node': 'The cluster has no Node {node}: it has {nodes}.',
  'drift.cannot.unnamed-node':
    'The texts are of {node}, and the cluster has no Node of that name or address: it has {nodes}. Say which it is with --node.',
  'drift.cannot.which-node':
    'Nothing in the texts tells which Node they are of: {nodes}. Say it with --node, name the file after it, or put its "ip addr" beside the rules.',
  'drift.cannot.no-nodes':
    'The objects hold no Node{nodes}: what kube-proxy writes hangs on its own. "kubectl get nodes -o yaml" prints them.',
  'drift.cannot.service':
    '{service} is on the node and not in the file, which is therefore not of the whole cluster: every cluster has it. What the node holds of other namespaces is not judged either: {names}.',
  'drift.unsaid.family': 'No rule of {family} is in the texts: of it nothing is said.',
  'drift.unsaid.table':
    'Of table {table} ({family}) only a part is in the texts, or nothing: what is not there cannot be missed.',
  'drift.unsaid.sets':
    'No ipset is in the texts: of what the rules of IPVS mode ask in sets nothing is said ("ipset save" prints them).',
  'drift.unsaid.servers':
    'No virtual server is in the texts: of IPVS itself nothing is said ("ipvsadm -Ln" prints them).',
  'drift.walked.part': 'No packet was walked: only a part of the rules is in the texts.',
  'drift.walked.userspace':
    'No packet was walked: on which ports kube-proxy listens in userspace mode is drawn at every start.',
  'drift.walked.same':
    'Of {count, plural, one {# packet} other {# packets}} that were walked on both sides none ends otherwise.',
  'drift.walked.writers': 'Rules of other programs that name themselves were left out of the walks: {writers}.',
  'drift.walked.servers': 'kube-ipvs0 was taken to have the addresses of the virtual servers that are there.',
} as const satisfies PhraseBook;
