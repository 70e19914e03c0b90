import { formatFraction, fraction } from '../../core/lib/fraction';

/** One element of a drawn verdict map: for which numbers, where to, how likely. */
export interface Share {
  /** `0`, or `0-2`. */
  readonly key: string;
  /** `goto endpoint-…`. */
  readonly verdict: string;
  /** Exact: `1/3`. */
  readonly odds: string;
  /** `10.244.1.5:8080`, where the chain's name says it. */
  readonly endpoint?: string;
}

/**
 * The shares of a rule that draws among the elements of a verdict map (`numgen random mod 3 vmap { 0 : goto …, … }`,
 * net/netfilter/nft_numgen.c: every number below the modulus is as likely). Undefined for any other rule.
 */
export function sharesOf(text: string): readonly Share[] | undefined {
  const [, modulus, inside] = /\bnumgen random mod (\d+) vmap \{ (.*) \}/.exec(text) ?? [];
  const count = Number(modulus);
  if (inside === undefined || !(count > 0)) return undefined;
  return inside.split(', ').flatMap((element) => {
    const [, key = '', verdict = ''] = /^(\d+(?:-\d+)?) : (.+)$/.exec(element) ?? [];
    const numbers = numbersIn(key);
    if (numbers === 0) return [];
    const endpoint = endpointIn(verdict);
    const odds = formatFraction(fraction(numbers, count));
    return [{ key, verdict, odds, ...(endpoint === undefined ? {} : { endpoint }) }];
  });
}

function numbersIn(key: string): number {
  const [first, last = first] = key.split('-').map(Number);
  return first === undefined || last === undefined || key === '' ? 0 : last - first + 1;
}

/** kube-proxy's endpoint chains end in `__10.244.1.5/8080`; IPv6 addresses have dots for colons. */
function endpointIn(verdict: string): string | undefined {
  const [, address = '', port] = /__([0-9a-f.]+)\/(\d+)$/.exec(verdict) ?? [];
  if (port === undefined) return undefined;
  return /^\d+(\.\d+){3}$/.test(address) ? `${address}:${port}` : `[${address.replaceAll('.', ':')}]:${port}`;
}
