import type { PhraseBook } from './phrase-book';

/** What each target does, in one sentence: hover help in the rules. */
export const XTABLES_TARGET_PHRASES = {
  'target.ACCEPT': {
    en: 'This table lets the packet go on; later tables are still asked.',
    ko: '이 테이블은 패킷을 통과시킵니다. 뒤의 테이블은 그대로 거칩니다.',
  },
  'target.AUDIT': {
    en: 'Writes an audit record; the packet goes on.',
    ko: '감사 기록을 남기며 패킷은 계속 진행합니다.',
  },
  'target.CHECKSUM': {
    en: 'Fills in a checksum the hardware would have; the packet goes on.',
    ko: '하드웨어가 채울 체크섬을 채우며 패킷은 계속 진행합니다.',
  },
  'target.CLASSIFY': {
    en: 'Chooses the queueing class; the packet goes on.',
    ko: '큐 클래스를 정하며 패킷은 계속 진행합니다.',
  },
  'target.CLUSTERIP': {
    en: 'Shares one address among several hosts by a hash.',
    ko: '하나의 주소를 해시로 여러 호스트가 나누어 맡습니다.',
  },
  'target.CONNMARK': {
    en: 'Changes the mark kept with the connection, or copies it to or from the packet.',
    ko: '연결에 저장된 마크를 바꾸거나 패킷과 서로 복사합니다.',
  },
  'target.CONNSECMARK': {
    en: 'Copies the security mark between packet and connection.',
    ko: '패킷과 연결 사이에 보안 마크를 복사합니다.',
  },
  'target.CT': {
    en: 'Tells connection tracking what to do before it looks: leave the packet alone, use a zone or a helper, or set a timeout.',
    ko: '연결 추적이 보기 전에 할 일(추적하지 않기, zone이나 helper 사용, 타임아웃 지정)을 알립니다.',
  },
  'target.DNAT': {
    en: 'Gives the whole connection another destination address or port.',
    ko: '연결 전체의 목적지 주소나 포트를 바꿉니다.',
  },
  'target.DNPT': {
    en: 'Translates an IPv6 destination prefix without remembering connections.',
    ko: '연결을 기억하지 않고 IPv6 목적지 프리픽스를 바꿉니다.',
  },
  'target.DROP': {
    en: 'The packet ends here, in silence.',
    ko: '패킷이 여기서 조용히 폐기됩니다.',
  },
  'target.DSCP': {
    en: 'Changes the differentiated-services code point; the packet goes on.',
    ko: 'DSCP 값을 바꾸며 패킷은 계속 진행합니다.',
  },
  'target.ECN': {
    en: 'Removes the congestion notification bits of TCP; the packet goes on.',
    ko: 'TCP의 ECN 비트를 지우며 패킷은 계속 진행합니다.',
  },
  'target.GOTO': {
    en: 'Goes on in another chain, whose end returns to where this chain was called from; from a built-in chain, its policy decides.',
    ko: '다른 체인에서 계속하며, 그 끝에서는 이 체인을 부른 곳으로 돌아갑니다. 내장 체인에서 갔다면 정책이 결정합니다.',
  },
  'target.HL': {
    en: 'Changes the hop limit; the packet goes on.',
    ko: 'hop limit을 바꾸며 패킷은 계속 진행합니다.',
  },
  'target.HMARK': {
    en: 'Sets the mark by a hash of addresses and ports; the packet goes on.',
    ko: '주소와 포트의 해시로 마크를 정하며 패킷은 계속 진행합니다.',
  },
  'target.IDLETIMER': {
    en: 'Restarts a timer; the packet goes on.',
    ko: '타이머를 다시 시작하며 패킷은 계속 진행합니다.',
  },
  'target.JUMP': {
    en: 'Goes on in another chain, and comes back behind this rule at its end.',
    ko: '다른 체인에서 계속하고, 그 끝에서 이 규칙 다음으로 돌아옵니다.',
  },
  'target.LED': {
    en: 'Blinks a light; the packet goes on.',
    ko: 'LED를 깜박이며 패킷은 계속 진행합니다.',
  },
  'target.LOG': {
    en: 'Writes a line to the kernel log; the packet goes on.',
    ko: '커널 로그에 한 줄을 남기며 패킷은 계속 진행합니다.',
  },
  'target.MARK': {
    en: 'Changes the packet’s mark; the packet goes on. kube-proxy marks what is to be masqueraded.',
    ko: '패킷의 마크를 바꾸며 패킷은 계속 진행합니다. kube-proxy는 마스커레이드할 패킷을 표시합니다.',
  },
  'target.MASQUERADE': {
    en: 'Gives the whole connection the source address of the device it leaves by.',
    ko: '연결 전체의 출발지를 나가는 장치의 주소로 바꿉니다.',
  },
  'target.NETMAP': {
    en: 'Maps a whole network onto another; the host part stays.',
    ko: '네트워크 전체를 다른 네트워크로 바꾸며 호스트 부분은 그대로 둡니다.',
  },
  'target.NFLOG': {
    en: 'Sends a copy to a logging program; the packet goes on.',
    ko: '로그 프로그램에 사본을 보내며 패킷은 계속 진행합니다.',
  },
  'target.NFQUEUE': {
    en: 'A program on the host decides about the packet.',
    ko: '호스트의 프로그램이 패킷의 처리를 정합니다.',
  },
  'target.NOTRACK': {
    en: 'Connection tracking leaves the packet alone, so NAT does too.',
    ko: '연결 추적이 패킷을 추적하지 않으므로 NAT도 적용되지 않습니다.',
  },
  'target.QUEUE': {
    en: 'A program on the host decides about the packet.',
    ko: '호스트의 프로그램이 패킷의 처리를 정합니다.',
  },
  'target.RATEEST': {
    en: 'Measures a rate; the packet goes on.',
    ko: '속도를 측정하며 패킷은 계속 진행합니다.',
  },
  'target.REDIRECT': {
    en: 'Gives the whole connection this host itself as destination.',
    ko: '연결 전체의 목적지를 이 호스트로 바꿉니다.',
  },
  'target.REJECT': {
    en: 'The packet ends here and its sender is told, by ICMP or a TCP reset.',
    ko: '패킷이 여기서 끝나고, 보낸 쪽에 ICMP나 TCP 리셋으로 알립니다.',
  },
  'target.RETURN': {
    en: 'Goes back behind the rule that jumped here; in a built-in chain, the policy decides.',
    ko: '이곳으로 점프한 규칙 다음으로 돌아갑니다. 내장 체인에서는 정책이 결정합니다.',
  },
  'target.SECMARK': {
    en: 'Sets the security mark; the packet goes on.',
    ko: '보안 마크를 정하며 패킷은 계속 진행합니다.',
  },
  'target.SET': {
    en: 'Adds the packet’s addresses to an ipset or removes them; the packet goes on.',
    ko: '패킷의 주소를 ipset에 넣거나 빼며 패킷은 계속 진행합니다.',
  },
  'target.SNAT': {
    en: 'Gives the whole connection another source address or port.',
    ko: '연결 전체의 출발지 주소나 포트를 바꿉니다.',
  },
  'target.SNPT': {
    en: 'Translates an IPv6 source prefix without remembering connections.',
    ko: '연결을 기억하지 않고 IPv6 출발지 프리픽스를 바꿉니다.',
  },
  'target.SYNPROXY': {
    en: 'Completes the TCP handshake in place of the server.',
    ko: '서버를 대신하여 TCP 핸드셰이크를 처리합니다.',
  },
  'target.TCPMSS': {
    en: 'Changes the MSS option of SYN packets; the packet goes on.',
    ko: 'SYN 패킷의 MSS 옵션을 바꾸며 패킷은 계속 진행합니다.',
  },
  'target.TCPOPTSTRIP': {
    en: 'Removes TCP options; the packet goes on.',
    ko: 'TCP 옵션을 지우며 패킷은 계속 진행합니다.',
  },
  'target.TEE': {
    en: 'Sends a copy to another host; the packet goes on.',
    ko: '다른 호스트에 사본을 보내며 패킷은 계속 진행합니다.',
  },
  'target.TOS': {
    en: 'Changes the type-of-service byte; the packet goes on.',
    ko: 'TOS 바이트를 바꾸며 패킷은 계속 진행합니다.',
  },
  'target.TPROXY': {
    en: 'Hands the packet to a local socket without changing it.',
    ko: '패킷을 바꾸지 않고 로컬 소켓에 넘깁니다.',
  },
  'target.TRACE': {
    en: 'Asks the kernel to trace the packet; it goes on.',
    ko: '커널에 패킷 추적을 요청하며 패킷은 계속 진행합니다.',
  },
  'target.TTL': {
    en: 'Changes the time to live; the packet goes on.',
    ko: 'TTL을 바꾸며 패킷은 계속 진행합니다.',
  },
  'target.ULOG': {
    en: 'Sends a copy to a logging program; the packet goes on.',
    ko: '로그 프로그램에 사본을 보내며 패킷은 계속 진행합니다.',
  },
  'target.unrecognised': {
    en: 'A target that is not known here: what it does to the packet is unknown.',
    ko: '여기서 알지 못하는 타깃이므로 패킷에 무엇을 하는지 알 수 없습니다.',
  },
} as const satisfies PhraseBook;
