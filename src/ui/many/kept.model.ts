import { formatEndpoint, type Tuple } from '../../core/net/packet';

/** `10.244.1.2:40000 → 10.96.0.1:80`: one direction of a connection. */
export function formatTuple({ src, sport, dst, dport }: Tuple): string {
  return `${formatEndpoint(src, sport)} → ${formatEndpoint(dst, dport)}`;
}
