import type { PhraseBook } from './phrase-book';

/** What each match does, in one sentence: hover help in the rules. */
export const XTABLES_MATCH_PHRASES = {
  'match.addrtype': {
    en: 'Matches by what the routing table calls an address: this host’s own, a broadcast, a multicast.',
    ko: '라우팅 테이블이 주소를 무엇으로 보는지(이 호스트의 주소, 브로드캐스트, 멀티캐스트 등)에 따라 일치합니다.',
  },
  'match.ah': {
    en: 'Matches the security parameter index of an AH packet.',
    ko: 'AH 패킷의 SPI에 따라 일치합니다.',
  },
  'match.bpf': {
    en: 'Lets a BPF program decide.',
    ko: 'BPF 프로그램이 일치 여부를 정합니다.',
  },
  'match.cgroup': {
    en: 'Matches the control group of the process that sent the packet.',
    ko: '패킷을 보낸 프로세스의 cgroup에 따라 일치합니다.',
  },
  'match.cluster': {
    en: 'Matches the share of connections one node of a cluster takes.',
    ko: '클러스터의 한 노드가 맡는 연결에 일치합니다.',
  },
  'match.comment': {
    en: 'A remark for people; it always matches.',
    ko: '사람을 위한 설명이며 항상 일치합니다.',
  },
  'match.connbytes': {
    en: 'Matches by how much the connection has carried so far.',
    ko: '연결이 지금까지 주고받은 양에 따라 일치합니다.',
  },
  'match.connlabel': {
    en: 'Matches a label bit of the connection.',
    ko: '연결의 label 비트에 따라 일치합니다.',
  },
  'match.connlimit': {
    en: 'Matches by how many connections an address or network has open.',
    ko: '한 주소나 네트워크가 연 연결 수에 따라 일치합니다.',
  },
  'match.connmark': {
    en: 'Matches the mark kept with the connection.',
    ko: '연결에 저장된 마크에 따라 일치합니다.',
  },
  'match.conntrack': {
    en: 'Matches what connection tracking knows: the state, the original addresses, whether NAT was applied.',
    ko: '연결 추적이 아는 것(상태, 원래 주소, NAT 적용 여부)에 따라 일치합니다.',
  },
  'match.cpu': {
    en: 'Matches the processor that handles the packet.',
    ko: '패킷을 처리하는 CPU에 따라 일치합니다.',
  },
  'match.dccp': {
    en: 'Matches DCCP ports and packet types.',
    ko: 'DCCP 포트와 패킷 유형에 따라 일치합니다.',
  },
  'match.devgroup': {
    en: 'Matches the group of the network device.',
    ko: '네트워크 장치의 그룹에 따라 일치합니다.',
  },
  'match.dscp': {
    en: 'Matches the differentiated-services code point of the IP header.',
    ko: 'IP 헤더의 DSCP 값에 따라 일치합니다.',
  },
  'match.dst': {
    en: 'Matches an IPv6 destination options header.',
    ko: 'IPv6 목적지 옵션 헤더에 따라 일치합니다.',
  },
  'match.ecn': {
    en: 'Matches the explicit congestion notification bits.',
    ko: 'ECN 비트에 따라 일치합니다.',
  },
  'match.esp': {
    en: 'Matches the security parameter index of an ESP packet.',
    ko: 'ESP 패킷의 SPI에 따라 일치합니다.',
  },
  'match.eui64': {
    en: 'Matches when an IPv6 address was made from the sender’s MAC address.',
    ko: 'IPv6 주소가 보낸 쪽의 MAC 주소로 만들어졌으면 일치합니다.',
  },
  'match.frag': {
    en: 'Matches an IPv6 fragment header.',
    ko: 'IPv6 단편 헤더에 따라 일치합니다.',
  },
  'match.hashlimit': {
    en: 'Matches up to, or above, a rate counted separately for each address or port.',
    ko: '주소나 포트마다 따로 센 속도가 한도 이하이거나 초과하면 일치합니다.',
  },
  'match.hbh': {
    en: 'Matches an IPv6 hop-by-hop options header.',
    ko: 'IPv6 hop-by-hop 옵션 헤더에 따라 일치합니다.',
  },
  'match.helper': {
    en: 'Matches connections that a helper such as ftp expected.',
    ko: 'ftp 같은 helper가 예상한 연결에 일치합니다.',
  },
  'match.hl': {
    en: 'Matches the hop limit of an IPv6 packet.',
    ko: 'IPv6 패킷의 hop limit에 따라 일치합니다.',
  },
  'match.icmp': {
    en: 'Matches the type and code of an ICMP packet.',
    ko: 'ICMP 패킷의 유형과 코드에 따라 일치합니다.',
  },
  'match.icmp6': {
    en: 'Matches the type and code of an ICMPv6 packet.',
    ko: 'ICMPv6 패킷의 유형과 코드에 따라 일치합니다.',
  },
  'match.ipcomp': {
    en: 'Matches the parameter index of an IPComp packet.',
    ko: 'IPComp 패킷의 CPI에 따라 일치합니다.',
  },
  'match.iprange': {
    en: 'Matches addresses from one to another.',
    ko: '한 주소에서 다른 주소까지의 범위에 일치합니다.',
  },
  'match.ipv6header': {
    en: 'Matches by which IPv6 extension headers are present.',
    ko: '있는 IPv6 확장 헤더에 따라 일치합니다.',
  },
  'match.ipvs': {
    en: 'Matches what IPVS knows of the packet’s connection.',
    ko: 'IPVS가 아는 연결 정보에 따라 일치합니다.',
  },
  'match.length': {
    en: 'Matches the length of the packet.',
    ko: '패킷의 길이에 따라 일치합니다.',
  },
  'match.limit': {
    en: 'Matches at most so many packets a time, after a first burst.',
    ko: '처음의 버스트 이후 정해진 시간에 정해진 수의 패킷까지만 일치합니다.',
  },
  'match.mac': {
    en: 'Matches the sender’s link-layer address.',
    ko: '보낸 쪽의 MAC 주소에 따라 일치합니다.',
  },
  'match.mark': {
    en: 'Matches the packet’s mark under a mask.',
    ko: '마스크를 씌운 패킷의 마크에 따라 일치합니다.',
  },
  'match.mh': {
    en: 'Matches the type of a Mobile IPv6 header.',
    ko: 'Mobile IPv6 헤더의 유형에 따라 일치합니다.',
  },
  'match.multiport': {
    en: 'Matches a list of ports, on the source side, the destination side or either.',
    ko: '출발지, 목적지 또는 어느 한쪽의 포트 목록에 일치합니다.',
  },
  'match.nfacct': {
    en: 'Counts the packet in a named object; it matches always, or, where the object has a quota, once that is used up. From 1.31 on kube-proxy writes it, and leaves it out where the kernel has no nfnetlink_acct: the packet goes the same way.',
    ko: '이름 있는 객체로 패킷을 셉니다. 항상 일치하지만, 객체에 할당량이 있으면 다 쓴 뒤에만 일치합니다. kube-proxy는 1.31부터 쓰며, 커널에 nfnetlink_acct가 없으면 쓰지 않습니다. 패킷이 가는 길은 같습니다.',
  },
  'match.osf': {
    en: 'Matches the operating system that a SYN looks like it came from.',
    ko: 'SYN의 특징으로 짐작한 운영체제에 따라 일치합니다.',
  },
  'match.owner': {
    en: 'Matches the user or group of the process that made the packet.',
    ko: '패킷을 만든 프로세스의 사용자나 그룹에 따라 일치합니다.',
  },
  'match.physdev': {
    en: 'Matches the bridge ports a frame comes in by and goes out of.',
    ko: '프레임이 들어오고 나가는 브리지 포트에 따라 일치합니다.',
  },
  'match.pkttype': {
    en: 'Matches unicast, broadcast or multicast frames.',
    ko: '유니캐스트, 브로드캐스트, 멀티캐스트 프레임에 일치합니다.',
  },
  'match.policy': {
    en: 'Matches packets that came through, or will go into, IPsec.',
    ko: 'IPsec을 거쳤거나 거칠 패킷에 일치합니다.',
  },
  'match.quota': {
    en: 'Matches until so many bytes have passed.',
    ko: '정해진 바이트가 지나갈 때까지 일치합니다.',
  },
  'match.rateest': {
    en: 'Compares a measured rate with a bound or another rate.',
    ko: '측정한 속도를 기준이나 다른 속도와 비교합니다.',
  },
  'match.realm': {
    en: 'Matches the realm of the route taken.',
    ko: '선택된 경로의 realm에 따라 일치합니다.',
  },
  'match.recent': {
    en: 'Keeps lists of recently seen addresses and matches by them; kube-proxy uses it for session affinity.',
    ko: '최근에 본 주소의 목록을 만들고 그에 따라 일치합니다. kube-proxy는 세션 어피니티에 사용합니다.',
  },
  'match.rpfilter': {
    en: 'Matches when the answer would leave by the interface the packet came in by; with --loose, by any.',
    ko: '응답이 패킷이 들어온 인터페이스로 나가게 되면 일치합니다. --loose에서는 어느 인터페이스든 됩니다.',
  },
  'match.rt': {
    en: 'Matches an IPv6 routing header.',
    ko: 'IPv6 라우팅 헤더에 따라 일치합니다.',
  },
  'match.sctp': {
    en: 'Matches SCTP ports and chunk types.',
    ko: 'SCTP 포트와 chunk 유형에 따라 일치합니다.',
  },
  'match.set': {
    en: 'Matches when addresses, ports or devices of the packet are in an ipset.',
    ko: '패킷의 주소, 포트, 장치가 ipset에 있으면 일치합니다.',
  },
  'match.socket': {
    en: 'Matches when this host has a socket for the packet.',
    ko: '이 호스트에 패킷을 받을 소켓이 있으면 일치합니다.',
  },
  'match.srh': {
    en: 'Matches an IPv6 segment routing header.',
    ko: 'IPv6 segment routing 헤더에 따라 일치합니다.',
  },
  'match.state': {
    en: 'Matches the connection’s state; an older form of conntrack --ctstate.',
    ko: '연결의 상태에 따라 일치합니다. conntrack --ctstate의 옛 형식입니다.',
  },
  'match.statistic': {
    en: 'Matches a random share of packets, or every nth; kube-proxy uses it to pick an endpoint.',
    ko: '패킷의 일정 비율 또는 n번째마다 일치합니다. kube-proxy는 엔드포인트를 고를 때 사용합니다.',
  },
  'match.string': {
    en: 'Matches text inside the packet.',
    ko: '패킷 안의 문자열에 따라 일치합니다.',
  },
  'match.tcp': {
    en: 'Matches TCP ports and flags.',
    ko: 'TCP 포트와 플래그에 따라 일치합니다.',
  },
  'match.tcpmss': {
    en: 'Matches the MSS option of a TCP packet.',
    ko: 'TCP 패킷의 MSS 옵션에 따라 일치합니다.',
  },
  'match.time': {
    en: 'Matches by the hour and the day.',
    ko: '시각과 날짜에 따라 일치합니다.',
  },
  'match.tos': {
    en: 'Matches the type-of-service byte of the IP header.',
    ko: 'IP 헤더의 TOS 바이트에 따라 일치합니다.',
  },
  'match.ttl': {
    en: 'Matches the time to live of an IPv4 packet.',
    ko: 'IPv4 패킷의 TTL에 따라 일치합니다.',
  },
  'match.u32': {
    en: 'Matches bytes anywhere in the packet.',
    ko: '패킷 안 임의 위치의 바이트에 따라 일치합니다.',
  },
  'match.udp': {
    en: 'Matches UDP ports.',
    ko: 'UDP 포트에 따라 일치합니다.',
  },
  'match.unrecognised': {
    en: 'A part of the rule that is not known here: it may match or not.',
    ko: '여기서 알지 못하는 규칙의 일부입니다. 일치할 수도 있고 아닐 수도 있습니다.',
  },
} as const satisfies PhraseBook;
