import type { PhraseBook } from '../../phrases/phrase-book';

/** Ends of the packet that texts ask about, walked through what they tell. */
export const TOLD_WALK_PHRASES = {
  'evidence.walked':
    'The packet {flow}, walked by what is told, {kind, select, DELIVERED {arrives} ASTRAY {arrives where it was not sent} DROPPED {is dropped} REJECTED {is refused} NO_ROUTE {finds no route} NO_SOCKET {arrives where nobody listens} MARTIAN {is dropped for its source address} TTL_EXCEEDED {runs out of hops} LOOP {goes in circles} LEFT {leaves what is known here} other {ends where nobody knows}}{answer, select, always { and is answered} never {, and no answer comes} sometimes {; it is answered in {odds} of cases} other {; whether it is answered is not known}}.',
  'evidence.walked-hangs': 'It hangs on what no text tells (settled by “{command}”):',
  'evidence.walked-tried': 'Changed as said next, in a copy, it gets through.',
  'evidence.next.walked-unmended':
    '{about, select, policy {A Ready Pod of the Service on this node, or its traffic policy set to Cluster, which hides the client’s address: “{patch}”. What is told does not suffice to try it here.} readiness {A Ready Pod that the Service selects: “kubectl get pods -o wide --show-labels” and the Service’s selector; what is told does not suffice to try it here.} selector {The labels of its Pods as the Service’s selector: “kubectl get pods --show-labels”; what is told does not suffice to try it here.} port {The port on which the Pods listen as the Service’s targetPort; what is told does not suffice to try it here.} other {{count, plural, =0 {No change could be tried here} one {The one change that was tried does not mend it} other {None of # changes that were tried mends it}}: “rulewalk walk --why” and the view Why show every step.}}',
  'evidence.next.walked-through':
    '{complaint, select, none {Nothing is to be mended for this packet; ask for another one.} unfiltered {Nothing that is told stops it: what should is not in the texts, or is not asked.} other {If it fails for you, what fails is not in what the texts tell: paste what the node that is asked really has ({rules}; ip addr; ip route), or the exact address, port and client.}}',
  'evidence.unwalked':
    'No packet of this was walked: {why, select, masked {the address that is asked, {place}, is masked.} untold {the texts ask {place}, and do not tell whose that is.} nobody {rules are told, and not which packet it is about.} guess {who would answer it is not told.} other {no rule, object or address that a packet could meet is told.}}',
  'evidence.next.unwalked':
    '{command, select, none {{why, select, nobody {Name the address and port that are asked and who asks (“rulewalk walk FILE --from … --to …”, or the packet on the page).} other {Paste “kubectl get svc,endpointslices,pods,nodes -A -o wide”, or of the node that is asked {rules}, ip addr and ip route.}}} other {Paste what “{command}” prints.}}',
} as const satisfies PhraseBook;
