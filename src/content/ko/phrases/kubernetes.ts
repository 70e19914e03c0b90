import type * as EN from '../../en/phrases/kubernetes';
import type { Translated } from '../../translated';

const FINDINGS = {
  'kubernetes.physical-network-full': '물리 네트워크에 이 Node에 줄 빈 주소가 없습니다. physicalNetwork를 넓히십시오.',
  'kubernetes.cluster-cidr-full':
    'clusterCIDR에 이 Node에 줄 podCIDR이 남아 있지 않습니다. clusterCIDR을 넓히거나 Node를 줄이십시오.',
  'kubernetes.no-nodes': '이 Pod를 실행할 Node가 없습니다. Node를 추가하십시오.',
  'kubernetes.no-schedulable-node':
    '이 Pod를 받을 수 있는 Node가 없습니다. 모든 Node가 cordon 또는 taint 상태이거나 Ready가 아니거나 호스트 포트가 이미 사용 중입니다. Node를 uncordon하거나 추가하십시오.',
  'kubernetes.pod-cidr-full': '{node}의 podCIDR에 빈 주소가 없습니다. Pod를 다른 Node로 옮기십시오.',
  'kubernetes.not-dual-stack':
    'ipFamilyPolicy가 RequireDualStack인데 클러스터에는 한 가지 패밀리만 있습니다. --service-cluster-ip-range를 하나 더 추가하거나 PreferDualStack을 사용하십시오.',
  'kubernetes.family-not-in-cluster':
    '클러스터에 {family} 서비스 범위가 없습니다. 범위를 추가하거나 ipFamilies를 바꾸십시오.',
  'kubernetes.service-range-full': '서비스 범위에 빈 clusterIP가 없습니다. serviceClusterIPRange를 넓히십시오.',
  'kubernetes.node-port-range-full': 'nodePort 범위에 빈 포트가 없습니다. serviceNodePortRange를 넓히십시오.',
  'kubernetes.load-balancer-pool-full':
    '사용할 수 있는 로드 밸런서 주소가 없습니다. spec.loadBalancerIP를 지정하거나 주소 풀을 넓히십시오.',
  'kubernetes.release.unreadable': '“{release}”은(는) Kubernetes 릴리스가 아닙니다. 1.30과 같이 쓰십시오.',
  'kubernetes.release.not-supported':
    '{release}의 {mode} 규칙은 알려져 있지 않습니다. {since}부터 {until} 사이의 릴리스를 고르십시오.',
  'kubernetes.release.other-axis':
    '{axis} {release}은(는) 여기에서 알지 못합니다. Kubernetes가 아니라 {axis} 자체의 릴리스이므로 {since}부터 {until} 사이에서 고르십시오.',
  'kubernetes.release.removed':
    'kube-proxy {release}에는 {mode} 모드가 없습니다. {until}이(가) 마지막입니다. {since}부터 {until} 사이의 릴리스를 고르십시오.',
};

