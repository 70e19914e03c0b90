import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on texts beside rules: packets of logs, rows that grep left. */
export const POST_PHRASES = {
  'analysis.listing.open':
    'This listing was made without -v, so it does not show -i and -o. {count, plural, one {One rule} other {# rules}} may have them, by a writer who is not known to write always the same: {count, plural, one {it counts} other {they count}} as "may match". Paste iptables-save, or iptables -L -n -v, to settle it.',
  'analysis.interface.inner':
    'What comes from {cidr} is translated where it leaves, so it comes in by another device: {device} with the first address of the network is assumed. ip -br addr tells.',
  'analysis.offer.logged': 'The packet of line {line}, which a rule logged as “{prefix}”.',
  'analysis.offer.captured': 'The packet of line {line}, as it was seen.',
  'analysis.offer.answered': 'The packet that line {line} answers: only answers were seen.',
  'analysis.offer.remembered': 'A client that {list} remembers.',
  'analysis.offer.complained': 'What the kernel found no server for, in line {line}.',
  'analysis.offer.asked':
    '{how, select, failed {What failed in the text: {place}.} other {What a command of the text asks: {place}.}}',
  'analysis.text.commands-beside':
    'Commands on {chains} stand beside a listing of {chains}: what it shows is taken to be there, and the commands are left aside.',
  'analysis.offer.half-open': 'A connection of which IPVS saw the first packet alone.',
  'analysis.offer.unreplied': 'A connection that nobody answered, as conntrack lists it.',
  'analysis.offer.service':
    'Service {name}{known, select, some {{count, plural, one {, which has one endpoint} other {, which has # endpoints}}} none {, which rules refuse here: it has no endpoints} elsewhere {, which rules drop here: it has no endpoint on this node} other {, whose endpoints are not in the text}}.',
  'analysis.offer.node-port': 'A client outside asks nodePort {port} of {name}.',
  'analysis.offer.pods':
    '{known, select, yes {To an address that the texts name; no Service is known.} other {From one Pod to another: no Service and no rule with an address is known.}}',
  'analysis.offer.listed':
    'To an endpoint of {service}, by the port kubectl lists. The texts hold no rules that lead there from its own address: opened as a cluster, the Service itself can be asked.',
  'analysis.offer.element': 'To what {name} holds.',
  'analysis.offer.rule':
    '{position, select, none {Comes to {chain}.} other {A packet made to fit rule {position} of {chain}.}}',
  'analysis.offer.unmet': 'A packet through this machine: none is known that its rules match.',
  'analysis.offer.beside':
    '{by, select, outside {To {title}, from a client outside.} other {To {title}, from the node itself.}}',
  'analysis.table.two-times':
    'The table {table} was pasted {count} times, and not the same: the last complete copy is used. If they are of two machines, say of which each text is; if of two times, paste one of them at “Compare with another dump”.',
  'analysis.apart.names':
    '{text} is taken to be of another cluster, or time, than {other}: Services of the same names have other addresses ({mine}, not {theirs}). Say of which machine it is if it is the same.',
  'analysis.apart.release':
    '{text} is taken to be of another machine, or time, than {other}: kube-proxy {mine} writes its rules, and {theirs} those. Say of which machine it is if it is the same.',
  'analysis.text.rows-told':
    'The rows lost their line “Chain …”: kube-proxy’s comments tell that they are of {chains}{count, plural, =1 {} =2 {} =3 {} =4 {} =5 {} other { …}}.',
  'analysis.text.rows-untold':
    'From line {line} on {count, plural, one {a row is} other {# rows are}} of a chain that nothing names: not in the rules. Paste the listing without grep, or iptables-save with it.',
  'analysis.rule.mark-drop':
    'KUBE-MARK-DROP is not in the text. The kubelet, which wrote it until 1.27, fills it with one rule that sets the mark 0x8000.',
  'analysis.rule.firewall':
    'KUBE-FIREWALL of the table filter is not in the texts. Whoever fills KUBE-MARK-DROP drops there what carries that mark.',
  'analysis.mode.cilium-for-pods':
    'Cilium leaves Services to kube-proxy here (KubeProxyReplacement: False), but for one thing: what a Pod sends to a clusterIP, Cilium’s program at the Pod’s device translates before any rule is asked. That program is not simulated beside kube-proxy: which Pod it takes, and what its policies refuse, is unknown. From Pods to clusterIPs the walk shows what the rules would do.',
} as const satisfies PhraseBook;
