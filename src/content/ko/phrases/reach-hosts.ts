import type * as EN from '../../en/phrases/reach-hosts';
import type { Translated } from '../../translated';

/** Phrases about all packets of one host, and what changes for them on another. */
export const REACH_HOST_PHRASES = {
  'reach.host.nftables':
    '장치, 프레임, ARP에 걸린 nftables 체인이 있습니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  'reach.host.ebpf': 'eBPF 프로그램이 있습니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  'reach.host.windows': 'Windows 노드입니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  'reach.host.part': '규칙의 일부만 있습니다. 빠진 규칙이 무엇을 하는지는 아무도 말할 수 없습니다.',
  'reach.host.too-large': '모든 패킷에 대해 살펴보기에는 너무 큽니다: {of}.',
  'reach.host.none': '텍스트 중 하나에 호스트가 없습니다.',
  'reach.host.rare':
    '일부러 보내는 사람이 없는 패킷 {count}종류도 다르게 끝납니다: 누구의 것도 아닌 주소(회선으로 들어온 127.0.0.1, 브로드캐스트), UDP-Lite, IPVS 모드에서 포트 20(FTP 데이터)이나 서비스의 포트에서 온 것',
  'reach.host.group.broken': '지나가던 것이 못 지나감',
  'reach.host.group.mended': '못 지나가던 것이 지나감',
  'reach.host.group.fails': '양쪽 다 못 지나감, 방식이 다름',
  'reach.host.group.looks': '양쪽 다 막히지 않음, 가는 곳이나 모습이 다름',
  'reach.host.to': '{dst}(으)로',
  'reach.host.as': '출발지 {src}',
  'reach.host.end.local': '듣는 프로세스가 있으면 이 호스트가 받음',
  'reach.host.end.sent': '{device}(으)로 나감',
  'reach.host.end.routed': '{device}(으)로 나가 {via}(으)로 감',
  'reach.host.end.dropped': '폐기',
  'reach.host.end.rejected': '{why}(으)로 거부',
  'reach.host.end.refused': '경로가 없거나 있을 수 없는 출발지',
  'reach.host.end.taken': '{by} 쪽이 받음',
  'reach.host.end.closed': '듣는 프로세스 없음',
  'reach.host.end.left': '알려진 범위를 벗어남',
  'reach.host.at': '{machine}에서',
  'reach.host.answered': '응답이 돌아옴',
  'reach.host.unanswered': '응답이 돌아오지 않음',
  'reach.host.end.unknown': '알 수 없음({why})',
  'reach.host.same': '{family}(으)로 연결을 시작하는 모든 패킷이 똑같이 끝납니다. 전부에 대해 증명했습니다.',
  'reach.host.same-both': 'IPv4로든 IPv6로든 연결을 시작하는 모든 패킷이 똑같이 끝납니다. 전부에 대해 증명했습니다.',
  'reach.host.same-but':
    '{family, select, both {IPv4로든 IPv6로든} other {{family}(으)로}} 연결을 시작하는 모든 패킷이 똑같이 끝납니다. 다만 다음이 양쪽에서 같아야 합니다: {questions, plural, =0 {} other {규칙의 질문 #개의 답}}{machines, select, none {} other {{questions, plural, =0 {} other {, }}{machines}에서 더 따라갈 수 없는 패킷의 길}}.',
  'reach.host.silent': '{family} 패킷은 살펴보지 않았습니다. 양쪽 어디에도 그 주소가 없습니다.',
  'reach.host.differ':
    '{count, plural, =0 {일부러 보내는 패킷 가운데 다르게 끝나는 것은 없습니다.} other {패킷 #종류가 다르게 끝납니다.}}',
  'reach.host.first': '처음 {count}종류만 표시합니다.',
  'reach.host.over':
    '살펴본 범위: 양쪽에 알려져 있거나 가정한 경로와 주소에 따라 {devices}(으)로 들어오거나 호스트 자신이 만든, 모든 주소와 포트의 패킷.',
  'reach.host.apart': '비교하지 않음: 다른 쪽에 없는 장치나 주소에서 시작하여 한쪽에서만 시작할 수 있는 패킷.',
  'reach.host.asks':
    '규칙의 질문 {count}개는 답을 알 수 없습니다{first, select, none {} other {(예: {first})}}. 양쪽의 문구가 같으면 답도 같다고 봅니다.',
  'reach.host.unsaid': '{family} 패킷에 대해서는 아무것도 말하지 않습니다.',
  'reach.host.beyond': '살펴보지 않음: 이미 있는 연결, 브리지만 건너는 프레임, 이 호스트를 떠난 뒤의 일.',
  'reach.host.unfollowed':
    '일부 패킷은 {machines}에서 그 뒤를 알 수 없습니다. 그곳에서는 이유가 같으면 양쪽이 같다고 봅니다.',
  'reach.host.beyond-network':
    '패킷을 받는 노드와 프로세스까지 따라갔고, 이 노드가 만든 패킷은 응답이 돌아오는 길까지 살펴보았습니다. 살펴보지 않음: 이미 있는 연결, 이 노드의 브리지만 건너는 프레임, 다른 쪽이 보낸 패킷의 응답이 돌아가는 길.',
} satisfies Translated<typeof EN.REACH_HOST_PHRASES>;
