import { formatFraction, formatShare, fraction, isShareOf } from '../../core/lib/fraction';
import { shareOfNumbers } from '../../core/linux/nftables/sets';

/** One element of a drawn verdict map: for which numbers, where to, how likely. */
export interface Share {
  /** `0`, or `0-2`. */
  readonly key: string;
  /** `goto endpoint-…`. */
  readonly verdict: string;
  /** As meant: `1/3`. */
  readonly odds: string;
  /** As the kernel draws, where that is another share: `1431655766/2^32`. */
  readonly kernelOdds?: string;
  /** `10.244.1.5:8080`, where the chain's name says it. */
  readonly endpoint?: string;
}

/**
 * The shares of a rule that draws among the elements of a verdict map (`numgen random mod 3 vmap { 0 : goto …, … }`,
 * net/netfilter/nft_numgen.c: 2^32 numbers are shared out among those below the modulus). Undefined for any other rule.
 */
export function sharesOf(text: string): readonly Share[] | undefined {
  const [, modulus, inside] = /\bnumgen random mod (\d+) vmap \{ (.*) \}/.exec(text) ?? [];
  const count = Number(modulus);
  if (inside === undefined || !(count > 0)) return undefined;
  return inside.split(', ').flatMap((element) => {
    const [, key = '', verdict = ''] = /^(\d+(?:-\d+)?) : (.+)$/.exec(element) ?? [];
    const numbers = numbersIn(key);
    if (!numbers) return [];
    const endpoint = endpointIn(verdict);
    return [{ key, verdict, ...oddsOf(numbers, count), ...(endpoint === undefined ? {} : { endpoint }) }];
  });
}

interface Numbers {
  readonly first: number;
  readonly last: number;
}

function oddsOf({ first, last }: Numbers, modulus: number): Pick<Share, 'odds' | 'kernelOdds'> {
  const meant = fraction(last - first + 1, modulus);
  const share = shareOfNumbers(first, last + 1, modulus);
  return { odds: formatFraction(meant), ...(isShareOf(share, meant) ? {} : { kernelOdds: formatShare(share) }) };
}

function numbersIn(key: string): Numbers | undefined {
  const [first, last = first] = key.split('-').map(Number);
  return first === undefined || last === undefined || key === '' ? undefined : { first, last };
}

/** kube-proxy's endpoint chains end in `__10.244.1.5/8080`; IPv6 addresses have dots for colons. */
function endpointIn(verdict: string): string | undefined {
  const [, address = '', port] = /__([0-9a-f.]+)\/(\d+)$/.exec(verdict) ?? [];
  if (port === undefined) return undefined;
  return /^\d+(\.\d+){3}$/.test(address) ? `${address}:${port}` : `[${address.replaceAll('.', ':')}]:${port}`;
}
