import type { PhraseBook } from '../../phrases/phrase-book';

/** Causes in how the parts of a Service fit each other, loaded with the others. */
export const KNOWN_GENERAL_CAUSE_PHRASES = {
  'evidence.known.one-flow':
    'Likely, not proven (line {lines}): a Service chooses an endpoint for a connection, not for a packet or request. What comes from the same address and port to the same Service is one entry of conntrack, UDP too, and goes where its first packet went, for as long as it does not fall silent (UDP: nf_conntrack_udp_timeout_stream, 120 s). So one socket or kept connection stays with one Pod, whatever sessionAffinity says.',
  'evidence.known-next.one-flow':
    'Decided by “conntrack -L -d CLUSTER-IP” on the client’s node: one entry, the same ports, the same Pod. A new socket (another source port) is chosen for anew: let the client open several, or one for a while only; or ask a headless Service (clusterIP: None) and choose among its addresses in the client, or put a proxy that knows the requests before the Pods.',
  'evidence.known.link-below-gone':
    'Likely, not proven (line {lines}): a VXLAN device that is bound to another one is taken away by the kernel together with it. A VPN that starts anew takes its device away and makes another, and the network of the Pods, which looked at it once when it started, makes neither its own device nor its routes again.',
  'evidence.known-next.link-below-gone':
    'Decided by “ip -d link show type vxlan” (dev NAME: the device below; no line: it is gone) and “ip route | grep -c flannel” before and after the VPN starts anew. Let the agent start with it: “systemctl edit k3s” (k3s-agent, or the unit of the agent): [Unit] After=tailscaled.service PartOf=tailscaled.service (the VPN’s own unit); at once: restart that agent. Or bind the tunnel to a device that stays, or let k3s run the VPN itself (--vpn-auth).',
  'evidence.known.nlb-by-other-controller':
    'Likely, not proven (line {lines}): “aws-load-balancer-type: nlb” is the word by which the cloud controller of Kubernetes (in-tree, cloud-provider-aws) takes the Service. It makes an NLB of nodes and node ports and does not read “aws-load-balancer-nlb-target-type”; that is an annotation of the AWS Load Balancer Controller, which takes Services of type “external” (or of its loadBalancerClass).',
  'evidence.known-next.nlb-by-other-controller':
    'Make the Service anew with the other word, for a change of the controller leaves the old balancer behind: in its YAML aws-load-balancer-type: external (or spec.loadBalancerClass: service.k8s.aws/nlb), then “kubectl -n {namespace} delete service {service}” and apply it. Decided by “kubectl -n {namespace} describe service {service}”: which controller the Events are from, and by the target group’s targets: instances or addresses of Pods.',
  'evidence.known.unready-names':
    'Likely, not proven (line {lines}): a headless Service has names and addresses of ready Pods alone. Members that have to find each other before they are ready wait for names that come only when they are.',
  'evidence.known-next.unready-names':
    '“kubectl -n {namespace} patch service {service} --type=merge -p {patch}” for the headless Service (spec.serviceName of the StatefulSet; in a chart or operator: its template); that of clients stays as it is. Decided by “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o yaml | grep -A3 conditions” (ready: false) and “nslookup POD.{service}.{namespace}.svc.cluster.local” before and after. A name that was asked too early stays unknown for the time that CoreDNS and the client keep it (5 to 30 s).',
  'evidence.known.gateway-untaken':
    'Likely, not proven (line {lines}): the controller has not taken this Gateway, or takes it otherwise than before. “Unknown” is what the API server itself puts there until a controller writes; a controller that does not find each definition (CRD) in the version its release wants does not even start on Gateways, and then makes no Service. With host network it makes a ClusterIP on purpose.',
  'evidence.known-next.gateway-untaken':
    "In order: “kubectl get gatewayclass” (ACCEPTED True?); “kubectl get crd -o yaml | grep -E 'bundle-version|  name: .*gateway.networking'” against the versions that this release’s documentation asks for (a missing kind counts); the controller’s log (Cilium: “kubectl -n kube-system logs deploy/cilium-operator | grep -i gateway”: “Required GatewayAPI resources are not found”); then start it anew, for it looks once. Is the Service a ClusterIP: gatewayAPI.hostNetwork.enabled in the values, and service.type of a CiliumGatewayClassConfig.",
  'evidence.known.wide-node-port-range':
    'Likely, not proven (line {lines}): the range of node ports holds ports that the nodes use themselves: the tunnel between them (8472, 4789), the API server (6443), etcd (2379, 2380), kubelet (10250), DNS. A Service without a nodePort of its own gets any of the range, and its rule then takes what comes to that port of each node, before the program that listens there.',
  'evidence.known-next.wide-node-port-range':
    'Decided by “kubectl get svc -A -o yaml | grep nodePort | sort -k2 -n”: a port below 30000 that a node uses (“ss -lntu” there) is it: give that Service another (spec.ports[].nodePort), and the range an end that meets none: --service-node-port-range=30000-32767. If no such port is given, look at the way between the nodes: “tcpdump -ni any udp port 8472 or udp port 4789” on both.',
  'evidence.known.ports-of-template':
    '{line}: this is the template of a chart, and which ports it makes is not told before it is rendered. By which each has to be: an Ingress or Gateway names a port of the Service (its port or name), never the container’s; targetPort is the container’s port, by number or by the name of a containerPort of the same Pod; containerPort opens nothing and only gives a name. A value that stands in two of these places holds only while both are to be the same.',
  'evidence.known-next.ports-of-template':
    '“helm template RELEASE CHART -f VALUES” (“--show-only templates/service.yaml” for one file): paste Service, Ingress and Deployment as they come out, and the packet is walked. In the cluster: “kubectl get endpointslices -l kubernetes.io/service-name={service} -o wide” (the port the Pods are asked at) against “ss -lnt” in the Pod.',
  'evidence.known.other-target-port':
    'Likely, not proven (line {lines}): the Service leads to another port than the one the container listens on. Such an endpoint is ready all the same, for nobody compares the two: the Pod refuses the connection, and a proxy before it answers 502 or 503.',
  'evidence.known-next.other-target-port':
    '“kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide” (PORTS) against “kubectl -n {namespace} exec POD -- ss -lnt”, or the Pod’s log. They differ: “kubectl -n {namespace} patch service {service} --type=json -p {patch}” (of a chart: its value). They are the same: ask the Pod at its address, then the Service.',
} as const satisfies PhraseBook;
