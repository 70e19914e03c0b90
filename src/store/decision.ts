import type { FlatStep } from './selectors';

/**
 * Is it decided here who gets the packet, or that nobody does? A draw, a lookup in a map, a scheduler, a proxy's
 * turn, a drop or a refusal.
 */
export function isDecision({ data }: FlatStep): boolean {
  const { kind } = data;
  if (kind === 'rule') {
    return data.odds !== undefined || data.lookup !== undefined || ['DROP', 'REJECT'].includes(data.verdict.kind);
  }
  if (kind === 'policy') return data.verdict.kind === 'DROP';
  if (kind === 'ipvs') return data.at === 'in' && data.from !== 'connection';
  if (kind === 'originate') return data.reason !== undefined;
  return kind === 'stop';
}
