import type { PhraseBook } from './phrase-book';

const FINDINGS = {
  'kubernetes.physical-network-full': {
    en: 'The physical network has no free address for this Node. Widen physicalNetwork.',
    ko: '물리 네트워크에 이 Node에 줄 빈 주소가 없습니다. physicalNetwork를 넓히십시오.',
  },
  'kubernetes.cluster-cidr-full': {
    en: 'clusterCIDR has no free podCIDR left for this Node. Widen clusterCIDR or remove Nodes.',
    ko: 'clusterCIDR에 이 Node에 줄 podCIDR이 남아 있지 않습니다. clusterCIDR을 넓히거나 Node를 줄이십시오.',
  },
  'kubernetes.no-nodes': {
    en: 'There is no Node to run this Pod. Add a Node.',
    ko: '이 Pod를 실행할 Node가 없습니다. Node를 추가하십시오.',
  },
  'kubernetes.no-schedulable-node': {
    en: 'No Node takes this Pod: all are cordoned, tainted, not Ready, or its host ports are taken. Uncordon a Node or add one.',
    ko: '이 Pod를 받을 수 있는 Node가 없습니다. 모든 Node가 cordon 또는 taint 상태이거나 Ready가 아니거나 호스트 포트가 이미 사용 중입니다. Node를 uncordon하거나 추가하십시오.',
  },
  'kubernetes.pod-cidr-full': {
    en: 'The podCIDR of {node} has no free address left. Move Pods to another Node.',
    ko: '{node}의 podCIDR에 빈 주소가 없습니다. Pod를 다른 Node로 옮기십시오.',
  },
  'kubernetes.not-dual-stack': {
    en: 'ipFamilyPolicy is RequireDualStack, but the cluster has one family. Add a second --service-cluster-ip-range or use PreferDualStack.',
    ko: 'ipFamilyPolicy가 RequireDualStack인데 클러스터에는 한 가지 패밀리만 있습니다. --service-cluster-ip-range를 하나 더 추가하거나 PreferDualStack을 사용하십시오.',
  },
  'kubernetes.family-not-in-cluster': {
    en: 'The cluster has no service range of {family}. Add one or change ipFamilies.',
    ko: '클러스터에 {family} 서비스 범위가 없습니다. 범위를 추가하거나 ipFamilies를 바꾸십시오.',
  },
  'kubernetes.service-range-full': {
    en: 'The service range has no free clusterIP left. Widen serviceClusterIPRange.',
    ko: '서비스 범위에 빈 clusterIP가 없습니다. serviceClusterIPRange를 넓히십시오.',
  },
  'kubernetes.node-port-range-full': {
    en: 'The nodePort range has no free port left. Widen serviceNodePortRange.',
    ko: 'nodePort 범위에 빈 포트가 없습니다. serviceNodePortRange를 넓히십시오.',
  },
  'kubernetes.load-balancer-pool-full': {
    en: 'No free load balancer address is left. Set spec.loadBalancerIP or widen the pool.',
    ko: '사용할 수 있는 로드 밸런서 주소가 없습니다. spec.loadBalancerIP를 지정하거나 주소 풀을 넓히십시오.',
  },
  'kubernetes.release.unreadable': {
    en: '“{release}” is not a Kubernetes release. Write it as 1.30.',
    ko: '“{release}”은(는) Kubernetes 릴리스가 아닙니다. 1.30과 같이 쓰십시오.',
  },
  'kubernetes.release.not-supported': {
    en: 'The {mode} rules of {release} are not known. Choose a release from {since} to {until}.',
    ko: '{release}의 {mode} 규칙은 알려져 있지 않습니다. {since}부터 {until} 사이의 릴리스를 고르십시오.',
  },
  'kubernetes.release.other-axis': {
    en: '{axis} {release} is not known here. These are {axis}’s own releases, not those of Kubernetes: choose one from {since} to {until}.',
    ko: '{axis} {release}은(는) 여기에서 알지 못합니다. Kubernetes가 아니라 {axis} 자체의 릴리스이므로 {since}부터 {until} 사이에서 고르십시오.',
  },
  'kubernetes.release.removed': {
    en: 'kube-proxy {release} has no {mode} mode: {until} was the last that had it. Choose a release from {since} to {until}.',
    ko: 'kube-proxy {release}에는 {mode} 모드가 없습니다. {until}이(가) 마지막입니다. {since}부터 {until} 사이의 릴리스를 고르십시오.',
  },
} as const satisfies PhraseBook;

