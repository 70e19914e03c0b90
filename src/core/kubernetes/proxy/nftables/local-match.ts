import type { LocalTrafficDetector } from '../shared/local-traffic';
import type { ProxierContext } from './context';

/** The match for packets of this node's Pods, or (`not`) of anybody else. */
export function localMatch(
  { ip, features }: Pick<ProxierContext, 'ip' | 'features'>,
  detector: LocalTrafficDetector,
  not: boolean,
): string {
  const operator = not ? ' !=' : '';
  if (detector.kind === 'cidr') return `${ip} saddr${operator} ${detector.cidr}`;
  const key = features.interfaceByName ? 'iifname' : 'iif';
  return `${key}${operator} ${detector.name}${detector.prefix ? '*' : ''}`;
}
