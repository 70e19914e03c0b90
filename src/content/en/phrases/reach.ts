import type { PhraseBook } from '../../phrases/phrase-book';

/** Phrases about all packets of a cluster: who reaches what, what changes between two sides, statements that hold or do not. */
export const REACH_PHRASES = {
  'reach.fate.kept': 'source kept',
  'reach.fate.kept.node': 'seen as the node',
  'reach.fate.rewritten': 'answered, source rewritten',
  'reach.fate.lost': 'answer lost',
  'reach.fate.refused': 'refused',
  'reach.fate.dropped': 'dropped',
  'reach.fate.no-route': 'no route',
  'reach.fate.leaves': 'leaves',
  'reach.fate.loops': 'goes in circles',
  'reach.fate.unknown': 'depends',
  'reach.itself': 'sent back to itself',
  'reach.fate.drawn-itself':
    'sent back to itself: {end, select, kept {source kept} rewritten {answered, source rewritten} lost {answer lost} refused {refused} dropped {dropped} other {it ends differently}}',
  'reach.to.service': '{name}{more, plural, =0 {} other { and # more}}, cluster IP',
  'reach.to.external-ip': '{name}{more, plural, =0 {} other { and # more}}, external IP',
  'reach.to.load-balancer': '{name}{more, plural, =0 {} other { and # more}}, load balancer',
  'reach.to.node-port': '{name}{more, plural, =0 {} other { and # more}}, node port on {node}',
  'reach.to.node-port.device': '{name}{more, plural, =0 {} other { and # more}}, node port on {node} by {address}',
  'reach.to.node-port.loopback': '{name}{more, plural, =0 {} other { and # more}}, node port on {node} by 127.0.0.1',
  'reach.to.node-port.devices': '{name}{more, plural, =0 {} other { and # more}}, node port on {node} by {address}',
  'reach.to.node.device': '{name}{more, plural, =0 {} other { and # more}} by {address}',
  'reach.to.pod': '{name}{more, plural, =0 {} other { and # more}}',
  'reach.to.node': '{name}{more, plural, =0 {} other { and # more}}',
  'reach.asks.port': '{protocol} {port}',
  'reach.asks.ports': 'their named ports',
  'reach.asks.other': 'other ports',
  'reach.asks.other-as': 'other ports, as {protocol} {port}',
  'reach.asks.other-and-ping': 'other ports and ping',
  'reach.asks.any': 'all ports and ping',
  'reach.asks.ping': 'ping',
  'reach.from.pods': '{count, plural, one {# Pod} other {# Pods}} on {node}',
  'reach.from.pod': '{name}',
  'reach.from.nodes': '{count, plural, one {# node} other {# nodes}}, own processes',
  'reach.from.node': '{name}, own processes',
  'reach.from.outside': 'outside',
  'reach.from.outside.other': 'outside, all other',
  'reach.from.outside.range': 'outside, {range}',
  'reach.head.answered':
    '{flows, plural, one {{answered, plural, =0 {The one flow gets no answer.} other {The one flow gets an answer.}}} other {{answered, number} of {flows, number} flows get an answer.}}',
  'reach.head.over':
    '{rows, plural, one {One kind} other {# kinds}} of receiver, {columns, plural, one {one kind} other {# kinds}} of sender. A flow is one sender to one address and port. Each was followed to its end; where chance chooses an endpoint, each choice was followed.',
  'reach.unasked.alike':
    'There is too much to walk it all. Those that differ in name and address alone stand for each other (as ready, on machines alike, the same ports and policies, as near to each other): {callers, number} senders for {all, number}, {places, number} things to ask for out of {destinations, number}.',
  'reach.unasked.stand':
    'There is too much to walk it all: of flows whose ends differ in name and address alone, one was walked.',
  'reach.unasked.otherwise': 'Flows that were taken to be alike do not end alike here: ask of a part of the cluster.',
  'reach.unasked.other': 'Only ports that objects name were asked, and no echo requests.',
  'reach.unasked.too-large':
    'Nothing was walked: there are {flows, number} flows even if alike Pods stand for each other. Ask of a part of the cluster, as the objects of one namespace with its nodes.',
  'reach.legend':
    '{end, select, kept {answered; the receiver sees the sender’s own address} seen {answered; the receiver sees an address of the node that sent it} rewritten {the receiver sees another address than the sender’s, such as a node’s} lost {it arrives, but the answer does not come back} refused {an error comes back at once} dropped {nothing comes back} unrouted {a machine on the way has no route for it, or does not forward} leaves {it goes where nothing here tells what becomes of it} loops {it comes by the same machine again and again} unknown {on what is not known here} other {the Service chose the very Pod that asks}}',
  'reach.not-looked':
    'Not looked at in these flows: open connections, other source ports, and ports and protocols that no object names (one such TCP port was tried and stands for all).',
  'reach.changes.none': 'The same for every flow.',
  'reach.changes.broken': '{count, plural, one {One kind of packet breaks.} other {# kinds of packets break.}}',
  'reach.changes.mended': '{count, plural, one {One kind works that did not.} other {# kinds work that did not.}}',
  'reach.changes.fails':
    '{count, plural, one {One kind fails on both sides, in another way.} other {# kinds fail on both sides, in another way.}}',
  'reach.changes.looks':
    '{count, plural, one {One kind works on both sides and looks different.} other {# kinds work on both sides and look different.}}',
  'reach.changes.unknown':
    '{count, plural, one {Of one kind it is not known whether it works.} other {Of # kinds it is not known whether they work.}}',
  'reach.changes.sources':
    'In that example the receiver sees the packet come from {before} on the first side, from {after} on the second.',
  'reach.changes.receivers': 'In that example it goes to {before} on the first side, to {after} on the second.',
  'reach.changes.over':
    '{flows, number} flows followed on both sides: {callers, number} senders, each to those of {destinations, number} receivers that it can ask.',
  'reach.group.broken': 'Worked, will not',
  'reach.group.unknown': 'Of a side it is not known whether it works',
  'reach.group.mended': 'Did not work, will',
  'reach.group.fails': 'Fails on both sides, in another way',
  'reach.group.looks': 'Works on both sides, looks different',
  'reach.cause.unknown': 'Cause not known.',
  'reach.ways':
    '{way, select, service {cluster IP} externalip {external IP} loadbalancer {load balancer} nodeport {node port} pod {the Pods’ own addresses} other {the nodes’ own addresses}}',
  'reach.state.holds': 'holds',
  'reach.state.broken': 'does not hold',
  'reach.state.depends': 'depends',
  'reach.state.unread': 'not understood',
  'reach.form.reaches': 'every Pod gets an answer from the cluster IP of the Service',
  'reach.form.source':
    'and the receiver sees the Pod’s own address, unless the Service sends the packet back to the Pod that sent it',
  'reach.form.never': 'nobody outside gets an answer from it, by any of its addresses',
  'reach.form.via': 'outside gets an answer by every node port of it',
  'reach.form.only-on': 'it answers on no other port',
  'reach.form.same': 'every packet to it ends the same in both modes',
  'reach.form.rules': 'every rule in every node’s tables decides some packet',
  'reach.statement.form':
    'A statement reads "A -> B", "never A -> B", "A -> B only from RANGE", "A -> B source kept", "B only on PORT/tcp", "B same in MODE@RELEASE and MODE@RELEASE" or "rules all decide".',
  'reach.statement.who':
    '"{text}" names nobody: write Pods, nodes, outside, everybody, a name, app=label, namespace/* or an address.',
  'reach.statement.release': '"{text}": {mode} is known from {since} to {until}.',
  'reach.statement.mode': '"{text}" is no mode with a release: write iptables@1.30.',
  'reach.statement.port': '"{text}" is no port: write 5432/tcp.',
  'reach.statement.range': '"{text}" is no range of addresses: write 203.0.113.0/24.',
  'reach.statement.nobody': 'Nothing is called {name}.',
  'reach.statement.several': '{name} may be any of {found}: write the kind before it, or namespace/name.',
  'reach.statement.nothing': 'No packet is meant: who sends or what is asked for has no member.',
  'reach.statement.no-rules': 'No node has rules of iptables in this mode.',
  'reach.statement.too-large': 'The rules are too many to be held against each other.',
  'reach.statement.sets':
    'No rule is known to decide nothing, but some ask what is in the sets {sets}, and that is not looked at.',
  'reach.statement.dead':
    '{count, plural, one {One rule decides nothing} other {# rules decide nothing}}, first {first}.',
} as const satisfies PhraseBook;
