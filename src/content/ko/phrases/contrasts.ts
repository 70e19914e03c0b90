import type * as EN from '../../en/phrases/contrasts';
import type { Translated } from '../../translated';

/** Sentences on what the contrast between what works and what fails leaves, loaded with those of findings. */
export const CONTRAST_PHRASES = {
  'evidence.contrast.own-policy':
    'Pod가 자기 Service에 물어 실패하고({fails}번째 줄), NetworkPolicy가 함께 있습니다.{ip, select, no {} other { 주소로도 실패하니({ip}번째 줄) DNS 탓이 아닙니다.}}{works, select, none {} other { Pod 자신의 주소로는 됩니다({works}번째 줄). 그 패킷은 Pod를 나가지 않습니다.}} 원인은 텍스트로 증명되지 않습니다. 남는 것: 자신에게 가는 패킷은 온 길로 돌아오도록 출발지가 게이트웨이나 노드의 주소로 바뀌는데, Pod와 네임스페이스를 허용하는 ingress 정책은 그 주소를 허용하지 않습니다. 또는 정책과 상관없이 패킷이 나온 Pod로 되돌려 보내지지 않습니다(hairpin 없음).',
  'evidence.contrast-next.own-policy':
    '가르는 법: 정책이 허용하는 네임스페이스의 다른 Pod에서 Service에 묻고(되면 자신에게 돌아오는 길만의 문제), 정책을 잠시 없애고 그 Pod 자신에서 묻습니다(되면 정책이 폐기한 것, 안 되면 hairpin). 그동안 그 노드에서 tcpdump -ni any port TARGETPORT: 돌아오는 패킷의 출발지. 정책이 폐기한다면 그 출발지를 from의 ipBlock에 넣거나, Pod가 자신에게 묻는 것을 통과시키는 CNI 릴리스를 쓰거나, Service의 이름 대신 localhost에 묻습니다.',
  'evidence.contrast.name-alone':
    '이름으로는 실패하고({fails}번째 줄) 주소로는 됩니다({works}번째 줄). {ipWorks, select, no {Pod의 주소는 되지만 Service 자신의 주소는 텍스트에 나오지 않습니다. DNS와 Service 주소의 변환이 남습니다.} other {Service 자신의 주소는 됩니다. 그러니 규칙과 엔드포인트는 제외되고 DNS가 남습니다. 질문이 닿지 않거나, 응답이 다른 주소이거나 없습니다.}}',
  'evidence.contrast-next.name-alone':
    '같은 Pod에서 nslookup NAME.NAMESPACE.svc.cluster.local.(누가 응답하는지, Service의 주소로 응답하는지), cat /etc/resolv.conf, 그리고 아직 묻지 않았다면 curl CLUSTER-IP:PORT.',
  'evidence.contrast.service-alone':
    'Service의 주소로는 실패하고({fails}번째 줄) Pod 자신의 주소로는 됩니다({works}번째 줄). 그러니 애플리케이션은 받고, Pod로 가는 길은 열려 있으며, DNS는 제외됩니다. 클라이언트의 노드에서 주소를 변환하는 것이 남습니다. 그 주소의 규칙이나 맵 항목이 없음, targetPort가 Pod에 물은 포트와 다름, 그 Pod가 아닌 다른 엔드포인트(여럿 가운데 뽑힌 것), 응답이 변환을 거치지 않고 다른 길로 돌아옴{policy, select, yes {, 또는 변환된 패킷에서 다른 출발지를 보는 정책} other {}}. 어느 것인지 텍스트로는 알 수 없습니다.',
  'evidence.contrast-next.service-alone':
    'kubectl get svc NAME -o yaml과 kubectl get endpointslices -l kubernetes.io/service-name=NAME -o wide: 응답하는 Pod가 물은 포트로 그 안에 있는지, 그다음 같은 곳에서 하나씩 묻습니다. 모두 응답하면 클라이언트의 노드에서 Service를 맡은 프로그램이 그 주소에 무엇을 가졌는지 보십시오.',
  'evidence.contrast.pod-too':
    'Service의 주소로도 Pod 자신의 주소로도 실패합니다({fails}번째 줄). 그러니 DNS도 Service의 변환도 없이 설명됩니다. 남는 것: Pod가 거기서 받지 않음, NetworkPolicy, 그 노드로 가는 길. 어느 것인지 텍스트로는 알 수 없습니다.',
  'evidence.contrast-next.pod-too':
    'Pod의 주소에 그 Pod 자신에서(kubectl exec POD -- curl localhost:PORT), 그 노드에서, 그 노드의 다른 Pod에서, 다른 노드의 Pod에서 차례로 묻습니다. 처음 실패하는 걸음이 문제의 걸음입니다. kubectl get networkpolicies -A.',
  'evidence.contrast.outside-alone':
    '밖에서는(또는 노드 포트로는) 실패하고({fails}번째 줄) 안에서는 됩니다({works}번째 줄). 그러니 엔드포인트는 있고 응답합니다. 밖에서 온 패킷만 만나는 것이 남습니다. 노드 앞의 방화벽이나 보안 그룹, 엔드포인트 없는 노드의 externalTrafficPolicy Local, 그 주소에 누가 응답하는지, 클라이언트로 돌아가는 길. 어느 것인지 텍스트로는 알 수 없습니다.',
  'evidence.contrast-next.outside-alone':
    '묻는 동안 물은 노드에서 tcpdump -ni any port PORT. 아무것도 오지 않으면 노드 앞, 오는데 Pod로 나가지 않으면 그 노드의 규칙(kubectl get svc NAME -o yaml의 externalTrafficPolicy), 나가는데 응답이 없으면 Pod로 가고 오는 길입니다.',
  'evidence.contrast.inside-alone':
    '밖에서는 되고({works}번째 줄) 클러스터 안에서는 실패합니다({fails}번째 줄). 그러니 엔드포인트는 응답하고 주소는 맞습니다. 남는 것: 안에서는 밖에서와 달리 클라이언트 자신의 노드가 주소를 변환하니 그 규칙, NetworkPolicy, 노드 사이의 길. 어느 것인지 텍스트로는 알 수 없습니다.',
  'evidence.contrast-next.inside-alone':
    '실패하는 곳에서 curl CLUSTER-IP:PORT와 curl ENDPOINT:PORT. 뒤의 것이 실패하면 길이나 정책, 앞의 것만 실패하면 그 노드의 규칙입니다.',
  'evidence.contrast.udp-alone':
    'TCP로는 되고({works}번째 줄) UDP로는 실패합니다({fails}번째 줄). 그러니 노드와 Pod와 그 사이의 길은 있습니다. 남는 것: 그 포트가 UDP로 적혀 있지 않음(Service, 컨테이너, 방화벽), 사라진 엔드포인트로 이어지는 conntrack 항목, 물은 것과 다른 주소에서 온 응답, 길에 비해 너무 큰 패킷. 어느 것인지 텍스트로는 알 수 없습니다.',
  'evidence.contrast-next.udp-alone':
    'kubectl get svc NAME -o yaml(protocol: UDP), 클라이언트의 노드에서 conntrack -L -p udp -s CLIENT(이어지는 엔드포인트가 목록에 있는지), 두 노드에서 tcpdump -ni any udp port PORT or icmp: 질문이 닿는지, 응답이 어느 출발지로 나가는지, 너무 큰 패킷이 있는지.',
  'evidence.contrast.tcp-alone':
    'UDP로는 되고({works}번째 줄) TCP로는 실패합니다({fails}번째 줄). 그러니 패킷 하나씩은 지나갑니다. 남는 것: 그 포트가 TCP로 적혀 있지 않음, 양쪽 방향을 봐야 하는데 한쪽만 보는 방화벽(ctstate INVALID), 길이 나르지 못하는 큰 패킷. 어느 것인지 텍스트로는 알 수 없습니다.',
  'evidence.contrast-next.tcp-alone':
    '두 노드에서 tcpdump -ni any tcp port PORT or icmp. SYN이 닿지 않으면 규칙이나 방화벽, SYN에 SYN-ACK가 돌아오지 않으면 돌아오는 길, 연결된 뒤에 멈추면 크기입니다(ip link의 MTU).',
  'evidence.dns-of-api':
    'CoreDNS에 탈이 있고({unwell}번째 줄) Service kubernetes가 나옵니다({api}번째 줄). 준비되지 않은 CoreDNS는 Service로도 자기 주소로도 응답하지 않으니, 거기에 물어서는 아무것도 갈리지 않습니다. 그 kubernetes 플러그인은 API 서버를 기다리며, 봐야 할 것은 그 패킷입니다. CoreDNS의 Pod → Service kubernetes의 clusterIP, 443 포트 → API 서버 자신의 주소(대개 6443 포트). clusterIP는 어느 장치에도 없어 ping에 응답하지 않아도 됩니다. 어느 걸음이 실패하는지, 또는 CoreDNS 자신에게 다른 탈이 있는지(이미지, Corefile, 메모리) 텍스트로는 알 수 없습니다.',
  'evidence.next.dns-of-api':
    'kubectl -n kube-system logs -l k8s-app=kube-dns --previous(plugin/kubernetes, dial tcp …:443이면 이 길이고, 다른 것이면 아님). kubectl get endpointslices -l kubernetes.io/service-name=kubernetes -o wide(API 서버의 지금 주소인지). CoreDNS의 노드에서 curl -k https://CLUSTER-IP:443/healthz와 curl -k https://ENDPOINT:6443/healthz. 뒤의 것만 응답하면 그 노드에서 Service를 맡은 프로그램이 돌지 않거나 규칙을 쓰지 않는 것이고(업그레이드 뒤라면 그 Pod, 로그, 이미지), 둘 다 응답하면 Pod에서 노드로 가는 길입니다.',
  'evidence.ruled-out':
    '‘{line}’(으)로 제외된 것: {cause, select, advertised {L2Advertisement나 BGPAdvertisement가 없다는 것(풀을 고르는지는 그 spec에 있음)} announced {아무도 그 주소를 알리지 않는다는 것: advertisement와 speaker가 있음} answered {그곳에서 아무것도 응답하지 않는다는 것. 어떤 머신이 바로 응답했습니다} strict {strictARP 없이 모든 노드가 응답한다는 것} other {Pod 없는 노드의 Local 정책}}.',
  'evidence.next.ruled-out':
    '{cause, select, advertised {kubectl -n metallb-system get l2advertisements,ipaddresspools -o yaml: ipAddressPools(와 selector)가 그 주소를 가진 풀을 가리키는지. 비어 있으면 모든 풀입니다.} other {남은 것은 증상과 함께 나옵니다.}}',
  'evidence.ping-redirect':
    '‘{line}’: {by}이(가) ping을 받아 자기 네트워크로 되돌립니다. {isNode, select, yes {텍스트에서 노드에 속하므로} other {그것이 노드라면}} 어떤 노드가 그 주소에 응답하며, advertisement 없음, speaker 없음, 클라이언트의 네트워크는 제외됩니다(주소를 누가 가졌든 클라이언트의 경로가 {by}을(를) 지나는 것이 아니라면). 이 redirect는 Service의 탈이 아닙니다. 규칙은 포트를 변환하고, ping은 경로를 따라 지나갑니다.',
  'evidence.next.ping-redirect':
    'ping 대신 같은 머신에서 포트에 물으십시오: curl -v ADDRESS:PORT. 거기서 ip route get ADDRESS({by}을(를) 지나는지), ip neigh show ADDRESS(누구의 MAC인지). 그동안 {by}에서 tcpdump -ni any port PORT.',
  'evidence.announced-elsewhere':
    '‘{line}’: Pod가 없는 노드가 그 주소에 응답합니다. externalTrafficPolicy Cluster이면 의도된 것입니다. 어느 노드든 응답할 수 있고 Pod의 노드로 이어 보냅니다. Local이면 그 노드가 온 것을 폐기합니다{by, select, metallb {. 그때 MetalLB는 준비된 엔드포인트가 있는 노드에서만 알립니다} other {}}. {policy, select, none {Service의 정책이 무엇인지 텍스트에 나오지 않으며, 그것이 가릅니다.} other {텍스트의 정책은 {policy}입니다.}}{by, select, metallb { servicel2status 객체는 speaker가 알리는 것을 보고할 뿐이고, 없다는 오류가 알림을 멈추지는 않습니다.} other {}}',
  'evidence.next.announced-elsewhere':
    'kubectl get svc NAME -o yaml | grep externalTrafficPolicy와 kubectl get endpointslices -l kubernetes.io/service-name=NAME -o wide(어느 노드에 있고 준비되었는지). Cluster이면 알리는 노드에서 curl POD-ADDRESS:TARGETPORT(실패하면 노드 사이의 길), 그동안 거기서 tcpdump -ni any port PORT. {by, select, metallb {Local이면 그 노드의 speaker 로그(kubectl -n metallb-system logs -l component=speaker).} other {Local이면 그 노드에서 주소를 알리는 프로그램의 로그.}}',
  'evidence.enforcer-untold':
    '{names}을(를) 누가 집행하는지는 알 수 없습니다. NetworkPolicy는 Pod의 네트워크가 집행하는데, {enforces, select, yes {텍스트에 나오는 {network}은(는) 꺼 두지 않으면 그렇게 하지만 Node에서 도는지 알려 주는 객체가 없습니다} no {텍스트에 나오는 {network}은(는) 스스로 집행하지 않습니다} set {텍스트에 나오는 {network}은(는) 그렇게 설정했을 때만 집행합니다} other {그것을 알려 주는 텍스트가 없습니다}}.{passes, select, none {} other { 막아야 할 것이 지나간다고 {passes}번째 줄이 말합니다. 그렇다면 거기서 아무도 집행하지 않거나, 아직 집행하지 않거나, 그 네임스페이스의 Pod가 보낸 패킷이 아니거나(hostNetwork), 다른 정책이 허용하는 것입니다. 정책은 더해지기 때문입니다.}} 여기의 걸음은 아무도 집행하지 않는 것으로 갑니다.',
  'evidence.next.enforcer-untold':
    'kubectl get pods -A -o wide(calico, cilium, antrea, kube-router, flannel이 있는지), 또는 Node에서 ls /etc/cni/net.d.{enforces, select, set { EKS에서는 kubectl -n kube-system get ds aws-node -o yaml | grep enable-network-policy(aws-eks-nodeagent 컨테이너에 true인지). 아니라면 aws eks update-addon --cluster-name CLUSTER --addon-name vpc-cni --configuration-values \'enableNetworkPolicy: "true"\'를 실행하고 Pod를 새로 만드십시오.} no { 집행하게 하려면 flannel 옆에 다른 프로그램을 두거나(Canal로 쓰는 Calico, kube-router --run-firewall, kube-network-policies) 다른 네트워크를 쓰십시오.} other {}}{passes, select, none {} other { 나머지는 kubectl get networkpolicies -A와 kubectl get pod POD -o yaml | grep hostNetwork가 가려 줍니다.}}',
  'evidence.headless-policy':
    '{from}~{to}번째 줄의 YAML에는 apiVersion도 kind도 없습니다. podSelector와 규칙으로 보아 NetworkPolicy(networking.k8s.io/v1)의 이름 없는 spec입니다. 걸음에는 들어가지 않습니다. 적힌 대로라면 대상은 {pods, select, all {그 네임스페이스의 모든 Pod} other {podSelector가 고르는 Pod}}이고, namespaceSelector는 {namespaces}개{blocks, plural, =0 {, ipBlock은 없습니다. Pod의 것이 아닌 주소(게이트웨이, 노드, 바깥 클라이언트)는 어느 규칙도 허용하지 않습니다. 그래도 자기 노드는 통과시킬지는 네트워크가 정합니다} other {, ipBlock은 #개입니다}}.',
  'evidence.next.headless-policy':
    '걷게 하려면 그 앞에 apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, 그리고 이름과 네임스페이스를 담은 metadata를 두십시오. kubectl get networkpolicies -A -o yaml은 온전히 출력합니다.',
} as const satisfies Translated<typeof EN.CONTRAST_PHRASES>;
