import type { PhraseBook } from './phrase-book';

/** Phrases about all packets of a cluster: who reaches what, what changes between two sides, statements that hold or do not. */
export const REACH_PHRASES = {
  'reach.fate.kept': {
    en: 'source kept',
    ko: '출발지 유지',
  },
  'reach.fate.kept.node': {
    en: 'seen as the node',
    ko: '노드로 보임',
  },
  'reach.fate.rewritten': {
    en: 'source rewritten',
    ko: '출발지 변경',
  },
  'reach.fate.lost': {
    en: 'answer lost',
    ko: '응답 유실',
  },
  'reach.fate.refused': {
    en: 'refused',
    ko: '거부',
  },
  'reach.fate.dropped': {
    en: 'dropped',
    ko: '폐기',
  },
  'reach.fate.no-route': {
    en: 'no way on',
    ko: '더 갈 길 없음',
  },
  'reach.fate.leaves': {
    en: 'leaves',
    ko: '외부로 나감',
  },
  'reach.fate.loops': {
    en: 'goes in circles',
    ko: '맴돎',
  },
  'reach.fate.unknown': {
    en: 'depends',
    ko: '미정',
  },
  'reach.fate.drawn-itself': {
    en: 'drawn itself: {end, select, kept {source kept} rewritten {source rewritten} lost {answer lost} refused {refused} dropped {dropped} other {it ends otherwise}}',
    ko: '자신이 뽑히면 {end, select, kept {출발지 유지} rewritten {출발지 변경} lost {응답 유실} refused {거부} dropped {폐기} other {다르게 끝남}}',
  },
  'reach.to.service': {
    en: '{name}, its own address',
    ko: '{name}, 자기 주소',
  },
  'reach.to.external-ip': {
    en: '{name}, external IP',
    ko: '{name}, 외부 IP',
  },
  'reach.to.load-balancer': {
    en: '{name}, load balancer',
    ko: '{name}, 로드 밸런서',
  },
  'reach.to.node-port': {
    en: '{name}, node port on {node}',
    ko: '{name}, {node}의 노드 포트',
  },
  'reach.to.node-port.device': {
    en: '{name}, node port on {node} by {address}',
    ko: '{name}, {node}의 노드 포트({address})',
  },
  'reach.to.node-port.loopback': {
    en: '{name}, node port on {node} by 127.0.0.1',
    ko: '{name}, {node}의 노드 포트(127.0.0.1)',
  },
  'reach.to.node-port.devices': {
    en: '{name}, node port on {node} by another address',
    ko: '{name}, {node}의 노드 포트(다른 주소)',
  },
  'reach.to.node.device': {
    en: '{name} by {address}',
    ko: '{name}({address})',
  },
  'reach.to.pod': {
    en: '{name}',
    ko: '{name}',
  },
  'reach.to.node': {
    en: '{name}',
    ko: '{name}',
  },
  'reach.asks.port': {
    en: '{protocol} {port}',
    ko: '{protocol} {port}',
  },
  'reach.asks.ports': {
    en: 'their ports',
    ko: '각자의 포트',
  },
  'reach.asks.other': {
    en: 'other ports',
    ko: '다른 포트',
  },
  'reach.asks.other-and-ping': {
    en: 'other ports and ping',
    ko: '다른 포트와 ping',
  },
  'reach.asks.any': {
    en: 'all ports and ping',
    ko: '모든 포트와 ping',
  },
  'reach.asks.ping': {
    en: 'ping',
    ko: 'ping',
  },
  'reach.from.pods': {
    en: '{count, plural, one {# Pod} other {# Pods}} on {node}',
    ko: '{node}의 Pod {count}개',
  },
  'reach.from.pod': {
    en: '{name}',
    ko: '{name}',
  },
  'reach.from.nodes': {
    en: '{count, plural, one {# node} other {# nodes}}, own processes',
    ko: '노드 {count}개의 프로세스',
  },
  'reach.from.node': {
    en: '{name}, own processes',
    ko: '{name}의 프로세스',
  },
  'reach.from.outside': {
    en: 'outside',
    ko: '외부',
  },
  'reach.from.outside.other': {
    en: 'outside, all other',
    ko: '외부, 그 밖의 모두',
  },
  'reach.from.outside.range': {
    en: 'outside, {range}',
    ko: '외부 {range}',
  },
  'reach.head.ends': {
    en: '{count, plural, one {Every packet here ends in one way.} other {Every packet here ends in one of # ways.}}',
    ko: '모든 패킷은 {count}가지 중 하나로 끝납니다.',
  },
  'reach.head.over': {
    en: '{rows} kinds of destination, {columns} kinds of caller; {flows} flows walked, each with all its draws.',
    ko: '받는 쪽 {rows}종, 보내는 쪽 {columns}종. 흐름 {flows}개를 모든 추첨까지 따라갔습니다.',
  },
  'reach.unasked.alike': {
    en: 'There is too much to walk it all: one Pod stands for those of the same node, labels and readiness, {callers, number} callers for {all, number}.',
    ko: '모두 따라가기에는 너무 많아, 노드와 레이블과 준비 상태가 같은 Pod는 하나가 나머지를 대신합니다. 보내는 쪽 {all, number}개 중 {callers, number}개를 따라갔습니다.',
  },
  'reach.unasked.other': {
    en: 'Only ports that objects name were asked, and no echo requests.',
    ko: '객체가 이름 붙인 포트만 물었고, ping은 묻지 않았습니다.',
  },
  'reach.unasked.too-large': {
    en: 'Nothing was walked: there are {flows, number} flows even if alike Pods stand for each other. Ask of a part of the cluster, as the objects of one namespace with its nodes.',
    ko: '아무것도 따라가지 않았습니다. 같은 Pod를 하나로 쳐도 흐름이 {flows, number}개입니다. 한 네임스페이스의 객체와 노드처럼 클러스터의 일부에 대해 물으십시오.',
  },
  'reach.legend': {
    en: 'Source kept: the receiver sees the address the packet was sent from. Seen as the node: it sees an address of the node, which may be another than that. Drawn itself: the Service chose the very Pod that asks.',
    ko: '출발지 유지: 받는 쪽에 패킷을 보낸 주소가 그대로 보입니다. 노드로 보임: 노드의 주소가 보이지만, 보낸 주소와 다를 수 있습니다. 자신이 뽑히면: 묻는 Pod 자신을 Service가 골랐을 때입니다.',
  },
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
  'reach.not-looked': {
    en: 'Not looked at: open connections, other source ports, ports and protocols that nothing names beside one TCP port for all other.',
    ko: '보지 않은 것: 열려 있는 연결, 다른 출발지 포트, 아무 데서도 이름 붙이지 않은 포트와 프로토콜(그런 TCP 포트 하나가 나머지를 대신합니다).',
  },
  'reach.changes.none': {
    en: 'The same for every packet.',
    ko: '모든 패킷에서 같습니다.',
  },
  'reach.changes.broken': {
    en: '{count, plural, one {One kind of packet breaks.} other {# kinds of packets break.}}',
    ko: '패킷 {count}종이 더는 통하지 않습니다.',
  },
  'reach.changes.others': {
    en: '{count, plural, one {One kind ends otherwise.} other {# kinds end otherwise.}}',
    ko: '패킷 {count}종이 달라집니다.',
  },
  'reach.changes.over': {
    en: '{flows} flows walked on both sides: {callers} callers, {destinations} destinations.',
    ko: '양쪽에서 흐름 {flows}개를 따라갔습니다. 보내는 쪽 {callers}, 받는 쪽 {destinations}.',
  },
  'reach.group.broken': {
    en: 'Worked, will not',
    ko: '되던 것이 안 됨',
  },
  'reach.group.mended': {
    en: 'Did not work, will',
    ko: '안 되던 것이 됨',
  },
  'reach.group.fails': {
    en: 'Fails on both sides, otherwise',
    ko: '양쪽 다 안 됨, 방식이 다름',
  },
  'reach.group.looks': {
    en: 'Works on both sides, looks different',
    ko: '양쪽 다 됨, 보이는 것이 다름',
  },
  'reach.cause.unknown': {
    en: 'Cause not known.',
    ko: '까닭을 알 수 없습니다.',
  },
  'reach.state.holds': {
    en: 'holds',
    ko: '참',
  },
  'reach.state.broken': {
    en: 'broken',
    ko: '거짓',
  },
  'reach.state.depends': {
    en: 'depends',
    ko: '미정',
  },
  'reach.state.unread': {
    en: 'not understood',
    ko: '읽지 못함',
  },
  'reach.statement.form': {
    en: 'A statement reads "A -> B", "never A -> B", "A -> B only from RANGE", "A -> B source kept", "B only on PORT/tcp", "B same in MODE@RELEASE and MODE@RELEASE" or "rules all decide".',
    ko: '문장은 "A -> B", "never A -> B", "A -> B only from 범위", "A -> B source kept", "B only on 포트/tcp", "B same in 모드@릴리스 and 모드@릴리스", "rules all decide" 중 하나로 씁니다.',
  },
  'reach.statement.who': {
    en: '"{text}" names nobody: write Pods, nodes, outside, everybody, a name, app=label, namespace/* or an address.',
    ko: '"{text}" 항목은 아무도 가리키지 않습니다. Pods, nodes, outside, everybody, 이름, app=레이블, 네임스페이스/*, 주소 가운데 하나를 쓰십시오.',
  },
  'reach.statement.mode': {
    en: '"{text}" is no mode with a release: write iptables@1.30.',
    ko: '"{text}" 항목은 릴리스가 붙은 모드가 아닙니다. iptables@1.30처럼 쓰십시오.',
  },
  'reach.statement.port': {
    en: '"{text}" is no port: write 5432/tcp.',
    ko: '"{text}" 항목은 포트가 아닙니다. 5432/tcp처럼 쓰십시오.',
  },
  'reach.statement.range': {
    en: '"{text}" is no range of addresses: write 203.0.113.0/24.',
    ko: '"{text}" 항목은 주소 범위가 아닙니다. 203.0.113.0/24처럼 쓰십시오.',
  },
  'reach.statement.nobody': {
    en: 'Nothing is called {name}.',
    ko: '{name}(이)라는 이름은 없습니다.',
  },
  'reach.statement.several': {
    en: '{name} may be any of {found}: write the kind before it, or namespace/name.',
    ko: '{name}에 맞는 것이 여럿입니다({found}). 앞에 종류를 쓰거나 네임스페이스/이름으로 쓰십시오.',
  },
  'reach.statement.nothing': {
    en: 'No packet is meant: who sends or what is asked for has no member.',
    ko: '가리키는 패킷이 없습니다. 보내는 쪽이나 받는 쪽에 아무것도 없습니다.',
  },
  'reach.statement.no-rules': {
    en: 'No node has rules of iptables in this mode.',
    ko: '이 모드에서는 iptables 규칙이 있는 노드가 없습니다.',
  },
  'reach.statement.too-large': {
    en: 'The rules are too many to be held against each other.',
    ko: '규칙이 너무 많아 서로 견줄 수 없습니다.',
  },
  'reach.statement.dead': {
    en: '{count, plural, one {One rule decides nothing} other {# rules decide nothing}}, first {first}.',
    ko: '규칙 {count}개가 아무것도 결정하지 않습니다. 첫째는 {first}입니다.',
  },
} as const satisfies PhraseBook;
