import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on symptoms that texts name and on places that clients asked in vain, loaded with those of findings. */
export const SYMPTOM_PHRASES = {
  'evidence.symptom.self-service':
    '“{line}”: a Pod that asks its own Service and draws itself. kube-proxy gives such a packet the node as its source, and the bridge has to send it back out of the port it came in by. It fails where that port has no hairpin mode (a time-out, for the odds of drawing itself: always with one Pod), where the program of the Services leaves out that source (kube-router without --hairpin-mode), or where the application listens on 127.0.0.1 alone (refused).',
  'evidence.symptom-next.self-service':
    '“bridge -d link” on its node (hairpin on, for the veth of the Pod); “iptables-save | grep KUBE-SEP” (a rule “-s POD -j KUBE-MARK-MASQ” for each endpoint); “ss -lnt” in the Pod. It is mended by “hairpinMode”: true of the bridge plugin in /etc/cni/net.d (new Pods have it), or by --hairpin-mode=true of kube-router with the same setting.',
  'evidence.symptom.host-vm':
    '“{line}”: with Docker Desktop, as with the docker driver on macOS and Windows, the node is a container inside a virtual machine. The host has no way to its address, so NODE-ADDRESS:nodePort times out there, whatever the rules in the node say; in the node (“minikube ssh”, “docker exec”) it answers.',
  'evidence.symptom-next.host-vm':
    'minikube: “minikube service NAME --url” prints an address of 127.0.0.1 that works as long as it runs; “minikube tunnel” for type LoadBalancer. kind: extraPortMappings from the host to the nodePort, or cloud-provider-kind. Either: “kubectl port-forward service/NAME 8080:PORT”.',
  'evidence.symptom.svclb-pending':
    '“{line}”: ServiceLB of k3s runs a Pod svclb-… on each Node for each Service of type LoadBalancer, with a hostPort for each of its ports. Pending means that no Node could take it: mostly the port is held by another such Service (Traefik has 80 and 443), else the Nodes are tainted, or have not the label that one of them has (svccontroller.k3s.cattle.io/enablelb). Until one runs, EXTERNAL-IP stays pending.',
  'evidence.symptom-next.svclb-pending':
    '“kubectl -n kube-system describe pod -l svccontroller.k3s.cattle.io/svcname=NAME” says under Events why (“didn’t have free ports for the requested pod ports”), and “kubectl get svc -A | grep LoadBalancer” who has the port. Give the Service another port, or put it behind the Ingress controller that has it, or start k3s with --disable=traefik.',
  'evidence.symptom.health-local':
    '“{line}”: with externalTrafficPolicy Local kube-proxy answers at the healthCheckNodePort, and says 503 on each Node without a ready endpoint of its own: that some Nodes are unhealthy is meant. If all are, then no endpoint counts as local: kube-proxy knows its Node by another name than the API (custom domain names on AWS), no Pod is Ready, or the check does not ask that port or does not reach it (security group).',
  'evidence.symptom-next.health-local':
    'On a Node with a Pod: “curl -s localhost:HEALTH-PORT” (“kubectl get svc NAME -o yaml | grep healthCheckNodePort”): localEndpoints 0 though a Pod is there means that the names differ: compare “kubectl get nodes” with --hostname-override of kube-proxy and set it to the Node’s name. 1 or more: look at port and path of the balancer’s check, and the security group.',
  'evidence.symptom.balancer-inside':
    '“{line}”: inside the cluster nothing goes to the load balancer: rules of the client’s own node take its address (status.loadBalancer.ingress) and send to an endpoint. Where only this fails, it is one of: ipMode Proxy or a host name in place of the address (the packet does leave, and a balancer that keeps the source refuses to send a node its own packet back); loadBalancerSourceRanges that leave out Pods and Nodes; the endpoint is on another node, and the way there is broken; the Service is carried by another program (Cilium, kube-router, IPVS without the address on kube-ipvs0).',
  'evidence.symptom-next.balancer-inside':
    '“kubectl get svc NAME -o yaml” (status.loadBalancer, externalTrafficPolicy, loadBalancerSourceRanges); from the same place “curl CLUSTER-IP:PORT” and “curl ENDPOINT:PORT”: if the last fails, it is the way between nodes, if only the balancer’s address fails, “iptables-save | grep ADDRESS” or “ipvsadm -Ln” of that node. Clients inside are better given the Service’s name.',
  'evidence.symptom.closed':
    '“{line}”: the connection was accepted, and closed without an answer. So the packets arrive somewhere that listens: rules and routes do their part up to there. It is a proxy before the application that has nobody behind it (docker-proxy of a mapped port whose containerPort nobody listens on; a load balancer without healthy targets), an application that closes, or one that waits for TLS where it gets HTTP, or the other way round.',
  'evidence.symptom-next.closed':
    'Who accepts: “ss -lntp | grep :PORT” on the machine that was asked (docker-proxy, kube-proxy, haproxy, none). Then ask one step on: NODE:nodePort, CLUSTER-IP:PORT, POD:targetPort; the first that answers is behind the fault. “curl -v http://…” and “curl -kv https://…” tell TLS.',
  'evidence.symptom.http-answer':
    '“{line}”: this is an answer of HTTP, so the packets reached a proxy, and Service, rules and load balancer before it do their part. 404 of the proxy: no rule for that host name and path (or of another ingressClassName). 503: the rule’s Service has no ready endpoint, or is not there. 502: the Pod refuses, or speaks TLS. 504: it does not answer in time. Through a Service of type ExternalName the client sends the Service’s name as host (Host, SNI), which the other end may not serve.',
  'evidence.symptom-next.http-answer':
    "“kubectl describe ingress NAME” shows host, path and the endpoints of each backend; “curl -H 'Host: NAME-OF-RULE' http://ADDRESS/PATH” asks as the rule wants it; then “curl POD:targetPort” from the controller’s Pod.",
  'evidence.symptom.sometimes':
    '“{line}”: what works only sometimes is drawn. Each new connection draws one endpoint; so one of n fails where one endpoint is at fault: its Pod does not listen, it is on a node that cannot be reached from the client’s, or the selector catches Pods of something else. Else: the balancer sends to nodes of which one fails (its own rules, policy Local), or two packets of one client race in conntrack (DNS over UDP).',
  'evidence.symptom-next.sometimes':
    '“kubectl get endpointslices -l kubernetes.io/service-name=NAME -o wide”, and “curl” of each address from the client’s place: does the share that fails fit? All answer: ask the Service from each node in turn. “conntrack -S” (insert_failed) where it is DNS.',
  'evidence.symptom.across-nodes':
    '“{line}”: what works on one node and not to another is the Pod network between them, not the Service: an endpoint that is drawn there is as little reached by its own address. Likely: a firewall between the nodes has not the port of the tunnel open (VXLAN: 8472/udp for flannel, k3s, Cilium, 4789/udp for Calico; IP-in-IP: protocol 4; BGP: 179/tcp; WireGuard: 51820/udp), the nodes have an address that the others cannot reach (a NAT device chosen, as 10.0.2.15 of VirtualBox), a cloud drops packets of Pod addresses (source/destination check), FORWARD drops, or the tunnel’s checksum is wrong on that card.',
  'evidence.symptom-next.across-nodes':
    'On the second node “tcpdump -ni any udp port 8472 or udp port 4789 or proto 4” while the first pings one of its Pods: nothing comes: firewall or address (“kubectl get nodes -o wide”: can each INTERNAL-IP be reached; --node-ip, --flannel-iface, IP_AUTODETECTION_METHOD set it). It comes: “iptables -S FORWARD”, “ip route get POD”, and “ethtool -K flannel.1 tx-checksum-ip-generic off”.',
  'evidence.symptom.source-address':
    '“{line}”: meant so: with externalTrafficPolicy Cluster the node that gets a packet from outside gives it its own address, so that the answer comes back through it. The Pod then sees the node, or its bridge or tunnel. Proxies on the way (an HTTP load balancer, ServiceLB, an ingress controller) do as much.',
  'evidence.symptom-next.source-address':
    'externalTrafficPolicy: Local in its spec (“kubectl edit svc NAME”) keeps it; only nodes with a Pod of it answer then. Before an HTTP proxy: X-Forwarded-For, or PROXY protocol at balancer and controller both.',
  'evidence.symptom.affinity':
    '“{line}”: sessionAffinity ClientIP goes by the address that the node sees. It does not hold where many clients have one address (behind NAT, a proxy, externalTrafficPolicy Cluster on another node), where each node remembers by itself and the balancer sends to several, where an ingress controller asks Pods by their own addresses and not the Service, or where another program carries the Service (Cilium beside kube-proxy translates what Pods send, by default without it). After timeoutSeconds (10800) it is forgotten.',
  'evidence.symptom-next.affinity':
    "“kubectl get svc NAME -o yaml | grep -A 3 sessionAffinity”; on the node “iptables-save | grep 'recent.*KUBE-SEP'” and “cat /proc/net/xt_recent/KUBE-SEP-*”: whose addresses are remembered. Through an Ingress use its cookies (nginx.ingress.kubernetes.io/affinity: cookie); kept addresses need externalTrafficPolicy Local.",
  'evidence.symptom.port-forward':
    '“{line}”: kubectl port-forward goes by API server and kubelet into the Pod and asks 127.0.0.1 there. So the application runs and listens; nothing is proven of the Service, its rules, the way between nodes, or that it listens on more than 127.0.0.1.',
  'evidence.symptom-next.port-forward':
    '“kubectl exec POD -- ss -lnt” (127.0.0.1:PORT hears no Service; 0.0.0.0 or * does), “kubectl get endpointslices” (is the Pod there, with that port), then “curl POD-ADDRESS:PORT” and “curl CLUSTER-IP:PORT” from a node.',
  'evidence.symptom.name-denied':
    '“{line}”: DNS answered, and says that there is no such name. So the way to it and its Service work. A short name is looked for in the asker’s own namespace (else NAME.NAMESPACE); a headless Service has no addresses until a Pod is Ready (publishNotReadyAddresses); a Pod of a StatefulSet has a name only by its serviceName, which has to be that Service; an externalName that is an IP address is no name.',
  'evidence.symptom-next.name-denied':
    '“kubectl get svc,endpointslices -A | grep NAME”, then “nslookup NAME.NAMESPACE.svc.cluster.local.” with the dot at its end, and “cat /etc/resolv.conf” of the Pod (search, nameserver, ndots).',
  'evidence.symptom.names':
    '“{line}”: nobody answered a question for a name. {direct, select, none {Either the Service of DNS leads nowhere (its endpoints, or the rules on the asker’s node), or the Pods of CoreDNS are not reached from that node (the way between nodes, a firewall, UDP). Which of them, the text does not tell.} other {A Pod of CoreDNS ({direct}) does answer when it is asked itself: so DNS runs and the way there is open, and it is the translation of the Service’s address that fails on the asker’s node: kube-proxy does not run or does not write there, its rules are behind, or another program carries Services.}}{pinged, select, yes { That a ping of the name server’s address is not answered proves nothing: rules translate its port 53, and nobody has the address.} other {}}',
  'evidence.symptom-next.names':
    '{direct, select, none {From the same Pod “nslookup kubernetes.default COREDNS-POD-ADDRESS”: it answers: the Service’s rules are at fault (“kubectl -n kube-system get endpointslices -l k8s-app=kube-dns”, kube-proxy’s log, “iptables-save | grep :53” of its node). It does not, either: ask a Pod on its own node, and “tcpdump -ni any udp port 53” on the node of CoreDNS.} other {On that node: “iptables-save | grep CLUSTER-IP-OF-DNS” (or “ipvsadm -Ln”, “nft list ruleset”), “kubectl -n kube-system get pods -o wide | grep kube-proxy” and its log, “sysctl net.bridge.bridge-nf-call-iptables”, and whether the Service’s address lies in a range that the Pods have, too.}}',
  'evidence.seen':
    'What was seen of it: “{line}”, {seen, select, refused {an answer that refuses, at once} unreachable {an answer that nobody is there} closed {a connection that was taken and closed} other {no answer}}. {fit, select, agrees {The walk ends so, too.} some {So ends one of the ways above; they are drawn by chance.} other {The walk ends otherwise ({walked, select, answered {answered} refused {refused} unreachable {unreachable} other {no answer}}): so something decides that the texts do not tell, or that is not as it was taken to be.}}',
  'evidence.seen-next':
    '{seen, select, refused {On the node that is asked: does kube-proxy write its rules (its log, “iptables-save | grep PORT”), and in the Pod “ss -lnt”: is there a socket on that port, and not on 127.0.0.1 alone.} unreachable {“ip neigh” and “ip route get ADDRESS” where it was asked: does anybody have the address; on the node “iptables -S INPUT” and firewalld: a rule that rejects with icmp-host-prohibited reads as “No route to host”.} closed {Who took the connection: “ss -lntp” on the machine that was asked.} other {“tcpdump -ni any port PORT” on the node that is asked: nothing comes: a firewall or security group before it, or nobody who answers for the address; it comes: policy DROP of FORWARD, the way to the Pod’s node, or the way back.}}',
  'evidence.external-name-address':
    '{name} is of type ExternalName with {address}, which is an address: DNS answers such a Service with a name (CNAME), and a name of figures is one that nobody has. No rules are written for it, either.',
  'evidence.next.external-name-address':
    'Make it a Service without a selector (a clusterIP and ports), and an EndpointSlice with the label kubernetes.io/service-name and the address {address}; or give a name that DNS has.',
  'evidence.source-ranges':
    '{name} lets in {ranges} alone: what comes to its load balancer’s address from anywhere else is dropped without an answer (a time-out, in iptables and IPVS mode by the rules of each node). What counts is the address the node sees: a balancer that puts its own in its place, or Pods that ask that address (since 1.25), have to be in a range, too.',
  'evidence.next.source-ranges':
    '“tcpdump -ni any port NODE-PORT” on a node shows which address asks; put it into loadBalancerSourceRanges, or take the field away.',
  'evidence.undecided':
    'The texts name a fault ({symptom, select, hostPort {a hostPort} nodePort {a node port} loadBalancer {a load balancer’s address} names {names} clusterIP {a Service’s address} other {the way between Pods}}), and what they show of objects does not decide it.',
  'evidence.next.undecided':
    '{symptom, select, hostPort {“kubectl get pods -A -o wide” for the Pod and its node, and there “iptables-save -t nat | grep CNI-”.} nodePort {“kubectl get endpointslices” (someone ready?), on a node that does not answer “iptables-save | grep NODEPORT”, “iptables -S FORWARD” and “ip route get POD”, and “tcpdump -ni any port NODEPORT” there: does it arrive at all (firewall, security group).} loadBalancer {“kubectl get svc,endpointslices -o yaml” (status.loadBalancer, externalTrafficPolicy, someone ready?), from a machine of the same network “arping ADDRESS” (who answers), on that node “tcpdump -ni any host ADDRESS”.} names {from a Pod “nslookup kubernetes.default”, and the same with the address of a CoreDNS Pod behind it.} clusterIP {“kubectl get endpointslices” (someone ready?), “curl ENDPOINT:PORT” from the same place (if that fails, it is not the Service), on that node “iptables-save | grep CLUSTER-IP” or “ipvsadm -Ln”, and kube-proxy’s log there.} other {“ping” and “curl” of a Pod on the same and on another node, “ip route” of both, “tcpdump -ni any host POD” on the second.}}',
  'evidence.asked-wrong-port':
    '{asked} was asked, {front, select, clusterIP {the clusterIP of {name}} balancer {an address of {name} from outside} pod {a Pod of {name}} other {a Node}}; {is, select, nodePort {that number is its nodePort, which is answered at addresses of Nodes alone} targetPort {that number is its targetPort, where the Pods listen: the Service itself answers another} other {that number is the port of the Service, which is answered at its own address{front, select, pod {, not at a Pod’s, which listens on its targetPort} other {, not at a Node’s, which has the nodePort}}}}. Nothing translates it.',
  'evidence.next.asked-wrong-port':
    '{right, select, none {Give it type NodePort, or ask its own address.} other {Ask {right}.}}{is, select, nodePort { Or a Node: NODE-ADDRESS:{nodePort}.} other {}}',
  'evidence.asked-stranger':
    '{asked} was asked, and {host} is no address of anybody in the texts{near, select, none {: it is none of the Nodes ({nodes}), and node ports are answered at theirs alone} other {; {near} is, which differs by one figure}}.',
  'evidence.next.asked-stranger':
    '{near, select, none {Ask one of {nodes} at {port}.} other {If {near} is meant, ask that.}}',
  'evidence.asked-ping':
    '{host} is the address of {name}. That a ping of it is not answered proves nothing: rules translate the Service’s ports and leave ICMP as it is; in iptables and nftables mode nobody has the address.',
  'evidence.next.asked-ping': '“nc -zv {host} {port}” or “curl {host}:{port}” asks what it answers.',
  'evidence.asked-localhost':
    'The nodePort of {name} ({port}) was asked at localhost: that is the machine where it was typed. There a nodePort is answered only on a Node itself, and only by kube-proxy in iptables mode over IPv4 (iptables.localhostNodePorts); in nftables and IPVS mode, over ::1, and on a machine outside of the cluster it is refused.',
  'evidence.next.asked-localhost':
    '“curl {node}:{port}” (addresses: “kubectl get nodes -o wide”). Where the node is a container or a virtual machine: “minikube service {service} -n {namespace} --url”, extraPortMappings of kind, or “kubectl -n {namespace} port-forward service/{service} 8080:PORT”.',
} as const satisfies PhraseBook;
