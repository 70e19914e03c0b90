import type * as EN from '../../en/phrases/windows';
import type { Translated } from '../../translated';

/** Why a layer of VFP did what it did. */
export const SIM_VFP_PHRASES = {
  'sim.vfp.documented':
    'Windows 노드의 모든 단계는 기록이 아니라 문서를 따른 것입니다. Microsoft와 Kubernetes의 문서, kube-proxy 1.30.5의 소스가 근거입니다.',
  'sim.vfp.no-policy': '이 주소와 포트를 가진 로드 밸런서 정책이 없으므로 스위치가 그대로 넘깁니다.',
  'sim.vfp.by-flow': '이미 아는 흐름이므로 첫 패킷과 같이 변환합니다.',
  'sim.vfp.restored': '이 포트에서 변환한 흐름에 대한 응답이므로 변환을 되돌립니다.',
  'sim.vfp.only': '정책에 엔드포인트가 하나뿐입니다.',
  'sim.vfp.by-hash':
    '양쪽 주소와 포트, 프로토콜의 해시로 엔드포인트를 고릅니다. 해시가 공개되어 있지 않아 확률이 모두 같다고 봅니다.',
  'sim.vfp.by-client':
    '세션 어피니티: 클라이언트 주소의 해시가 엔드포인트를 고르며(DistributionType 2) 언제나 같은 곳입니다. Service의 타임아웃은 쓰지 않습니다. 해시가 공개되어 있지 않아 확률이 모두 같다고 봅니다.',
  'sim.vfp.source-vip':
    'DSR이 아니어서 응답이 이 노드로 돌아오도록 SourceVIP를 씁니다. 같은 노드의 엔드포인트에도 그런지, 어느 포트를 쓰는지는 문서에 없어 여기서는 비어 있는 포트면 그대로 둡니다.',
  'sim.vfp.source-node':
    'DSR이 아니어서 응답이 이 노드로 돌아오도록, SourceVIP가 없으니 노드 주소를 씁니다. 같은 노드의 엔드포인트에도 그런지, 어느 포트를 쓰는지는 문서에 없어 여기서는 비어 있는 포트면 그대로 둡니다.',
  'sim.vfp.to-port': '이 노드의 엔드포인트가 가진 주소이므로 스위치가 그 포트로 내보냅니다.',
  'sim.vfp.to-host': '노드 자신의 주소이므로 호스트의 어댑터가 받습니다.',
  'sim.vfp.route': '호스트의 경로에 따라 스위치를 나갑니다.',
  'sim.vfp.unknown.preserved':
    'preserve-destination: 정책이 목적지를 바꾸지 않으므로 Pod가 그 주소를 직접 가지고 있어야 합니다. 가지고 있는지는 여기서 알 수 없습니다.',
  'sim.vfp.unknown.hairpin':
    'Pod가 자기 Service에 요청했는데 자기 자신이 골라졌습니다. DSR에서는 출발지를 바꾸지 않으며, 같은 포트로 되돌아오는 패킷을 스위치가 어떻게 하는지는 문서에 없습니다.',
  'sim.vfp.unknown.direct-remote':
    '밖에서 온 패킷에 대해 DSR 정책이 다른 노드의 엔드포인트를 골랐습니다. 그 응답에 누가 Service 주소를 되돌려 주는지는 문서에 없습니다.',
  'sim.vfp.unknown.icmp-error':
    '변환된 패킷에 대한 ICMP 오류입니다. 그 안에 인용된 패킷을 VFP가 변환하는지는 문서에 없습니다.',
  'sim.vfp.unknown.host':
    '노드 자신에게 온 패킷이지만 수신하는 프로세스가 있는지 알 수 없습니다. 이때 Windows가 무엇이라고 답하는지는 방화벽에 달려 있습니다.',
  'sim.vfp.unknown.host-own':
    '노드의 프로세스가 자기 노드 주소의 nodePort에 요청합니다. 이런 패킷이 가상 스위치에 오기는 하는지 문서에 없습니다.',
} satisfies Translated<typeof EN.SIM_VFP_PHRASES>;

