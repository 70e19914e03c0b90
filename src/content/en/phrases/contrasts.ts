import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on what the contrast between what works and what fails leaves, loaded with those of findings. */
export const CONTRAST_PHRASES = {
  'evidence.contrast.own-policy':
    'A Pod asks its own Service and fails (line {fails}), beside a NetworkPolicy.{ip, select, no {} other { Its address fails, too (line {ip}), so it is not DNS.}}{works, select, none {} other { By the Pod’s own address it works (line {works}): that packet never leaves the Pod.}} Why, the text does not prove. Left: the answer comes back translated (the packet to itself gets the gateway’s or the node’s address as its source, so that it comes back the way it went), and a policy of ingress that allows Pods and namespaces does not allow that address; or the packet is not sent back to the Pod it came from (no hairpin), with the policy or without.',
  'evidence.contrast-next.own-policy':
    'Part them: ask the Service from another Pod of a namespace that the policy allows (works: only the way back to itself is at fault), and from the Pod itself with the policy taken away for a moment (works: the policy drops it; fails: hairpin). Meanwhile “tcpdump -ni any port TARGETPORT” on its node: the source of the packet that comes back. If the policy drops it: an ipBlock with that source among its “from” rules, a release of the CNI that lets the Pod through to itself, or localhost in place of the Service’s name.',
  'evidence.contrast.name-alone':
    'By its name it fails (line {fails}), by an address it works (line {works}). {ipWorks, select, no {The Pod’s address works, and of the Service’s own the text tells nothing: left are DNS, and the translation of the Service’s address.} other {The Service’s own address works: so its rules and its endpoints are out, and DNS is left: the question does not arrive, or the answer is another address or none.}}',
  'evidence.contrast-next.name-alone':
    'From the same Pod “nslookup NAME.NAMESPACE.svc.cluster.local.” (does anyone answer, and with the Service’s address?), “cat /etc/resolv.conf”, and “curl CLUSTER-IP:PORT” if that was not asked yet.',
  'evidence.contrast.service-alone':
    'By the Service’s address it fails (line {fails}), by the Pod’s own it works (line {works}): so the application listens, the way to the Pod is open, and DNS is out. Left is what translates the address, on the client’s node: no rule or map entry for it, a targetPort that is not the port asked at the Pod, other endpoints than that Pod (one of several drawn), the answer that comes back by another way than through the translation{policy, select, yes {, or a policy that sees another source where the packet is translated} other {}}. Which of them, the text does not tell.',
  'evidence.contrast-next.service-alone':
    '“kubectl get svc NAME -o yaml” and “kubectl get endpointslices -l kubernetes.io/service-name=NAME -o wide”: is the Pod that answers among them, at the port it was asked at; then ask each of them from the same place. All answer: what the program of the Services has for that address on the client’s node.',
  'evidence.contrast.pod-too':
    'By the Service’s address it fails, and by the Pod’s own it does as well (line {fails}): so neither DNS nor the Service’s translation is needed to explain it. Left: the Pod does not listen there, a NetworkPolicy, or the way to its node. Which of them, the text does not tell.',
  'evidence.contrast-next.pod-too':
    'Ask the Pod’s address from itself (“kubectl exec POD -- curl localhost:PORT”), from its node, from a Pod on that node, from one on another node: the first step that fails is the one in question. “kubectl get networkpolicies -A”.',
  'evidence.contrast.outside-alone':
    'From outside, or at the node port, it fails (line {fails}), inside it works (line {works}): so the endpoints are there and answer. Left is what only packets from outside meet: a firewall or security group before the node, externalTrafficPolicy Local on a node without an endpoint, who answers for the address, and the way back to the client. Which of them, the text does not tell.',
  'evidence.contrast-next.outside-alone':
    'On the node that is asked, while it is asked: “tcpdump -ni any port PORT”: nothing comes: before the node; it comes and nothing leaves to a Pod: the node’s rules (“kubectl get svc NAME -o yaml”: externalTrafficPolicy); it leaves and no answer comes: the way to the Pod and back.',
  'evidence.contrast.inside-alone':
    'From outside it works (line {works}), from inside the cluster it fails (line {fails}): so the endpoints answer, and the address is right. Left: inside, the client’s own node translates the address and not the one from outside; its rules, a NetworkPolicy, or the way between nodes. Which of them, the text does not tell.',
  'evidence.contrast-next.inside-alone':
    'From the place that fails “curl CLUSTER-IP:PORT” and “curl ENDPOINT:PORT”: the last fails: the way or a policy; only the first: the rules of that node.',
  'evidence.contrast.udp-alone':
    'Over TCP it works (line {works}), over UDP it fails (line {fails}): so node, Pod and the way between them are there. Left: the port is not listed for UDP (Service, container, firewall), an entry of conntrack that still leads to an endpoint that is gone, answers from another address than was asked, or packets too big for the way. Which of them, the text does not tell.',
  'evidence.contrast-next.udp-alone':
    '“kubectl get svc NAME -o yaml” (protocol: UDP), on the client’s node “conntrack -L -p udp -s CLIENT” (is the endpoint it leads to listed?), and “tcpdump -ni any udp port PORT or icmp” on both nodes: does the question arrive, does the answer leave, with which source, is a packet too big.',
  'evidence.contrast.tcp-alone':
    'Over UDP it works (line {works}), over TCP it fails (line {fails}): so the way is open one packet at a time. Left: the port is not listed for TCP, a firewall that wants to see both directions and sees one (“ctstate INVALID”), or full-sized packets that the way does not carry. Which of them, the text does not tell.',
  'evidence.contrast-next.tcp-alone':
    '“tcpdump -ni any tcp port PORT or icmp” on both nodes: no SYN arrives: a rule or firewall; SYN and no SYN-ACK back: the way back; it stands and stalls: size (“ip link”: MTU).',
  'evidence.dns-of-api':
    'CoreDNS is not well (line {unwell}), and the Service kubernetes is named (line {api}). A CoreDNS that is not ready answers neither at its Service nor at its own address, so asking it parts nothing. Its plugin kubernetes waits for the API server, and that packet is the one in question: Pod of CoreDNS → the clusterIP of Service kubernetes, port 443 → the API server’s own address (mostly port 6443). A clusterIP is on no device: it need not answer a ping. Which step fails, or whether CoreDNS has another fault of its own (its image, its Corefile, its memory), the text does not tell.',
  'evidence.next.dns-of-api':
    '“kubectl -n kube-system logs -l k8s-app=kube-dns --previous” (“plugin/kubernetes”, “dial tcp …:443”: it is this way; anything else: it is not); “kubectl get endpointslices -l kubernetes.io/service-name=kubernetes -o wide” (the API server’s present address?); from the node of CoreDNS “curl -k https://CLUSTER-IP:443/healthz” and “curl -k https://ENDPOINT:6443/healthz”: only the second answers: the program of the Services on that node does not run or writes no rules (after an upgrade: its Pod, its log, its image); both answer: the way from Pods to the node.',
  'evidence.ruled-out':
    'Ruled out by “{line}”: {cause, select, advertised {that no L2Advertisement or BGPAdvertisement is there (whether it selects the pool, its spec says)} announced {that nobody announces the address: an advertisement and a speaker are there} answered {that nothing answers there: some machine did, at once} strict {that every node answers for it without strictARP} other {policy Local on a node without a Pod}}.',
  'evidence.next.ruled-out':
    '{cause, select, advertised {“kubectl -n metallb-system get l2advertisements,ipaddresspools -o yaml”: ipAddressPools (and its selectors) of the one name the pool that has the address, or none of them (then each pool).} other {What is left stands with the symptom.}}',
  'evidence.ping-redirect':
    '“{line}”: {by} got the ping and sends it back into its own network. {isNode, select, yes {The text counts it among the nodes:} other {If it is a node:}} a node does answer for the address, and no advertisement, no speaker and the client’s network are ruled out (unless the client’s route goes by {by}, whoever has the address). The redirect is no fault of the Service: rules translate its ports, and a ping goes on by the routes.',
  'evidence.next.ping-redirect':
    'Ask the port in place of the ping, from the same machine: “curl -v ADDRESS:PORT”; and “ip route get ADDRESS” there (does it go by {by}?), “ip neigh show ADDRESS” (whose MAC?). On {by}: “tcpdump -ni any port PORT” meanwhile.',
  'evidence.announced-elsewhere':
    '“{line}”: a node without the Pod answers for the address. With externalTrafficPolicy Cluster that is meant: any node may, and it sends on to the Pod’s node. With Local that node would drop what comes; MetalLB announces only from nodes with a ready endpoint then. {policy, select, none {Which policy the Service has, the text does not tell: it decides.} other {The text has policy {policy}.}} The servicel2status objects report what speakers announce; an error over one that is not found stops no announcement.',
  'evidence.next.announced-elsewhere':
    '“kubectl get svc NAME -o yaml | grep externalTrafficPolicy” and “kubectl get endpointslices -l kubernetes.io/service-name=NAME -o wide” (on which nodes, ready?). Cluster: on the announcing node “curl POD-ADDRESS:TARGETPORT” (fails: the way between nodes) and “tcpdump -ni any port PORT” there. Local: the log of the speaker on that node (“kubectl -n metallb-system logs -l component=speaker”).',
  'evidence.enforcer-untold':
    'Whether anyone enforces {names} is unknown: a NetworkPolicy is carried out by the network of the Pods, and {enforces, select, yes {the text names {network}, which does so unless it is switched off, but no object tells that it runs on the Nodes} no {the text names {network}, which does not by itself} other {no text names it}}. Walks here go as if nobody did.',
  'evidence.next.enforcer-untold':
    '“kubectl get pods -A -o wide” (is there a Pod of calico, cilium, antrea, kube-router or flannel on each Node?), or “ls /etc/cni/net.d” on a Node.',
  'evidence.headless-policy':
    'The YAML of lines {from} to {to} says neither apiVersion nor kind: by podSelector and its rules it is the spec of a NetworkPolicy (networking.k8s.io/v1) without a name. No walk holds it; by its words it is about {pods, select, all {every Pod of its namespace} other {the Pods that podSelector takes}}, with {namespaces, plural, =0 {no namespaceSelector} one {one namespaceSelector} other {# namespaceSelectors}}{blocks, plural, =0 { and no ipBlock: an address that is no Pod’s (a gateway, a node, an outside client) is allowed by none of its rules. Whether the network lets its own node through all the same is its choice} one { and one ipBlock} other { and # ipBlocks}}.',
  'evidence.next.headless-policy':
    'To walk it, put “apiVersion: networking.k8s.io/v1”, “kind: NetworkPolicy” and “metadata” with name and namespace before it; “kubectl get networkpolicies -A -o yaml” prints it whole.',
} as const satisfies PhraseBook;
