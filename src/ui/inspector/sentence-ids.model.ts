import type { BridgeStep, ConntrackStep, IpvsStep, RoutingStep } from '../../core/sim/trace';

/** Which of four things the director did. */
export function ipvsSentenceId({ at, chosen, from }: IpvsStep): 'ipvsChosen' | 'ipvsKnown' | 'ipvsBack' | 'ipvsNone' {
  if (at === 'out') return 'ipvsBack';
  if (chosen === undefined) return 'ipvsNone';
  return from === 'scheduler' ? 'ipvsChosen' : 'ipvsKnown';
}

/** Which of three things a bridge did. */
export const BRIDGE_SENTENCE = {
  up: 'bridgeUp',
  forward: 'bridgeForward',
  discard: 'bridgeDiscard',
} as const satisfies Record<BridgeStep['action'], string>;

/** What was decided of the way. */
export const ROUTING_SENTENCE = {
  local: 'routingLocal',
  forward: 'routingForward',
  output: 'routingOutput',
  none: 'routingNone',
} as const satisfies Record<RoutingStep['decision'], string>;

/**
 * What conntrack knew of a packet. An entry may be there of which no answer was seen: the packet itself was looked up
 * before (loopback), or it is sent again. RELATED is about a connection, not of it.
 */
export function conntrackSentenceId({
  ctState,
  direction,
  created,
  entry,
}: Pick<ConntrackStep, 'ctState' | 'direction' | 'created' | 'entry'>): ConntrackSentenceId {
  if (created) return 'ctNew';
  if (!entry) return 'ctNone';
  if (ctState === 'NEW') return 'ctUnanswered';
  if (ctState === 'RELATED') return 'ctRelated';
  return direction === 'reply' ? 'ctReply' : 'ctOriginal';
}

export type ConntrackSentenceId = 'ctNew' | 'ctNone' | 'ctUnanswered' | 'ctRelated' | 'ctReply' | 'ctOriginal';
