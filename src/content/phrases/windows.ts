import type { PhraseBook } from './phrase-book';

/** Why a layer of VFP did what it did. */
export const SIM_VFP_PHRASES = {
  'sim.vfp.documented': {
    en: 'On Windows nodes every step is as documented, not recorded: Microsoft’s pages, those of Kubernetes, and the sources of kube-proxy 1.30.5.',
    ko: 'Windows 노드의 모든 단계는 기록이 아니라 문서를 따른 것입니다. Microsoft와 Kubernetes의 문서, kube-proxy 1.30.5의 소스가 근거입니다.',
  },
  'sim.vfp.no-policy': {
    en: 'No load balancer policy has this address and port: the switch passes it on as it is.',
    ko: '이 주소와 포트를 가진 로드 밸런서 정책이 없으므로 스위치가 그대로 넘깁니다.',
  },
  'sim.vfp.by-flow': {
    en: 'The flow is known: it is translated as its first packet was.',
    ko: '이미 아는 흐름이므로 첫 패킷과 같이 변환합니다.',
  },
  'sim.vfp.restored': {
    en: 'It answers a flow that was translated at this port: the translation is taken back.',
    ko: '이 포트에서 변환한 흐름에 대한 응답이므로 변환을 되돌립니다.',
  },
  'sim.vfp.only': {
    en: 'The policy has one endpoint.',
    ko: '정책에 엔드포인트가 하나뿐입니다.',
  },
  'sim.vfp.by-hash': {
    en: 'A hash of both addresses, both ports and the protocol picks the endpoint. The hash is not public: each is taken as equally likely.',
    ko: '양쪽 주소와 포트, 프로토콜의 해시로 엔드포인트를 고릅니다. 해시가 공개되어 있지 않아 확률이 모두 같다고 봅니다.',
  },
  'sim.vfp.by-client': {
    en: 'Session affinity: a hash of the client’s address picks the endpoint (DistributionType 2), always the same one; the timeout of the Service is not used. The hash is not public: each is taken as equally likely.',
    ko: '세션 어피니티: 클라이언트 주소의 해시가 엔드포인트를 고르며(DistributionType 2) 언제나 같은 곳입니다. Service의 타임아웃은 쓰지 않습니다. 해시가 공개되어 있지 않아 확률이 모두 같다고 봅니다.',
  },
  'sim.vfp.source-vip': {
    en: 'Without direct server return the answer must come back here, so SourceVIP stands in. Undocumented: whether a local endpoint is spared this, and which port is taken; a free one is kept here.',
    ko: 'DSR이 아니어서 응답이 이 노드로 돌아오도록 SourceVIP를 씁니다. 같은 노드의 엔드포인트에도 그런지, 어느 포트를 쓰는지는 문서에 없어 여기서는 비어 있는 포트면 그대로 둡니다.',
  },
  'sim.vfp.source-node': {
    en: 'Without direct server return the answer must come back here: there is no SourceVIP, so the node’s address stands in. Undocumented: whether a local endpoint is spared this, and which port is taken; a free one is kept here.',
    ko: 'DSR이 아니어서 응답이 이 노드로 돌아오도록, SourceVIP가 없으니 노드 주소를 씁니다. 같은 노드의 엔드포인트에도 그런지, 어느 포트를 쓰는지는 문서에 없어 여기서는 비어 있는 포트면 그대로 둡니다.',
  },
  'sim.vfp.to-port': {
    en: 'An endpoint of this node has the address: the switch puts it out at that port.',
    ko: '이 노드의 엔드포인트가 가진 주소이므로 스위치가 그 포트로 내보냅니다.',
  },
  'sim.vfp.to-host': {
    en: 'It is the node’s own address: the host’s adapter gets it.',
    ko: '노드 자신의 주소이므로 호스트의 어댑터가 받습니다.',
  },
  'sim.vfp.route': {
    en: 'It leaves the switch by the host’s routes.',
    ko: '호스트의 경로에 따라 스위치를 나갑니다.',
  },
  'sim.vfp.unknown.preserved': {
    en: 'preserve-destination: the policy leaves the destination as it is, and the Pod has to have that address itself. Whether it does is not told here.',
    ko: 'preserve-destination: 정책이 목적지를 바꾸지 않으므로 Pod가 그 주소를 직접 가지고 있어야 합니다. 가지고 있는지는 여기서 알 수 없습니다.',
  },
  'sim.vfp.unknown.hairpin': {
    en: 'The Pod asked its own Service and got itself. With direct server return nothing gives it another source, and what the switch does with a packet that comes back to its own port is not documented.',
    ko: 'Pod가 자기 Service에 요청했는데 자기 자신이 골라졌습니다. DSR에서는 출발지를 바꾸지 않으며, 같은 포트로 되돌아오는 패킷을 스위치가 어떻게 하는지는 문서에 없습니다.',
  },
  'sim.vfp.unknown.direct-remote': {
    en: 'A policy with direct server return picked an endpoint of another node for a packet from the wire. Who gives its answer the Service’s address again is not documented.',
    ko: '밖에서 온 패킷에 대해 DSR 정책이 다른 노드의 엔드포인트를 골랐습니다. 그 응답에 누가 Service 주소를 되돌려 주는지는 문서에 없습니다.',
  },
  'sim.vfp.unknown.icmp-error': {
    en: 'An ICMP error about a packet that was translated: whether VFP translates what it quotes is not documented.',
    ko: '변환된 패킷에 대한 ICMP 오류입니다. 그 안에 인용된 패킷을 VFP가 변환하는지는 문서에 없습니다.',
  },
  'sim.vfp.unknown.host': {
    en: 'It is for the node itself, and nothing here tells of a process that listens: what Windows answers then is up to its firewall.',
    ko: '노드 자신에게 온 패킷이지만 수신하는 프로세스가 있는지 알 수 없습니다. 이때 Windows가 무엇이라고 답하는지는 방화벽에 달려 있습니다.',
  },
  'sim.vfp.unknown.host-own': {
    en: 'A process of the node asks a nodePort at the node’s own address. Whether such a packet comes to the virtual switch at all is not documented.',
    ko: '노드의 프로세스가 자기 노드 주소의 nodePort에 요청합니다. 이런 패킷이 가상 스위치에 오기는 하는지 문서에 없습니다.',
  },
} as const satisfies PhraseBook;

