import type * as EN from '../../en/phrases/known-cloud-causes';
import type { Translated } from '../../translated';

/** Causes the field knows of meshes, clouds and what announces, loaded with the others. */
export const KNOWN_CLOUD_CAUSE_PHRASES = {
  'evidence.known.ambient-cilium':
    '가능성이 큼(줄 {lines}, 증명되지 않음): ambient 모드에서 kubelet의 프로브는 169.254.7.127에서 Pod로 옵니다. bpf.masquerade 값이 true이면(또는 호스트의 스택 없이 hostLegacyRouting=false이면) Cilium은 그 주소로의 응답을 돌려주지 못하고, 기본 거부 정책이 있으면 물음을 폐기합니다.',
  'evidence.known-next.ambient-cilium':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set bpf.masquerade=false --set bpf.hostLegacyRouting=true --set cni.exclusive=false --set socketLB.hostNamespaceOnly=true, 그다음 kubectl -n kube-system rollout restart ds/cilium. 정책이 있으면 그 밖에\n{rule}\n가르는 명령: 노드에서 tcpdump -ni any host 169.254.7.127.',
  'evidence.known.ambient-calico':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 3.29 전의 Calico eBPF 데이터플레인은 Istio ambient 모드가 kubelet의 프로브에 주는 출발지 169.254.7.127로 응답을 돌려주지 못합니다. 그래서 네임스페이스가 메시에 들어가자마자 프로브가 실패합니다.',
  'evidence.known-next.ambient-calico':
    'Calico 3.29 이상(kubectl apply --server-side -f https://raw.githubusercontent.com/projectcalico/calico/v3.29.0/manifests/tigera-operator.yaml). 그때까지는 kube-proxy와 iptables 데이터플레인: kubectl patch installation default --type=merge -p {patch}. 가르는 명령: kubectl label namespace NAME istio.io/dataplane-mode-를 하면 프로브가 다시 통과.',
  'evidence.known.ambient-eks':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Pod의 보안 그룹이 strict 모드이면 AWS VPC CNI는 링크 로컬 패킷도 브랜치 인터페이스로 보내므로 ambient 모드의 kubelet 프로브(169.254.7.127)가 응답을 받지 못합니다.',
  'evidence.known-next.ambient-eks':
    'kubectl -n kube-system set env ds/aws-node POD_SECURITY_GROUP_ENFORCING_MODE=standard, 그다음 Pod를 새로. 또는 HTTP, TCP 대신 exec 프로브.',
  'evidence.known.mesh-protocol':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Service의 포트에 적혀 있지 않으면 사이드카는 클라이언트의 첫 바이트로 프로토콜을 짐작합니다. 서버가 먼저 말하는 프로토콜(MySQL, SMTP, NATS)이거나 같은 포트의 headless Service를 HTTP로 여기면 연결이 멈추거나 끊깁니다.',
  'evidence.known-next.mesh-protocol':
    '그 포트의 모든 Service에, headless에도: kubectl -n {namespace} patch service {service} --type=json -p {patch}(또는 tcp-로 시작하는 포트 이름). 가르는 것: 그 포트에서 사이드카를 뺀 클라이언트(Pod의 애너테이션 traffic.sidecar.istio.io/excludeOutboundPorts).',
  'evidence.known.opaque-ports':
    '{line}: Linkerd가 클라이언트의 첫 바이트를 10초 기다렸지만 오지 않았습니다. 서버가 먼저 말하거나(MySQL, SMTP) 클라이언트가 연결을 미리 열어 둡니다. 그런 연결은 그만큼 늦습니다.',
  'evidence.known-next.opaque-ports':
    '클러스터 안의 포트: kubectl -n {namespace} annotate service {service} config.linkerd.io/opaque-ports=PORT(Pod 템플릿에도). 밖의 서버: 클라이언트의 Pod 템플릿에 애너테이션 config.linkerd.io/skip-outbound-ports: "PORT"(opaque 포트의 기본 목록은 거기서는 쓰이지 않음), 그다음 Pod를 새로.',
  'evidence.known.alb-node-port':
    '{line}: instance 타입의 대상 그룹은 노드를 노드 포트로 등록하는데 그 Service(ClusterIP)에는 노드 포트가 없습니다. 컨트롤러가 거기서 멈춰 대상이 바뀌지 않습니다.',
  'evidence.known-next.alb-node-port':
    'Pod를 대상으로: kubectl -n NAMESPACE annotate ingress NAME alb.ingress.kubernetes.io/target-type=ip --overwrite. Service에도 그 애너테이션이 있으면 거기도 같게(Ingress보다 먼저 셈). instance 타입의 TargetGroupBinding이 남으면 kubectl -n NAMESPACE get targetgroupbindings -o wide로 찾아 지우면 새로 만들어집니다. instance를 그대로 두려면 kubectl -n NAMESPACE patch service SERVICE --type=merge -p {patch}.',
  'evidence.known.alb-groups':
    '{line}: 대상의 네트워크 카드에 이 클러스터의 태그가 있는 보안 그룹이 없거나 둘 이상입니다. 컨트롤러는 어디에 적을지 몰라 로드 밸런서의 패킷이 들어오지 못합니다.',
  'evidence.known-next.alb-groups':
    'aws ec2 describe-security-groups --filters Name=tag-key,Values=kubernetes.io/cluster/CLUSTER. 태그는 하나에만 두십시오: aws ec2 delete-tags --resources sg-OTHER --tags Key=kubernetes.io/cluster/CLUSTER.',
  'evidence.known.hetzner-network':
    '{line}: Service는 노드의 사설 주소를 대상으로 원하는데(use-private-ip) 클라우드 컨트롤러는 네트워크를 모릅니다.',
  'evidence.known-next.hetzner-network':
    '네트워크가 있으면 kubectl -n kube-system set env deploy/hcloud-cloud-controller-manager HCLOUD_NETWORK=NAME-OR-ID(매니페스트 ccm-networks.yaml), 없으면 kubectl -n {namespace} annotate service {service} load-balancer.hetzner.cloud/use-private-ip=false --overwrite.',
  'evidence.known.balancer-bypassed':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Service의 status에 있는 로드 밸런서의 주소는 노드 자신의 규칙이 받습니다. Pod에서 보낸 패킷은 로드 밸런서로 가지 않으므로 아무도 PROXY 헤더를 붙이지 않고(TLS도 끝내지 않고) 서버가 거부합니다.',
  'evidence.known-next.balancer-bypassed':
    'status에 주소 대신 이름이 있게: kubectl -n {namespace} annotate service {service} load-balancer.hetzner.cloud/hostname=NAME(DigitalOcean service.beta.kubernetes.io/do-loadbalancer-hostname, OpenStack loadbalancer.openstack.org/hostname)과 그 DNS 레코드. 또는 공급자가 적는 ipMode: Proxy(Kubernetes 1.32, Cilium 1.17). 가르는 명령: kubectl -n {namespace} get svc {service} -o yaml | grep -A 3 ingress: 에 ip가 있으면 이것.',
  'evidence.known.ranges-and-pods':
    '가능성이 큼(줄 {lines}, 증명되지 않음): loadBalancerSourceRanges는 클러스터 자신의 Pod가 로드 밸런서의 주소를 물을 때도 쓰입니다. 1.25부터 kube-proxy는 범위에 들어 있을 때만 들입니다.',
  'evidence.known-next.ranges-and-pods':
    'Pod의 범위(와 묻는 노드의 범위)를 더하십시오: kubectl -n {namespace} patch service {service} --type=json -p {patch}. 또는 Pod가 Service의 이름으로 묻게. 가르는 것: clusterIP로 같은 물음은 답을 받음.',
  'evidence.known.google-checks':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Google의 상태 확인은 130.211.0.0/22와 35.191.0.0/16에서 Pod 자신의 포트로 옵니다(NEG). VPC에 그 규칙이 없으면 백엔드가 unhealthy로 남습니다. 공유 VPC에서는 컨트롤러가 그것을 쓰지 못할 수 있습니다.',
  'evidence.known-next.google-checks':
    'gcloud compute firewall-rules create allow-health-checks --network=NETWORK --source-ranges=130.211.0.0/22,35.191.0.0/16 --allow=tcp:TARGETPORT. "/"에 200이 아닌 답을 하면 healthCheck.requestPath가 있는 BackendConfig. 가르는 것: kubectl describe ingress NAME(backends)과 Pod의 로그: 물음이 오기는 하는지.',
  'evidence.known.aws-resolver-limit':
    '가능성이 큼(줄 {lines}, 증명되지 않음): VPC의 리졸버는 네트워크 카드 하나에서 초당 1,024패킷을 받고 나머지는 폐기합니다. 한 노드의 CoreDNS Pod는 카드를 나눠 쓰므로 부하가 크면 이름 풀이가 가끔 실패합니다.',
  'evidence.known-next.aws-resolver-limit':
    '가르는 명령: CoreDNS가 있는 노드에서 ethtool -S eth0 | grep linklocal_allowance_exceeded를 두 번: 늘어남. 그러면 CoreDNS를 더 많은 노드에(topologySpreadConstraints, 더 많은 레플리카), 노드마다 NodeLocal DNSCache, 물음을 적게(dnsConfig의 ndots 2, 끝에 점이 있는 이름).',
  'evidence.known.aws-node-groups':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 각자의 보안 그룹을 가진 노드 그룹은 서로의 Pod를 들이지 않습니다. DNS와 Service는 엔드포인트가 같은 그룹의 노드에 있을 때만 됩니다.',
  'evidence.known-next.aws-node-groups':
    '두 그룹이 서로 들이게: aws ec2 authorize-security-group-ingress --group-id sg-ONE --protocol all --source-group sg-OTHER와 그 반대. 또는 모든 노드에 클러스터의 보안 그룹(Karpenter: securityGroupSelectorTerms). 가르는 명령: 그룹마다 한 노드에서 curl POD-ADDRESS:PORT.',
  'evidence.known.metallb-family':
    '{line}: Service가 갖지 않은 패밀리의 주소를 청합니다. MetalLB는 ipFamilies마다 하나를 주고 청한 것이 다 맞아야 합니다.',
  'evidence.known-next.metallb-family':
    '한 패밀리이면 kubectl -n {namespace} patch service {service} --type=merge -p {patch}. 둘이면 ipFamilyPolicy: RequireDualStack과 애너테이션 metallb.io/loadBalancerIPs(옛것은 metallb.universe.tf/loadBalancerIPs)에 두 주소를 쉼표로.',
  'evidence.known.metallb-multihop':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 라우터가 노드와 다른 네트워크에 있습니다. 외부 BGP 세션은 두 쪽에 그렇게 적혀 있지 않으면 라우터를 건너지 않습니다.',
  'evidence.known-next.metallb-multihop':
    'kubectl -n metallb-system patch bgppeer NAME --type=merge -p {patch}, 라우터에는 neighbor NODE-ADDRESS ebgp-multihop 3(FRR이면 disable-connected-check도). 가르는 명령: kubectl -n metallb-system exec ds/speaker -c frr -- vtysh -c "show bgp summary"와 두 방향의 179/tcp.',
  'evidence.known.ovn-gateway':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 기본 게이트웨이 모드의 OVN-Kubernetes는 밖의 패킷을 br-ex에서만 받고 응답도 거기로 내보냅니다. 다른 인터페이스로 오는 것(VLAN, 둘째 카드, BGP의 경로)은 호스트 자신의 라우팅이 있어야 합니다.',
  'evidence.known-next.ovn-gateway':
    'oc patch network.operator cluster --type=merge -p {patch}. 가르는 명령: oc get network.operator cluster -o yaml | grep -A 3 gatewayConfig와 노드에서 tcpdump -ni any port PORT: 한 인터페이스로 들어오고 응답은 br-ex로 나감.',
  'evidence.known.hardened-rke2':
    '가능성이 큼(줄 {lines}, 증명되지 않음): profile cis이면 RKE2는 자기 네임스페이스에 같은 네임스페이스에서 온 것만 들이는 NetworkPolicy를 쓰고 다른 곳에도 그런 것을 두게 합니다. 그래서 인그레스 컨트롤러가 다른 네임스페이스의 Pod에 닿지 못합니다(504).',
  'evidence.known-next.hardened-rke2':
    '그 Pod의 네임스페이스에\n{rule}\n가르는 것: kubectl get networkpolicies -A와 정책을 잠시 뺀 같은 요청.',
  'evidence.known.kubeprism-off':
    '가능성이 큼(줄 {lines}, 증명되지 않음): localhost:7445는 Talos의 KubePrism이고 Cilium이나 flannel은 그것으로 API 서버에 닿게 되어 있습니다. 그것이 듣지 않으면(1.6보다 오래된 머신 설정에서 켜지지 않았거나 discovery가 꺼짐) 에이전트는 Ready가 되지 않습니다.',
  'evidence.known-next.kubeprism-off':
    '노드마다 talosctl -n NODE patch machineconfig -p {patch}, 그리고 cluster.discovery에 "disabled: true"가 없게. 그때까지는 k8sServiceHost=CONTROL-PLANE-ADDRESS, k8sServicePort=6443. 가르는 명령: talosctl -n NODE netstat -l | grep 7445.',
  'evidence.known.stateful-name':
    '가능성이 큼(줄 {lines}, 증명되지 않음): POD-0.SERVICE는 StatefulSet의 spec.serviceName이 그 headless Service이고, 그 셀렉터가 Pod를 고르고, Pod가 Ready일 때만(또는 Service가 준비되지 않은 것도 알릴 때) 있는 이름입니다.',
  'evidence.known-next.stateful-name':
    '가르는 명령: kubectl -n {namespace} get statefulset NAME -o yaml | grep serviceName과 kubectl -n {namespace} get svc(CLUSTER-IP None)를 견주고, kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o yaml | grep hostname. 이름이 다르면 serviceName은 바꿀 수 없으니 StatefulSet을 --cascade=orphan으로 지우고 다시 적용. Ready 전에 서로를 찾아야 하는 Pod이면 kubectl -n {namespace} patch service {service} --type=merge -p {patch}.',
  'evidence.known.k3d-names':
    '가능성이 큼(줄 {lines}, 증명되지 않음): k3d 5.7.0은 Pod가 닿지 못하는 리졸버를 노드에 줍니다. 5.7.1이 고칩니다.',
  'evidence.known-next.k3d-names':
    'k3d 5.7.1 이상으로 클러스터를 새로 만드십시오(k3d cluster delete NAME; k3d cluster create NAME).',
  'evidence.known.balancer-no-targets':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 클라우드의 컨트롤러는 spec.providerID로 어느 서버인지 아는 노드만 대상으로 만듭니다. kubelet이 --cloud-provider=external 없이(또는 다른 값으로) 시작된 노드에는 그것이 없어서 대상이 되지 않습니다. 로드 밸런서 자체는 그래도 만들어집니다.',
  'evidence.known-next.balancer-no-targets':
    'kubectl get nodes -o custom-columns=NAME:.metadata.name,ID:.spec.providerID,LABELS:.metadata.labels. ID가 없으면 kubelet의 인수에 --cloud-provider=external을 넣고 다시 시작하고, 그래도 비어 있으면 Node를 지워 다시 등록되게 하십시오. ID가 있는데 node.kubernetes.io/exclude-from-external-load-balancers 레이블이 있으면 kubectl label node NODE node.kubernetes.io/exclude-from-external-load-balancers-. 둘 다 아니면 클라우드 컨트롤러의 로그.',
  'evidence.known.cilium-forwarding-pod':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kube-proxy를 대신하는 Cilium은 묻는 Pod의 시스템 호출에서 clusterIP를 바꿉니다. Pod(VPN, 라우터)가 전달만 하는 패킷은 그 Pod의 소켓이 보낸 것이 아니므로, Cilium이 Pod의 장치에서도 바꾸지 않으면 아무도 바꾸지 않고 clusterIP 그대로 나갑니다.',
  'evidence.known-next.cilium-forwarding-pod':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set socketLB.hostNamespaceOnly=true, 그다음 에이전트를 다시 시작하십시오. 가르는 명령: cilium-dbg status --verbose(Socket LB Coverage가 Full이면 이것, Hostns-only이면 아님), 그리고 그 Pod에서 clusterIP로 curl: 대답이 오는데 전달한 것에는 오지 않습니다.',
} satisfies Translated<typeof EN.KNOWN_CLOUD_CAUSE_PHRASES>;
