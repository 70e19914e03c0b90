import type * as EN from '../../en/phrases/known-general-causes';
import type { Translated } from '../../translated';

/** Causes in how the parts of a Service fit each other, loaded with the others. */
export const KNOWN_GENERAL_CAUSE_PHRASES = {
  'evidence.known.one-flow':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Service는 패킷이나 요청마다가 아니라 연결마다 엔드포인트를 고릅니다. 같은 주소와 포트에서 같은 Service로 오는 것은 UDP도 conntrack의 한 항목이고, 조용해지지 않는 동안(UDP는 nf_conntrack_udp_timeout_stream, 120초) 첫 패킷이 간 곳으로 갑니다. 그래서 소켓 하나나 이어 쓰는 연결은 sessionAffinity와 상관없이 한 Pod에 머뭅니다.',
  'evidence.known-next.one-flow':
    '가르는 명령: 클라이언트의 노드에서 conntrack -L -d CLUSTER-IP. 항목 하나, 같은 포트, 같은 Pod. 새 소켓(다른 출발지 포트)은 새로 고릅니다. 클라이언트가 소켓을 여럿 열거나 얼마 동안만 쓰게 하십시오. 또는 헤드리스 Service(clusterIP: None)를 물어 클라이언트가 주소를 고르게 하거나, 요청을 아는 프록시를 Pod 앞에 두십시오.',
  'evidence.known.link-below-gone':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 다른 장치에 묶인 VXLAN 장치는 그 장치가 사라질 때 커널이 함께 없앱니다. VPN은 다시 시작하면 자기 장치를 없애고 새로 만드는데, Pod 네트워크는 시작할 때 한 번만 보므로 자기 장치도 경로도 다시 만들지 않습니다.',
  'evidence.known-next.link-below-gone':
    '가르는 명령: ip -d link show type vxlan(dev NAME이 아래의 장치. 줄이 없으면 사라진 것)과 ip route | grep -c flannel을 VPN이 다시 시작하기 전과 뒤에. 에이전트가 함께 시작하게 하십시오. systemctl edit k3s(k3s-agent, 또는 그 에이전트의 유닛): [Unit] After=tailscaled.service PartOf=tailscaled.service(VPN의 유닛). 당장은 그 에이전트를 다시 시작. 또는 터널을 사라지지 않는 장치에 묶거나 k3s가 VPN을 직접 돌리게 하십시오(--vpn-auth).',
  'evidence.known.nlb-by-other-controller':
    '가능성이 큼(줄 {lines}, 증명되지 않음): aws-load-balancer-type: nlb는 Kubernetes의 클라우드 컨트롤러(in-tree, cloud-provider-aws)가 그 Service를 맡게 하는 말입니다. 이 컨트롤러는 노드와 nodePort로 NLB를 만들고 aws-load-balancer-nlb-target-type을 읽지 않습니다. 그것은 AWS Load Balancer Controller의 애너테이션이고, 이쪽은 external(또는 자기 loadBalancerClass)인 Service를 맡습니다.',
  'evidence.known-next.nlb-by-other-controller':
    '컨트롤러를 바꾸면 옛 로드 밸런서가 남으므로 Service를 다시 만드십시오. YAML에서 aws-load-balancer-type: external(또는 spec.loadBalancerClass: service.k8s.aws/nlb), 그다음 kubectl -n {namespace} delete service {service} 후 적용. 가르는 명령: kubectl -n {namespace} describe service {service}의 Events가 어느 컨트롤러의 것인지, 대상 그룹의 대상이 인스턴스인지 Pod의 주소인지.',
  'evidence.known.unready-names':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 헤드리스 Service에는 준비된 Pod의 이름과 주소만 있습니다. 준비되기 전에 서로를 찾아야 하는 멤버는 준비된 뒤에야 생기는 이름을 기다립니다.',
  'evidence.known-next.unready-names':
    '헤드리스 Service(StatefulSet의 spec.serviceName. 차트나 오퍼레이터라면 그 템플릿)에 kubectl -n {namespace} patch service {service} --type=merge -p {patch}. 클라이언트의 Service는 그대로 둡니다. 가르는 명령: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o yaml | grep -A3 conditions(ready: false)와 앞뒤로 nslookup POD.{service}.{namespace}.svc.cluster.local. 너무 일찍 물은 이름은 CoreDNS와 클라이언트가 간직하는 동안(5~30초) 없는 이름으로 남습니다.',
  'evidence.known.gateway-untaken':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 컨트롤러가 이 Gateway를 맡지 않았거나 전과 다르게 맡습니다. Unknown은 컨트롤러가 쓰기 전에 API 서버가 넣어 두는 값입니다. 릴리스가 바라는 버전의 정의(CRD)가 모두 있지 않으면 컨트롤러는 Gateway를 시작하지도 않고 Service도 만들지 않습니다. 호스트 네트워크를 쓰면 일부러 ClusterIP를 만듭니다.',
  'evidence.known-next.gateway-untaken':
    "차례로: kubectl get gatewayclass(ACCEPTED가 True인지). kubectl get crd -o yaml | grep -E 'bundle-version|  name: .*gateway.networking'를 이 릴리스의 문서가 바라는 버전과 맞춰 봄(빠진 종류도 따짐). 컨트롤러의 로그(Cilium: kubectl -n kube-system logs deploy/cilium-operator | grep -i gateway에 Required GatewayAPI resources are not found). 그다음 컨트롤러를 다시 시작(한 번만 보므로). Service가 ClusterIP라면 값의 gatewayAPI.hostNetwork.enabled와 CiliumGatewayClassConfig의 service.type.",
  'evidence.known.wide-node-port-range':
    '가능성이 큼(줄 {lines}, 증명되지 않음): nodePort의 범위에 노드가 스스로 쓰는 포트가 들어 있습니다. 노드 사이의 터널(8472, 4789), API 서버(6443), etcd(2379, 2380), kubelet(10250), DNS입니다. nodePort를 적지 않은 Service는 그 범위의 아무 포트나 받고, 그 규칙은 각 노드의 그 포트로 오는 것을 거기서 듣는 프로그램보다 먼저 가져갑니다.',
  'evidence.known-next.wide-node-port-range':
    '가르는 명령: kubectl get svc -A -o yaml | grep nodePort | sort -k2 -n. 30000보다 작고 노드가 쓰는 포트(노드에서 ss -lntu)가 있으면 이것입니다. 그 Service에 다른 포트(spec.ports[].nodePort)를 주고 범위는 겹치지 않게 하십시오: --service-node-port-range=30000-32767. 그런 포트가 없으면 노드 사이의 길을 보십시오: 두 노드에서 tcpdump -ni any udp port 8472 or udp port 4789.',
  'evidence.known.ports-of-template':
    '{line}: 이것은 차트의 템플릿이라 렌더링하기 전에는 어떤 포트가 만들어지는지 알 수 없습니다. 각각은 이래야 합니다. Ingress나 Gateway는 컨테이너의 포트가 아니라 Service의 포트(port나 그 이름)를 적습니다. targetPort는 컨테이너의 포트로, 번호이거나 같은 Pod의 containerPort 이름입니다. containerPort는 아무것도 열지 않고 이름만 줍니다. 값 하나를 이 중 두 곳에 쓰면 둘이 같아야 하는 동안만 맞습니다.',
  'evidence.known-next.ports-of-template':
    'helm template RELEASE CHART -f VALUES(한 파일은 --show-only templates/service.yaml)가 낸 Service, Ingress, Deployment를 그대로 넣으면 패킷을 따라갑니다. 클러스터에서는 kubectl get endpointslices -l kubernetes.io/service-name={service} -o wide(Pod가 질문받는 포트)를 Pod의 ss -lnt와 맞춰 보십시오.',
  'evidence.known.other-target-port':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Service가 컨테이너가 듣는 포트가 아닌 다른 포트로 보냅니다. 둘을 견주는 것은 아무도 없으므로 그런 엔드포인트도 준비된 것으로 있습니다. Pod는 연결을 거부하고, 앞의 프록시는 502나 503으로 답합니다.',
  'evidence.known-next.other-target-port':
    'kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide(PORTS)를 kubectl -n {namespace} exec POD -- ss -lnt나 Pod의 로그와 맞춰 보십시오. 다르면: kubectl -n {namespace} patch service {service} --type=json -p {patch}(차트라면 그 값). 같으면 Pod를 그 주소로, 다음에 Service를 물으십시오.',
} satisfies Translated<typeof EN.KNOWN_GENERAL_CAUSE_PHRASES>;
