import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences of Sheets that are made of an answer: a walk, a paste, a comparison. */
export const REPORT_PHRASES = {
  'report.as-is': '{text}',
  'report.packet': 'What happened to this packet',
  'report.walk': '{flow}, moment by moment',
  'report.machine': 'What this machine is',
  'report.changes.leave': 'We leave {from} for {to}',
  'report.changes.release': 'From {from} to {to} in {mode} mode',
  'report.asked': 'asked',
  'report.source': 'rules',
  'report.rules':
    '{subject, select, pasted {As they were pasted; the kernel that runs them is simulated.} other {Written here as kube-proxy {release} in {mode} mode writes them for these objects; the kernel that runs them is simulated.}}',
  'report.h.way': 'Where it went',
  'report.h.moments': 'What happened, one moment after the other',
  'report.h.why': 'Why it ends so',
  'report.h.change': 'What would change it',
  'report.h.ways': 'The other ways it can go',
  'report.h.rests': 'What it rests on',
  'report.h.unlooked': 'What was not looked at',
  'report.h.differ': '{count, plural, one {The one that changes} other {The # that change}}',
  'report.h.beyond': 'What no packet shows',
  'report.h.cost': 'What it costs',
  'report.h.order': 'In this order',
  'report.ending':
    '{kind, select, DELIVERED {It arrives} ASTRAY {It arrives where it was not sent} DROPPED {It is dropped} REJECTED {It is refused} NO_ROUTE {It finds no route} NO_SOCKET {Nobody listens where it arrives} MARTIAN {It is dropped for its source address} TTL_EXCEEDED {It runs out of hops} LOOP {It goes in circles} LEFT {It leaves what is known here} other {Where it ends is not known}}{answer, select, always { and is answered} never {, and no answer comes} sometimes {; it is answered in {odds} of cases} other {; whether it is answered is not known}}.',
  'report.then': 'Then:',
  'report.then.sees': 'Then the receiver sees {sources}.',
  'report.then.together': 'Then the client comes to the same Pod by both ports in {odds} of cases.',
  'report.breaks': 'It breaks, too: {flows}.',
  'report.opens': 'It lets in, too: {packets}.',
  'report.tried':
    '{all, plural, =0 {No change was tried.} one {One change was made to a copy, and the packet sent again} other {# changes were made to a copy, one at a time, and the packet sent again}}{all, plural, =0 {} other {; {without, plural, =0 {each does something} one {one does nothing about it} other {# do nothing about it}}.}}',
  'report.tried.none':
    '{count, plural, =0 {There is no change here that could be tried.} other {None of the changes that were tried turns it round.}}',
  'report.more': 'and {count} more',
  'report.truncated': 'There are more ways than were walked.',
  'report.odds.open': 'odds not known',
  'report.settled-by': 'Settled by: {command}',
  'report.unlooked.packet':
    'One packet and its answer were walked, by themselves: no load, no loss on a wire, no program outside the way of packets.',
  'report.unlooked.machine': 'Only these texts were looked at: what they do not show of the machine is not known.',
  'report.alike': '{same} of {compared} flows end the same.',
  'report.none-breaks': 'Nothing that works stops working.',
  'report.verdict': '{verdict, select, look {look at it} know {know it} other {better}}',
  'report.difference': 'Difference {number}:',
  'report.sides': 'How it ends on each side.',
  'report.example': 'for one',
  'report.kinds':
    '{flows, plural, one {one flow} other {# flows}}, {callers, plural, one {one caller} other {# callers}}',
  'report.seen': 'you will see',
  'report.see':
    '{group, select, mended {Connections that failed are answered.} unknown {Whether it is answered is not known of a side.} looks {{same, select, yes {Other endpoints answer, or in other shares.} other {The receiver sees another sender.}}} fails {{before, select, refused {{after, select, dropped {Timeouts where there were errors at once.} other {It fails in another way.}}} dropped {{after, select, refused {Errors at once where there were timeouts.} other {It fails in another way.}}} lost {{after, select, dropped {Nothing is half delivered any more: it is dropped on the way.} refused {Errors at once instead of answers that nobody takes.} other {It fails in another way.}}} other {It fails in another way.}}} other {{after, select, dropped {Connections that worked time out.} refused {Connections that worked get an error at once.} lost {Packets arrive, and their answers do not come back.} other {Connections that worked do not any more.}}}}',
  'report.do': 'do',
  'report.do.nothing':
    '{group, select, mended {Nothing, unless something relied on the failure.} unknown {Try it on one node: nothing here tells whether it works.} other {Nothing, unless something relied on what it saw.}}',
  'report.do.none':
    '{count, plural, =0 {No change was found that could be tried there.} one {The one change that was tried there does not let it through.} other {None of the # changes that were tried there lets it through.}}',
  'report.do.tried':
    'Tried on the other side: {flows, plural, one {it lets this packet through} other {it lets {through} of # flows of this kind through}}.',
  'report.do.no-port': 'Nothing: nothing here has such a port.',
  'report.column': '{column, select, what {what} here {here} other {from}}',
  'report.not-simulated': 'not simulated',
  'report.from.engine': 'engine',
  'report.from.source': 'source of {release}',
  'report.beyond.connections': 'Connections at the switch',
  'report.beyond.connections.here':
    'What becomes of connections that are open while a node changes was not walked. Drain it first, one node at a time.',
  'report.beyond.cleanup':
    '{how, select, itself {Not needed: kube-proxy takes what {before} left away when it starts.} other {Needed: what {before} left stays until kube-proxy --cleanup has run or the node was restarted.}}',
  'report.beyond.order': 'Whose turn it is',
  'report.beyond.order.here':
    '{way, select, from {The scheduler {scheduler} of IPVS chose; now a draw does: equal shares, in no order.} other {A draw chose; now the scheduler {scheduler} of IPVS does.}}',
  'report.beyond.addresses': 'nodePorts',
  'report.beyond.addresses.here':
    'Answered at a node’s primary address alone, unless nodePortAddresses says otherwise. {count, plural, =0 {No Node tells more than one IPv4 address.} one {One Node tells more than one: {names}.} other {# Nodes tell more than one: {names}.}}',
  'report.beyond.needs':
    '{old, plural, =0 {{told, plural, =0 {No Node tells its kernel.} other {{told} of {nodes} Nodes tell a kernel, and each is new enough.}}} one {Too old: {names}.} other {Too old: {names}.}} The version of nft is in no object: look at it on each node.',
  'report.beyond.dates': 'Dates',
  'report.cost.kernel': 'In the kernel of a node, {services, plural, one {one Service} other {# Services}}',
  'report.cost.first': 'First packet of a connection, {services, plural, one {one Service} other {# Services}}',
  'report.cost.start': 'kube-proxy starts, {services, plural, one {one Service} other {# Services}}',
  'report.cost.in-kernel':
    '{rules, number} rules, {elements, number} elements{servers, plural, =0 {} other {, {servers, number} servers}}',
  'report.cost.of-first': 'at most {rules, number} rules, {lookups, plural, one {# lookup} other {# lookups}}',
  'report.cost.of-start':
    '{calls, plural, one {# call} other {# calls}}{kilobytes, plural, =0 {} other {, {kilobytes, number} kB}}',
  'report.cost.counted':
    'Counted on a made-up cluster with {endpoints} Pods a Service: its rules were written and packets sent through them.',
  'report.step.settle': 'Settle {count, plural, one {difference {numbers}} other {differences {numbers}}}.',
  'report.step.needs':
    'Look at the kernel (5.13) and nft --version (1.0.1) on each node and in the image of kube-proxy.',
  'report.step.release': 'Go from {was} to {release} with {from} first: one change at a time.',
  'report.step.first': 'One node first: drain it, set mode: {mode}, restart its kube-proxy, uncordon it.',
  'report.step.first-release': 'One node first: drain it, start kube-proxy {release} there, uncordon it.',
  'report.step.hold': 'Paste the rules of that node here: its walks must be those above.',
  'report.step.rest': 'Then the others, one after the other. The way back is the same: mode: {old}, restart.',
  'report.step.rest-release': 'Then the others, one after the other. The way back is the same, with {was}.',
  'report.apart': '{count, plural, one {One end is} other {# ends are}} on one side only and not compared.',
  'report.dumps': '{nodes, select, yes {What differs between two nodes} other {What changed on this node}}',
  'report.dumps.side': '{side, select, before {before} after {after} one {this node} other {the other node}}',
  'report.dumps.not-all': 'All packets at once could not be compared:',
  'report.dumps.empty':
    '{side, select, before {The first dump holds no rules, sets or virtual servers.} other {The second dump holds no rules, sets or virtual servers.}}',
  'report.dumps.broken':
    '{count, plural, =0 {None that is known to get through on the first is stopped on the second.} one {One gets through on the first; on the second it does not, not always, or nobody can say.} other {# get through on the first; on the second they do not, not always, or nobody can say.}}',
  'report.dumps.packets': 'packets',
  'report.dumps.more': 'and more',
  'report.dumps.open': 'nobody can say when this matches',
  'report.dumps.see':
    '{group, select, broken {Connections that got through are stopped, at least some of the time.} mended {Connections that were stopped get through, at least some of the time.} fails {Connections fail as before, and in another way.} other {Nothing is stopped; they come to another place, by another way, or seem to come from somebody else.}}',
  'report.dumps.named': '{count, plural, one {One more is} other {# more are}} named above and not told one by one.',
  'report.dumps.flows':
    'Of the {all, plural, one {one flow} other {# flows}} that the dumps suggest, {changed, plural, =0 {none ends} one {one ends} other {# end}} otherwise',
  'report.dumps.rules': 'What differs in the rules',
  'report.dumps.same-rules': 'No chain, set or virtual server differs.',
  'report.dumps.part': '{kind, select, added {came} removed {went} renamed {has another name} other {changed}}',
  'report.dumps.lines': '{went} went, {came} came',
} as const satisfies PhraseBook;
