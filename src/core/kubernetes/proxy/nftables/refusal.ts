import { phrase, type Phrase } from '../../../lib/phrase';
import type { ServicePortInfo } from '../../service-port';
import type { ProxierContext } from './context';
import type { PlacedElement, Transaction } from './transaction';

/** The longest comment nft takes, in bytes (NFTNL_UDATA_COMMENT_MAXLEN). */
export const LONGEST_COMMENT = 128;

/**
 * Why nft takes no transaction with this service port in it (it is all or nothing): `iif` with a
 * name pattern, or a comment that is too long. That an interface named by `iif` is missing on the
 * node cannot be seen from here.
 */
export function portRefusal(
  port: ServicePortInfo,
  { chains, elements }: Transaction,
  { detector, features, release }: ProxierContext,
): Phrase | undefined {
  if (detector?.kind === 'interface' && detector.prefix && !features.interfaceByName) {
    const hasPattern = chains.some(({ rules }) => rules.some(({ text }) => /\biif (?:!= )?\S*\*/.test(text)));
    if (hasPattern) return phrase('kubernetes.nftables.refused-interface', { name: `${detector.name}*`, release });
  }
  const isLong = elements.some(({ element }) => (element.comment?.length ?? 0) > LONGEST_COMMENT);
  if (isLong) return phrase('kubernetes.nftables.refused-comment', { service: port.name, limit: LONGEST_COMMENT });
  return undefined;
}

/** The kernel does not take two verdicts for one key of a map (EEXIST). */
export function conflictRefusal({ set, element }: PlacedElement): Phrase {
  const values = { key: element.key, map: set.name, value: element.value ?? '' };
  return phrase('kubernetes.nftables.refused-conflict', values);
}
