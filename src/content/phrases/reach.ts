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
    en: 'There is too much to walk it all. Those that differ in name and address alone stand for each other (as ready, on machines alike, the same ports and policies, as near to each other): {callers, number} senders for {all, number}, {places, number} things to ask for out of {destinations, number}.',
    ko: '모두 따라가기에는 너무 많아, 이름과 주소만 다른 것은 하나가 나머지를 대신합니다(준비 상태, 노드의 종류, 포트, 정책, 서로의 위치가 같은 것). 보내는 쪽 {all, number}개 중 {callers, number}개, 묻는 대상 {destinations, number}개 중 {places, number}개를 따라갔습니다.',
  },
  'reach.unasked.stand': {
    en: 'There is too much to walk it all: of flows whose ends differ in name and address alone, one was walked.',
    ko: '모두 따라가기에는 너무 많아, 양 끝의 이름과 주소만 다른 흐름은 하나만 따라갔습니다.',
  },
  'reach.unasked.otherwise': {
    en: 'Flows that were taken to be alike do not end alike here: ask of a part of the cluster.',
    ko: '같다고 본 흐름이 여기서는 다르게 끝납니다. 클러스터의 일부에 대해 물으십시오.',
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
