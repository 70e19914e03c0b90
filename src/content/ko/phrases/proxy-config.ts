import type * as EN from '../../en/phrases/proxy-config';
import type { Translated } from '../../translated';

/** What is said of a field. */
const FIELDS = {
  'kubernetes.config.refused': 'kube-proxy {release}은(는) 이 설정으로 시작하지 않습니다: {words}',
  'kubernetes.config.families':
    'kube-proxy {release}은(는) 시작하지만 로그에 “{words}”라고 남깁니다.{local, select, yes { 주 주소 체계에서는 어떤 패킷이 로컬인지 알 수 없습니다.} other {}}',
  'kubernetes.config.syncs-hourly':
    '{mode} 모드의 kube-proxy {release}은(는) syncPeriod마다 동기화하지 않고, 스스로는 한 시간에 한 번 동기화합니다. {mode, select, iptables {이 간격으로는 카나리아 체인이 남아 있는지 보고, 실패한 동기화를 다시 시도합니다.} other {이 간격으로는 실패한 동기화를 다시 시도합니다.}}',
  'kubernetes.config.period-of-other-mode':
    '{mode} 모드의 kube-proxy {release}은(는) {field}에 따라 동기화하지 않습니다. 다른 모드의 필드입니다.',
  'kubernetes.config.wrong-value': 'kube-proxy {release}이(가) {field}의 값을 받아들이지 않아 시작하지 않습니다.',
  'kubernetes.config.refused-value':
    'kube-proxy {release}이(가) 시작하지 않습니다. {field}에 대해 이렇게 말합니다: {words}',
  'kubernetes.config.family-not-written':
    'kube-proxy {release}은(는) {node}에 {family} 규칙을 쓰지 않습니다. IPv6DualStack이 없으면 노드 IP의 주소 체계만 다룹니다.',
  'kubernetes.config.other-hostname':
    '이 hostnameOverride로 {node}의 kube-proxy는 자신을 {name}(으)로 여깁니다. 그곳의 엔드포인트가 로컬이 되고, 존과 노드 IP도 그 Node의 것을 씁니다.',
  'kubernetes.config.unknown-hostname':
    '이 hostnameOverride로 {node}의 kube-proxy는 자신을 {name}(으)로 여기지만 그런 Node가 없습니다. 로컬 엔드포인트가 없고 노드 IP는 루프백이 됩니다. Node의 이름을 쓰거나 필드를 지우십시오.',
  'kubernetes.config.kernel-field':
    '{field}은(는) 규칙을 바꾸지 않습니다. kube-proxy는 이 값으로 노드가 기억하는 연결의 수나 시간(sysctl net.netfilter.nf_conntrack_*)을 정합니다.',
  'kubernetes.config.silent-field': '{field}은(는) 규칙을 바꾸지 않습니다.',
  'kubernetes.config.unknown-field':
    'kube-proxy {release}에는 {field} 필드가 없어 무시합니다. 철자를 확인하거나 지우십시오.',
  'kubernetes.config.ipvs-gate-off':
    'kube-proxy {release}은(는) ipvs 모드로 시작하지 않습니다. 기능 게이트 KubeProxyIPVS가 꺼져 있습니다(KEP-5495). 오류는 다른 모드인 iptables와 nftables를 알려 주지만, 그 문구는 여기서 알지 못합니다.',
  'kubernetes.config.silent-gate': '기능 게이트 {gate}은(는) 여기서 아는 어떤 규칙도 바꾸지 않습니다.',
  'kubernetes.config.unknown-gate':
    'kube-proxy {release}에는 기능 게이트 {gate}이(가) 아직 없거나 쓰이지 않아 무시합니다.',
  'kubernetes.config.nft-comments':
    'kube-proxy {release}은(는) 테이블, 체인, 집합의 주석을 nft가 받는지 먼저 묻습니다. 이 텍스트는 받지 않는다고 판단되는 nft 1.0.6의 것이며, 더 새로운 nft에서는 주석이 붙을 수 있습니다.',
};

/** What kube-proxy does not accept of it. */
const VALUES = {
  'kubernetes.validate.masquerade-bit':
    '{value}은(는) 패킷 표시의 비트가 아닙니다. 0부터 31까지 쓸 수 있으며 보통 14입니다.',
  'kubernetes.validate.duration': '“{value}”은(는) 기간이 아닙니다. 30s, 1m30s, 500ms처럼 쓰십시오.',
  'kubernetes.validate.not-positive':
    '{value}은(는) 0보다 크지 않아 kube-proxy가 받아들이지 않습니다. 더 긴 시간을 쓰십시오.',
  'kubernetes.validate.ip-port': '“{value}”은(는) 주소와 포트가 아닙니다. 0.0.0.0:10256이나 [::]:10256처럼 쓰십시오.',
  'kubernetes.validate.oom-score': '{value}은(는) -1000부터 1000까지의 값이 아닙니다. 그 사이의 수를 쓰십시오.',
  'kubernetes.validate.negative': '{value}은(는) 0보다 작아 kube-proxy가 받아들이지 않습니다. 0 이상으로 쓰십시오.',
  'kubernetes.validate.min-sync-period':
    'kube-proxy가 동기화 사이에 적어도 {min}(minSyncPeriod), 많아야 {sync}(syncPeriod)를 기다려야 합니다. minSyncPeriod를 줄이거나 syncPeriod를 늘리십시오.',
  'kubernetes.validate.cidr-pair':
    '범위는 하나만, 또는 IPv4와 IPv6 하나씩만 쓸 수 있는데 “{value}”은(는) 둘 다 아닙니다. 범위를 하나 지우십시오.',
  'kubernetes.validate.primary-alone': '“primary”는 범위와 함께 쓸 수 없습니다. primary나 범위를 지우십시오.',
  'kubernetes.validate.port-range': '“{value}”은(는) 포트 범위가 아닙니다. 40000-41000과 같이 쓰십시오.',
  'kubernetes.validate.scheduler':
    'kube-proxy {release}은(는) 스케줄러 “{value}”을(를) 받아들이지 않습니다. {known} 가운데 고르거나, 커널에 맡기는 1.27 이후 릴리스를 고르십시오.',
  'kubernetes.validate.detect-local': 'detectLocalMode {mode}에는 여기에 인터페이스 이름이 필요합니다.',
};

/** What is said of a KubeProxyConfiguration. */
export const PROXY_CONFIG_PHRASES = { ...FIELDS, ...VALUES } satisfies Translated<typeof EN.PROXY_CONFIG_PHRASES>;
