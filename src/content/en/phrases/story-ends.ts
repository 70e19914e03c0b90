import type { PhraseBook } from '../../phrases/phrase-book';

/** Behind the cause of an end: rules that noted the packet, and one that asked for a state it could not have (`core/story/notable-rules.ts`). */
const NOTABLE =
  '{logs, plural, =0 {} one { {log} ({as}) noted it.} other { # rules noted it, the last one {log} ({as}).}}{untracked, select, none {} other {{state, select, none { Its state is UNTRACKED: {untracked} ({by}) took it out of conntrack.} other { {state} ({asks}) did not match: {untracked} ({by}) took the packet out of conntrack, and its state is UNTRACKED.}}}}';

/** How a packet ends that does not arrive. */
export const STORY_END_PHRASES = {
  'story.sent.named-by-none':
    '{written, select, yes {The packet carries} other {The call asks for}} {address}: no text names whose address that is.',
  'story.chosen.some-turn': 'Shown is the turn of {pod}.',
  'story.chosen.socket': 'The system call {call} already becomes one for {pod}: no packet has been sent yet.',
  'story.chosen.vfp': 'The virtual switch of {node} picks {pod} and writes its address into the packet.',
  'story.chosen.program': '{program} at {device} picks {pod} and writes its address into the packet.',
  'story.chosen.told': '{program} at {device} picks {pod} and tells its node whose address was asked.',
  'story.travels':
    '{route, select, none {} other {Of the routes of {node}, {route} fits best.{ways, plural, =1 {} other { It has # next hops, and a hash takes this one; others leave by {others}.}}}}{from, select, none {} other {{route, select, none {} other { }}The source stays {from}: {why, select, same {a rule gives it the one it has} unmarked {nothing marked the packet} other {no rule gives it another one}}.}}{passed, plural, =0 {} =1 { {chain} rule {number} let it pass.} other { # rules let it pass.}}{missed, plural, =0 {} one { # rule did not match ({chains}).} other { # rules did not match ({chains}).}}',
  'story.back.socket': 'The process is told that {service} answered.',
  'story.sent.asks': '{from} asks its kernel for a connection to {to}.',
  'story.refused.no-pod': '{node} refuses: no Pod stands behind {service}.',
  'story.refused.none-ready': '{node} refuses: no Pod of {service} is ready.',
  'story.refused.none-here':
    '{policy} is Local, and {here, plural, =0 {no endpoint of {service} is on {node}} one {the endpoint of {service} on {node} is not ready} other {none of the # endpoints of {service} on {node} is ready}}.{ready, plural, =0 {} one { The ready one is elsewhere.} other { The # ready ones are elsewhere.}}',
  'story.refused.none-for-port':
    '{service} has endpoints, and none of them is for its port {port}, {protocol}{known, select, yes {: targetPort is {target}} other {}}.',
  'story.refused.by': '{node} refuses the packet.',
  'story.refused.call':
    'The system call {call} fails{why, select, waiting {: no Pod of {service} is ready} empty {: no Pod stands behind {service}} other {}}.',
  'story.refused.no-neighbour': '{node} finds nobody to hand the packet to.',
  'story.refused.nobody-listens': '{node} refuses: nobody listens on port {port}.',
  'story.refused.listens': 'It listens on {ports} only.',
  'story.refused.stranger': '{node} refuses: it never asked {from}.',
  'story.refused.had-asked': 'It had asked {asked} at {address}; this comes from {from}, so it fits no connection.',
  'story.refused.selector':
    'Its selector asks for {selector}. {waiting, plural, =0 {{pods, plural, =0 {There are no Pods in its namespace.} other {No ready Pod of its namespace carries that.}}} one {One Pod carries that, and is not ready.} other {# Pods carry that, and none is ready.}}',
  'story.refused.no-selector': 'It has no selector, and no EndpointSlice gives it an endpoint.',
  'story.dropped.by':
    '{node} drops the packet{told, select, none {, and tells nobody} other {: {told, select, process {the process that sent it} other {{told}}} is told at once, by EPERM}}.',
  'story.dropped.by-rule': `{rule} drops it in {hook}.${NOTABLE}`,
  'story.dropped.by-policy': `No rule decided, so the policy of {chain} did: DROP.{missed, plural, =0 {} other { {missed, plural, one {# rule} other {# rules}} of {hook} did not match.}}${NOTABLE}`,
  'story.dropped.redirect':
    'REDIRECT gives a packet the first address of the device it came in by, and {device} has none: the kernel drops it.',
  'story.lost.at': 'At {node} the packet is lost.',
  'story.lost.untranslated':
    'It still carries {address}, the address of {service}: {why, select, port {{service} has {ports} only, and this is {asked}} empty {no Pod of {service} is ready, so no rule leads it anywhere} outside {it came by no node, so no node could change it} refused {nft refused what kube-proxy gave it on {node}, all of it} other {no rule of {node} changed it}}.',
  'story.lost.beyond': 'Who has {address} is not in this picture, and {node} has no way on.',
  'story.unknown.at': 'What {node} does now is not known.',
  'story.unknown.behind':
    'No text tells what becomes of it behind {device}{next, select, none {} other {: it is sent to {next}}}.',
  'story.unknown.left': 'The packet leaves {node} by {device}: there the picture ends.',
} as const satisfies PhraseBook;
