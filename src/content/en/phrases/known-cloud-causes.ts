import type { PhraseBook } from '../../phrases/phrase-book';

/** Causes the field knows of meshes, clouds and what announces, loaded with the others. */
export const KNOWN_CLOUD_CAUSE_PHRASES = {
  'evidence.known.ambient-cilium':
    'Likely, not proven (line {lines}): in ambient mode the kubelet’s probes come to the Pod from 169.254.7.127. With bpf.masquerade (or without the host’s stack, hostLegacyRouting=false) Cilium does not bring the answer to that address back; with a policy of default deny it drops the question.',
  'evidence.known-next.ambient-cilium':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set bpf.masquerade=false --set bpf.hostLegacyRouting=true --set cni.exclusive=false --set socketLB.hostNamespaceOnly=true”, then “kubectl -n kube-system rollout restart ds/cilium”. With policies besides:\n{rule}\nDecided by “tcpdump -ni any host 169.254.7.127” on the node.',
  'evidence.known.ambient-calico':
    'Likely, not proven (line {lines}): Calico’s eBPF dataplane before 3.29 does not bring the answer of a probe back to 169.254.7.127, the source that Istio’s ambient mode gives the kubelet’s probes. So they fail as soon as a namespace is in the mesh.',
  'evidence.known-next.ambient-calico':
    'Calico 3.29 or newer (“kubectl apply --server-side -f https://raw.githubusercontent.com/projectcalico/calico/v3.29.0/manifests/tigera-operator.yaml”); until then its iptables dataplane, with kube-proxy: “kubectl patch installation default --type=merge -p {patch}”. Decided by “kubectl label namespace NAME istio.io/dataplane-mode-”: probes pass again.',
  'evidence.known.ambient-eks':
    'Likely, not proven (line {lines}): with security groups for Pods in strict mode the AWS VPC CNI sends also link-local packets through the branch interface, so the kubelet’s probes of ambient mode (169.254.7.127) get no answer.',
  'evidence.known-next.ambient-eks':
    '“kubectl -n kube-system set env ds/aws-node POD_SECURITY_GROUP_ENFORCING_MODE=standard”, and make the Pods anew; or exec probes in place of HTTP and TCP ones.',
  'evidence.known.mesh-protocol':
    'Likely, not proven (line {lines}): the sidecar guesses the protocol by the client’s first bytes, unless the Service’s port says it. Where the server speaks first (MySQL, SMTP, NATS), or a headless Service of the same port is taken for HTTP, the connection hangs or is reset.',
  'evidence.known-next.mesh-protocol':
    '“kubectl -n {namespace} patch service {service} --type=json -p {patch}” (or a port name that begins with tcp-), for every Service of that port, headless ones too. Decided by the client with the sidecar left out for that port: the annotation traffic.sidecar.istio.io/excludeOutboundPorts on its Pods.',
  'evidence.known.opaque-ports':
    '{line}: Linkerd waited 10 seconds for the client’s first bytes and none came: the server speaks first there (MySQL, SMTP), or the client opens connections ahead of use. Each such connection is late by that.',
  'evidence.known-next.opaque-ports':
    'A port inside the cluster: “kubectl -n {namespace} annotate service {service} config.linkerd.io/opaque-ports=PORT” (and the same in its Pods’ template). A server outside of it: in the client’s Pod template the annotation config.linkerd.io/skip-outbound-ports: "PORT" (the default list of opaque ports does not count there), then make its Pods anew.',
  'evidence.known.alb-node-port':
    '{line}: a target group of type instance registers nodes with their node port, and that Service has none (ClusterIP). The controller stops there, so the targets are not changed.',
  'evidence.known-next.alb-node-port':
    'Targets by Pod: “kubectl -n NAMESPACE annotate ingress NAME alb.ingress.kubernetes.io/target-type=ip --overwrite”; where the Service has the annotation as well, the same there (it counts before the Ingress). A TargetGroupBinding of type instance that stays: “kubectl -n NAMESPACE get targetgroupbindings -o wide”, delete it, and it is made anew. Or keep instance: “kubectl -n NAMESPACE patch service SERVICE --type=merge -p {patch}”.',
  'evidence.known.alb-groups':
    '{line}: the network card of the target has no security group, or more than one, with the tag of this cluster. The controller does not know into which it shall write, so the balancer’s packets are not let in.',
  'evidence.known-next.alb-groups':
    '“aws ec2 describe-security-groups --filters Name=tag-key,Values=kubernetes.io/cluster/CLUSTER”; leave the tag on one: “aws ec2 delete-tags --resources sg-OTHER --tags Key=kubernetes.io/cluster/CLUSTER”.',
  'evidence.known.hetzner-network':
    '{line}: the Service wants the nodes’ private addresses as targets (use-private-ip), and the cloud controller knows no network.',
  'evidence.known-next.hetzner-network':
    'With a network: “kubectl -n kube-system set env deploy/hcloud-cloud-controller-manager HCLOUD_NETWORK=NAME-OR-ID” (the manifest ccm-networks.yaml); without: “kubectl -n {namespace} annotate service {service} load-balancer.hetzner.cloud/use-private-ip=false --overwrite”.',
  'evidence.known.balancer-bypassed':
    'Likely, not proven (line {lines}): an address of a load balancer in the Service’s status is taken by the node’s own rules: from a Pod the packet never goes to the balancer, so nobody adds the PROXY header (or ends TLS) and the server refuses it.',
  'evidence.known-next.balancer-bypassed':
    'Let the status have a name in place of the address: “kubectl -n {namespace} annotate service {service} load-balancer.hetzner.cloud/hostname=NAME” (DigitalOcean service.beta.kubernetes.io/do-loadbalancer-hostname, OpenStack loadbalancer.openstack.org/hostname) and a DNS record for it; or ipMode: Proxy, where the provider writes it (Kubernetes 1.32, Cilium 1.17). Decided by “kubectl -n {namespace} get svc {service} -o yaml | grep -A 3 ingress:”: ip: this.',
  'evidence.known.ranges-and-pods':
    'Likely, not proven (line {lines}): loadBalancerSourceRanges count for the cluster’s own Pods, too, when they ask the balancer’s address: since 1.25 kube-proxy lets them in only where a range holds them.',
  'evidence.known-next.ranges-and-pods':
    'Add the Pods’ range (and that of nodes that ask): “kubectl -n {namespace} patch service {service} --type=json -p {patch}”; or let Pods ask the Service’s name. Decided by the same question to the clusterIP: it answers.',
  'evidence.known.google-checks':
    'Likely, not proven (line {lines}): Google’s health checks come from 130.211.0.0/22 and 35.191.0.0/16 to the Pods’ own port (NEG). Without a rule of the VPC for them the backends stay unhealthy; in a shared VPC the controller may not write it.',
  'evidence.known-next.google-checks':
    '“gcloud compute firewall-rules create allow-health-checks --network=NETWORK --source-ranges=130.211.0.0/22,35.191.0.0/16 --allow=tcp:TARGETPORT”. A path that answers other than 200 on “/”: a BackendConfig with healthCheck.requestPath. Decided by “kubectl describe ingress NAME” (backends) and the Pod’s log: is it asked at all?',
  'evidence.known.aws-resolver-limit':
    'Likely, not proven (line {lines}): the resolver of a VPC takes 1,024 packets a second from one network card and drops the rest. CoreDNS Pods on one node share a card, so under load names fail now and then.',
  'evidence.known-next.aws-resolver-limit':
    'Decided by “ethtool -S eth0 | grep linklocal_allowance_exceeded” on the nodes of CoreDNS, twice: it grows. Then: CoreDNS on more nodes (topologySpreadConstraints, more replicas), NodeLocal DNSCache on each node, fewer questions (ndots 2 in dnsConfig, names with a dot at the end).',
  'evidence.known.aws-node-groups':
    'Likely, not proven (line {lines}): node groups with security groups of their own do not let each other’s Pods in: DNS and Services work where the endpoint is on a node of the same group.',
  'evidence.known-next.aws-node-groups':
    'Let both groups in, each from the other: “aws ec2 authorize-security-group-ingress --group-id sg-ONE --protocol all --source-group sg-OTHER” and the other way round; or the cluster’s own security group on all nodes (Karpenter: securityGroupSelectorTerms). Decided by “curl POD-ADDRESS:PORT” from a node of each group.',
  'evidence.known.metallb-family':
    '{line}: the Service asks for an address of a family that it has not: MetalLB gives one for each of its ipFamilies, and all that are asked for have to fit.',
  'evidence.known-next.metallb-family':
    'One family: “kubectl -n {namespace} patch service {service} --type=merge -p {patch}”. Both: ipFamilyPolicy: RequireDualStack and both addresses in the annotation metallb.io/loadBalancerIPs (older: metallb.universe.tf/loadBalancerIPs), with a comma.',
  'evidence.known.metallb-multihop':
    'Likely, not proven (line {lines}): the router is in another network than the nodes: a session of external BGP crosses no router unless both sides are told so.',
  'evidence.known-next.metallb-multihop':
    '“kubectl -n metallb-system patch bgppeer NAME --type=merge -p {patch}”, and on the router “neighbor NODE-ADDRESS ebgp-multihop 3” (FRR besides: disable-connected-check). Decided by “kubectl -n metallb-system exec ds/speaker -c frr -- vtysh -c "show bgp summary"” and 179/tcp both ways.',
  'evidence.known.ovn-gateway':
    'Likely, not proven (line {lines}): OVN-Kubernetes in its default gateway mode takes outside packets at br-ex alone and sends answers out there. What comes by another interface (a VLAN, a second card, routes of BGP) needs the host’s own routing.',
  'evidence.known-next.ovn-gateway':
    '“oc patch network.operator cluster --type=merge -p {patch}”. Decided by “oc get network.operator cluster -o yaml | grep -A 3 gatewayConfig” and “tcpdump -ni any port PORT” on the node: it comes in by one interface and the answer leaves by br-ex.',
  'evidence.known.hardened-rke2':
    'Likely, not proven (line {lines}): with the profile cis RKE2 writes NetworkPolicies into its own namespaces that let in only what comes from the same namespace, and asks for such ones elsewhere. So the ingress controller does not reach Pods of another namespace (504).',
  'evidence.known-next.hardened-rke2':
    'For the namespace of those Pods:\n{rule}\nDecided by “kubectl get networkpolicies -A” and the same request with the policy taken away for a moment.',
  'evidence.known.kubeprism-off':
    'Likely, not proven (line {lines}): localhost:7445 is KubePrism of Talos, by which Cilium or flannel is told to reach the API server. Where it does not listen (not enabled in a machine config older than 1.6, or discovery is off) the agent never gets ready.',
  'evidence.known-next.kubeprism-off':
    '“talosctl -n NODE patch machineconfig -p {patch}” on every node, and no “disabled: true” at cluster.discovery. Until then k8sServiceHost=CONTROL-PLANE-ADDRESS, k8sServicePort=6443. Decided by “talosctl -n NODE netstat -l | grep 7445”.',
  'evidence.known.stateful-name':
    'Likely, not proven (line {lines}): POD-0.SERVICE is a name only where spec.serviceName of the StatefulSet is that headless Service, its selector takes the Pods, and the Pod is Ready (or the Service publishes what is not).',
  'evidence.known-next.stateful-name':
    'Decided by “kubectl -n {namespace} get statefulset NAME -o yaml | grep serviceName” against “kubectl -n {namespace} get svc” (CLUSTER-IP None), and “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o yaml | grep hostname”. Another name: serviceName cannot be changed: delete the StatefulSet with --cascade=orphan and apply it anew. Pods that need each other before they are Ready: “kubectl -n {namespace} patch service {service} --type=merge -p {patch}”.',
  'evidence.known.k3d-names':
    'Likely, not proven (line {lines}): k3d 5.7.0 gives the nodes a resolver that Pods do not reach; 5.7.1 mends it.',
  'evidence.known-next.k3d-names':
    'k3d 5.7.1 or newer, and make the cluster anew (“k3d cluster delete NAME; k3d cluster create NAME”).',
  'evidence.known.balancer-no-targets':
    'Likely, not proven (line {lines}): a cloud’s controller makes targets of the nodes whose machine it knows, by spec.providerID. A node whose kubelet was started without --cloud-provider=external (or with another value) has none, and is no target; the balancer itself is made all the same.',
  'evidence.known-next.balancer-no-targets':
    '“kubectl get nodes -o custom-columns=NAME:.metadata.name,ID:.spec.providerID,LABELS:.metadata.labels”. No ID: --cloud-provider=external among the kubelet’s arguments, restart it, and where the ID stays empty delete the Node so that it registers again. An ID, but the label node.kubernetes.io/exclude-from-external-load-balancers: “kubectl label node NODE node.kubernetes.io/exclude-from-external-load-balancers-”. Neither: the log of the cloud’s controller.',
  'evidence.known.cilium-forwarding-pod':
    'Likely, not proven (line {lines}): Cilium in place of kube-proxy translates a clusterIP in the system call of the Pod that asks. Packets that a Pod (a VPN, a router) only passes on were sent by no socket of it: unless Cilium also translates at the Pod’s device, nobody does, and they leave with the clusterIP.',
  'evidence.known-next.cilium-forwarding-pod':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set socketLB.hostNamespaceOnly=true”, then restart of the agents. Decided by “cilium-dbg status --verbose” (Socket LB Coverage: Full: this; Hostns-only: not) and, in that Pod, “curl” of the clusterIP: it answers, what it passes on does not.',
} as const satisfies PhraseBook;
