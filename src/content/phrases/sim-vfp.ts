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
