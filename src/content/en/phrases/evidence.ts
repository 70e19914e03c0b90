import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on findings in texts, which the window for pasting loads with its list, and on guesses a verdict hangs on. */
export const EVIDENCE_PHRASES = {
  'evidence.hangs': 'This hangs on a guess: {guess}. Settled by: {command}',
  'evidence.rests': '{guess}. Settled by: {command}',
  'evidence.guess.pods': 'No object tells of a Pod behind the Service: {name} was made up, with all that it listens on',
  'evidence.guess.readiness': 'No status tells whether Pod {name} is Ready: it is taken to be',
  'evidence.guess.listener':
    'No container of Pod {name} declares port {port} ({declared, select, none {none declares any} other {declared: {declared}}}): something is taken to listen there, on all addresses and not on 127.0.0.1 alone',
  'evidence.guess.containers':
    'No text has the containers of Pod {name}: that one listens where its Service sends to is taken',
  'evidence.guess.silence':
    '{declared, select, none {No container of Pod {name} declares a port} other {Containers of Pod {name} declare {declared}, which tells nothing of where they listen}}: that nobody listens on {port} is taken',
  'evidence.guess.namesake':
    'No text tells whether {name} is an endpoint of {service}: by its name it is taken to be one',
  'evidence.guess.unnamed':
    'Of the endpoints of {name} at least {count, plural, one {one is} other {# are}} not named in the listing: what becomes of a packet to {count, plural, one {it} other {them}} cannot be said, and no odds are known',
  'evidence.guess.node-addresses':
    '{count, plural, one {The address of the Node {names} is taken from its name} other {The addresses of # Nodes are taken from their names: {names}}}',
  'evidence.guess.announcer':
    '{by, select, nobody {Who announces {address} no text tells: a pool of MetalLB stands in them and no advertisement, so that no node may get the packet} metallb {That a speaker of MetalLB answers for {address} on the client’s network, so that a node gets the packet at all, is taken} other {That something brings a packet for {address} to a node is taken}}: no rule of kube-proxy does that',
  'evidence.guess.backing':
    'No text tells which Pods stand behind {names}: {kind, select, made {{count, plural, one {one was} other {# were}} made up} other {those with such a name are taken}}',
  'evidence.guess.control-plane':
    'No object tells of the Service kubernetes and its API server: both were made up, at {address}',
  'evidence.pod-cut':
    'The containers of Pod {name} are not in the text: the description is cut off before them, so nothing tells what it listens on or whether it is Ready.',
  'evidence.next.pod-cut': 'Paste “kubectl -n {namespace} get pod {pod} -o yaml”.',
  'evidence.guess.holder':
    'No text tells the routes of {at}, or who has {address}: nothing that the texts show does, and what is around the cluster they do not show',
  'evidence.guess.routes': 'No text tells the routes of {at}: it is taken to have none that leads there',
  'evidence.guess.logged':
    'No rules of the machine are in the texts, and one of them logged such a packet{prefix, select, none {} other { as “{prefix}”}}: that none stops it is taken',
  'evidence.guess.gateway':
    'No route of the machine leads to {address} but the one to everything, and no text tells the routes of {gateway}: that it knows the way to that Pod is taken',
  'evidence.guess.cilium':
    '{part, select, flags {Cilium carries the Services here; its flags are taken as they are by default, and its network as a tunnel} unread {Cilium runs here, and what its programs do with this packet is in no rule and in none of the texts} beside {Cilium runs beside kube-proxy here: which Pod its program takes for a packet of a Pod is not told, and Pods hang on its devices, while the walk goes over a made-up bridge} other {Cilium runs here, and nothing tells whether kube-proxy’s rules are met at all; the walk goes by them, and over a made-up bridge}}',
  'evidence.guess.ovn':
    'Load balancers of OVN are listed: OVN-Kubernetes carries the Services here, in flows of Open vSwitch; the walk goes by the rules that kube-proxy would write',
  'evidence.guess.no-rules':
    'No rules of the node are in the texts, and {address} is {name}: that nothing translates it is taken',
  'evidence.guess.hairpin':
    'No text tells whether the port of Pod {name} at its bridge is in hairpin mode, which brings its own packet back to it: it is taken to be',
  'evidence.guess.place':
    'No text tells on which Node {name} is: it was put on {node}, and a policy of Local hangs on that',
  'evidence.guess.all-ready':
    'No text tells whether {count, plural, one {# Pod is} other {# Pods are}} Ready: {count, plural, one {it is} other {they are}} taken to be, each listening on the ports that it declares',
  'evidence.guess.nodes':
    'Nothing tells of Nodes by name: {count, plural, one {one was} other {# were}} made up, with names and addresses',
  'evidence.guess.release': 'Nothing tells the release of Kubernetes: {release} is taken',
  'evidence.guess.mode':
    'Nothing tells the mode of kube-proxy: {mode} is taken{kind, select, kind {, as kind has it by itself} other {}}',
  'evidence.no-pod-selected':
    'The selector of {name} ({selector}) fits no Pod of the texts{where, select, elsewhere { in its namespace; it does fit in another: {pods}} other {; they have: {pods}}}. It has no endpoints.',
  'evidence.next.selector':
    'Give the Service the labels of the Pods as its selector, in the namespace of the Pods; "kubectl get endpointslices" then lists them.{patch, select, none {} other { By the labels of the texts: “{patch}”.}}',
  'evidence.headless-port':
    '{name} is headless, and its port {port} is not its targetPort {target}: a client gets the Pods’ own addresses from DNS and asks them at {port}, where nobody listens, for nothing translates a port there.',
  'evidence.next.headless-port':
    'Ask for port {target}, or let the containers listen on {port}; or take "clusterIP: None" away, so that kube-proxy translates {port} to {target}.',
  'evidence.target-name':
    '{name} sends to the port called “{target}”, and no container of {pods} has one of that name (they have: {names, select, none {none} other {{names}}}): the endpoints lack that port.',
  'evidence.next.target-name': 'Name the containerPort “{target}”, or write the number into targetPort.',
  'evidence.target-port':
    '{name} sends to {target}, and the containers of {pods} declare {declared} only: unless one listens there undeclared, connections are refused.',
  'evidence.target-protocol':
    '{name} sends to {target}, and the containers of {pods} declare that port with another protocol: {declared}.',
  'evidence.next.target-port':
    '“ss -lntu” in the Pod says what listens; then make targetPort and protocol of {name} the same.{patch, select, none {} other { If it is the declared port that listens: “{patch}”.}}',
  'evidence.not-ready':
    '{pods} of {name} {count, plural, one {is} other {are}} not Ready, so {count, plural, one {it gets} other {they get}} no traffic{all, select, all {; there is no other: the Service has no ready endpoint} other {}}.',
  'evidence.perhaps-not-ready':
    'Not Ready: {pods}; and no text tells whether {name} selects it (its selector: {selector}; “kubectl get pods --show-labels” tells). A Pod that is not Ready gets no traffic.',
  'evidence.next.not-ready':
    '"kubectl -n {namespace} describe pod {pod}" tells why: its readiness probe, or a container that does not run.',
  'evidence.local-policy':
    '{name} has externalTrafficPolicy Local: a Node without a ready endpoint drops what comes to it from outside{nodes, select, none {} other {, and {nodes} {count, plural, one {has} other {have}} none{how, select, named {, going by the names of Pods} other {}}}}.',
  'evidence.next.local-policy':
    'Send only to Nodes with an endpoint{type, select, balancer { (a balancer asks the health check port {health, select, 0 {of the Service} other {{health}}}, which fails where none is)} other {}}, run a Pod on each Node that is asked, or set externalTrafficPolicy Cluster, by which the client’s address is lost: “{patch}”.',
  'evidence.pending-balancer':
    '{name} waits for an address: no controller of load balancers has given it one (EXTERNAL-IP pending). Kubernetes itself gives none. Until then it answers from outside only at its node ports{ports, select, none {, which no text tells} other { ({ports})}}.',
  'evidence.next.pending-balancer':
    '{where, select, minikube {minikube gives one only while “minikube tunnel” runs, in a terminal of its own (a command of minikube, not of kubectl); “minikube service {name} -n {namespace} --url” needs none.} k3s {ServiceLB of k3s gives it the Nodes’ addresses once a Pod svclb-{name}-… runs: “kubectl -n kube-system get pods | grep svclb-{name}”, and “kubectl -n kube-system describe pod” of one that is Pending (its port is taken). Was k3s started with --disable=servicelb, another controller has to give one.} microk8s {“microk8s enable metallb:FIRST-LAST” with addresses of the Nodes’ own network.} kind {kind has no load balancers: run cloud-provider-kind beside it, or install MetalLB with addresses of the docker network (“docker network inspect kind”).} metallb {“kubectl -n {namespace} describe svc {name}” (Events of metallb-controller), “kubectl -n metallb-system get ipaddresspools,l2advertisements,pods”: a pool with free addresses, and a controller that runs.} cloud {“kubectl -n {namespace} describe svc {name}” shows under Events what the cloud’s controller said (quota, permissions, subnets without its tag); without any event it does not run or does not see the Service (spec.loadBalancerClass).} other {“kubectl -n {namespace} describe svc {name}” shows under Events whether a controller tried. Outside of a cloud one has to be installed, as MetalLB, kube-vip or ServiceLB of k3s, with addresses it may give.}}',
  'evidence.arp-answers':
    'kube-ipvs0 has {count, plural, one {an address} other {# addresses}} ({addresses}), and net.ipv4.conf.all.arp_ignore is 0: the machine answers ARP for them by every device. So does each node with the same Services: which of them a neighbour asks of a load balancer’s address changes, whomever MetalLB or kube-vip chose.',
  'evidence.next.arp-answers':
    'Set ipvs.strictARP: true in kube-proxy’s configuration (ConfigMap kube-proxy in kube-system) and restart its Pods: kube-proxy then sets arp_ignore 1 and arp_announce 2.',
  'evidence.misnamed-slice':
    'EndpointSlice {slice} {owner, select, none {lacks the label kubernetes.io/service-name: it is of no Service} other {is of the Service {owner}, which is not in the texts}}. {alike, select, yes {The label alone joins the two, whatever the slice is called: {service} has no endpoint by it, and without another one connections to it are refused} other {And {service}, for which the texts tell no selector, is named by no slice with endpoints: without another one it has none, and connections to it are refused}}.',
  'evidence.next.misnamed-slice':
    'If they belong together: kubectl -n {namespace} label --overwrite endpointslice {slice} kubernetes.io/service-name={service}. A controller that writes the slice has to set it, too, or it is lost again.',
  'evidence.unnamed-endpoints':
    '{service}: {called, select, unnamed {its port {ports} has no name, and no slice of it has a port without one} other {no slice of it has a port of the name {ports}}} (they have: {names}). Service and slice are joined by the name of the port, so that port has no endpoint.',
  'evidence.next.unnamed-endpoints':
    'Give the port of the slice (or Endpoints) the name that the Service’s port has{named, select, no {, here none} other {}}. Whole, for endpoints that listen on all of them: “{fix}”.',
  'evidence.no-pod-route':
    'No route leads to the Pods of {node}: {pod} goes to {gateway}, as everything that is known nowhere, while Pods of another Node have a route of their own ({like}). Unless that router knows the way, the packet is lost there.',
  'evidence.next.no-pod-route':
    'The Pod network’s program writes that route (flannel, Calico, the cloud’s controller): see its log on this node, and “kubectl get node {node} -o yaml” for podCIDR and the address it announces. By hand: “ip route add PODCIDR-OF-{node} via ADDRESS-OF-{node}”.',
  'evidence.vip':
    '{address} stands on {device} by itself, inside the network of {own}: a virtual address, as kube-vip or keepalived put it on the machine that answers for it. Now that is this one.',
  'evidence.next.vip':
    'Asked from another machine of the same network, “arping {address}” has to show the link address of {device} and of no other; “ip addr | grep {address}” on the others has to show nothing.',
  'evidence.node-excluded':
    '{count, plural, one {Node {nodes} has} other {Nodes {nodes} have}} the label node.kubernetes.io/exclude-from-external-load-balancers: no load balancer sends to {count, plural, one {it} other {them}}, and MetalLB, which honours it since early 2024, announces no address from there unless ignoreExcludeLB is set{left, plural, =0 {. No Node of the text is left that could} other {}}.',
  'evidence.next.node-excluded':
    'If it should take traffic from outside: kubectl label node NAME node.kubernetes.io/exclude-from-external-load-balancers-',
  'evidence.node-port-some-nodes':
    'A NodePort (or a balancer’s address) that answers only on nodes with a Pod of it has one of three causes: the Service has externalTrafficPolicy: Local, and then that is meant; the other nodes drop what they should forward (policy DROP of FORWARD, or net.ipv4.ip_forward = 0); or they have no way to Pods of another node (route or tunnel to its podCIDR).',
  'evidence.next.node-port-some-nodes':
    'kubectl get svc -A -o custom-columns=NAME:.metadata.name,POLICY:.spec.externalTrafficPolicy; then on a node that does not answer: iptables -S FORWARD; sysctl net.ipv4.ip_forward; ip route get POD-IP',
  'evidence.shared-port-name':
    '{name} sends to the port {target} by its name, and in Pod {pod} several containers have a port of that name: only the first counts ({first}), so that no endpoint has {others}.',
  'evidence.next.shared-port-name':
    'Give each container’s port a name of its own, and the Service a port for each ({target} {first} and {others}), or a Service for each.',
  'evidence.pool-unannounced':
    '{count, plural, one {The pool {pools} of MetalLB stands} other {The pools {pools} of MetalLB stand}} in the texts without an L2Advertisement or BGPAdvertisement. If there is none, a Service gets its address and nobody announces it: on a node it answers, for kube-proxy’s rules are there, and from outside no machine answers for it.',
  'evidence.next.pool-unannounced':
    '“kubectl -n {namespace} get l2advertisements,bgpadvertisements” shows whether there is one. If not, apply\n{yaml}',
  'evidence.kind-mapping':
    'extraPortMappings of the kind configuration ({ports}) lead to ports of the node that are no nodePort or hostPort of the texts ({open, select, none {there are none} other {those are: {open}}}): nobody listens there.',
  'evidence.kind-unmapped':
    'The nodePort of {name} is not among extraPortMappings of the kind configuration: it answers at the nodes’ addresses, not at localhost of the host.',
  'evidence.kind-host':
    'Port {host} of the host leads to nodePort {port} by a mapping of the container runtime: that part of the way is not walked here, from the node on it is.',
  'evidence.next.kind-host':
    '"docker port" of the node’s container shows whether {host} is mapped, and to which address of the host.',
  'evidence.chain-left-out': 'A rule jumps to {chain}, which the excerpt leaves out: whom it leads to is not told.',
  'evidence.next.chain-left-out':
    '"iptables-save -t {table} | grep KUBE-" prints it and those it leads to; a grep for an address shows the jump alone.',
  'evidence.idle-server':
    '{name} has servers of weight 0 ({servers}): they keep connections they have and get no new one.',
  'evidence.next.idle-server':
    'kube-proxy sets weight 0 while an endpoint goes: "kubectl get endpointslices" tells whether it terminates. If it is long gone, kube-proxy waits for its last connections.',
  'evidence.other-endpoints':
    'The rules of {name} and what kubectl lists differ: {gone, select, none {} other {the rules lead to {gone}, which kubectl does not list}}{gone, select, none {} other {{missing, select, none {} other {; }}}}{missing, select, none {} other {kubectl lists {missing}, to which no rule leads}}.',
  'evidence.next.other-endpoints':
    'If both were taken at the same time kube-proxy is behind: its log tells why it does not sync. Else take both again.',
  'evidence.no-endpoints-told':
    '{name} has no endpoints: the text says so (no endpoint is listed). Connections to it are refused.',
  'evidence.next.no-endpoints-told':
    '"kubectl get pods --show-labels" shows whether Pods have the labels of its selector{selector, select, none {} other { ({selector})}} and are Ready.',
  'evidence.next.kind-mapping':
    'Make containerPort of the mapping the nodePort of the Service and create the cluster anew: mappings are read only then.',
  'evidence.entry.untranslated':
    '{from} asked {to}{service, select, none {, an address in the Service range that some take by themselves ({range}),} other {, which is {service},}} and the entry says that nothing was translated: the answer is awaited from {leads} itself{seen, select, new {} other {, and none came (UNREPLIED)}}. Nothing sent it to an endpoint when the entry was made, and nat is not asked again while the entry lives ({seconds} s, anew with each packet from the same port).',
  'evidence.entry.translated':
    '{from} asked {to}, and it was translated: it was sent to {leads}{source, select, kept { with its source as it was} other {, as {source}}}. {seen, select, new {The event is of its first packet: whether an answer came is not told.} other {No answer came back through this machine (UNREPLIED).}}',
  'evidence.entry.plain':
    '{from} asked {to}, and the destination was not translated{source, select, kept {} other {; the source became {source}}}. {seen, select, new {The event is of its first packet: whether an answer came is not told.} other {No answer came back through this machine (UNREPLIED).}}',
  'evidence.entry.answered':
    '{from} asked {to}, {kind, select, translated {was sent to {leads}} other {was not translated}}{source, select, kept {} other {, as {source}}}, and was answered.',
  'evidence.next.untranslated':
    'See whether the rules have {to}:{port} now ({rules}) and the Service endpoints; if so, the entry is older than they: "conntrack -D -p {protocol} --orig-dst {to} --orig-port-dst {port}" takes it away. kube-proxy does so itself for UDP when endpoints come.',
  'evidence.next.translated':
    '{gone, select, none {Look at {leads}: does it still exist (kubectl get endpointslices), does it get the packet (tcpdump), and does its answer come back by this machine?} other {{leads} is none of the endpoints of that port that the texts show ({gone}): where they show all, it is gone, and the entry older than they.}} {protocol, select, udp {If it is gone, the entry keeps leading there as long as packets come: “conntrack -D -p udp --orig-dst {to} --orig-port-dst {port}” takes it away, and the next packet is translated anew. } tcp {If it is gone, each SYN from the same port keeps the entry, and kube-proxy takes none of TCP away: “conntrack -D -p tcp --orig-dst {to} --orig-port-dst {port}” does. } other {}}Rules: {rules}.',
  'evidence.next.plain':
    'Is {to} a Service, or an address of a Node? Then no rule of nat sent it on: {rules} tells. Else look whether it gets the packet.',
  'evidence.entry.no-walk':
    'No rules are in the texts, so what becomes of the next packet cannot be said. What the texts show of packets:',
  'evidence.hijack':
    'A rule at PREROUTING sends port {port} to {to} whatever address is asked: packets that this machine only passes on to others are taken, too{output, select, checked {. The rule at OUTPUT asks whether the address is one of this machine, this one does not} other {}}.',
  'evidence.next.hijack':
    'Let the rule ask for addresses of this machine: {tool, select, nft {“fib daddr type local” before the port} other {“-m addrtype --dst-type LOCAL”}}.',
  'evidence.fewer-servers':
    '{name} has {count, plural, one {one server} other {# servers}}, and {other} has {total} with {count, plural, one {that one} other {those}} among them: {missing} get nothing by {name}.',
  'evidence.next.fewer-servers':
    'Ask whoever writes {name} why it lacks them: a leader that has not seen the others yet, a health check that failed, or a Service that was not synced.',
  'evidence.foreign-server':
    '{name} has an address of its servers’ own network and their port ({servers}), and no Service of the texts has it: kube-proxy gives no ClusterIP there. A program as kube-vip or keepalived makes such virtual servers.',
  'evidence.next.foreign-server':
    'Look at its own log and configuration, not at kube-proxy’s. In IPVS mode kube-proxy removes virtual servers it does not know unless ipvs.excludeCIDRs holds their address.',
} as const satisfies PhraseBook;
