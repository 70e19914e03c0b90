import type { PhraseBook } from './phrase-book';

/** What upstream announces of modes and fields, with its dates. */
export const ANNOUNCED_PHRASES = {
  'kubernetes.announced.ipvs': {
    en: 'The ipvs mode is deprecated from {deprecated} on (KEP-{kep}). The feature gate KubeProxyIPVS came with {gate}; by plan it is off from {off} on, where kube-proxy then does not start in this mode, and in {gone} the mode is removed. Move to nftables.',
    ko: 'ipvs 모드는 {deprecated}부터 사용 중단 예정입니다(KEP-{kep}). {gate}에 기능 게이트 KubeProxyIPVS가 생겼고, 계획대로라면 {off}부터 꺼져 kube-proxy가 이 모드로 시작하지 않으며 {gone}에서 모드가 제거됩니다. nftables로 옮기십시오.',
  },
  'kubernetes.announced.default-mode': {
    en: 'kube-proxy without a mode in its configuration runs iptables and, from {warned} on, warns that this will change: by plan it runs nftables from {nftables} on (KEP-{kep}).',
    ko: '설정에 모드가 없는 kube-proxy는 iptables로 동작하며, {warned}부터 이 기본값이 바뀐다고 경고합니다. 계획대로라면 {nftables}부터 nftables로 동작합니다(KEP-{kep}).',
  },
  'kubernetes.announced.mode-unset': {
    en: 'No mode is configured: kube-proxy {release} runs iptables, and warns in its log and in an event that this default will change. By plan it is nftables from {nftables} on (KEP-{kep}). Name the mode to keep it.',
    ko: '설정된 모드가 없습니다. kube-proxy {release}은(는) iptables로 동작하며, 이 기본값이 바뀐다고 로그와 이벤트로 경고합니다. 계획대로라면 {nftables}부터 nftables가 기본값입니다(KEP-{kep}). 모드를 그대로 두려면 명시하십시오.',
  },
  'kubernetes.announced.localhost-node-ports': {
    en: 'nodePorts on loopback in nftables mode (KEP-{kep}): the feature gate KubeProxyNFTablesLocalhostNodePorts is alpha and off in {alpha}. By the notes of {beta}.0-alpha.2 it is on from {beta} on: rules then refuse what kube-proxy does not answer there. By plan it is stable in {stable}.',
    ko: 'nftables 모드의 루프백 nodePort(KEP-{kep}): 기능 게이트 KubeProxyNFTablesLocalhostNodePorts는 {alpha}에서 알파이며 꺼져 있습니다. {beta}.0-alpha.2의 릴리스 노트에 따르면 {beta}부터 켜지고, kube-proxy가 응답하지 않는 것은 규칙이 거부합니다. 계획대로라면 {stable}에서 정식 기능이 됩니다.',
  },
  'kubernetes.announced.external-ips': {
    en: 'spec.externalIPs ({count, plural, one {one Service uses it} other {# Services use it}}) is deprecated from {deprecated} on (KEP-{kep}). By plan the feature gate AllowServiceExternalIPs is off from {off} on, where kube-proxy then leaves these addresses aside, and in {gone} that can no longer be changed. Use type LoadBalancer, or a Gateway.',
    ko: 'spec.externalIPs(Service {count}개가 사용)는 {deprecated}부터 사용 중단 예정입니다(KEP-{kep}). 계획대로라면 {off}부터 기능 게이트 AllowServiceExternalIPs가 꺼져 kube-proxy가 이 주소를 무시하며, {gone}부터는 되돌릴 수 없습니다. LoadBalancer 유형이나 Gateway를 쓰십시오.',
  },
  'kubernetes.announced.external-ips-field': {
    en: 'spec.externalIPs is deprecated from {deprecated} on (KEP-{kep}). By plan the feature gate AllowServiceExternalIPs is off from {off} on, where kube-proxy then leaves these addresses aside, and in {gone} that can no longer be changed. Use type LoadBalancer, or a Gateway.',
    ko: 'spec.externalIPs는 {deprecated}부터 사용 중단 예정입니다(KEP-{kep}). 계획대로라면 {off}부터 기능 게이트 AllowServiceExternalIPs가 꺼져 kube-proxy가 이 주소를 무시하며, {gone}부터는 되돌릴 수 없습니다. LoadBalancer 유형이나 Gateway를 쓰십시오.',
  },
} as const satisfies PhraseBook;
