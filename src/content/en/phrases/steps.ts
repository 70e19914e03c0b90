import type { PhraseBook } from '../../phrases/phrase-book';
import { NAME_STEPS } from './names';
import { CONNECTION_STEPS } from './steps-connections';
import { EBPF_STEPS } from './steps-ebpf';
import { VFP_STEPS } from './windows';
import { RULE_STEPS } from './steps-rules';
import { DEVICE_STEPS } from './steps-devices';

/** From where it sets out to where it ends, but for what is in the other files. */
const WAY_STEPS = {
  'step.begins.caption': '{from} sends to {to}{service, select, none {} other {, the address of Service {service}}}.',
  'step.begins.trace': '{from} sends a packet',
  'step.begins.card': 'sent by {from}',
  'step.begins.line': 'by {from}',
  'step.dials.caption': '{from} decides in user space{about, select, none {} other {, a chance of {about}}}.',
  'step.dials.trace': '{from} sends a packet',
  'step.dials.card': 'sent by {from}',
  'step.dials.line': 'by {from}',
  'step.answersHttp.caption': '{from} answers by itself: {status}.',
  'step.answersHttp.trace': '{from} answers by itself: {status}',
  'step.answersHttp.card': '{from} answers {status}',
  'step.answersHttp.line': '{status} by {from}',
  'step.answers.caption': '{from} answers to {to}.',
  'step.answers.trace': '{from} sends a packet',
  'step.answers.card': 'sent by {from}',
  'step.answers.line': 'by {from}',
  'step.errorBegins.caption': '{from} sends an error back to {to}.',
  'step.errorBegins.trace': '{from} sends a packet',
  'step.errorBegins.card': 'sent by {from}',
  'step.errorBegins.line': 'by {from}',
  'step.receive.caption': 'It arrives at {netns} by {device}.',
  'step.receive.trace': 'It arrives by {device}',
  'step.receive.card': 'arrives by {device}',
  'step.receive.line': '{device}',
  'step.bridgeUp.caption': 'The bridge {bridge} hands it up to the host.',
  'step.bridgeUp.trace': 'The bridge {bridge} hands it to the host',
  'step.bridgeUp.card': '{bridge} hands it to the host',
  'step.bridgeUp.line': '{bridge} hands it up to the host',
  'step.bridgeForward.caption': 'The bridge {bridge} sends it out of port {port}.',
  'step.bridgeForward.trace': 'The bridge {bridge} forwards it out of {port}',
  'step.bridgeForward.card': '{bridge} forwards it to {port}',
  'step.bridgeForward.line': '{bridge} sends it out of {port}',
  'step.bridgeDiscard.caption': 'The bridge {bridge} discards it.',
  'step.bridgeDiscard.trace': 'The bridge {bridge} discards it',
  'step.bridgeDiscard.card': '{bridge} discards it',
  'step.bridgeDiscard.line': '{bridge} discards it',
  'step.routingLocal.caption': 'Routing: its destination is this host.',
  'step.routingLocal.trace': 'Routing: it is for this host',
  'step.routingLocal.card': 'for this host',
  'step.routingLocal.line': 'it is for this host',
  'step.routingForward.caption':
    'Routing: {dst, select, none {the default route leads out} other {{dst} is reached}}{via, select, none {} other { through {via}}} by {device}.',
  'step.routingForward.trace': 'Routing: onward by {device}',
  'step.routingForward.card': 'onward by {device}',
  'step.routingForward.line': 'forward by {device}',
  'step.routingOutput.caption':
    'Routing: {dst, select, none {the default route leads out} other {{dst} is reached}}{via, select, none {} other { through {via}}} by {device}.',
  'step.routingOutput.trace': 'Routing: out by {device}',
  'step.routingOutput.card': 'out by {device}',
  'step.routingOutput.line': 'out by {device}',
  'step.routingNone.caption': 'Routing finds no way.',
  'step.routingNone.trace': 'Routing: no way',
  'step.routingNone.card': 'no way',
  'step.routingNone.line': 'no way',
  'step.routingAgain.caption':
    'The packet was changed, so routing is asked again:{via, select, none {} other { through {via}}} by {device}.',
  'step.routingAgain.trace': 'Routing is asked again: by {device}',
  'step.routingAgain.card': '{decision, select, forward {onward by {device}} other {out by {device}}}',
  'step.routingAgain.line': '{decision, select, forward {forward by {device}} other {out by {device}}}',
  'step.arrives.caption': 'Delivered to {to}, which sees {seen} as the sender.',
  'step.arrives.trace': 'Delivered to {to}',
  'step.arrives.card': 'delivered to {to}',
  'step.arrives.line': 'to {to}',
  'step.arrivesReply.caption': 'The answer reaches {to}, from {seen}: the address it had asked.',
  'step.arrivesReply.trace': 'Delivered to {to}',
  'step.arrivesReply.card': 'delivered to {to}',
  'step.arrivesReply.line': 'to {to}',
  'step.arrivesError.caption': 'The error reaches {to}.',
  'step.arrivesError.trace': 'Delivered to {to}',
  'step.arrivesError.card': 'delivered to {to}',
  'step.arrivesError.line': 'to {to}',
  'step.stop.caption': 'It ends here.',
  'step.stop.trace': 'It ends here',
  'step.stop.card': 'ends here',
  'step.unknown.caption': 'What becomes of it is not known.',
  'step.unknown.trace': 'What becomes of it is not known',
  'step.unknown.card': 'not known from here',
} as const satisfies PhraseBook;

/**
 * What is said of a step of a walk, by what happened (`narrate` in core/sim) and where it is told: `caption`, a sentence
 * that stands alone below the stage; `trace`, what happened and, behind a dash, by what; `card`, a step of the datapath
 * that is no rule; `line`, a few words between others to compare with. `none` as a value: there is nothing to say of it.
 */
export const STEP_PHRASES = {
  ...WAY_STEPS,
  ...NAME_STEPS,
  ...DEVICE_STEPS,
  ...RULE_STEPS,
  ...CONNECTION_STEPS,
  ...EBPF_STEPS,
  ...VFP_STEPS,
};