const VALIDATE = {
  'kubernetes.validate.name':
    '“{name}”은(는) 올바른 이름이 아닙니다. a–z, 0–9, “-”, “.”만 쓰고 글자나 숫자로 시작하고 끝내십시오.',
  'kubernetes.validate.service-name':
    '“{name}”은(는) 올바른 Service 이름이 아닙니다. 글자로 시작하고 a–z, 0–9, “-”를 63자까지 쓸 수 있습니다.',
  'kubernetes.validate.namespace':
    '“{namespace}”은(는) 올바른 네임스페이스가 아닙니다. a–z, 0–9, “-”를 63자까지 쓸 수 있습니다.',
  'kubernetes.validate.name-twice':
    '종류, 네임스페이스, 이름이 같은 객체가 이미 있습니다. 둘 중 하나의 이름을 바꾸십시오.',
  'kubernetes.validate.label-key':
    '“{key}”은(는) 올바른 레이블 키가 아닙니다. 글자, 숫자, “-”, “_”, “.”를 63자까지 쓰고, 앞에 DNS 접두사와 “/”를 붙일 수 있습니다.',
  'kubernetes.validate.label-value':
    '“{value}”은(는) 레이블 {key}의 올바른 값이 아닙니다. 글자, 숫자, “-”, “_”, “.”를 63자까지 쓸 수 있으며 숫자는 따옴표로 감싸야 합니다.',
  'kubernetes.validate.range-overlap':
    'Service 주소 {address}이(가) {node}이(가) Pod에 주소를 주는 {cidr} 안에 있습니다{count, plural, =1 {} other {. 모두 #개의 Service가 그렇습니다}}. 같은 주소를 가진 Pod가 있으면 그 Pod로 가는 패킷을 규칙이 가져갑니다. --service-cluster-ip-range와 --cluster-cidr를 겹치지 않게 하십시오.',
  'kubernetes.validate.cni-silent':
    'CNI 플러그인 {plugin}은(는) 읽었지만 패킷의 길을 바꾸지 않습니다. 속도를 제한하거나 Pod의 값을 정할 뿐 다른 곳으로 보내지 않습니다.',
  'kubernetes.validate.cni-misplaced':
    'CNI 플러그인 {plugin}이(가) 맨 앞에 있는데, Pod를 잇는 플러그인 뒤에서만 동작합니다. 이 순서로는 Pod가 시작되지 않습니다. {joining} 가운데 하나를 앞에 두십시오. 그때까지 Pod는 노드의 Pod 네트워크 설정대로 이어집니다.',
  'kubernetes.validate.cni-strange':
    'CNI 플러그인 {plugin}이(가) 무엇을 더하는지 알 수 없습니다. 규칙을 쓴다면 그 규칙은 패킷의 길에 나타나지 않습니다.',
  'kubernetes.validate.cni-main':
    'CNI 플러그인 {plugin}이(가) Pod를 잇는 방식은 여기서 만들지 못합니다. 노드의 Pod 네트워크 설정대로 이어집니다. 여기서 만들 수 있는 플러그인은 {joining}입니다.',
  'kubernetes.validate.cni-promiscuous':
    'promiscMode는 패킷의 길을 바꾸지 않습니다. hairpinMode가 꺼져 있으면 들어온 포트로 되돌아갈 프레임은 그대로 폐기됩니다(Linux 6에서 확인). 노드가 다른 프레임의 사본도 받는 것은 그리지 않습니다.',
  'kubernetes.validate.cni-ports':
    'CNI 구성에 {plugin} 플러그인이 없습니다. 이 노드에서는 Pod의 hostPort가 열리지 않습니다.',
  'kubernetes.validate.cni-felix':
    '{plugin} 플러그인은 링크와 경로를 만듭니다. 정책과 마스커레이드는 Felix가 쓰고(규칙을 쓰는 프로그램에서 calico를 켜십시오), 패킷을 감쌀지는 Calico의 IPPool에 있습니다(노드 사이에서 고르십시오).',
  'kubernetes.validate.one-of': '“{value}”은(는) 여기에 쓸 수 없습니다. {allowed} 가운데 하나를 쓰십시오.',
  'kubernetes.validate.port': '{value}은(는) 포트가 아닙니다. 1부터 65535까지의 수를 쓰십시오.',
  'kubernetes.validate.port-name':
    '“{name}”은(는) 올바른 포트 이름이 아닙니다. a–z, 0–9, “-”를 63자까지 쓸 수 있습니다.',
  'kubernetes.validate.port-name-needed':
    '포트가 여러 개인 Service는 포트마다 이름이 있어야 합니다. 이 포트에 이름을 붙이십시오.',
  'kubernetes.validate.port-name-twice': '“{name}”이라는 포트가 둘 있습니다. 하나의 이름을 바꾸십시오.',
  'kubernetes.validate.port-twice': '포트 {port}/{protocol}이(가) 두 번 있습니다. 하나를 지우거나 번호를 바꾸십시오.',
  'kubernetes.validate.cut':
    '이 Service의 텍스트는 {field} 앞에서 끝납니다. 출력한 API 서버는 이 필드를 늘 씁니다. 빠진 것은 따지지 않습니다. 전체는 kubectl -n {namespace} get service {name} -o yaml로 볼 수 있습니다.',
  'kubernetes.validate.no-ports':
    'clusterIP가 None이 아니면 Service에는 포트가 하나 이상 있어야 합니다. 포트를 추가하십시오.',
  'kubernetes.validate.target-port-name':
    '“{name}”은(는) 올바른 컨테이너 포트 이름이 아닙니다. a–z, 0–9, “-”를 15자까지 쓰고 글자가 하나 이상 있어야 합니다.',
  'kubernetes.validate.node-port-type':
    'type이 {type}인 Service에는 nodePort를 쓸 수 없습니다. type을 NodePort로 바꾸거나 nodePort를 지우십시오.',
  'kubernetes.validate.node-port-twice':
    '이 Service에 nodePort {port}/{protocol}이(가) 두 번 있습니다. 하나를 바꾸십시오.',
  'kubernetes.validate.node-port-conflict':
    '{other}이(가) 이미 nodePort {port}을(를) 쓰고 있어 먼저 나오는 규칙이 이깁니다. 둘 중 하나를 바꾸십시오.',
  'kubernetes.validate.node-port-range':
    '{from}-{to}은(는) 포트 범위가 아닙니다. 1부터 65535까지의 두 수를 작은 것부터 쓰십시오.',
  'kubernetes.validate.ip': '“{value}”은(는) IP 주소가 아닙니다. 10.96.0.10 또는 fd00::10과 같이 쓰십시오.',
  'kubernetes.validate.cidr': '“{value}”은(는) 주소 범위가 아닙니다. 10.0.0.0/8 또는 fd00::/8과 같이 쓰십시오.',
  'kubernetes.validate.cluster-ip-conflict':
    '{other}이(가) 이미 clusterIP {address}을(를) 쓰고 있습니다. spec.clusterIP를 지우면 빈 주소가 할당됩니다.',
  'kubernetes.validate.cluster-ips-first':
    'clusterIP와 clusterIPs의 첫 번째 값이 다릅니다. 같게 하거나 clusterIPs를 지우십시오.',
  'kubernetes.validate.cluster-ips-families': '두 clusterIP는 서로 다른 패밀리여야 합니다. 하나를 지우십시오.',
  'kubernetes.validate.external-name':
    'type이 ExternalName인 Service에는 externalName에 db.example.com과 같은 DNS 이름이 필요합니다.',
  'kubernetes.validate.external-name-cluster-ip': 'type이 ExternalName인 Service에는 clusterIP가 없습니다. 지우십시오.',
  'kubernetes.validate.headless-type':
    'clusterIP None은 type이 ClusterIP일 때만 가능하며 {type}에서는 쓸 수 없습니다. 둘 중 하나를 바꾸십시오.',
  'kubernetes.validate.external-ip':
    '“{value}”은(는) externalIP가 될 수 없습니다. 다른 곳에서 패킷을 보낼 수 있는 주소여야 합니다.',
  'kubernetes.validate.balancer-name':
    '로드 밸런서에 이름 {name}만 있고 주소가 없습니다. kube-proxy는 이름에 대해 규칙을 쓰지 않습니다. 여기서는 임의로 정한 {ip}에 두고, 이름을 주는 클라우드처럼 노드 포트로 자신의 연결을 엽니다. 다르게 하려면 Service 폼에서 정하십시오.',
  'kubernetes.validate.external-ip-conflict':
    '{other}도 {address} 포트 {port}을(를) 받습니다. kube-proxy는 이를 많아야 한 Service로 보냅니다. 주소나 포트를 바꾸십시오.',
  'kubernetes.validate.external-policy-type':
    'externalIP가 없는 type {type}에서 externalTrafficPolicy는 의미가 없습니다. 지우거나 type을 바꾸십시오.',
  'kubernetes.validate.only-load-balancer':
    'loadBalancerSourceRanges는 type이 LoadBalancer일 때만 작동합니다. 지우거나 type을 바꾸십시오.',
  'kubernetes.validate.health-check-type':
    'healthCheckNodePort는 type이 LoadBalancer이고 externalTrafficPolicy가 Local이어야 합니다. 지우거나 두 값을 바꾸십시오.',
  'kubernetes.validate.affinity-timeout':
    '{value}은(는) 세션 어피니티 시간으로 쓸 수 없습니다. 1초에서 86400초 사이로 쓰십시오.',
  'kubernetes.validate.affinity-none':
    'sessionAffinityConfig는 sessionAffinity가 ClientIP여야 합니다. 값을 바꾸거나 설정을 지우십시오.',
  'kubernetes.validate.replicas': '{value}은(는) 레플리카 수가 아닙니다. 0 이상의 정수를 쓰십시오.',
  'kubernetes.validate.selector-template':
    '셀렉터가 이 템플릿의 Pod를 찾지 못합니다. API 서버가 거부하므로 Pod를 만들지 않습니다. 템플릿의 레이블에 spec.selector의 값을 넣으십시오.',
  'kubernetes.validate.pod-ip-conflict':
    '{other}이(가) 이미 주소 {address}을(를) 쓰고 있습니다. status.podIP를 지우면 빈 주소가 할당됩니다.',
  'kubernetes.validate.node-ip-conflict':
    '{other}이(가) 이미 주소 {address}을(를) 쓰고 있습니다. 둘 중 하나를 바꾸십시오.',
  'kubernetes.validate.pod-cidr-conflict':
    '{other}에 이미 podCIDR {cidr}이(가) 있어 이 범위의 Pod로 가는 패킷은 두 노드 중 한쪽으로만 갑니다. 둘 중 하나를 바꾸십시오.',
  'kubernetes.validate.slice-without-service':
    'kubernetes.io/service-name 레이블이 없으면 kube-proxy는 이 슬라이스를 보지 않습니다. 레이블을 추가하십시오.',
  'kubernetes.validate.too-many-endpoints':
    '슬라이스에는 엔드포인트를 1000개까지 담을 수 있는데 {count}개가 있습니다. 나누십시오.',
  'kubernetes.validate.no-address': '엔드포인트에는 주소가 있어야 합니다. 주소를 추가하거나 엔드포인트를 지우십시오.',
  'kubernetes.validate.address-family':
    '“{value}”은(는) {addressType} 주소가 아닙니다. 주소나 addressType을 바꾸십시오.',
};

/** What the compiler says: what is wrong with an object, what could not be given. */
export const KUBERNETES_PHRASES = {
  ...FINDINGS,
  ...VALIDATE,
} satisfies Translated<typeof EN.KUBERNETES_PHRASES>;
