import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** `** server can't find *.shop.svc.cluster.local: NXDOMAIN`: a label of the name is `*`, or `any` above the namespace. */
const DENIED = /can['’]t find ((?:[\w-]{1,63}\.){0,3}\*\.(?:[\w*-]{1,63}\.){0,4}svc\.[\w.-]{1,200}?): ?NXDOMAIN/;
const LONGEST_TEXT = 200_000;

/**
 * Finds a question for all Services at once that a DNS server denied: the plugin kubernetes of CoreDNS answers none since 1.9.0
 * (coredns/coredns PR 5019: the wildcard query functionality was removed).
 */
export function findWildcardNames(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }): readonly EvidenceFinding[] => {
    const [words, name] = (text.length > LONGEST_TEXT ? null : DENIED.exec(text)) ?? [];
    if (words === undefined || name === undefined) return [];
    const namespace = /([\w-]+)\.svc\./.exec(name)?.[1] ?? 'NAMESPACE';
    const says = phrase('evidence.wildcard-name', { name });
    const next = phrase('evidence.next.wildcard-name', { namespace });
    return [{ id: 'wildcard-name', severity: 'error', says, next, words: [words] }];
  });
  return found.slice(0, 1);
}