/** What layers of VFP do, at ports of a Windows node's virtual switch. */
export const VFP_STEPS = {
  'step.vfpPassed.caption': {
    en: 'The virtual switch passes it on as it is.',
    ko: '가상 스위치가 그대로 넘깁니다.',
  },
  'step.vfpPassed.trace': {
    en: 'VFP: {device} — passes it on as it is',
    ko: 'VFP: {device} — 그대로 넘깁니다',
  },
  'step.vfpPassed.card': {
    en: 'passes it on as it is',
    ko: '그대로 넘김',
  },
  'step.vfpPassed.line': {
    en: 'passes it on as it is',
    ko: '그대로 넘김',
  },
  'step.vfpTranslated.caption': {
    en: 'VFP finds the policy of {service} (layer {program}) and makes {chosen} the destination{about, select, none {} other {, a chance of {about}}}.',
    ko: 'VFP가 {service}의 정책을 찾아({program} 레이어) 목적지를 {chosen}(으)로 바꿉니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.vfpTranslated.trace': {
    en: 'VFP: {program} at {device} — {service} becomes {chosen}',
    ko: 'VFP: {device}의 {program} — {service}을(를) {chosen}(으)로 바꿉니다',
  },
  'step.vfpTranslated.card': {
    en: 'translates the destination',
    ko: '목적지를 변환',
  },
  'step.vfpTranslated.line': {
    en: '{service} → {chosen}',
    ko: '{service} → {chosen}',
  },
  'step.vfpMasqueraded.caption': {
    en: 'VFP gives it the source {after}, so that the answer comes back to this node.',
    ko: '응답이 이 노드로 돌아오도록 VFP가 출발지를 {after}(으)로 바꿉니다.',
  },
  'step.vfpMasqueraded.trace': {
    en: 'VFP: {program} at {device} — source {before} becomes {after}',
    ko: 'VFP: {device}의 {program} — 출발지 {before}을(를) {after}(으)로 바꿉니다',
  },
  'step.vfpMasqueraded.card': {
    en: 'translates the source',
    ko: '출발지를 변환',
  },
  'step.vfpMasqueraded.line': {
    en: 'from {after}',
    ko: '출발지 {after}',
  },
  'step.vfpRestored.caption': {
    en: 'VFP takes the translation back: it comes from {after} and goes to {to}.',
    ko: 'VFP가 변환을 되돌립니다. 출발지는 {after}, 목적지는 {to}입니다.',
  },
  'step.vfpRestored.trace': {
    en: 'VFP: {program} at {device} — from {after} to {to} again',
    ko: 'VFP: {device}의 {program} — 다시 {after}에서 {to}(으)로',
  },
  'step.vfpRestored.card': {
    en: 'takes the translation back',
    ko: '변환을 되돌림',
  },
  'step.vfpRestored.line': {
    en: 'from {after} to {to} again',
    ko: '다시 {after}에서 {to}(으)로',
  },
  'step.vfpDelivered.caption': {
    en: 'The virtual switch puts it out at port {device}.',
    ko: '가상 스위치가 {device} 포트로 내보냅니다.',
  },
  'step.vfpDelivered.trace': {
    en: 'VFP: out at port {device}',
    ko: 'VFP: {device} 포트로 내보냅니다',
  },
  'step.vfpDelivered.card': {
    en: 'out at this port',
    ko: '이 포트로 내보냄',
  },
  'step.vfpDelivered.line': {
    en: 'out at port {device}',
    ko: '{device} 포트로 내보냄',
  },
} as const satisfies PhraseBook;

/** What kube-proxy on Windows leaves out or gets wrong. */
export const KERNELSPACE_PHRASES = {
  'kubernetes.kernelspace.origin': {
    en: 'A load balancer policy that kube-proxy asks HNS for, for {name}.',
    ko: 'kube-proxy가 {name}을(를) 위해 HNS에 요청하는 로드 밸런서 정책입니다.',
  },
  'kubernetes.kernelspace.no-source-vip': {
    en: 'kube-proxy does not start on {node}: its Pods’ network is an overlay, and winkernel.sourceVip is not set. Give it an address of the node’s podCIDR that no Pod has.',
    ko: '{node}의 kube-proxy가 시작되지 않습니다. Pod 네트워크가 오버레이인데 winkernel.sourceVip가 없습니다. 노드의 podCIDR에서 Pod가 쓰지 않는 주소를 지정하십시오.',
  },
  'kubernetes.kernelspace.no-dsr-gate': {
    en: 'kube-proxy {release} does not start: winkernel.enableDSR needs the feature gate WinDSR, which is off. Set featureGates.WinDSR, or take 1.33 or later.',
    ko: 'kube-proxy {release}이(가) 시작되지 않습니다. winkernel.enableDSR에는 꺼져 있는 기능 게이트 WinDSR이 필요합니다. featureGates.WinDSR을 켜거나 1.33 이상을 쓰십시오.',
  },
  'kubernetes.kernelspace.ports-differ': {
    en: 'The endpoints of {name} have different ports. A load balancer of Windows has one port for all of them, so some are not reached: give all Pods the same port.',
    ko: '{name}의 엔드포인트마다 포트가 다릅니다. Windows의 로드 밸런서는 모든 엔드포인트에 한 포트만 쓰므로 일부에는 닿지 않습니다. 모든 Pod가 같은 포트를 쓰도록 하십시오.',
  },
  'kubernetes.kernelspace.no-hns-endpoint': {
    en: '{ip} is an endpoint of {name} on this node, but its network has no endpoint of that address: kube-proxy leaves it out. Pods on the network of the node itself are not spread to from here.',
    ko: '{ip}은(는) 이 노드에 있는 {name}의 엔드포인트이지만 HNS 네트워크에는 이 주소의 엔드포인트가 없어 kube-proxy가 제외합니다. 노드 네트워크를 쓰는 Pod로는 이 노드에서 분산되지 않습니다.',
  },
} as const satisfies PhraseBook;

/** What is said of a pasted Windows node. */
export const ANALYSIS_WINDOWS_PHRASES = {
  'analysis.mode.kernelspace': {
    en: 'This is a Windows node: its virtual switch balances Services by policies of the Host Network Service. The policies are listed here with their Services; packets are not walked through those of a pasted node.',
    ko: 'Windows 노드입니다. 가상 스위치가 Host Network Service 정책에 따라 서비스를 분산합니다. 여기서는 정책과 해당 서비스를 나열하며, 붙여 넣은 노드의 정책을 따라 패킷을 보내지는 않습니다.',
  },
  'analysis.mode.kernelspace-ports': {
    en: '{count, plural, one {# policy is} other {# policies are}} listed without ports, so that only the address tells whose.',
    ko: '정책 {count}개는 포트 없이 나열되어 주소로만 어느 서비스의 것인지 알 수 있습니다.',
  },
  'analysis.mode.kernelspace-rules': {
    en: 'vfpctrl documents none of its words: {count, plural, one {# rule} other {# rules}} of the switch were read and are not interpreted.',
    ko: 'vfpctrl의 용어는 문서가 없어, 스위치 규칙 {count}개를 읽기만 하고 해석하지 않습니다.',
  },
} as const satisfies PhraseBook;
