import type { PhraseBook } from '../../phrases/phrase-book';

/** What the words of a pasted note say otherwise than it is. */
export const REMARK_PHRASES = {
  'analysis.remark.layer-of-ports':
    'Layer 3 has addresses only: ports are told apart at layer 4 (TCP, UDP, SCTP). A Service is an address and a port, so what balances it works at layer 4.',
  'analysis.remark.table-order': 'No hook asks its tables in the order {said}. The order is each hook’s own: {orders}.',
  'analysis.remark.shared-address':
    'Programs that share a machine’s address share its 65,535 ports, so somebody has to hand them out. In Kubernetes only Pods with hostNetwork, and hostPorts, do; every other Pod has an address and all ports of its own.',
  'analysis.remark.odds':
    '{chain} is said to get {told} %; by the rules it gets {share} %: each rule draws only among what the rules above it left over.',
  'analysis.remark.public-network':
    '{network} belongs to hosts of the internet: RFC 1918 has 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16. From a cluster that uses it those hosts cannot be reached.',
  'analysis.unread':
    '{form, select, string {From line {line} on a text stands inside one string, its line breaks written as \\n: its rules are not read. Print the string itself (`jq -r`, or `print()` in Python) and paste what comes.} other {The map, set or chain at line {line} does not say of which table it is, so nothing is read of it. Run `nft list ruleset` and paste the table whole.}}',
  'analysis.rules-inside':
    'The rules from line {line} on were listed inside {pod}: unless that Pod uses the node’s network (hostNetwork), they are of the Pod’s own network namespace, and no node is behind them. For the node’s own rules run `iptables-save` on the node.',
} as const satisfies PhraseBook;
