import type * as EN from '../../en/phrases/names';
import type { Translated } from '../../translated';

/** What the DNS server of a cluster says, and why. */
export const DNS_PHRASES = {
  'kubernetes.dns.cluster-ip': 'Service {service}의 clusterIP입니다.',
  'kubernetes.dns.headless':
    'Service {service}은(는) 헤드리스입니다. 준비된 엔드포인트의 주소를 포트마다 하나씩 답합니다({count}개).',
  'kubernetes.dns.headless-empty':
    'Service {service}은(는) 헤드리스인데 준비된 엔드포인트가 없습니다. 그러면 그런 이름은 없습니다.',
  'kubernetes.dns.endpoint':
    'Service {service}의 엔드포인트 하나가 {label}(으)로 불립니다. hostname이거나 주소의 점을 줄표로 바꾼 이름입니다.',
  'kubernetes.dns.no-endpoint':
    'Service {service}의 준비된 엔드포인트 가운데 {label}(으)로 불리는 것이 없습니다. Pod는 hostname과 subdomain이 있어야 자기 이름을 가지고, 없으면 줄표로 적은 주소가 이름입니다.',
  'kubernetes.dns.port': 'Service {service}에 {port}(이)라는 포트가 있습니다.',
  'kubernetes.dns.no-port': 'Service {service}에는 프로토콜 {protocol}, 이름 {port}인 포트가 없습니다.',
  'kubernetes.dns.no-ports': 'Service {service}에 포트가 없어서 이름이 아무것도 답하지 않습니다.',
  'kubernetes.dns.alias': 'ExternalName은 {target}의 다른 이름입니다.',
  'kubernetes.dns.alias-loop': '별칭이 끝나지 않아 {target}에서 CoreDNS가 그만둡니다.',
  'kubernetes.dns.no-alias':
    '{service}의 ExternalName은 “{target}”입니다. 주소는 이름이 아니며 ExternalName에는 엔드포인트가 없습니다.',
  'kubernetes.dns.pod':
    '주소 {address}이(가) 이름에 적혀 있습니다. 그 주소의 Pod가 있는지는 찾아보지 않습니다(pods insecure).',
  'kubernetes.dns.no-pod-address': '{name}은(는) 줄표로 적은 주소가 아닙니다. 여기서 Pod의 이름은 그것뿐입니다.',
  'kubernetes.dns.no-service': 'Service {service}이(가) 없습니다.',
  'kubernetes.dns.no-namespace': '네임스페이스 {namespace}이(가) 없습니다.',
  'kubernetes.dns.no-data': '{name}은(는) 있지만 {type} 레코드는 없습니다.',
  'kubernetes.dns.apex': '{name}은(는) 다른 이름으로 이어질 뿐입니다.',
  'kubernetes.dns.version': 'DNS 명세의 버전입니다.',
  'kubernetes.dns.too-long': '{name}은(는) {domain} 아래의 이름이 가질 수 없는 모양입니다.',
  'kubernetes.dns.forwarded':
    '{name}은(는) {domain} 아래에 있지 않습니다. CoreDNS가 자기 노드의 네임 서버에 물으며, 그 응답은 여기서 알 수 없습니다.',
  'kubernetes.dns.reverse':
    '{address}이(가) 누구의 주소인지입니다. Service의 것을 먼저, 아니면 그 주소를 가진 모든 엔드포인트를 답합니다.',
  'kubernetes.dns.reverse-nobody':
    '{address}을(를) 가진 Service도 엔드포인트도 없습니다. CoreDNS가 자기 노드의 네임 서버에 묻습니다.',
  'kubernetes.dns.no-reverse':
    '주소의 이름 가운데 클러스터가 답하는 것은 온전한 주소의 PTR뿐입니다. {name} {type}은(는) CoreDNS가 자기 노드의 네임 서버에 묻습니다.',
} satisfies Translated<typeof EN.DNS_PHRASES>;

/** Why nothing can be sent to a name. */
export const NAME_PHRASES = {
  'document.name.of-node':
    '{from}은(는) 노드의 resolv.conf를 씁니다. 그 네임 서버는 {domain}을(를) 모르고 이 그림에 없습니다. 클러스터의 이름을 쓰려면 dnsPolicy가 ClusterFirst, hostNetwork일 때는 ClusterFirstWithHostNet이어야 합니다.',
  'document.name.node-asks':
    '{from}은(는) 자기 resolv.conf의 네임 서버에 묻습니다. 그 서버는 {domain}을(를) 모르고 이 그림에 없습니다. Pod에서 보내거나 주소로 보내십시오.',
  'document.name.outside-asks':
    '클러스터 바깥에서는 클러스터의 DNS 서버에 묻지 않습니다. {domain} 아래의 이름은 그곳에서 뜻이 없습니다. Pod에서 보내거나 주소로 보내십시오.',
  'document.name.no-dns':
    '{from}은(는) kube-dns에 이름을 묻지만 이 클러스터에는 그 Service가 없습니다. 53번 포트를 듣는 Pod와 함께 Service kube-system/kube-dns를 추가하십시오.',
  'document.name.no-server':
    '{from}의 resolv.conf에 네임 서버가 없습니다. dnsPolicy가 None이면 dnsConfig.nameservers를 적어야 합니다.',
  'document.name.stranger':
    '{from}은(는) 먼저 {server}에 묻습니다. 이 클러스터의 DNS 서버가 아니어서 무엇이라고 응답할지 알 수 없습니다.',
  'document.name.outside':
    '{name}은(는) 클러스터 바깥의 {target}(으)로 이어집니다. 그 주소는 여기서 알 수 없습니다. 대신 주소로 보내십시오.',
  'document.name.not-inside':
    '클러스터에는 {names}이(가) 없습니다. 끝으로 {name} 자체를 묻고, DNS 서버는 그것을 바깥에 묻습니다. 그 응답은 여기서 알 수 없습니다. 있는 이름을 클러스터의 이름 표에서 찾거나 주소로 보내십시오.',
  'document.name.nowhere':
    '이름 {name}에는 주소가 없습니다. kube-dns에 {names}을(를) 물어도 {count, plural, =1 {그 이름이 없습니다} other {그 가운데 있는 이름이 없습니다}}. 있는 이름은 클러스터의 이름 표에서 찾으십시오.',
} satisfies Translated<typeof EN.NAME_PHRASES>;

/** A question for a name, its answer, and what is sent then. */
export const NAME_STEPS = {
  'step.asksName.caption':
    '{from}이(가) {service, select, none {} other {Service {service}의 주소 }}{to}에 이름 {name}을(를) 묻습니다.',
  'step.asksName.trace': '{from}이(가) {name}을(를) 묻습니다',
  'step.asksName.card': '물은 곳: {from}',
  'step.asksName.line': '{from}이(가) {name}을(를) 물음',
  'step.tellsName.caption': '{from}이(가) {to}(으)로 응답합니다.',
  'step.tellsName.trace': '{from}이(가) 응답합니다',
  'step.tellsName.card': '응답한 곳: {from}',
  'step.tellsName.line': '보낸 곳: {from}',
  'step.sendsToName.caption':
    '{from}이(가) {service, select, none {} other {Service {service}의 주소 }}{to}(으)로 패킷을 보냅니다{about, select, none {} other {(확률 {about})}}.',
  'step.sendsToName.trace': '{from}이(가) 패킷을 보냅니다',
  'step.sendsToName.card': '보낸 곳: {from}',
  'step.sendsToName.line': '보낸 곳: {from}',
} satisfies Translated<typeof EN.NAME_STEPS>;
