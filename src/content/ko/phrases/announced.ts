import type * as EN from '../../en/phrases/announced';
import type { Translated } from '../../translated';

/** What upstream announces of modes and fields, with its dates. */
export const ANNOUNCED_PHRASES = {
  'kubernetes.announced.ipvs':
    'ipvs 모드는 {deprecated}부터 사용 중단 예정입니다(KEP-{kep}). {gate}에 기능 게이트 KubeProxyIPVS가 생겼고, 계획대로라면 {off}부터 꺼져 kube-proxy가 이 모드로 시작하지 않으며 {gone}에서 모드가 제거됩니다. nftables로 옮기십시오.',
  'kubernetes.announced.default-mode':
    '설정에 모드가 없는 kube-proxy는 iptables로 동작하며, {warned}부터 이 기본값이 바뀐다고 경고합니다. 계획대로라면 {nftables}부터 nftables로 동작합니다(KEP-{kep}).',
  'kubernetes.announced.mode-unset':
    '설정된 모드가 없습니다. kube-proxy {release}은(는) iptables로 동작하며, 이 기본값이 바뀐다고 로그와 이벤트로 경고합니다. 계획대로라면 {nftables}부터 nftables가 기본값입니다(KEP-{kep}). 모드를 그대로 두려면 명시하십시오.',
  'kubernetes.announced.localhost-node-ports':
    'nftables 모드의 루프백 nodePort(KEP-{kep}): 기능 게이트 KubeProxyNFTablesLocalhostNodePorts는 {alpha}에서 알파이며 꺼져 있습니다. {beta}.0-alpha.2의 릴리스 노트에 따르면 {beta}부터 켜지고, kube-proxy가 응답하지 않는 것은 규칙이 거부합니다. 계획대로라면 {stable}에서 정식 기능이 됩니다.',
  'kubernetes.announced.external-ips':
    'spec.externalIPs(Service {count}개가 사용)는 {deprecated}부터 사용 중단 예정입니다(KEP-{kep}). 계획대로라면 {off}부터 기능 게이트 AllowServiceExternalIPs가 꺼져 kube-proxy가 이 주소를 무시하며, {gone}부터는 되돌릴 수 없습니다. LoadBalancer 유형이나 Gateway를 쓰십시오.',
  'kubernetes.announced.external-ips-field':
    'spec.externalIPs는 {deprecated}부터 사용 중단 예정입니다(KEP-{kep}). 계획대로라면 {off}부터 기능 게이트 AllowServiceExternalIPs가 꺼져 kube-proxy가 이 주소를 무시하며, {gone}부터는 되돌릴 수 없습니다. LoadBalancer 유형이나 Gateway를 쓰십시오.',
} satisfies Translated<typeof EN.ANNOUNCED_PHRASES>;
