import type { BridgeStep, IpvsStep, RoutingStep } from '../../core/sim/trace';

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
