import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of pasted nodes: what was guessed and why, what a text does not tell. */
export const ANALYSIS_PHRASES = {
  'analysis.text.nothing':
    'Nothing in this text is output that is read here: it reads as prose. Paste what a command printed, as iptables-save, nft list ruleset, ipvsadm -Ln, ip addr or kubectl get -o yaml.',
  'analysis.text.kubernetes':
    'This looks like Kubernetes objects, not like rules of a node. Open it as a cluster instead.',
  'analysis.text.objects-too-long':
    'Lines {from} to {to} are {megabytes} MB of Kubernetes objects, too many to read beside rules. Open them as a cluster, or paste only services, endpointslices, pods and nodes.',
  'analysis.text.nft':
    'This looks like a part of nft list ruleset, but no table in it can be read. Paste the whole output, from the line "table …" on.',
  'analysis.text.foreign-netfilter':
    'The lines from {from} to {to} look like rules as {command} writes them, which are not read here. The kernel gets them as other rules: paste iptables-save or nft list ruleset of the same machine.',
  'analysis.text.rows-without-chain':
    'The lines from {from} to {to} are rows of {command}, without the line "Chain …" that says which chain they are in, so they are in none. Paste the listing without grep, or iptables-save with it.',
  'analysis.text.described':
    'The lines from {from} to {to} look like {command} of a kind that is not read from it here: Services, Endpoints, EndpointSlices, Pods and Nodes are. Paste the object as kubectl get -o yaml prints it.',
  'analysis.text.foreign-elsewhere':
    'The lines from {from} to {to} look like rules as {command} writes them. They are none of iptables or nftables, and nothing here evaluates them.',
  'analysis.text.other':
    'This looks like the output of {command}, which holds no rules. Add the output of iptables-save of the same node.',
  'analysis.more-alike':
    '{count, plural, one {# more remark like these is} other {# more remarks like these are}} not listed.',
  'analysis.text.listed-twice':
    'The chain {chain} is listed at line {first} and differently at line {second}: the first is used. Paste the other one alone to see it.',
  'analysis.text.too-many-machines':
    'Prompts of this text name {count} machines, more than the {most} that are told apart in one text: it is read as one. Paste it in parts.',
  'analysis.table.shown-again':
    'The table {table} was pasted {count} times: one complete copy is used, the others are left aside.',
  'analysis.table.missing': 'No rules of the table {table} were pasted: it is taken to be empty.',
  'analysis.listing.habit':
    'The listing does not show -i and -o. {owner} always writes the same ones in its chains: these are filled in.',
  'analysis.rule.entered':
    'The text has {chain}, but nothing that leads there. The packet is put into it at {hook}; no other packet is.',
  'analysis.rule.portals':
    'The excerpt has KUBE-SERVICES but not the rule in {hook} that jumps to it. kube-proxy always writes it.',
  'analysis.rule.nodeports':
    'The excerpt has KUBE-NODEPORTS but not the rule in KUBE-SERVICES that jumps to it for the node’s own addresses. kube-proxy always writes it.',
  'analysis.rule.userspace':
    'The excerpt has chains of kube-proxy’s userspace mode but not the rules in {hook} that jump to them. kube-proxy always writes them.',
  'analysis.rule.dispatch':
    'The excerpt has the chain of a Service with its address, but not the rule in KUBE-SERVICES that leads there. kube-proxy always writes it.',
  'analysis.rule.mark-masq':
    '{chain} is not in the text. kube-proxy fills it with one rule that sets the mark, by default 0x4000.',
  'analysis.rule.postrouting':
    'KUBE-POSTROUTING is not in the text. kube-proxy masquerades there what carries the mark, by default 0x4000.',
  'analysis.rule.postrouting-jump':
    'The excerpt does not show the rule in POSTROUTING that jumps to KUBE-POSTROUTING. kube-proxy always writes it.',
  'analysis.rule.endpoint-hash':
    '{chain} is not in the text. Its name is a hash, and only {place} gives this name: the chain is proven to lead there.',
  'analysis.rule.endpoint-named': '{chain} is not in the text; its name tells the endpoint {place}.',
  'analysis.rule.endpoint-comment':
    '{chain} is not in the text, but the comment of the rule that jumps to it names the endpoint {place}.',
  'analysis.pod-network.named': 'The Pod network: rules treat sources outside it differently.',
  'analysis.pod-network.around':
    'No rule names the Pod network: {count, plural, one {the one Pod address that is told is in this range} other {most of the # Pod addresses that are told are in this range}}. That it is a /{prefix} is assumed.',
  'analysis.pod-bridge.named':
    'Rules name {cidr} as the part of the Pod network on this node; the bridge {name} has its first address.',
  'analysis.pod-bridge.pod':
    'A Pod of this node is in {cidr}: that is taken to be the node’s part of the Pod network, on a bridge {name} that has its first address. ip -br addr tells.',
  'analysis.pod-bridge.guessed':
    'Nothing tells which Pods run on this node. A bridge {name} with {cidr} is assumed, a part of the Pod network no endpoint is in. ip -br addr tells.',
  'analysis.pod-link.guessed':
    'Each Pod has a link of its own here. None is named in the rules: {name} is assumed for one Pod.',
  'analysis.interface.network': 'Rules tie {cidr} to {device}; it is taken to have the first address.',
  'analysis.interface.named':
    '{by, select, packet {A packet that was seen passed {device}} other {{device} is named in rules}}; nothing tells its address.',
  'analysis.interface.routed': 'A route leads out of {device}; nothing lists the device itself.',
  'analysis.address.announced':
    '{count, plural, one {A Pod of this node has an address} other {# Pods of this node have addresses}} of the network on {device}: that network is taken to hand the node what is sent there.',
  'analysis.interface.director':
    'No rules of kube-proxy are here: the virtual addresses are taken to be on {device}, where clients come by.',
  'analysis.address.director':
    'Nothing tells the address of the machine itself: one beside its virtual address {address} is assumed.',
  'analysis.address.own':
    '{how, select, given {It is told as the node’s own address.} seen {By a packet that was seen, this machine takes what comes for the address, or sends from it: it is the node’s own. That it is on {device}, in a /{prefix}, is assumed.} other {The address is told as the node’s own; that it is on {device}, in a /{prefix}, is assumed.}}',
  'analysis.address.hostname': 'The prompt names the host {host}, and such names spell the address.',
  'analysis.address.beside':
    'Nothing tells the address of the node. The API server is {server}: a neighbour of it is assumed. ip -br addr tells.',
  'analysis.address.spare':
    'Nothing tells the address of the node: one that no rule mentions is assumed. ip -br addr tells.',
  'analysis.route.pods': 'Pods that are not on this node are taken to be behind one other node. ip route tells.',
  'analysis.apart.pods':
    '{text} is taken to be of another machine than {other}: its Pod network is {mine}, not {theirs}. Say of which machine it is if it is the same.',
  'analysis.apart.services':
    '{text} is taken to be of another cluster than {other}: the API server’s Service has {mine} there, not {theirs}. Say of which machine it is if it is the same.',
  'analysis.apart.mode':
    '{text} is taken to be of another machine than {other}: its rules are of kube-proxy’s {mine} mode, not {theirs}. Say of which machine it is if it is the same.',
  'analysis.apart.host':
    '{text} is taken to be of another machine than {other}: it has {mine} and none of the addresses there ({theirs}). Say of which machine it is if it is the same.',
  'analysis.node.which':
    'Nothing tells which Node this machine is: it is taken to be {node}, where the first Pod listed runs.',
  'analysis.route.node':
    'kubectl shows Pods on {node} ({count}): the way there is taken to be by the address of that node.',
  'analysis.route.default': 'Everything else is taken to be behind a gateway. ip route tells.',
  'analysis.sysctl.proxy': 'kube-proxy sets it when it starts ({mode} mode, {releases}).',
  'analysis.sysctl.forward-owner': '{owner} needs forwarding to be on.',
  'analysis.sysctl.forward': 'A machine whose forwarding rules are worth a look is taken to forward. sysctl tells.',
  'analysis.sysctl.bridge': '{owner} wants packets that cross a bridge to pass iptables too.',
  'analysis.sysctl.rp-filter':
    'Nothing tells of reverse path filtering: it is taken to be off, as in the kernel; many distributions turn it on. sysctl tells.',
  'analysis.sysctl.localnet':
    'A rule guards 127.0.0.0/8 against the network, which is only needed with route_localnet on.',
  'analysis.hairpin.cni': 'The configuration of CNI says so of the bridge {bridge}.',
  'analysis.hairpin.guessed':
    'Nothing tells whether ports of {bridge} send a frame back where it came from. It decides whether a Pod reaches itself through a Service.',
  'analysis.port.name':
    'The listing calls a port {name}: its number is not in the text. {port} is what /etc/services usually has for the name.',
  'analysis.port.name-unknown':
    'The listing calls a port {name}: its number is not in the text, and no usual one is known. Rules with it may match or not until it is said.',
  'analysis.port.service':
    'Services have a port named {name} whose number is not in the text. {port} is usual for the name.',
  'analysis.address.arrives':
    'The packet comes in by {device} for {address}, and nothing tells whose address that is: it is taken to be one of this node.',
  'analysis.rule.filter-jump': 'Nothing in the text leads to {chain}: what wrote it always jumps there from {hook}.',
  'analysis.table.two-backends':
    'iptables-legacy and iptables-nft each keep tables of their own, and the kernel asks both. Which comes first at a hook is not told: {first} is taken to. An accept in one does not spare a packet the other.',
  'analysis.host.listens': 'Something is taken to listen on port {port} of {address}: rules do not tell.',
  'analysis.machine.several-ipvs':
    '{count} listings of IPVS differ: the one of line {line} is used. Paste the listing of one node at one time.',
  'analysis.machine.only-counters':
    'Counters of IPVS do not tell schedulers, weights or ways of forwarding: they are not used. Run `ipvsadm -Ln` and paste its output.',
  'analysis.interface.ipvs':
    'kube-proxy puts every virtual address of IPVS on this device, so that packets for them are delivered here.',
  'analysis.rules.table-unknown':
    'The rule asks the routing table {table}, whose routes were not pasted: it is taken to be empty. Run `ip route show table all` and paste its output.',
  'analysis.mode.userspace':
    'In the userspace mode rules lead to the process kube-proxy, and only the process knows the endpoints: here the walk ends at its port.',
  'analysis.table.marks':
    'Rules ask for a mark that no rule here sets (bits {bits}), and the table mangle was not pasted: whether packets have it is unknown. Paste {command}.',
  'analysis.set.missing': 'A rule asks the set {set}, whose members were not pasted: whether it matches is unknown.',
  'analysis.set.several-missing':
    'Rules ask {count, plural, one {# set} other {# sets}} whose members were not pasted: whether they match is unknown. One command shows all of them.',
  'analysis.mode.ipvs-missing':
    'These are rules and sets of kube-proxy’s IPVS mode, and its virtual servers were not pasted: a packet for a Service goes no further than the rules.',
  'analysis.rules.missing':
    'No rules of the node were pasted{carrier, select, cilium {, and Cilium carries Services here in place of kube-proxy: what it does with a packet is in no rule. What is walked are routes alone} other {: packets pass as if there were none}}.',
  'analysis.pods.no-address':
    '{count, plural, one {# Pod is listed without its address: it} other {# Pods are listed without their addresses: they}} cannot be placed on the stage.',
  'analysis.link.pods':
    'Pods of {node} are on its bridge, and both nodes are on one wire: the way there is its address.',
  'analysis.link.unknown':
    'The addresses of {from} and {to} are in no common network: how packets get from one to the other is unknown.',
  'analysis.link.same-address':
    '{node} has {address} on {device}, and {other} has it on {there}: of two machines only one can. One of the texts may be older, or of the same machine.',
  'analysis.object.address':
    'kubectl shows {service} at {objects}, the rules at {rules}. The rules are what packets meet; one of the texts is older.',
  'analysis.object.endpoints':
    'kubectl shows endpoints of {service} that no rule leads to, or the other way round: {differ}. The rules are what packets meet.',
  'analysis.mode.cilium':
    'Cilium translates Services on this node: in the system call of the client and in programs at interfaces, before any rule. Packets are walked here through the rules alone.',
  'analysis.mode.cilium-leftovers':
    "Cilium replaces kube-proxy here, and rules of kube-proxy are still there: leftovers, as it seems. Only what no program of Cilium's translated meets them. Once kube-proxy is gone, `kube-proxy --cleanup` takes them away.",
  'analysis.mode.cilium-and-proxy':
    'Cilium replaces kube-proxy here, and kube-proxy runs as well: both are at work. Take one away: delete the DaemonSet kube-proxy, or set kubeProxyReplacement to false.',
  'analysis.object.unknown': 'kubectl shows the Service {service}, which no pasted rule knows.',
  'analysis.set.partial': 'Only some members of the set {set} are listed: rules that ask it cannot be decided.',
  'analysis.machine.inside': 'The listing at line {line} is of a Pod or container, not of the node: it is left out.',
  'analysis.machine.two-modes':
    'The texts show both Services of the iptables mode and virtual servers of IPVS. Both act here, as they would on one machine; if they are of two machines, paste them apart.',
} as const satisfies PhraseBook;