/** What layers of VFP do, at ports of a Windows node's virtual switch. */
export const VFP_STEPS = {
  'step.vfpPassed.caption': '가상 스위치가 그대로 넘깁니다.',
  'step.vfpPassed.trace': 'VFP: {device} — 그대로 넘깁니다',
  'step.vfpPassed.card': '그대로 넘김',
  'step.vfpPassed.line': '그대로 넘김',
  'step.vfpTranslated.caption':
    'VFP가 {service}의 정책을 찾아({program} 레이어) 목적지를 {chosen}(으)로 바꿉니다{about, select, none {} other {(확률 {about})}}.',
  'step.vfpTranslated.trace': 'VFP: {device}의 {program} — {service}을(를) {chosen}(으)로 바꿉니다',
  'step.vfpTranslated.card': '목적지를 변환',
  'step.vfpTranslated.line': '{service} → {chosen}',
  'step.vfpMasqueraded.caption': '응답이 이 노드로 돌아오도록 VFP가 출발지를 {after}(으)로 바꿉니다.',
  'step.vfpMasqueraded.trace': 'VFP: {device}의 {program} — 출발지 {before}을(를) {after}(으)로 바꿉니다',
  'step.vfpMasqueraded.card': '출발지를 변환',
  'step.vfpMasqueraded.line': '출발지 {after}',
  'step.vfpRestored.caption': 'VFP가 변환을 되돌립니다. 출발지는 {after}, 목적지는 {to}입니다.',
  'step.vfpRestored.trace': 'VFP: {device}의 {program} — 다시 {after}에서 {to}(으)로',
  'step.vfpRestored.card': '변환을 되돌림',
  'step.vfpRestored.line': '다시 {after}에서 {to}(으)로',
  'step.vfpDelivered.caption': '가상 스위치가 {device} 포트로 내보냅니다.',
  'step.vfpDelivered.trace': 'VFP: {device} 포트로 내보냅니다',
  'step.vfpDelivered.card': '이 포트로 내보냄',
  'step.vfpDelivered.line': '{device} 포트로 내보냄',
} satisfies Translated<typeof EN.VFP_STEPS>;

/** What kube-proxy on Windows leaves out or gets wrong. */
export const KERNELSPACE_PHRASES = {
  'kubernetes.kernelspace.origin': 'kube-proxy가 {name}을(를) 위해 HNS에 요청하는 로드 밸런서 정책입니다.',
  'kubernetes.kernelspace.no-source-vip':
    '{node}의 kube-proxy가 시작되지 않습니다. Pod 네트워크가 오버레이인데 winkernel.sourceVip가 없습니다. 노드의 podCIDR에서 Pod가 쓰지 않는 주소를 지정하십시오.',
  'kubernetes.kernelspace.no-dsr-gate':
    'kube-proxy {release}이(가) 시작되지 않습니다. winkernel.enableDSR에는 꺼져 있는 기능 게이트 WinDSR이 필요합니다. featureGates.WinDSR을 켜거나 1.33 이상을 쓰십시오.',
  'kubernetes.kernelspace.ports-differ':
    '{name}의 엔드포인트마다 포트가 다릅니다. Windows의 로드 밸런서는 모든 엔드포인트에 한 포트만 쓰므로 일부에는 닿지 않습니다. 모든 Pod가 같은 포트를 쓰도록 하십시오.',
  'kubernetes.kernelspace.no-hns-endpoint':
    '{ip}은(는) 이 노드에 있는 {name}의 엔드포인트이지만 HNS 네트워크에는 이 주소의 엔드포인트가 없어 kube-proxy가 제외합니다. 노드 네트워크를 쓰는 Pod로는 이 노드에서 분산되지 않습니다.',
} satisfies Translated<typeof EN.KERNELSPACE_PHRASES>;

/** What is said of a pasted Windows node. */
export const ANALYSIS_WINDOWS_PHRASES = {
  'analysis.mode.kernelspace':
    'Windows 노드입니다. 가상 스위치가 Host Network Service 정책에 따라 서비스를 분산합니다. 여기서는 정책과 해당 서비스를 나열하며, 붙여 넣은 노드의 정책을 따라 패킷을 보내지는 않습니다.',
  'analysis.mode.kernelspace-ports':
    '정책 {count}개는 포트 없이 나열되어 주소로만 어느 서비스의 것인지 알 수 있습니다.',
  'analysis.mode.kernelspace-rules':
    'vfpctrl의 용어는 문서가 없어, 스위치 규칙 {count}개를 읽기만 하고 해석하지 않습니다.',
} satisfies Translated<typeof EN.ANALYSIS_WINDOWS_PHRASES>;
