import type { PhraseBook } from '../../phrases/phrase-book';

/** Out by a device: onto a wire, to a bridge, into a tunnel, and out of one. */
export const DEVICE_STEPS = {
  'step.transmit.caption': 'It leaves by {device} and goes to {to}.',
  'step.transmit.trace': 'It leaves by {device}',
  'step.transmit.card': 'leaves by {device}',
  'step.transmit.line': '{device}',
  'step.transmitBridge.caption': 'It goes to the bridge {device}, which looks for the port.',
  'step.transmitBridge.trace': 'It leaves by {device}',
  'step.transmitBridge.card': 'leaves by {device}',
  'step.transmitBridge.line': '{device}',
  'step.transmitTunnel.caption': 'It goes to the tunnel device {device}, which puts it into another packet.',
  'step.transmitTunnel.trace': 'It leaves by {device}',
  'step.transmitTunnel.card': 'leaves by {device}',
  'step.transmitTunnel.line': '{device}',
  'step.tunnelWrap.caption':
    '{device} wraps it: on the wire it is now a packet from {from} to {to}{port, select, none {} other {, UDP port {port}}}, which the host sends as its own.',
  'step.tunnelWrap.trace': '{device} wraps it ({by}{vni, select, none {} other { {vni}}}): outer packet {from} → {to}',
  'step.tunnelWrap.card': 'wrapped: {from} → {to}',
  'step.tunnelWrap.line': '{by} {from} → {to}',
  'step.tunnelUnwrap.caption':
    'It was for the tunnel: {device} takes out the packet to {inner}, which comes in anew by {device}.',
  'step.tunnelUnwrap.trace':
    '{device} takes the inner packet out ({by}{vni, select, none {} other { {vni}}}), to {inner}',
  'step.tunnelUnwrap.card': 'unwrapped: to {inner}',
  'step.tunnelUnwrap.line': '{by} {from} → {to}',
  'step.transmitOutside.caption': 'It leaves by {device}; what is behind it is not in the picture.',
  'step.transmitOutside.trace': 'It leaves by {device}',
  'step.transmitOutside.card': 'leaves by {device}',
  'step.transmitOutside.line': '{device}',
  'step.transmitNobody.caption': 'It leaves by {device}, but nobody there answers for the next hop.',
  'step.transmitNobody.trace': 'It leaves by {device}',
  'step.transmitNobody.card': 'leaves by {device}',
  'step.transmitNobody.line': '{device}',
} as const satisfies PhraseBook;