const VALIDATE = {
  'kubernetes.validate.name': {
    en: '“{name}” is not a valid name: use a–z, 0–9, “-” and “.”, beginning and ending with a letter or digit.',
    ko: '“{name}”은(는) 올바른 이름이 아닙니다. a–z, 0–9, “-”, “.”만 쓰고 글자나 숫자로 시작하고 끝내십시오.',
  },
  'kubernetes.validate.service-name': {
    en: '“{name}” is not a valid Service name: at most 63 of a–z, 0–9 and “-”, beginning with a letter.',
    ko: '“{name}”은(는) 올바른 Service 이름이 아닙니다. 글자로 시작하고 a–z, 0–9, “-”를 63자까지 쓸 수 있습니다.',
  },
  'kubernetes.validate.namespace': {
    en: '“{namespace}” is not a valid namespace: at most 63 of a–z, 0–9 and “-”.',
    ko: '“{namespace}”은(는) 올바른 네임스페이스가 아닙니다. a–z, 0–9, “-”를 63자까지 쓸 수 있습니다.',
  },
  'kubernetes.validate.name-twice': {
    en: 'There is already an object of this kind, namespace and name. Rename one of the two.',
    ko: '종류, 네임스페이스, 이름이 같은 객체가 이미 있습니다. 둘 중 하나의 이름을 바꾸십시오.',
  },
  'kubernetes.validate.label-key': {
    en: '“{key}” is not a valid label key: at most 63 letters, digits, “-”, “_” or “.”, optionally after a DNS prefix and “/”.',
    ko: '“{key}”은(는) 올바른 레이블 키가 아닙니다. 글자, 숫자, “-”, “_”, “.”를 63자까지 쓰고, 앞에 DNS 접두사와 “/”를 붙일 수 있습니다.',
  },
  'kubernetes.validate.label-value': {
    en: '“{value}” is not a valid value of the label {key}: at most 63 letters, digits, “-”, “_” or “.”. Numbers need quotes.',
    ko: '“{value}”은(는) 레이블 {key}의 올바른 값이 아닙니다. 글자, 숫자, “-”, “_”, “.”를 63자까지 쓸 수 있으며 숫자는 따옴표로 감싸야 합니다.',
  },
  'kubernetes.validate.range-overlap': {
    en: 'The Service address {address} lies in {cidr}, from which {node} gives addresses to Pods{count, plural, one {} other {; so do those of # Services in all}}: where a Pod has it, too, rules take what is meant for the Pod. Keep --service-cluster-ip-range and --cluster-cidr apart.',
    ko: 'Service 주소 {address}이(가) {node}이(가) Pod에 주소를 주는 {cidr} 안에 있습니다{count, plural, =1 {} other {. 모두 #개의 Service가 그렇습니다}}. 같은 주소를 가진 Pod가 있으면 그 Pod로 가는 패킷을 규칙이 가져갑니다. --service-cluster-ip-range와 --cluster-cidr를 겹치지 않게 하십시오.',
  },
  'kubernetes.validate.cni-silent': {
    en: 'The CNI plugin {plugin} is read and changes no walk: it slows packets down or sets values of the Pod, it leads none elsewhere.',
    ko: 'CNI 플러그인 {plugin}은(는) 읽었지만 패킷의 길을 바꾸지 않습니다. 속도를 제한하거나 Pod의 값을 정할 뿐 다른 곳으로 보내지 않습니다.',
  },
  'kubernetes.validate.cni-misplaced': {
    en: 'The CNI plugin {plugin} stands first, and only works after one that joins Pods: with this order no Pod starts. Put bridge, ptp, flannel or calico in front of it; until then Pods stay joined as the Pod network of the node says.',
    ko: 'CNI 플러그인 {plugin}이(가) 맨 앞에 있는데, Pod를 잇는 플러그인 뒤에서만 동작합니다. 이 순서로는 Pod가 시작되지 않습니다. bridge, ptp, flannel, calico 가운데 하나를 앞에 두십시오. 그때까지 Pod는 노드의 Pod 네트워크 설정대로 이어집니다.',
  },
  'kubernetes.validate.cni-strange': {
    en: 'What the CNI plugin {plugin} adds is not known here: if it writes rules, they are not in the walk.',
    ko: 'CNI 플러그인 {plugin}이(가) 무엇을 더하는지 알 수 없습니다. 규칙을 쓴다면 그 규칙은 패킷의 길에 나타나지 않습니다.',
  },
  'kubernetes.validate.cni-main': {
    en: 'The CNI plugin {plugin} joins Pods in a way that is not laid here: they stay joined as the Pod network of the node says. Laid are bridge, flannel, ptp and calico.',
    ko: 'CNI 플러그인 {plugin}이(가) Pod를 잇는 방식은 여기서 만들지 못합니다. 노드의 Pod 네트워크 설정대로 이어집니다. bridge, flannel, ptp, calico는 만들 수 있습니다.',
  },
  'kubernetes.validate.cni-promiscuous': {
    en: 'promiscMode changes no walk: a frame that would go back out of its port is dropped all the same where hairpinMode is off (tried on Linux 6). That the node gets copies of other frames, too, is not drawn.',
    ko: 'promiscMode는 패킷의 길을 바꾸지 않습니다. hairpinMode가 꺼져 있으면 들어온 포트로 되돌아갈 프레임은 그대로 폐기됩니다(Linux 6에서 확인). 노드가 다른 프레임의 사본도 받는 것은 그리지 않습니다.',
  },
  'kubernetes.validate.cni-ports': {
    en: 'No plugin {plugin} is in the CNI configuration: hostPorts of Pods here open nothing.',
    ko: 'CNI 구성에 {plugin} 플러그인이 없습니다. 이 노드에서는 Pod의 hostPort가 열리지 않습니다.',
  },
  'kubernetes.validate.cni-felix': {
    en: 'The plugin {plugin} makes links and routes; policies and masquerading are written by Felix (switch on calico among who writes rules), and whether packets are wrapped stands in Calico’s IPPool (choose it between nodes).',
    ko: '{plugin} 플러그인은 링크와 경로를 만듭니다. 정책과 마스커레이드는 Felix가 쓰고(규칙을 쓰는 프로그램에서 calico를 켜십시오), 패킷을 감쌀지는 Calico의 IPPool에 있습니다(노드 사이에서 고르십시오).',
  },
  'kubernetes.validate.one-of': {
    en: '“{value}” is not allowed here. Use one of {allowed}.',
    ko: '“{value}”은(는) 여기에 쓸 수 없습니다. {allowed} 가운데 하나를 쓰십시오.',
  },
  'kubernetes.validate.port': {
    en: '{value} is not a port. Use a number from 1 to 65535.',
    ko: '{value}은(는) 포트가 아닙니다. 1부터 65535까지의 수를 쓰십시오.',
  },
  'kubernetes.validate.port-name': {
    en: '“{name}” is not a valid port name: at most 63 of a–z, 0–9 and “-”.',
    ko: '“{name}”은(는) 올바른 포트 이름이 아닙니다. a–z, 0–9, “-”를 63자까지 쓸 수 있습니다.',
  },
  'kubernetes.validate.port-name-needed': {
    en: 'A Service with several ports needs a name for each. Name this port.',
    ko: '포트가 여러 개인 Service는 포트마다 이름이 있어야 합니다. 이 포트에 이름을 붙이십시오.',
  },
  'kubernetes.validate.port-name-twice': {
    en: 'Two ports are called “{name}”. Rename one.',
    ko: '“{name}”이라는 포트가 둘 있습니다. 하나의 이름을 바꾸십시오.',
  },
  'kubernetes.validate.port-twice': {
    en: 'Port {port}/{protocol} is there twice. Remove one or change its number.',
    ko: '포트 {port}/{protocol}이(가) 두 번 있습니다. 하나를 지우거나 번호를 바꾸십시오.',
  },
  'kubernetes.validate.no-ports': {
    en: 'A Service needs at least one port, unless its clusterIP is None. Add one.',
    ko: 'clusterIP가 None이 아니면 Service에는 포트가 하나 이상 있어야 합니다. 포트를 추가하십시오.',
  },
  'kubernetes.validate.target-port-name': {
    en: '“{name}” is not a valid container port name: at most 15 of a–z, 0–9 and single “-”, with at least one letter.',
    ko: '“{name}”은(는) 올바른 컨테이너 포트 이름이 아닙니다. a–z, 0–9, “-”를 15자까지 쓰고 글자가 하나 이상 있어야 합니다.',
  },
  'kubernetes.validate.node-port-type': {
    en: 'A Service of type {type} has no nodePort. Change type to NodePort or remove it.',
    ko: 'type이 {type}인 Service에는 nodePort를 쓸 수 없습니다. type을 NodePort로 바꾸거나 nodePort를 지우십시오.',
  },
  'kubernetes.validate.node-port-twice': {
    en: 'nodePort {port}/{protocol} is there twice in this Service. Change one.',
    ko: '이 Service에 nodePort {port}/{protocol}이(가) 두 번 있습니다. 하나를 바꾸십시오.',
  },
  'kubernetes.validate.node-port-conflict': {
    en: '{other} already has nodePort {port}: the first rule wins. Change one of the two.',
    ko: '{other}이(가) 이미 nodePort {port}을(를) 쓰고 있어 먼저 나오는 규칙이 이깁니다. 둘 중 하나를 바꾸십시오.',
  },
  'kubernetes.validate.node-port-range': {
    en: '{from}-{to} is not a range of ports. Use two numbers from 1 to 65535, the smaller first.',
    ko: '{from}-{to}은(는) 포트 범위가 아닙니다. 1부터 65535까지의 두 수를 작은 것부터 쓰십시오.',
  },
  'kubernetes.validate.ip': {
    en: '“{value}” is not an IP address. Write it as 10.96.0.10 or fd00::10.',
    ko: '“{value}”은(는) IP 주소가 아닙니다. 10.96.0.10 또는 fd00::10과 같이 쓰십시오.',
  },
  'kubernetes.validate.cidr': {
    en: '“{value}” is not a range of addresses. Write it as 10.0.0.0/8 or fd00::/8.',
    ko: '“{value}”은(는) 주소 범위가 아닙니다. 10.0.0.0/8 또는 fd00::/8과 같이 쓰십시오.',
  },
  'kubernetes.validate.cluster-ip-conflict': {
    en: '{other} already has the clusterIP {address}. Remove spec.clusterIP to get a free one.',
    ko: '{other}이(가) 이미 clusterIP {address}을(를) 쓰고 있습니다. spec.clusterIP를 지우면 빈 주소가 할당됩니다.',
  },
  'kubernetes.validate.cluster-ips-first': {
    en: 'clusterIP and the first of clusterIPs differ. Make them equal, or remove clusterIPs.',
    ko: 'clusterIP와 clusterIPs의 첫 번째 값이 다릅니다. 같게 하거나 clusterIPs를 지우십시오.',
  },
  'kubernetes.validate.cluster-ips-families': {
    en: 'Two clusterIPs must be of different families. Remove one.',
    ko: '두 clusterIP는 서로 다른 패밀리여야 합니다. 하나를 지우십시오.',
  },
  'kubernetes.validate.external-name': {
    en: 'A Service of type ExternalName needs a DNS name in externalName, such as db.example.com.',
    ko: 'type이 ExternalName인 Service에는 externalName에 db.example.com과 같은 DNS 이름이 필요합니다.',
  },
  'kubernetes.validate.external-name-cluster-ip': {
    en: 'A Service of type ExternalName has no clusterIP. Remove it.',
    ko: 'type이 ExternalName인 Service에는 clusterIP가 없습니다. 지우십시오.',
  },
  'kubernetes.validate.headless-type': {
    en: 'clusterIP None is only possible with type ClusterIP, not {type}. Change one of the two.',
    ko: 'clusterIP None은 type이 ClusterIP일 때만 가능하며 {type}에서는 쓸 수 없습니다. 둘 중 하나를 바꾸십시오.',
  },
  'kubernetes.validate.external-ip': {
    en: '“{value}” cannot be an external IP: it must be an address packets can be sent to from elsewhere.',
    ko: '“{value}”은(는) externalIP가 될 수 없습니다. 다른 곳에서 패킷을 보낼 수 있는 주소여야 합니다.',
  },
  'kubernetes.validate.balancer-name': {
    en: 'The load balancer has the name {name} and no address: kube-proxy writes no rule for a name. Here it stands at {ip}, made up, and opens connections of its own to node ports, as clouds that give names do; say otherwise in the form of the Service.',
    ko: '로드 밸런서에 이름 {name}만 있고 주소가 없습니다. kube-proxy는 이름에 대해 규칙을 쓰지 않습니다. 여기서는 임의로 정한 {ip}에 두고, 이름을 주는 클라우드처럼 노드 포트로 자신의 연결을 엽니다. 다르게 하려면 Service 폼에서 정하십시오.',
  },
  'kubernetes.validate.external-ip-conflict': {
    en: '{other} already takes {address} port {port}: the first rule wins. Change the address or the port.',
    ko: '{other}이(가) 이미 {address} 포트 {port}을(를) 받고 있어 먼저 나오는 규칙이 이깁니다. 주소나 포트를 바꾸십시오.',
  },
  'kubernetes.validate.external-policy-type': {
    en: 'externalTrafficPolicy has no meaning for type {type} without external IPs. Remove it or change type.',
    ko: 'externalIP가 없는 type {type}에서 externalTrafficPolicy는 의미가 없습니다. 지우거나 type을 바꾸십시오.',
  },
  'kubernetes.validate.only-load-balancer': {
    en: 'loadBalancerSourceRanges works only with type LoadBalancer. Remove it or change type.',
    ko: 'loadBalancerSourceRanges는 type이 LoadBalancer일 때만 작동합니다. 지우거나 type을 바꾸십시오.',
  },
  'kubernetes.validate.health-check-type': {
    en: 'healthCheckNodePort needs type LoadBalancer and externalTrafficPolicy Local. Remove it or change those.',
    ko: 'healthCheckNodePort는 type이 LoadBalancer이고 externalTrafficPolicy가 Local이어야 합니다. 지우거나 두 값을 바꾸십시오.',
  },
  'kubernetes.validate.affinity-timeout': {
    en: '{value} is not a session affinity timeout. Use 1 to 86400 seconds.',
    ko: '{value}은(는) 세션 어피니티 시간으로 쓸 수 없습니다. 1초에서 86400초 사이로 쓰십시오.',
  },
  'kubernetes.validate.affinity-none': {
    en: 'sessionAffinityConfig needs sessionAffinity ClientIP. Set it or remove the configuration.',
    ko: 'sessionAffinityConfig는 sessionAffinity가 ClientIP여야 합니다. 값을 바꾸거나 설정을 지우십시오.',
  },
  'kubernetes.validate.replicas': {
    en: '{value} is not a number of replicas. Use 0 or more.',
    ko: '{value}은(는) 레플리카 수가 아닙니다. 0 이상의 정수를 쓰십시오.',
  },
  'kubernetes.validate.selector-template': {
    en: 'The selector does not find the Pods of this template. Give the template’s labels what spec.selector.matchLabels asks for.',
    ko: '셀렉터가 이 템플릿의 Pod를 찾지 못합니다. 템플릿의 레이블에 spec.selector.matchLabels의 값을 넣으십시오.',
  },
  'kubernetes.validate.pod-ip-conflict': {
    en: '{other} already has the address {address}. Remove status.podIP to get a free one.',
    ko: '{other}이(가) 이미 주소 {address}을(를) 쓰고 있습니다. status.podIP를 지우면 빈 주소가 할당됩니다.',
  },
  'kubernetes.validate.node-ip-conflict': {
    en: '{other} already has the address {address}. Change one of the two.',
    ko: '{other}이(가) 이미 주소 {address}을(를) 쓰고 있습니다. 둘 중 하나를 바꾸십시오.',
  },
  'kubernetes.validate.pod-cidr-conflict': {
    en: '{other} already has the podCIDR {cidr}: packets for its Pods go to one of the two nodes only. Change one of them.',
    ko: '{other}에 이미 podCIDR {cidr}이(가) 있어 이 범위의 Pod로 가는 패킷은 두 노드 중 한쪽으로만 갑니다. 둘 중 하나를 바꾸십시오.',
  },
  'kubernetes.validate.slice-without-service': {
    en: 'Without the label kubernetes.io/service-name kube-proxy overlooks this slice. Add it.',
    ko: 'kubernetes.io/service-name 레이블이 없으면 kube-proxy는 이 슬라이스를 보지 않습니다. 레이블을 추가하십시오.',
  },
  'kubernetes.validate.too-many-endpoints': {
    en: 'A slice holds at most 1000 endpoints, not {count}. Split it.',
    ko: '슬라이스에는 엔드포인트를 1000개까지 담을 수 있는데 {count}개가 있습니다. 나누십시오.',
  },
  'kubernetes.validate.no-address': {
    en: 'An endpoint needs an address. Add one or remove the endpoint.',
    ko: '엔드포인트에는 주소가 있어야 합니다. 주소를 추가하거나 엔드포인트를 지우십시오.',
  },
  'kubernetes.validate.address-family': {
    en: '“{value}” is not an address of type {addressType}. Change it or addressType.',
    ko: '“{value}”은(는) {addressType} 주소가 아닙니다. 주소나 addressType을 바꾸십시오.',
  },
} as const satisfies PhraseBook;

/** What the compiler says: what is wrong with an object, what could not be given. */
export const KUBERNETES_PHRASES = {
  ...FINDINGS,
  ...VALIDATE,
} as const satisfies PhraseBook;
