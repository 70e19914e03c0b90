import type { PhraseBook } from './phrase-book';

/** Phrases about all packets of one host, and what changes for them on another. */
export const REACH_HOST_PHRASES = {
  'reach.host.nftables': {
    en: 'It has chains of nftables, which are not looked at for all packets yet.',
    ko: 'nftables 체인이 있습니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  },
  'reach.host.ipvs': {
    en: 'It has IPVS, which is not looked at for all packets yet.',
    ko: 'IPVS가 있습니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  },
  'reach.host.ebpf': {
    en: 'It has programs of eBPF, which are not looked at for all packets yet.',
    ko: 'eBPF 프로그램이 있습니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  },
  'reach.host.windows': {
    en: 'It is a Windows node, which is not looked at for all packets yet.',
    ko: 'Windows 노드입니다. 모든 패킷에 대해서는 아직 살펴보지 않습니다.',
  },
  'reach.host.part': {
    en: 'Its rules are here in part only: what the missing ones do nobody can say.',
    ko: '규칙의 일부만 있습니다. 빠진 규칙이 무엇을 하는지는 아무도 말할 수 없습니다.',
  },
  'reach.host.too-large': {
    en: 'It is too large to be looked at for all packets: {of}.',
    ko: '모든 패킷에 대해 살펴보기에는 너무 큽니다: {of}.',
  },
  'reach.host.none': {
    en: 'No host is in one of the texts.',
    ko: '텍스트 중 하나에 호스트가 없습니다.',
  },
  'reach.host.to': {
    en: 'to {dst}',
    ko: '{dst}(으)로',
  },
  'reach.host.as': {
    en: 'seen as {src}',
    ko: '출발지 {src}',
  },
  'reach.host.end.local': {
    en: 'this host gets it',
    ko: '이 호스트가 받음',
  },
  'reach.host.end.sent': {
    en: 'leaves by {device}',
    ko: '{device}(으)로 나감',
  },
  'reach.host.end.routed': {
    en: 'leaves by {device} to {via}',
    ko: '{device}(으)로 나가 {via}(으)로 감',
  },
  'reach.host.end.dropped': {
    en: 'dropped',
    ko: '폐기',
  },
  'reach.host.end.rejected': {
    en: 'rejected with {why}',
    ko: '{why}(으)로 거부',
  },
  'reach.host.end.refused': {
    en: 'no route, or its source cannot be',
    ko: '경로가 없거나 있을 수 없는 출발지',
  },
  'reach.host.end.unknown': {
    en: 'nobody can say ({why})',
    ko: '알 수 없음({why})',
  },
  'reach.host.same': {
    en: 'No packet that begins a connection over IPv4 ends otherwise: proven for all of them.',
    ko: 'IPv4로 연결을 시작하는 모든 패킷이 똑같이 끝납니다. 전부에 대해 증명했습니다.',
  },
  'reach.host.differ': {
    en: '{count, plural, one {# kind of packet ends} other {# kinds of packets end}} otherwise.',
    ko: '패킷 {count}종류가 다르게 끝납니다.',
  },
  'reach.host.first': {
    en: 'The first {count} are shown.',
    ko: '처음 {count}종류만 표시합니다.',
  },
  'reach.host.over': {
    en: 'Looked at: whatever comes in by {devices} or is made on the host itself, from any address and port, as the routes and addresses of both texts, told or assumed, lead it.',
    ko: '살펴본 범위: 두 텍스트에 있거나 가정한 경로와 주소에 따라 {devices}(으)로 들어오거나 호스트 자신이 만든, 모든 주소와 포트의 패킷.',
  },
  'reach.host.apart': {
    en: 'Not compared: packets that can begin on one side alone, by a device or from an address that the other has not.',
    ko: '비교하지 않음: 다른 쪽에 없는 장치나 주소에서 시작하여 한쪽에서만 시작할 수 있는 패킷.',
  },
  'reach.host.asks': {
    en: 'What nobody can say (a limit, an address that was remembered, a set that is not listed) is taken to be the same for the same words on both sides.',
    ko: '알 수 없는 것(제한, 기억된 주소, 목록이 없는 집합)은 양쪽의 같은 문구에 대해 같다고 봅니다.',
  },
  'reach.host.beyond': {
    en: 'Not looked at: IPv6, connections that exist, frames that only cross a bridge, and what becomes of a packet behind this host.',
    ko: '살펴보지 않음: IPv6, 이미 있는 연결, 브리지만 건너는 프레임, 이 호스트를 떠난 뒤의 일.',
  },
} as const satisfies PhraseBook;
