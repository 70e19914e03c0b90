/**
 * Comments that programs write into their rules, word for word; `*` stands for one word that is somebody's: a Service's
 * port, an endpoint, a chain, a network. In any other comment every word is somebody's.
 */
const PHRASES = `
* cluster IP
* external IP
* loadbalancer IP
* has no endpoints
* has no local endpoints
* health check node port
* -> *
masquerade traffic for * external destinations
masquerade LOCAL traffic for * external destinations
route LOCAL traffic for * external destinations
pod traffic for * external destinations
Redirect pods trying to reach external loadbalancer VIP to clusterIP
* Redirect pods trying to reach external loadbalancer VIP to clusterIP
other traffic to * will be dropped by KUBE-PROXY-FIREWALL
* traffic not accepted by *
kubernetes service portals
kubernetes externally-visible service portals
kubernetes service nodeports; NOTE: this must be the last rule in this chain
kubernetes service traffic requiring SNAT
kubernetes postrouting rules
kubernetes forwarding rules
kubernetes forwarding conntrack rule
kubernetes forwarding conntrack pod source rule
kubernetes forwarding conntrack pod destination rule
kubernetes load balancer firewall
kubernetes ipvs access filter
kubernetes health check rules
kubernetes health check service ports
kubernetes firewall for dropping marked packets
kube-proxy firewall rules
block incoming localnet connections
handle ClusterIPs; NOTE: this must be before the NodePort rules
handle service NodePorts; NOTE: this must be the last rule in the chain
handle ClusterIPs
Kubernetes service cluster ip + port for masquerade purpose
Kubernetes service external ip + port for masquerade and filter purpose
Kubernetes service external ip + port with externalTrafficPolicy=local
Kubernetes service lb portal
Kubernetes service load balancer ip + port with externalTrafficPolicy=local
Kubernetes service load balancer ip + port for load balancer with sourceRange
Kubernetes service load balancer ip + port + source cidr for packet filter purpose
Kubernetes service load balancer ip + port + source IP for packet filter purpose
Kubernetes endpoints dst ip:port, source ip for solving hairpin purpose
Kubernetes health check node port
Kubernetes nodeport TCP port for masquerade purpose
Kubernetes nodeport UDP port for masquerade purpose
Kubernetes nodeport SCTP port for masquerade purpose with type 'hash ip:port'
Kubernetes nodeport TCP port with externalTrafficPolicy=local
Kubernetes nodeport UDP port with externalTrafficPolicy=local
Kubernetes nodeport SCTP port with externalTrafficPolicy=local with type 'hash ip:port'
rules for kube-proxy
Active ClusterIPs
IPs that accept NodePort traffic
ClusterIP, ExternalIP and LoadBalancer IP traffic
NodePort traffic
vmap to drop or reject packets to services with no endpoints
vmap to drop or reject packets to service nodeports with no endpoints
destinations that are subject to LoadBalancerSourceRanges
Kubernetes service
Pod source and destination
hairpin masquerade
masquerade
external traffic
local traffic
original source
CNI portfwd requiring masquerade
CNI portfwd masquerade mark
CNI firewall plugin rules
CNI firewall plugin rules (ingressPolicy: same-bridge)
CNI firewall plugin admin overrides
dnat name: \\"*\\" id: \\"*\\"
name: \\"*\\" id: \\"*\\"
flanneld masq
flanneld forward
rules for flannel-ipv4
chain to manage traffic masquerading by flannel
chain to accept flannel traffic
AWS SNAT CHAIN
AWS, SNAT
AWS, CONNMARK
AWS, primary ENI
AWS, outbound connections
AWS CONNMARK CHAIN, VPC CIDR
ip-masq-agent: local traffic is not subject to MASQUERADE
ip-masq-agent: outbound traffic is subject to MASQUERADE (must be last in chain)
ip-masq-agent: ensure nat POSTROUTING directs all non-LOCAL destination traffic to our custom IP-MASQ-AGENT chain
kind-masq-agent: local traffic is not subject to MASQUERADE
kind-masq-agent: outbound traffic is subject to MASQUERADE (must be last in chain)
Policy explicitly accepted packet.
Host endpoint policy accepted packet.
Profile explicitly accepted packet.
Configured DefaultEndpointToHostAction
Unknown interface
Start of policies
Return if policy accepted
Drop if no policies passed packet
Drop if no profiles matched
Start of tier default
Start of tier *
End of tier *
Drop IPv4 VXLAN packets from non-allowed hosts
Allow IPv4 VXLAN packets from allowed hosts
Allow IPv4 VXLAN packets to other allowed hosts
Allow IPIP packets from Calico hosts
Allow IPIP packets to other Calico hosts
Drop IPIP packets from non-Calico hosts
Drop VXLAN encapped packets originating in workloads
Drop IPinIP encapped packets originating in workloads
cilium: any->* forward accept
cilium: *->any forward accept
cilium: TPROXY to host * proxy
cilium: host->any mark as from host
cilium: host->any mark (*) for return route
cilium: host->cluster masquerade
cilium: host->cluster forward accept
cilium: cluster->any forward accept
cilium: ACCEPT for proxy traffic
cilium: ACCEPT for proxy return traffic
cilium: NOTRACK for proxy traffic
cilium: NOTRACK for proxy return traffic
cilium: proxy return traffic
cilium-feeder: CILIUM_FORWARD
cilium-feeder: CILIUM_INPUT
cilium-feeder: CILIUM_OUTPUT
cilium-feeder: CILIUM_OUTPUT_raw
cilium-feeder: CILIUM_OUTPUT_nat
cilium-feeder: CILIUM_POST
cilium-feeder: CILIUM_POST_mangle
cilium-feeder: CILIUM_POST_nat
cilium-feeder: CILIUM_PRE
cilium-feeder: CILIUM_PRE_mangle
cilium-feeder: CILIUM_PRE_nat
cilium-feeder: CILIUM_PRE_raw
user chain for input
user chain for output
user chain for forwarding
user chain for prerouting
user chain for postrouting
Default drop rule for unmatched traffic.
Direct packets associated with a known session to the RETURN chain.
Drop packets that appear related to an existing connection (e.g. TCP ACK/FIN) but do not have an entry in conntrack.
Send unmatched traffic to the fallback chain.
Direct traffic from the VM interface to the security group chain.
Direct incoming traffic from VM to the security group chain.
Jump to the VM specific chain.
Allow DHCP client traffic.
Prevent DHCP Spoofing by VM.
Drop traffic without an IP/MAC allow rule.
Allow traffic from defined IP/MAC pairs.
Accept all packets when port is trusted.
Accept port redirections
Accept port forwards
set by kube-router
`;

const WORDS_OF_PHRASES: readonly (readonly string[])[] = PHRASES.trim()
  .split('\n')
  .map((line) => line.split(' '));

/** The words of phrases, by how many there are. */
const BY_LENGTH: ReadonlyMap<number, readonly (readonly string[])[]> = new Map(
  WORDS_OF_PHRASES.map(({ length }) => [length, WORDS_OF_PHRASES.filter((phrase) => phrase.length === length)]),
);
const LONGEST = 400;

/** Which words of a comment are somebody's; undefined: it is no program's, so all are. */
export function ownWords(comment: string): readonly boolean[] | undefined {
  if (comment.length > LONGEST) return undefined;
  const given = comment.split(' ');
  const phrase = (BY_LENGTH.get(given.length) ?? []).find((each) =>
    each.every((word, at) => fits(word, given[at] ?? '')),
  );
  return phrase?.map((word) => word.includes('*'));
}

/** `\\"*\\"` is any word between these quotes. */
function fits(word: string, given: string): boolean {
  const star = word.indexOf('*');
  if (star === -1) return word === given;
  const [head, tail] = [word.slice(0, star), word.slice(star + 1)];
  return given.length > head.length + tail.length && given.startsWith(head) && given.endsWith(tail);
}
