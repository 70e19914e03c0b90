import type { PhraseBook } from '../../phrases/phrase-book';

/** Behind a sentence: which rule let the packet pass, and how many did not match (`core/story/missed-rules.ts`). */
const ASKED =
  '{passed, plural, =0 {} =1 { {chain} rule {number}{test, select, none {} other { ({test})}} let it pass.} other { # rules let it pass, the last one {chain} rule {number}{test, select, none {} other { ({test})}}.}}{missed, plural, =0 {} other { Here {missed, plural, one {# rule} other {# rules}} did not match ({chains}{more, plural, =0 {} other { and # more}}).}}';

/** Among whom a Service is drawn: all that are ready, those of the node that draws, or others that are fewer. */
const OFFERED =
  '{of, select, all {{unnamed, plural, =0 {{count, plural, one {One Pod stands} other {# Pods stand}} behind {service}.} other {{total} Pods or more stand behind {service}; # of them no text names, so no odds are known.}}} here {{count, plural, one {One Pod of {service} stands} other {# Pods of {service} stand}} on {node}.} other {{node} draws among {count, plural, one {one endpoint} other {# endpoints}} of {service}.}}';

const WAITING =
  '{waiting, plural, =0 {} one { # Pod is not ready: no rule leads to it.} other { # Pods are not ready: no rule leads to them.}}';

