import type { PhraseBook } from '../../phrases/phrase-book';

/** Causes the field knows, each with its exact change: one pair an entry of `known/` of the evidence. Loaded with those of findings. */
export const KNOWN_CAUSE_PHRASES = {
  'evidence.policy-labels':
    'The policy’s podSelector asks for {key}: {value}, and the Pods of the text have {key}: {near}. A selector takes the Pods that have all of its labels as they are, so it takes none of these: where it is a rule’s, what they send is dropped; where it is the policy’s own, it is about other Pods.',
  'evidence.next.policy-labels':
    'podSelector.matchLabels of the policy to {key}: {near} (or that label of the Pods to {value}). “kubectl get pods -A -l {key}={value}” shows whom it takes now, “-l {key}={near}” whom it should.',
  'evidence.announced-devices':
    'The announcement takes devices {patterns}, and the text names {devices}: from a node whose card is called so nobody answers ARP for the address. While such a node is the one that announces, the address is not reached from outside; on nodes it answers all the same.',
  'evidence.next.announced-devices':
    '“ip -br link” on each node that may announce. Cilium: spec.interfaces are expressions: “^(eth|en).*” takes all of them. MetalLB: spec.interfaces are whole names: add {first}, or one L2Advertisement for each kind of node with nodeSelectors, or none (then all devices).',
  'evidence.policy-service-port':
    'The policy names port {port}, which is the Service’s; its Pods listen on {target}. A policy is asked behind the translation: what counts is the Pods’ port, so packets through the Service are dropped.',
  'evidence.next.policy-service-port':
    'In the policy’s rule port {target} in place of {port}: “ports” of one entry with port: {target} and protocol: TCP. “kubectl get endpointslices -l kubernetes.io/service-name=NAME” shows the Pods’ port.',
  'evidence.resolver-address':
    'The Pod asks {asked} for names, and the cluster’s DNS has the address {service}: nobody there, or another one, answers.',
  'evidence.next.resolver-address':
    'clusterDNS of each kubelet (/var/lib/kubelet/config.yaml; k3s and RKE2: --cluster-dns) to {service}, restart the kubelets and make the Pods anew; or give the Service kube-dns the clusterIP {asked}.',
  'evidence.overlapping-ranges':
    '{one} of the {ones, select, pods {Pods} nodes {Nodes} other {Services}} and {other} of the {others, select, pods {Pods} services {Services} other {Nodes}} overlap: a packet to an address of both goes to one of them alone.',
  'evidence.next.overlapping-ranges':
    'Take ranges that have nothing in common with each other and with the nodes’ network, and make the cluster anew with them: kubeadm --pod-network-cidr and --service-cidr, k3s --cluster-cidr and --service-cidr, Calico’s IPPool (its default 192.168.0.0/16 meets many home networks), Cilium clusterPoolIPv4PodCIDRList.',
  'evidence.first-command':
    'No line of the text proves the cause. {kind, select, pending {First to know is whether any controller tries to give the address: no event: none does (not installed, another class, its Pod does not run); an event: it says why it cannot (no pool, no free address, a selector, rights).} webhook {First to know is whether the webhook’s Service has a ready endpoint: without one no packet is sent; with one, the way from the control plane to that Pod is in question.} policy {First to know is who drops the packet, and as whose it sees the source: that names the rule.} names {First to know is whether a Pod of CoreDNS answers when it is asked at its own address: if it does, the translation of the Service’s address is at fault; if not, the way to that Pod, or CoreDNS itself.} announced {First to know is who answers ARP for the address: nobody: it is not announced, or the network does not carry it; one: that node’s rules, policy or way; several: two owners.} between {First to know is whether the packet arrives at the other node at all: that parts the network between nodes from rules and Pods.} outside {First to know is whether the packet reaches the node at all, and whether it leaves for a Pod: before the node it is a firewall or the balancer, behind it rules, policy Local or the way to the Pod.} other {First to know is whether the Service has a ready endpoint: none: selector or readiness; some: ask one at its own address, which parts rules from the way and the application.}}',
  'evidence.next.first-command':
    '{kind, select, pending {“kubectl -n {namespace} describe svc {service}” (Events, below), and “kubectl -n {namespace} get svc {service} -o yaml | grep -E "loadBalancerClass|conditions" -A 6”.} webhook {“kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o yaml”, then on a control plane machine “curl -vk https://POD-ADDRESS:PORT/”.} policy {{dataplane, select, cilium {“kubectl -n kube-system exec ds/cilium -- hubble observe --verdict DROPPED --last 20” (or “cilium-dbg monitor --type drop” on that node) while you ask} other {“kubectl get networkpolicies -A -o yaml”, and on the node of the Pod “iptables-save -c | grep -E "DROP|REJECT"” before and after you ask: the counter that grows}}.} names {“kubectl -n kube-system get endpointslices -l kubernetes.io/service-name=kube-dns -o wide”, then in the Pod that fails “nslookup kubernetes.default.svc.cluster.local ENDPOINT-ADDRESS”.} announced {From another machine of the same network “arping -c 3 {address, select, none {ADDRESS} other {{address}}}” (IPv6: “ndisc6”).} between {On both nodes “tcpdump -eni any host POD-ADDRESS or udp port 8472 or udp port 4789” while one Pod asks the other.} outside {On the node that is asked “tcpdump -eni any port {port}” while it is asked ({port, select, PORT {the node port, then the Pod’s port} other {then the Pod’s port}}).} other {“kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide”.}}',
  'evidence.known.aws-policy-selector':
    'Likely, not proven (line {lines}): the policy controller of the AWS VPC CNI lets a clusterIP through only where the podSelector of the rule is the selector of that Service. Labels that fit the Pods and are others than the Service’s selector allow the Pods’ addresses and not the Service’s, which is what the Pod asks.',
  'evidence.known-next.aws-policy-selector':
    'Make the rule’s podSelector.matchLabels the same as spec.selector of the Service (“kubectl -n {namespace} get svc {service} -o wide”: SELECTOR), or the Service’s selector the same as the rule’s; or ask a headless Service, which gives Pods’ addresses. Decided by the policy log on the node (/var/log/aws-routed-eni/network-policy-agent.log): Dest IP is the clusterIP, Verdict DENY.',
  'evidence.known.webhook-refused':
    '{line}: the webhook’s address refused the connection at once. At a clusterIP that is mostly kube-proxy’s own refusal, for the Service has no ready endpoint (yet): its Pod is still starting, or not Ready. Else the Pod is asked and does not listen on targetPort.',
  'evidence.known-next.webhook-refused':
    '“kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}”: empty or ready false: “kubectl -n {namespace} wait --for=condition=Available deployment --all --timeout=180s”, then the command again (in scripts: wait so before objects of it are made). An endpoint is ready: targetPort of {service} against “ss -lnt” in the Pod.',
  'evidence.known.no-local-endpoint':
    '{line}: kube-proxy of the node that was asked counts no ready endpoint of its own for a Service of policy Local: it drops what comes from outside, and its health check answers 503. Where a Pod of it is on that node, it is not Ready, the Service does not select it, or kube-proxy knows the Node by another name than the API.',
  'evidence.known-next.no-local-endpoint':
    '“kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide” (on which nodes, ready?). Let every node take it: “kubectl -n {namespace} patch service {service} --type=merge -p {patch}”, or run a ready Pod on each node that announces (DaemonSet). A Pod is there: labels against the selector, “kubectl get nodes” against --hostname-override of kube-proxy.',
  'evidence.known.desktop-machine':
    'Likely, not proven (line {lines}): on macOS and Windows the nodes are containers inside a virtual machine: the host has no way to their network, so addresses that MetalLB or cloud-provider-kind give there, and NODE-ADDRESS:nodePort, are not reached from the host, whatever the rules in the cluster say.',
  'evidence.known-next.desktop-machine':
    'cloud-provider-kind: “sudo cloud-provider-kind --enable-lb-port-mapping” and ask localhost at the port that “docker ps” shows for the container kindccm-…; kind: extraPortMappings from a port of the host to the nodePort (made anew), then http://localhost:PORT; minikube: “minikube tunnel”; any: “kubectl -n {namespace} port-forward service/{service} 8080:{port}”. Decided inside a node: “docker exec NODE curl -s ADDRESS:PORT” answers.',
  'evidence.known.flannel-restore':
    'Likely, not proven (line {lines}): iptables-restore refused flannel’s rules. Version 0.24.3 writes rules of IPv6 (::/0) also where the cluster has none; it finds them missing each time and writes all of them anew, every five seconds.',
  'evidence.known-next.flannel-restore':
    '“kubectl -n kube-flannel set image ds/kube-flannel-ds kube-flannel=docker.io/flannel/flannel:vRELEASE” with a release after 0.24.3 (or 0.24.2). Decided by “kubectl -n kube-flannel logs ds/kube-flannel-ds | grep -c recreating” before and after.',
  'evidence.known.arp-no-address':
    '{line}: Cilium answers ARP for a Service by a socket on that device, which takes the device’s own IPv4 address. A device without one announces nothing.',
  'evidence.known-next.arp-no-address':
    'Give that device an IPv4 address on each node that may announce (“ip addr add ADDRESS/PREFIX dev DEVICE”; for good in netplan, NetworkManager or Talos’ machine.network.interfaces), or name in spec.interfaces of the CiliumL2AnnouncementPolicy a device that has one.',
  'evidence.known.metallb-no-device':
    '{line}: spec.interfaces of the L2Advertisement names no device that this node has. While this node is the one that announces, nobody answers ARP for the address.',
  'evidence.known-next.metallb-no-device':
    '“ip -br link” on each node that may announce. Announce on all devices: “kubectl -n metallb-system patch l2advertisement NAME --type=json -p {patch}”; or write one L2Advertisement for each kind of node, with nodeSelectors and the device that those have.',
  'evidence.known.speaker-refused':
    '{line}: Pod Security refuses MetalLB’s speaker, which needs the host’s network and NET_RAW. Without a speaker on a node nobody announces from there.',
  'evidence.known-next.speaker-refused':
    '“kubectl label namespace metallb-system pod-security.kubernetes.io/enforce=privileged pod-security.kubernetes.io/audit=privileged pod-security.kubernetes.io/warn=privileged --overwrite”, then “kubectl -n metallb-system rollout restart ds/speaker”.',
  'evidence.known.speakers-apart':
    '{line}: speakers of MetalLB do not hear each other (memberlist). Each then thinks the others are gone, and two nodes may announce one address, or it moves.',
  'evidence.known-next.speakers-apart':
    'Allow 7946 (TCP and UDP) between the nodes. “No installed keys could decrypt”: another cluster of the same network, or an old Pod, has another key: “kubectl -n metallb-system delete secret memberlist; kubectl -n metallb-system rollout restart deploy/controller ds/speaker”.',
  'evidence.known.sharing-key':
    '{line}: two Services ask for one address, and MetalLB gives it to both only where both have the same annotation metallb.io/allow-shared-ip (older: metallb.universe.tf/allow-shared-ip), different ports, and policy Cluster (or the same selector).',
  'evidence.known-next.sharing-key':
    '“kubectl annotate service {service} -n {namespace} metallb.io/allow-shared-ip=KEY --overwrite”, the same on the other Service; or give one of them another address.',
  'evidence.known.cilium-l2-local':
    'Likely, not proven (line {lines}): L2 announcements of Cilium with externalTrafficPolicy Local. Up to 1.20.1 any node may announce, one without a Pod of it too, and drops what comes. From 1.20.2 only a node with an endpoint announces; the Service that Cilium makes for a Gateway or Ingress has a placeholder as its endpoint (192.192.192.192), which is on no node, so none takes the lease.',
  'evidence.known-next.cilium-l2-local':
    '“kubectl -n {namespace} patch service {service} --type=merge -p {patch}”; where Cilium writes the Service of a Gateway: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set gatewayAPI.externalTrafficPolicy=Cluster” (ingressController.service.externalTrafficPolicy for an Ingress), or stay on 1.20.1. Decided by “kubectl -n kube-system get leases | grep cilium-l2announce”: no lease: this; a holder without a Pod: this, too.',
  'evidence.known.cilium-devices':
    'Likely, not proven (line {lines}): packets come in by a device that Cilium’s programs are not on. By default it takes those with the default route or the Node’s address; at a second device (a VLAN, a VPN) node ports, external addresses and announced ones are not translated.',
  'evidence.known-next.cilium-devices':
    'Decided by “kubectl -n kube-system exec ds/cilium -- cilium-dbg status --verbose | grep KubeProxyReplacement”: the devices stand in brackets. If the second is missing: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set devices=eth+” (a pattern or list that has both), then “kubectl -n kube-system rollout restart ds/cilium”. Its answers need a way back by the same device (a route or “ip rule” for the clients), and rp_filter 2 there.',
  'evidence.known.cilium-l2-lease':
    'Likely, not proven (line {lines}): no node holds the lease of the Service, so none answers ARP. That is so where no CiliumL2AnnouncementPolicy selects Service, node and device (expressions of the whole name), l2announcements.enabled or kubeProxyReplacement is not true, or the agent may not write leases or is held back (k8sClientRateLimit).',
  'evidence.known-next.cilium-l2-lease':
    'Decided by “kubectl -n kube-system get leases | grep cilium-l2announce”. None: apply a CiliumL2AnnouncementPolicy with spec.loadBalancerIPs: true, spec.externalIPs: true and spec.interfaces of one entry “^(eth|en).*” without selectors, and “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set l2announcements.enabled=true --set kubeProxyReplacement=true --set k8sClientRateLimit.qps=50 --set k8sClientRateLimit.burst=100”.',
  'evidence.known.metallb-unadvertised':
    'Likely, not proven (line {lines}): the text has a pool of MetalLB and no L2Advertisement or BGPAdvertisement. Without one the Service gets its address, answers on a node, and nobody announces it outside.',
  'evidence.known-next.metallb-unadvertised':
    'Decided by “kubectl get l2advertisements,bgpadvertisements -A”. None: apply\napiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata:\n  name: all\n  namespace: metallb-system',
  'evidence.known.metallb-excluded':
    'Likely, not proven (line {lines}): the only node that could announce has the label node.kubernetes.io/exclude-from-external-load-balancers, which kubeadm sets on control plane nodes. MetalLB honours it since 0.14 (early 2024): it announces nothing from there.',
  'evidence.known-next.metallb-excluded':
    'Decided by “kubectl get nodes -l node.kubernetes.io/exclude-from-external-load-balancers”. If it is listed: “kubectl label node --all node.kubernetes.io/exclude-from-external-load-balancers-”, or speaker.ignoreExcludeLB=true of the chart (flag --ignore-exclude-lb of the speaker).',
  'evidence.known.wireless':
    'Likely, not proven (line {lines}): the node is on Wi-Fi. Cards and access points pass on frames only for addresses they know of a station, so questions of ARP for a second address do not arrive, or only for some minutes.',
  'evidence.known-next.wireless':
    'On the node that announces: “ip link set wlan0 promisc on” (for good: a unit of systemd), and ask again. If that does not heal it, use the cable, or BGP to the router.',
  'evidence.known.two-balancers':
    'Likely, not proven (line {lines}): ServiceLB of k3s and another controller of load balancers both serve Services of type LoadBalancer. Each writes its own addresses, or the ports of the nodes are taken by svclb Pods.',
  'evidence.known-next.two-balancers':
    'Keep one. Without ServiceLB: “disable: [servicelb]” in /etc/rancher/k3s/config.yaml of each server (or --disable=servicelb), “systemctl restart k3s”; “kubectl -n kube-system get pods | grep svclb” must be empty then. Or leave single Services to one by spec.loadBalancerClass.',
  'evidence.known.strict-arp':
    'Likely, not proven (line {lines}): in IPVS mode each node has the address on kube-ipvs0 and, without strictARP, answers ARP for it. Neighbours learn one node or the other, whomever MetalLB or kube-vip chose.',
  'evidence.known-next.strict-arp':
    '“kubectl -n kube-system get configmap kube-proxy -o yaml | sed "s/strictARP: false/strictARP: true/" | kubectl apply -f -”, “kubectl -n kube-system rollout restart ds/kube-proxy” (k3s: --kube-proxy-arg=ipvs-strict-arp=true). Decided by “arping ADDRESS” from the same network: answers from more than one MAC.',
  'evidence.known.vip-on-no-device':
    'Likely, not proven (line {lines}): that the address stands on no device is no fault. In layer 2 mode MetalLB (and Cilium) put it nowhere: a node answers ARP for it, and rules of that node translate its ports. So “ip addr” does not show it and ping tells little. “(incomplete)” in a client’s table says that nobody answered ARP for it.',
  'evidence.known-next.vip-on-no-device':
    'Ask its port: “curl -v http://ADDRESS:{port}” from another machine of the same network, while “tcpdump -eni any arp or port {port}” runs on the node that “kubectl -n {namespace} describe svc {service}” names (announcing from node …). No such event: an L2Advertisement for the pool is missing, or the node may not announce (“kubectl label node --all node.kubernetes.io/exclude-from-external-load-balancers-”). Asked and not answered: the address has to be of the nodes’ own network; in IPVS mode strictARP: true.',
  'evidence.known.two-owners':
    'Likely, not proven (line {lines}): two machines have the virtual address. One lost the lease (a cut of the network, a restart) and kept the address on its device; neighbours then reach either.',
  'evidence.known-next.two-owners':
    'Decided by “arping -c 3 ADDRESS” from the same network (two MACs) and “ip -br addr | grep ADDRESS” on each node. On the one that does not hold the lease (“kubectl get leases -A | grep -iE "plndr|kubevip"”): “ip addr del ADDRESS/32 dev DEVICE”, and start its kube-vip Pod anew; for good a newer kube-vip.',
  'evidence.known.kube-vip-rights':
    'Likely, not proven (line {lines}): since kubeadm 1.29 admin.conf has no rights until kubeadm has bound its group, which comes after the address of kube-vip is needed. So kube-vip may not take its lease, and the address never comes up during kubeadm init.',
  'evidence.known-next.kube-vip-rights':
    'On the first control plane node, before kubeadm init: “sed -i s#/etc/kubernetes/admin.conf#/etc/kubernetes/super-admin.conf# /etc/kubernetes/manifests/kube-vip.yaml” (path of the hostPath alone); after init the same the other way round. Other nodes keep admin.conf.',
  'evidence.known.kube-vip-no-addresses':
    'Likely, not proven (line {lines}): kube-vip announces addresses and gives none out. EXTERNAL-IP stays pending until kube-vip-cloud-provider does, from a ConfigMap, or until the Service names its address itself.',
  'evidence.known-next.kube-vip-no-addresses':
    '“kubectl apply -f https://raw.githubusercontent.com/kube-vip/kube-vip-cloud-provider/main/manifest/kube-vip-cloud-controller.yaml”, “kubectl create configmap -n kube-system kubevip --from-literal range-global=FIRST-LAST”; or for one Service “kubectl -n {namespace} annotate service {service} kube-vip.io/loadbalancerIPs=ADDRESS”. kube-vip itself has to run with svc_enable=true.',
  'evidence.known.cilium-bgp-selector':
    'Likely, not proven (line {lines}): the BGP control plane of Cilium advertises a Service only where an advertisement of type Service selects its labels (no selector: none), names LoadBalancerIP among its addresses, and has the labels that the peer’s family selects.',
  'evidence.known-next.cilium-bgp-selector':
    'Decided by “cilium bgp routes advertised ipv4 unicast” and “cilium bgp peers” (established?). Nothing advertised: in CiliumBGPAdvertisement under spec.advertisements: advertisementType: Service, service.addresses of LoadBalancerIP, and a selector for all (matchExpressions: key somekey, operator NotIn, values never-used); metadata.labels (advertise: bgp) as matchLabels of spec.families.advertisements in CiliumBGPPeerConfig.',
  'evidence.known.cilium-pool':
    'Likely, not proven (line {lines}): LB-IPAM of Cilium has no pool for this Service: none is there, its serviceSelector leaves the Service out, the asked address is in none, or pools overlap and are in conflict.',
  'evidence.known-next.cilium-pool':
    'Decided by “kubectl get ciliumloadbalancerippools” (DISABLED, CONFLICTING, IPS AVAILABLE) and the condition cilium.io/IPAMRequestSatisfied of “kubectl -n {namespace} get svc {service} -o yaml”, which says why. A pool for all: apiVersion cilium.io/v2 (before 1.18 cilium.io/v2alpha1), kind CiliumLoadBalancerIPPool, spec.blocks of one entry with start and stop, no serviceSelector.',
  'evidence.known.class-unserved':
    'Likely, not proven (line {lines}): the Service has a loadBalancerClass that no controller of this cluster serves: then none acts, and EXTERNAL-IP stays empty. The field cannot be changed afterwards.',
  'evidence.known-next.class-unserved':
    '“kubectl -n {namespace} get svc {service} -o yaml | grep loadBalancerClass” against the class of the controller (its flag or value loadBalancerClass). Make the Service anew without it or with the right one: “kubectl -n {namespace} get svc {service} -o yaml > svc.yaml”, edit, “kubectl replace --force -f svc.yaml”.',
  'evidence.known.second-address-refused':
    'Likely, not proven (line {lines}): the network lets a machine have no second address. Clouds carry no ARP between machines; OpenStack drops frames of addresses that the port does not list; VMware and Hyper-V drop those of a MAC they did not give.',
  'evidence.known-next.second-address-refused':
    'OpenStack: “openstack port set --allowed-address ip-address=ADDRESS PORT” for each node’s port. VMware: forged transmits, MAC changes and promiscuous mode of the port group to Accept. Hyper-V: “Set-VMNetworkAdapter -VMName NODE -MacAddressSpoofing On”. AWS, GCP, Azure, Hetzner Cloud, DigitalOcean: layer 2 does not work there: the cloud’s own controller of load balancers, or node ports. Decided by “tcpdump -eni DEVICE arp” on the node that announces: is it asked at all?',
  'evidence.known.bgp-port-taken':
    'Likely, not proven (line {lines}): MetalLB and Calico both speak BGP from the same node, and a router takes one session from an address. Which of the two has it changes.',
  'evidence.known-next.bgp-port-taken':
    'Let Calico advertise: “calicoctl patch bgpconfiguration default” with spec.serviceLoadBalancerIPs of one entry cidr: POOL, and MetalLB’s controller alone gives addresses out (“kubectl -n metallb-system delete ds speaker”). Or no BGP of Calico (VXLAN).',
  'evidence.known.cilium-nodes-by-address':
    'Likely, not proven (line {lines}): Cilium knows machines of the cluster as entities (host, remote-node, kube-apiserver) and Pods by labels. A rule by address (ipBlock, fromCIDR, toCIDR) selects only what has no such identity, so one with the nodes’ or Pods’ range lets none of them in; and no podSelector selects what runs in the host’s network, as the API server does.',
  'evidence.known-next.cilium-nodes-by-address':
    'Beside the NetworkPolicy a CiliumNetworkPolicy of the same Pods with\n{rule}\n(toEntities in egress). Or let addresses count for nodes: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set policyCIDRMatchMode=nodes”, then “kubectl -n kube-system rollout restart ds/cilium”. Decided by “hubble observe --verdict DROPPED” (or “cilium-dbg monitor --type drop”): the source is host or remote-node.',
  'evidence.known.cilium-always':
    'Likely, not proven (line {lines}): with policyEnforcementMode=always a Pod that no ingress rule selects has no entry for its own node: since Cilium 1.20.0 the kubelet’s probes (identity host) are dropped there, and the Pod gets not Ready.',
  'evidence.known-next.cilium-always':
    'Apply, until the agent does it again by itself:\n{rule}\nOr policyEnforcementMode=default. Decided by “cilium-dbg monitor --type drop” on the node: Policy denied, identity host.',
  'evidence.known.policy-webhook':
    'Likely, not proven (line {lines}): a NetworkPolicy drops the API server’s call. It comes from a control plane machine (the host’s network, perhaps a tunnel’s address), which no podSelector or namespaceSelector selects, and is judged by the port of the Pod (targetPort), not by the Service’s.',
  'evidence.known-next.policy-webhook':
    'Let that port in from anywhere, for the Pods behind Service {service} in {namespace}: a NetworkPolicy with\n{rule}\n(with Cilium: fromEntities kube-apiserver, remote-node, host). TARGETPORT: “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}”. Decided by the same request with the policy taken away for a moment.',
  'evidence.known.cilium-gateway-source':
    'Likely, not proven (line {lines}): behind a Gateway or Ingress of Cilium the source that a policy sees is the proxy: the entity ingress (reserved:ingress), no Pod and not the client, in whatever namespace the Gateway is. A policy that allows Pods, namespaces, addresses or world alone drops it, and a NetworkPolicy has no word for it.',
  'evidence.known-next.cilium-gateway-source':
    'Beside it, a CiliumNetworkPolicy of the backend’s Pods (endpointSelector as the podSelector) with\n{rule}\nWho may come to the proxy is a rule of its own (CiliumClusterwideNetworkPolicy, endpointSelector with reserved:ingress, fromEntities world). Decided by “hubble observe --verdict DROPPED --to-pod NAMESPACE/POD”: source (ingress).',
  'evidence.known.ambient-port':
    'Likely, not proven (line {lines}): in Istio’s ambient mode what Pods say to each other travels to port 15008 (HBONE). A NetworkPolicy that names the application’s port alone drops that, and one that knows no source 169.254.7.127 drops probes.',
  'evidence.known-next.ambient-port':
    'Add to ingress (and egress) of the policy: port 15008, protocol TCP; for probes an ipBlock 169.254.7.127/32. Decided by the ztunnel’s log on that node: “kubectl -n istio-system logs ds/ztunnel | grep -i error”.',
  'evidence.known.policy-outside-source':
    'Likely, not proven (line {lines}): with externalTrafficPolicy Cluster the node that gets a packet from outside puts its own address in, so a policy by the client’s address (ipBlock) does not know it.',
  'evidence.known-next.policy-outside-source':
    'Keep the address: “kubectl -n {namespace} patch service {service} --type=merge -p {patch}” (policy Local; then only nodes with a Pod answer), or allow the nodes’ (and tunnels’) range in an ipBlock. Decided by “tcpdump -ni any port TARGETPORT” on the Pod’s node: whose source comes?',
  'evidence.known.calico-deny-all':
    'Likely, not proven (line {lines}): a GlobalNetworkPolicy that denies takes every Pod, those of DNS, the API and Calico itself among them, and host endpoints where its selector is all().',
  'evidence.known-next.calico-deny-all':
    'Leave the system out: namespaceSelector (or selector): {selector}, and before it, with a smaller order, a rule that lets egress to UDP and TCP 53 of Pods with k8s-app == "kube-dns". Decided by “calicoctl get globalnetworkpolicy -o yaml” and the counters of “iptables-save -c | grep cali-”.',
  'evidence.known.calico-host-endpoint':
    'Likely, not proven (line {lines}): a HostEndpoint of Calico denies what no policy allows. Node ports and load balancer addresses are translated before an ordinary policy is asked: then it sees the Pod’s port, and what is forwarded only with applyOnForward.',
  'evidence.known-next.calico-host-endpoint':
    'A GlobalNetworkPolicy for the host endpoint with preDNAT: true, applyOnForward: true, ingress Allow for the node port (destination.ports), and one that allows egress and the cluster’s own ranges. Decided by “iptables-save -c | grep cali-fh-” on the node: the DROP counts while you ask.',
  'evidence.known.egress-names':
    'Likely, not proven (line {lines}): a policy of egress drops the Pod’s questions of DNS: {read, select, none {it has no rule for port 53 of kube-dns, and what a policy of egress does not name is dropped.} other {the Pod asks {read}, which is an address of its node and no Pod: a podSelector never means it, and what a policy of egress does not name is dropped.}}',
  'evidence.known-next.egress-names':
    'Add to the policy (policyTypes Egress) of these Pods:\n{read, select, none {{rule}\nWith NodeLocal DNSCache an ipBlock 169.254.20.10/32 beside it.} other {{blockRule}\nwith {read} as ADDRESS.}} Decided from the Pod: “nslookup kubernetes.default” fails while “curl -k https://CLUSTER-IP” to an allowed address works.',
  'evidence.known.webhook-certificate':
    '{line}: the API server reached the webhook and does not trust its certificate: caBundle of the webhook configuration is not the one it was signed by, or the certificate has another name or is over. The way there is open.',
  'evidence.known-next.webhook-certificate':
    '“kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml | grep -A 3 caBundle” against “kubectl -n {namespace} get secrets”. With cert-manager: the annotation cert-manager.io/inject-ca-from of the configuration; start ca-injector and the webhook’s Pods anew so that both are written again.',
  'evidence.known.webhook-no-endpoint':
    '{line}: the Service that was asked through the API server has no ready endpoint: its Pods do not run, are not Ready, or have other labels than its selector. No packet was sent.',
  'evidence.known-next.webhook-no-endpoint':
    '“kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}” (empty, or ready false), “kubectl -n {namespace} get svc {service} -o wide” (its selector) and “kubectl -n {namespace} get pods --show-labels”: make them fit, or mend the Pod (“kubectl -n {namespace} describe pod”).',
  'evidence.known.webhook-unreached':
    '{line}: the API server did not get through to the webhook. Its call goes from a control plane machine to the Service’s address, by that machine’s own rules to the Pod, port targetPort. It fails where a policy drops it, a firewall between control plane and nodes has that port closed, the control plane has no way to the Pods’ network (or no kube-proxy), or the Pod does not listen.',
  'evidence.known-next.webhook-unreached':
    'Decided on a control plane machine: “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}”, then “curl -vk https://POD-ADDRESS:TARGETPORT/”. Answers there: that machine’s kube-proxy. Silence: “kubectl -n {namespace} get networkpolicies”; none: open TARGETPORT from the control plane to the nodes, or hostNetwork: true for the webhook’s Pods where the control plane has no way to Pods. Refused: the Pod.',
  'evidence.known.webhook-overlay':
    'Likely, not proven (line {lines}): a managed control plane (EKS) is no part of the Pods’ overlay network: the API server has no way to addresses of Pods that Calico, Cilium or Weave give.',
  'evidence.known-next.webhook-overlay':
    'Run the webhook in the host’s network: hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet and a port of its own (cert-manager: webhook.hostNetwork=true, webhook.securePort=10260), that port open from the control plane’s security group; or Pods with addresses of the VPC.',
  'evidence.known.webhook-cloud-firewall':
    'Likely, not proven (line {lines}): the cloud’s firewall lets the control plane to the nodes only on 443 and 10250. A webhook’s Pod listens elsewhere (8443, 9443, 10250 …), and it is that port that counts.',
  'evidence.known-next.webhook-cloud-firewall':
    'GKE, private: “gcloud compute firewall-rules create webhooks --direction INGRESS --source-ranges CONTROL-PLANE-RANGE --allow tcp:TARGETPORT --target-tags NODE-TAG --network NETWORK”. EKS: in the nodes’ security group ingress of TARGETPORT/TCP from the cluster’s security group (terraform-aws-eks: node_security_group_additional_rules). TARGETPORT: “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}”.',
  'evidence.known.api-service-unserved':
    '{line}: an aggregated API is not served: the API server does not reach the Pod behind its Service (metrics-server mostly), or that Pod is not Ready. What lists all APIs fails with it, deletion of namespaces too.',
  'evidence.known-next.api-service-unserved':
    '“kubectl get apiservices | grep False” names it, “kubectl describe apiservice NAME” says why: no endpoints: the Pod (metrics-server: --kubelet-insecure-tls where kubelets have own certificates, 10250 open to nodes); a timeout: on a control plane machine “curl -vk https://POD-ADDRESS:TARGETPORT/”: firewall, or no way to Pods (hostNetwork: true).',
  'evidence.known.scheme-mismatch':
    '{line}: one side speaks TLS and the other does not. So the packets arrive at somebody who answers: Service, rules and way are not at fault, the scheme or the port is.',
  'evidence.known-next.scheme-mismatch':
    'Ask with the other scheme: “curl -vk https://ADDRESS:PORT” and “curl -v http://ADDRESS:PORT”. In a probe: httpGet.scheme: HTTPS (or HTTP). Behind ingress-nginx: annotation nginx.ingress.kubernetes.io/backend-protocol: HTTPS; Traefik: scheme: https of the service; a Service whose port 443 leads to a plain port: targetPort of the TLS port.',
  'evidence.known.proxy-header':
    '{line}: one side expects the PROXY protocol and the other does not send it, or the other way round.',
  'evidence.known-next.proxy-header':
    'The same on both sides. ingress-nginx: use-proxy-protocol in its ConfigMap, true only if the balancer sends it (its annotation, e.g. load-balancer.hetzner.cloud/uses-proxyprotocol or service.beta.kubernetes.io/aws-load-balancer-proxy-protocol). From inside the cluster the packet does not pass that balancer and has no such header: ask by the balancer’s host name (ipMode: Proxy) or the Service’s own name.',
  'evidence.known.ingress-no-endpoint':
    '{line}: the proxy has the route and counts nobody behind it. {read, select, none {The Service that it names has no ready endpoint, is not there, or has no such port (name or number): which, the text does not tell.} other {The text names externalTrafficPolicy: Local: a proxy that is given the endpoints of its own node alone has nobody where no Pod of the Service runs, though the Service has ready endpoints and answers by itself. Else it has none, is not there, or has no such port.}}',
  'evidence.known-next.ingress-no-endpoint':
    '{read, select, none {} other {“kubectl -n {namespace} patch service {service} --type=merge -p {patch}” and ask again: it answers: it was the policy. To keep Local (the client’s address) for those who ask the Service itself, give the route a second Service of type ClusterIP with the same selector. It does not answer: }}“kubectl -n {namespace} get svc,endpointslices” (empty, ready false, other port?); “kubectl -n {namespace} get pods --show-labels” against the Service’s selector; port.name or port.number of the Ingress or backendRef against “ports” of the Service.',
  'evidence.known.privileged-port':
    '{line}: the program may not listen on a port below 1024: it runs without NET_BIND_SERVICE, as another user than root.',
  'evidence.known-next.privileged-port':
    'A port from 1024 on and targetPort to it; or securityContext.capabilities.add: NET_BIND_SERVICE. Cilium’s Envoy: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set envoy.securityContext.capabilities.keepCapNetBindService=true”, with NET_BIND_SERVICE in the list envoy.securityContext.capabilities.envoy.',
  'evidence.known.host-port-taken':
    '{line}: a port of the machine that has to be published is held by somebody else{read, select, none {} other { (port {read})}}: another container, a program of the host, a second Service with the same port.',
  'evidence.known-next.host-port-taken':
    'Who has it: “sudo ss -ltnp | grep :{read, select, none {PORT} other {{read}}}” and “docker ps --filter publish={read, select, none {PORT} other {{read}}}” (Pods: “kubectl get pods -A -o wide | grep -i hostport”, Services of ServiceLB: “kubectl get svc -A | grep LoadBalancer”). Stop it, or give the Service another port.',
  'evidence.known.node-port-range':
    '{line}: the nodePort lies outside of the API server’s range (30000-32767 by default), so the Service was not written.',
  'evidence.known-next.node-port-range':
    'Take one of the range, or leave nodePort out; or --service-node-port-range=FIRST-LAST of kube-apiserver (k3s: --kube-apiserver-arg=service-node-port-range=…).',
  'evidence.known.address-allocated':
    '{line}: the address or port asked for is another Service’s, or of no Service range, so the Service was not written.',
  'evidence.known-next.address-allocated':
    '“kubectl get svc -A -o wide | grep VALUE” names who has it. Leave clusterIP (nodePort) out, or take a free one of the range (“kubectl get servicecidrs”, --service-cluster-ip-range).',
  'evidence.known.subnets-untagged':
    '{line}: the AWS controller finds no subnet for the load balancer: none has the tag it looks for, or not enough free addresses or zones.',
  'evidence.known-next.subnets-untagged':
    '“aws ec2 create-tags --resources SUBNET-ID --tags Key=kubernetes.io/role/elb,Value=1” (internal: kubernetes.io/role/internal-elb), two zones for an ALB; or annotation service.beta.kubernetes.io/aws-load-balancer-subnets on Service {service}.',
  'evidence.known.listens-on-itself':
    'Likely, not proven (line {lines}): the program listens on 127.0.0.1 alone. In its own Pod (and by kubectl port-forward) it answers; at the Pod’s address, where the Service sends to, connections are refused.',
  'evidence.known-next.listens-on-itself':
    'Let it listen on all addresses: 0.0.0.0 (or ::) in place of 127.0.0.1 or localhost (--host, --bind, HOST, listen_address). Decided in the Pod by “ss -lnt” (or “netstat -lnt”): 127.0.0.1:PORT: this; 0.0.0.0:PORT or *:PORT: not this.',
  'evidence.known.one-long-connection':
    'Likely, not proven (line {lines}): kube-proxy draws an endpoint once for a connection, not for each request. gRPC and HTTP/2 (and pools with keep-alive) keep one connection, so all goes to the Pod that it was drawn for, and new Pods get nothing.',
  'evidence.known-next.one-long-connection':
    'Let the client draw: a headless Service (clusterIP: None) beside {service}, and for gRPC the target dns:///NAME.NAMESPACE.svc.cluster.local:PORT with loadBalancingPolicy round_robin; or a proxy that draws requests (Istio, Linkerd, Envoy); or end connections in time (MAX_CONNECTION_AGE).',
  'evidence.known.internal-policy':
    'Likely, not proven (line {lines}): with internalTrafficPolicy Local a client reaches only endpoints of its own node; where there is none, its packets are dropped, though other nodes have some.',
  'evidence.known-next.internal-policy':
    '“kubectl -n {namespace} patch service {service} --type=merge -p {patch}” (trafficDistribution: PreferSameNode only prefers), or a DaemonSet for the Pods. Decided by “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide” against the client’s node.',
  'evidence.known.source-ranges-external':
    'Likely, not proven (line {lines}): loadBalancerSourceRanges stand before the addresses in status.loadBalancer alone. kube-proxy lets everybody to externalIPs (and node ports) of the same Service; so did Cilium to externalIPs, until its pull request 44747 (2026).',
  'evidence.known-next.source-ranges-external':
    'Decided by “curl ADDRESS:PORT” from outside the ranges: the balancer’s address is silent, the external one answers. Give the Service a fixed address of the balancer (MetalLB: metallb.io/loadBalancerIPs, Cilium: lbipam.cilium.io/ips) and take externalIPs out: “kubectl -n {namespace} patch service {service} --type=json -p {patch}”; or a Cilium with that change; or a policy of the Pods, where the client’s address is kept.',
  'evidence.known.cilium-source':
    'Likely, not proven (line {lines}): with externalTrafficPolicy Cluster the node of Cilium that takes a packet in (the announcing one) sends it to an endpoint of another node with its own address as source (SNAT), so that the answer comes back through it. Only Pods on that node see the client, and a rule by address matches only there.',
  'evidence.known-next.cilium-source':
    '“kubectl -n {namespace} patch service {service} -p {patch}” keeps it (only nodes with an endpoint answer then; L2 announcements of Cilium do not look at that). Or direct return: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set loadBalancer.mode=dsr” (native routing; with a tunnel loadBalancer.dsrDispatch=geneve beside it). Decided by “kubectl -n kube-system exec ds/cilium -- cilium-dbg status --verbose” (Mode: SNAT or DSR).',
  'evidence.known.shared-port':
    'Likely, not proven (line {lines}): one port name stands in several containers of a Pod. A targetPort by name takes the first container’s that has it: one endpoint port a Pod, never one a container.',
  'evidence.known-next.shared-port':
    'Give the ports of the containers different names and the Service a port for each:\n{ports}\nor a Service for each. Decided by “kubectl -n {namespace} get endpointslices -o yaml” (ports).',
  'evidence.known.servicelb-local':
    'Likely, not proven (line {lines}): with externalTrafficPolicy Local ServiceLB of k3s lists only nodes with an endpoint as addresses of the Service (since January 2023). Its svclb Pods run on every node all the same, and asked at another node’s address they may still hand a packet on (k3s#11077).',
  'evidence.known-next.servicelb-local':
    'Decided by “kubectl -n {namespace} get svc {service} -o yaml” for status.loadBalancer.ingress against “kubectl -n kube-system get pods -o wide | grep svclb”. To run them on some nodes alone: “kubectl label node NODE svccontroller.k3s.cattle.io/enablelb=true” (one such label is enough to leave all others out); or another load balancer (--disable=servicelb).',
  'evidence.known.azure-probe':
    'Likely, not proven (line {lines}): the Azure load balancer asks the path / of an HTTP port (appProtocol http or https) for its health, and the proxy behind it answers 404 there: all nodes count as unhealthy, and nothing is let in.',
  'evidence.known-next.azure-probe':
    '“kubectl -n {namespace} annotate service {service} service.beta.kubernetes.io/azure-load-balancer-health-probe-request-path=/healthz” (ingress-nginx; the path that answers 200 for others), or service.beta.kubernetes.io/port_80_health-probe_protocol=tcp. Decided in the portal: Load balancer, Insights or Metrics: Health Probe Status.',
  'evidence.known.hetzner-balancer':
    'Likely, not proven (line {lines}): Hetzner’s controller makes no balancer without a location, and one that asks nodes at their public addresses finds them unhealthy where a firewall or a private network alone is open.',
  'evidence.known-next.hetzner-balancer':
    '“kubectl -n {namespace} annotate service {service} load-balancer.hetzner.cloud/location=LOCATION load-balancer.hetzner.cloud/use-private-ip=true” (the controller needs HCLOUD_NETWORK for that). Decided by “kubectl -n {namespace} describe svc {service}” (Events) and the log of hcloud-cloud-controller-manager.',
  'evidence.known.nlb-own-client':
    'Likely, not proven (line {lines}): an NLB that keeps the client’s address sends a target its own packet back with its own source, which is dropped. So clients on the node (or Pod) that is drawn time out, now and then or always.',
  'evidence.known-next.nlb-own-client':
    '“kubectl -n {namespace} annotate service {service} service.beta.kubernetes.io/aws-load-balancer-target-group-attributes=preserve_client_ip.enabled=false --overwrite”; or let clients inside use the Service’s name.',
  'evidence.known.host-port-plugin':
    'Likely, not proven (line {lines}): hostPort is done by the Pods’ network: the plugin portmap in the CNI’s list, or Cilium with kubeProxyReplacement. Without it the port is only reserved, and nobody listens.',
  'evidence.known-next.host-port-plugin':
    '“cat /etc/cni/net.d/*.conflist | grep -A 2 portmap” on the node: none: add the plugin with capabilities portMappings: true (Cilium: --set kubeProxyReplacement=true, or cni.chainingMode=portmap) and make the Pods anew; or hostNetwork: true.',
  'evidence.known.ping-of-service':
    'Likely, not proven (line {lines}): ping is no test of a Service. Its address stands on no device (IPVS mode aside), and rules translate its ports alone; so ping fails, or is answered by somebody else, while the Service works.',
  'evidence.known-next.ping-of-service':
    'Ask the port: “curl -v http://ADDRESS:{port}” (or “nc -vz ADDRESS {port}”) from the same place. Refused: no ready endpoint, or nobody listens: “kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}”. Silence: the way, a firewall or a policy.',
  'evidence.known.ipvs-input':
    'Likely, not proven (line {lines}): in IPVS mode a Service’s address stands on the node itself (kube-ipvs0), so a packet from outside is delivered there and passes the chain INPUT before IPVS translates it; in iptables and nftables mode it is translated before and passes FORWARD. An INPUT that ends in DROP or REJECT (a cloud’s image, ufw, a host endpoint of Calico) drops it; kube-proxy’s own chains there let it return, and do not accept it. From the node itself it works.',
  'evidence.known-next.ipvs-input':
    'Accept in INPUT what is a Service’s, before the drop: “iptables -I INPUT 1 -m set --match-set KUBE-LOAD-BALANCER dst,dst -j ACCEPT” (externalIPs: KUBE-EXTERNAL-IP; node ports: “-p tcp -m set --match-set KUBE-NODE-PORT-TCP dst”), and write it where that firewall keeps its rules; or mode: nftables (or iptables) for kube-proxy. Decided by “iptables -nvL INPUT” while you ask: the counter of the policy or of the last rule grows.',
  'evidence.known.nftables-local':
    'Likely, not proven (line {lines}): in nftables mode kube-proxy dropped also what Pods and the node itself send to an external address of a Service with policy Local, where the node has no endpoint; iptables and IPVS mode send that to an endpoint elsewhere. A fault of kube-proxy: its filter came before the translation for the node’s own packets.',
  'evidence.known-next.nftables-local':
    'kube-proxy with kubernetes#132456: 1.34, or a patch release of 1.33 from September 2025 on (#133969): “kubectl -n kube-system set image ds/kube-proxy kube-proxy=registry.k8s.io/kube-proxy:vRELEASE”. Until then ask the Service’s name (clusterIP) inside, or externalTrafficPolicy: Cluster. Decided on that node by “nft list map ip kube-proxy no-endpoint-services | grep ADDRESS”: drop.',
  'evidence.known.cilium-api-address':
    'Likely, not proven (line {lines}): without kube-proxy nobody translates the Service kubernetes until Cilium runs, and Cilium asks just that address: it has to be told the API server’s own.',
  'evidence.known-next.cilium-api-address':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set kubeProxyReplacement=true --set k8sServiceHost=API-SERVER-ADDRESS --set k8sServicePort=6443” (k3s on each server: 127.0.0.1 and 6444; Talos with KubePrism: localhost and 7445). Decided by the agent’s log: “kubectl -n kube-system logs ds/cilium | grep -i apiserver”.',
  'evidence.known.cilium-socket-mesh':
    'Likely, not proven (line {lines}): Cilium translates a Service already in the client’s system call, inside the Pod: a sidecar (Istio, Linkerd) then sees the Pod’s address and not the Service, and a virtual machine or gVisor, which makes no such call, is not translated.',
  'evidence.known-next.cilium-socket-mesh':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set socketLB.hostNamespaceOnly=true” (with Istio’s CNI plugin cni.exclusive=false, too), “kubectl -n kube-system rollout restart ds/cilium”, then the Pods anew. Decided by “cilium-dbg status --verbose | grep -A 3 Socket”: Coverage: Full.',
  'evidence.known.cilium-native':
    'Likely, not proven (line {lines}): with native routing Cilium makes no tunnel: each node needs a route to every other node’s Pods. autoDirectNodeRoutes writes them only where all nodes are in one layer 2 network; elsewhere a router (BGP, the cloud) has to have them.',
  'evidence.known-next.cilium-native':
    'Decided by “ip route get POD-OF-OTHER-NODE” on a node: by the default route: nobody has it. One network: “--set autoDirectNodeRoutes=true --set ipv4NativeRoutingCIDR=POD-RANGE”; several: BGP, the cloud’s routes, or “--set routingMode=tunnel --set tunnelProtocol=vxlan” (helm upgrade cilium cilium/cilium -n kube-system --reuse-values), then restart ds/cilium.',
  'evidence.known.calico-ebpf-api':
    'Likely, not proven (line {lines}): Calico in eBPF mode carries Services by itself, and so must not reach the API server by a Service: calico-node needs its own address, and kube-proxy has to be off (or leave its conntrack alone).',
  'evidence.known-next.calico-ebpf-api':
    'A ConfigMap kubernetes-services-endpoint in tigera-operator (by manifest: kube-system) with data KUBERNETES_SERVICE_HOST: API-SERVER-ADDRESS and KUBERNETES_SERVICE_PORT: "6443"; “kubectl -n calico-system rollout restart ds/calico-node ds/calico-typha”; kube-proxy off: “kubectl patch ds -n kube-system kube-proxy --type=merge -p {patch}”. Decided by “kubectl -n calico-system exec ds/calico-node -c calico-node -- calico-node -bpf nat dump | grep ADDRESS”.',
  'evidence.known.second-pod-network':
    'Likely, not proven (line {lines}): k3s runs flannel and its own policies unless it is told not to; a second network beside it (Calico, Cilium) gives Pods other addresses and routes than kube-proxy and the Nodes expect.',
  'evidence.known-next.second-pod-network':
    'In /etc/rancher/k3s/config.yaml of each server: flannel-backend: none, disable-network-policy: true (Cilium without kube-proxy: disable-kube-proxy: true), “systemctl restart k3s”, remove flannel.1 and cni0 (“ip link delete”), reboot; the new network with the same Pod range (10.42.0.0/16). Decided by “ls /etc/cni/net.d /var/lib/rancher/k3s/agent/etc/cni/net.d; ip -br link”.',
  'evidence.known.rules-of-two-modes':
    'Likely, not proven (line {lines}): what carried Services before left its rules: packets meet them first, and they lead to endpoints of that time.',
  'evidence.known-next.rules-of-two-modes':
    'Decided on the node by “iptables-save | grep -c KUBE-SVC; nft list tables; ipvsadm -Ln | head; ip -br link show kube-ipvs0”: more than one mode. “kube-proxy --cleanup” (in its image, with the host’s network and privileged), or a reboot; beside Cilium: “iptables-save | grep -v KUBE | iptables-restore”.',
} as const satisfies PhraseBook;
