import type { PhraseBook } from '../../phrases/phrase-book';

/** What a machine or a cluster is, as texts tell: said by `explain`, by the window for pasting, and by its Sheet. */
export const MACHINE_PHRASES = {
  'machine.proxy':
    'A Kubernetes node with kube-proxy in {mode} mode, {bounds, select, one {of release {from}} between {of a release from {from} to {to}} any {of any release from {from} to {to}} other {of an unknown release, since no release writes all of these rules}}',
  'machine.untoldMode':
    'A Kubernetes node, with names that kube-proxy or the kubelet gives; nothing here tells kube-proxy’s mode, so its release is left open',
  'machine.onlyServers':
    'Virtual servers as kube-proxy makes them in IPVS mode; nothing here names Kubernetes, so they may be another program’s',
  'machine.windows':
    'A Windows node, by what its Host Network Service has: policies that balance Services there are kube-proxy’s in kernelspace mode',
  'machine.noProxy': 'No rules of kube-proxy are here',
  'machine.director':
    'A director of Linux Virtual Server, not kube-proxy: {services, plural, one {# virtual service} other {# virtual services}}, scheduled by {schedulers}{persistent, select, yes {, clients stay with their server (persistent)} other {}}{ways, select, none {} other {, servers reached by {ways}}}',
  'machine.router': 'a router that translates the source of what leaves{device, select, none {} other { by {device}}}',
  'machine.noRules': 'No rules are in these texts',
  'machine.onlySets':
    '{count, plural, one {One set of ipset} other {# sets of ipset}} ({names}{count, plural, =1 {} =2 {} =3 {} other {, …}}), and no rule that asks {count, plural, one {it} other {them}}: paste iptables-save of the same node, too',
  'machine.sign':
    '{bounds, select, both {{sign} from {from} to {to}} from {{sign} from {from}} other {{sign} up to {to}}}',
  'machine.podNetwork': 'Pod network by {names}',
  'machine.noPodNetwork': 'nothing tells who makes the Pod network',
  'machine.others': 'rules or devices also of {names}',
  'machine.nobody': 'and nothing tells who wrote these rules',
  'machine.textRead': '{title}: {read} of {lines} lines were read: {by}.',
  'machine.serviceFound':
    '{name} at {address}:{port}/{protocol}{nodePort, select, 0 {} other {, nodePort {nodePort}}}: {refused, select, none {{count, plural, =0 {{listed, select, none {no endpoint is told} other {the rules here lead to none; kubectl lists {listed}}}} one {one endpoint} other {# endpoints}}{count, plural, =0 {} other { ({endpoints})}}} DROP {no endpoint on this node and a policy of Local, so DROP} other {no endpoint, so {refused}}}.',
  'machine.serviceObject':
    '{name}: {type} at {address}{made, select, yes { (made up: no object tells it)} other {}}{how, select, none {} pending {, EXTERNAL-IP pending} masked {, EXTERNAL-IP {outside} (masked in the text: it cannot be walked)} other {, EXTERNAL-IP {outside}}}, ports {ports}.',
  'machine.externalName':
    '{name}: ExternalName. DNS answers its name with the name {target}; it has no address and no rules of kube-proxy.',
  'machine.settledBy': 'Settled by: {command}',
  'machine.otherObjects':
    '{names}{more, plural, =0 {} other { and # more}}: read, and not evaluated here: what follows from them (who listens, who routes or refuses) the walk does not know.',
  'machine.clusterRead':
    'A cluster of {nodes, plural, one {# Node} other {# Nodes}}{madeNodes, plural, =0 {} other { (# made up)}}, {pods, plural, one {# Pod} other {# Pods}}{madePods, plural, =0 {} other { (# made up{placedPods, plural, =0 {} other {, # of them for endpoints or workloads that are told}})}}, {services, plural, one {# Service} other {# Services}}{madeServices, plural, =0 {} other { (# made up)}} and {slices, plural, one {# EndpointSlice} other {# EndpointSlices}}{madeSlices, plural, =0 {} other { (# made up)}}, with {mode, select, ebpf {Cilium in place of kube-proxy (walked as Cilium {release} does it)} other {kube-proxy {release}{releaseIs, select, taken { (assumed)} other {}} in {mode} mode{modeIs, select, taken { (assumed)} other {}}}}.',
  'machine.wouldSettle':
    '{command}{node, select, none {} other { on {node}}} would settle {count, plural, one {# assumption} other {# assumptions}}.',
  'machine.closed':
    '{by, select, policy {What no rule of {table} {chain} lets pass is dropped, and nobody is told: its policy is DROP.} other {What comes to rule {rule} of {table} {chain} goes no further: it asks nothing, and {verdict, select, DROP {drops, and nobody is told} other {refuses}}.}}',
  'machine.unsettled':
    '{count, plural, one {For # assumption nothing is known that would settle it.} other {For # assumptions nothing is known that would settle them.}}',
  'machine.severity': '{severity, select, error {error} warning {warning} other {note}}',
  'machine.head':
    '{about, select, cause {What is wrong, strongest first} walk {What becomes of the packet} likely {What it may be: it fits, and is not proven} next {What to look at next} text {What was read} service {Services} finding {What is odd} assumption {What had to be assumed} question {What to run next} other {What it is}}',
} as const satisfies PhraseBook;