/** The moments of a walk: one sentence each, and why. Names first; an address only where it is what is meant. */
export const STORY_PHRASES = {
  'story.sent.service': '{from} asks for {service}{again, select, yes { again} other {}}.',
  'story.sent.name': '{from} asks {to} for the name {name}{again, select, yes { once more, by TCP} other {}}.',
  'story.received.name': '{to} is told {cut, select, yes {only a part of } other {}}what {name} is.',
  'story.sent.nodePort': '{from} asks {node} on port {port}.',
  'story.sent.other': '{from} sends to {to}.',
  'story.sent.ongoing': '{from} goes on with its connection to {to}.',
  'story.sent.on-no-device':
    '{written, select, yes {The packet carries} other {The call asks for}} {address}, the address of {service}: no device has it.',
  'story.sent.on-device':
    '{written, select, yes {The packet carries} other {The call asks for}} {address}, the address of {service}: {all, select, yes {every node has it} other {a node has it}} on {device}.',
  'story.sent.announced':
    'The packet carries {address}, the address of {service}. No device has it: {node} answers {ask}, which MetalLB’s L2 mode decides by a hash.',
  'story.sent.routed-to':
    'The packet carries {address}, the address of {service}. No device has it: a route leads to {machine}.',
  'story.sent.address-of':
    '{written, select, yes {The packet carries} other {The call asks for}} {address}, which is an address of {to}.',
  'story.sent.caught':
    'The packet carries {address}. No text tells whose address that is: on {node} rule {rule} takes the packet and sends it to {next}.',
  'story.sent.taken-for':
    'The packet carries {address}. No text tells whose address that is: it is taken to be one of {node}.',
  'story.sent.nobody-known': 'Who has {address} is not in the picture.',
  'story.recognised.name': '{node} knows the address: it is {service}.',
  'story.recognised.nodePort': '{node} knows the port: it is {service}.',
  'story.recognised.by-rule':
    '{asked, plural, =0 {The first rule asked} other {After # {asked, plural, one {rule} other {rules}} that did not match, one}} leads to the rules of {service}.{own, select, yes { Ports are asked for as the address is the node’s own.} other {}}',
  'story.recognised.by-map':
    'One lookup among {size, plural, one {# entry} other {# entries}} finds the rules of {service}.',
  'story.recognised.by-portal': 'A rule of kube-proxy leads what is for {service} to a port of its own.',
  'story.recognised.by-ipvs':
    'The address is on {device}, so the packet comes in; there IPVS has a virtual server for {service}.',
  'story.recognised.by-ipvs-here': 'IPVS has a virtual server for {service}.',
  'story.chosen.draw': 'The draw falls on {pod}.',
  'story.chosen.only': '{pod} is the only one to choose.',
  'story.chosen.kept': 'It is {pod} again.',
  'story.chosen.number': 'The number drawn is {number}: {pod}.',
  'story.chosen.turn': 'It is the turn of {pod}.',
  'story.chosen.scheduler': '{scheduler} picks {pod}.',
  'story.chosen.process': '{process} takes {pod}.',
  'story.chosen.http': '{process} reads the request and takes {pod}.',
  'story.chosen.rule': 'A rule leads it to {pod}.',
  'story.chosen.draws': `{targets, select, nodes {{count, plural, one {One node takes} other {# nodes take}} packets for {service}.} other {${OFFERED}}}{looked, plural, =0 {} one { One rule first asked whether this client came lately: no.} other { # rules first asked whether this client came lately: no.}} {no, plural, =0 {The first draw said yes.} =1 {The first draw said no, the second said yes.} other {# draws said no, the next said yes.}}${WAITING}`,
  'story.chosen.rest': `{targets, select, nodes {{count} nodes take packets for {service}.} other {${OFFERED}}}{looked, plural, =0 {} one { One rule first asked whether this client came lately: no.} other { # rules first asked whether this client came lately: no.}} {no, plural, =1 {The draw before it} =2 {Both draws before it} other {All # draws before it}} said no, and the last rule needs none.${WAITING}`,
  'story.chosen.only-endpoint': 'Only one endpoint of {service} can take it, so there is nothing to draw.',
  'story.chosen.stale':
    'kube-proxy is stopped on {node}: its rules are those of then, and still lead to {pod}, which {is, select, gone {is gone} other {is not ready any more}}.',
  'story.chosen.affinity':
    'sessionAffinity: {node} still remembers which Pod this client had. A rule before the draws says yes, so nothing is drawn.',
  'story.chosen.one-number': `${OFFERED}{looked, plural, =0 {} one { One rule first asked whether this client came lately: no.} other { # rules first asked whether this client came lately: no.}} One draw from 0 to {last} decides.${WAITING}`,
  'story.chosen.turn-unknown':
    'The {count} take turns, and whose turn it is nobody outside can know: {pod} gets {odds} of all {kept, select, yes {clients that are not remembered} other {new connections}}.',
  'story.chosen.by-scheduler':
    '{scheduler, select, lc {The fewest connections win.} wlc {The fewest connections for its weight win.} sed {The shortest expected delay wins: connections, this one too, by weight.} nq {A server without connections is taken first, else the shortest expected delay.} sh {A hash of the source address picks: the same client, the same server.} other {A hash of the destination address picks: the same address, the same server.}}{odds, select, none {} other { In which order they stand is not known: {odds} each.}}',
  'story.rewritten.pod': 'The destination becomes {pod}.',
  'story.rewritten.process': 'The destination becomes {process}.',
  'story.rewritten.by-rule':
    'The rule of the chosen Pod says DNAT{kept, select, yes {, and {node} remembers what it changed} other {}}.',
  'story.rewritten.by-endpoint':
    'The rule of the chosen endpoint says DNAT{kept, select, yes {, and {node} remembers what it changed} other {}}.',
  'story.rewritten.by-other-rule':
    'A rule gives it another destination{kept, select, yes {, and {node} remembers what it changed} other {}}.',
  'story.rewritten.by-ipvs': 'IPVS writes it over the address of {service}, and {node} remembers what it changed.',
  'story.rewritten.by-memory': '{node} knows the connection and changes this packet as it changed the first.',
  'story.marked.masquerade': '{node} marks it: its source is to change, too.',
  'story.marked.drop': '{node} marks the packet to be dropped.',
  'story.marked.by-rule':
    'A rule before it asks for the mark {mark}{test, select, none {} other { on what matches “{test}”}}.{outside, select, none {} other { {source} is not in {outside}.}}',
  'story.routed.via': 'The way leads by {device} to {next}.',
  'story.routed.device': 'The way leads out by {device}.',
  'story.routed.local': '{node} keeps it: the address is its own.',
  'story.routed.by-route': `Of the routes of {node}, {route} fits best.{ways, plural, =1 {} other { It has # next hops, and a hash takes this one; others leave by {others}.}}${ASKED}`,
  'story.routed.no-rule': `{passed, plural, =0 {{missed, plural, =0 {{led, plural, =0 {No rule was asked.} other {{led, plural, one {# rule} other {# rules}} matched, without a verdict of {led, plural, one {its} other {their}} own{did, select, none {} other {: {led, plural, one {} other {the last that did something }}{did}}}.}}} other {}}} other {}}${ASKED}`,
  'story.source.rewritten':
    'The source becomes {address, select, none {{node}} other {{address}, another address of {node}}}.',
  'story.source.port': 'The source gets port {port}.',
  'story.source.kept': 'The source stays {from}.',
  'story.source.because-marked':
    'The packet was marked, so the answer has to come back through {node}.{device, select, none {} other { MASQUERADE takes the address of {device} towards the next hop, {address}{src, select, none {} other {, not the src {src} of the route}}.}}',
  'story.source.because-same': 'A rule of {node} gives it a source, and that is the one it has.',
  'story.source.because-rule':
    'A rule says {target}{kept, select, yes {, and {node} remembers what it changed} other {}}.{device, select, none {} other { MASQUERADE takes the address of {device} towards the next hop, {address}{src, select, none {} other {, not the src {src} of the route}}.}}',
  'story.source.because-unmarked': 'Nothing marked the packet, so no rule asks {node} to stand in.',
  'story.source.because-untouched': 'No rule of {node} gives it another source.',
  'story.crosses.machine': 'The packet crosses to {to}.',
  'story.crosses.reply': '{role, select, error {The error} other {The reply}} crosses to {to}.',
  'story.crosses.through': '{role, select, request {The packet} error {The error} other {The reply}} passes {to}.',
  'story.crosses.reaches': '{role, select, request {The packet} error {The error} other {The reply}} reaches {to}.',
  'story.crosses.in': 'It comes in by {device}.',
  'story.crosses.round':
    '{role, select, request {The packet} error {The error} other {The reply}} stays on {to}, and comes in again by {device}.',
  'story.crosses.own': `The address is one of {node} itself, so it goes by {device}.${ASKED}`,
  'story.crosses.process': 'It goes up to {process}, a process.',
  'story.crosses.wrapped': '{node} wraps it: the wire sees only {node} and {far}.',
  'story.crosses.wrapped-by':
    '{device} puts the packet into another one, from {from} to {to}, which {node} sends as its own: OUTPUT and POSTROUTING are asked of that one.',
  'story.crosses.unwrapped': '{node} takes the packet out again.',
  'story.crosses.unwrapped-by':
    'The outer packet, from {from} to {to}, ended here after INPUT; what it carried comes in by {device} and is asked from PREROUTING on.',
  'story.crosses.by': `It leaves {node} by {device}.${ASKED}`,
  'story.crosses.by-health':
    '{machine} sends only to nodes that pass its health check: {count, plural, =1 {{to} alone does} other {# do, and a hash of the connection takes {to}}}.',
  'story.crosses.bridged':
    'The bridge {bridge} passes the frame on to {device} by itself: with {setting} off no rule sees it, and conntrack does not either.',
  'story.crosses.accepted': 'For the client, {process} is the other end: it accepts, and asks on by itself.',
  'story.crosses.taken': 'For the client, {process} is the other end: it accepts.',
  'story.arrives.at': '{pod} gets it, and sees {from}.',
  'story.arrives.as-sent': 'The source is still the one it was sent with.',
  'story.arrives.other-port': 'The address is still the one it was sent with; the port is another.',
  'story.arrives.rewritten': 'Who really asked, {sender}, can no longer be seen.',
  'story.arrives.same': 'The source is another address of {from} itself.',
  'story.arrives.process': '{process} asked it over a connection of its own; {sender} cannot be seen.',
  'story.arrives.process-here': '{process} asked it over a connection of its own, from {node} itself.',
} as const satisfies PhraseBook;
