import type { PhraseBook } from '../../phrases/phrase-book';

/** The way back of a walk: who answers, what is translated back, and who gets it. */
export const STORY_REPLY_PHRASES = {
  'story.answers.reply': '{from} answers to {to}.',
  'story.answers.http': '{from} reads the request and answers {status} by itself.',
  'story.answers.error':
    '{from} tells {itself, select, yes {itself} other {{to}}} {late, select, yes {in the end} other {at once}}.',
  'story.answers.closes': '{from} closes the connection of {to}.',
  'story.answers.knows': 'It answers whoever it saw as the sender, and knows nothing of {service}.',
  'story.answers.sender': 'It answers whoever it saw as the sender.',
  'story.answers.own': 'It has the address that was asked itself, so it answers from it.',
  'story.answers.accepts': '{from} accepts the connection of {to}.',
  'story.answers.held': 'The kernel completes the handshake with {to}; {from} never accepts the connection.',
  'story.answers.nobody-yet': 'The connection ends here: no Pod has been asked yet.',
  'story.answers.with':
    'It sends {what}{fits, select, yes {, so that nobody has to wait} late { once it has asked for the next hop and nobody answered} other {: what came fits nothing that it asked}}.',
  'story.back.source':
    '{role, select, error {The error takes the address of {to}} other {The reply takes the address of {to} again}}.',
  'story.back.destination': '{role, select, error {The error} other {The reply}} is for {to} again.',
  'story.back.quoted': 'The error speaks of {to} again.',
  'story.back.remembered': 'No rule decides this: {node} remembered the change of moment {moment} and undoes it.',
  'story.back.known': 'No rule decides this: {node} knows the connection and undoes its change.',
  'story.received.asked': '{to} has its answer, from {from}.',
  'story.received.passes-on': '{to} has its answer, from {from}, and passes it on to {asker}.',
  'story.received.as-before': 'It goes back to {asker} by the connection of moment {moment}.',
  'story.received.connected': '{to} is connected to {from}{proxied, select, yes {, as far as it can see} other {}}.',
  'story.received.held': '{to} is connected to {from}, and waits: no answer comes.',
  'story.received.connected-to': 'The address is the one that was asked, but {process} is at the other end.',
  'story.received.other': '{to} gets an answer from {from}.',
  'story.received.error': '{to} learns that it failed.',
  'story.received.unheard': 'No process of {to} hears of it{waits, select, yes {, and {asker} still waits} other {}}.',
  'story.received.unheard-is':
    'The kernel got {what}{half, select, yes {, and drops the half-open connection: no accept() returns it} other { for an answer it had sent}}.',
  'story.received.error-is':
    'It got {what}{meaning, select, net {: network unreachable} host {: host unreachable} port {: port unreachable} forbidden {: forbidden by a filter} reset {: connection refused} closed {: the other end closed the connection} other {}}.',
  'story.received.match': 'It carries the address that was asked, so it fits the connection.',
  'story.received.no-match': 'It had asked {asked}.',
} as const satisfies PhraseBook;
