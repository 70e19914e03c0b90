import { findLine } from './ruled-out';

/** Remedies that hold for a while, as people say them: whoever is renewed held the fault. */
const CLEARS = [
  [
    'proxy',
    /\brestart\w*\b.{0,40}\b(?:kube-proxy|cilium|calico|antrea|flannel|agent|daemonset)\b|\b(?:kube-proxy|cilium|calico|antrea|flannel)\b.{0,20}\brestart/i,
  ],
  [
    'server',
    /\brestart\w*\b.{0,30}\b(?:coredns|kube-dns|dns pods?|servers?|backends?|endpoints?)\b|\b(?:coredns|kube-dns|server|backend)s? (?:pods? )?(?:is |are |was |were )?restart/i,
  ],
  ['node', /\b(?:reboot\w*|restart\w*)\b.{0,30}\b(?:nodes?|hosts?|machines?)\b|\bnodes? (?:reboot|restart)/i],
  [
    'client',
    /\brestart\w*\b.{0,40}\b(?:affected|client|these|those|that|failing) pods?\b|\b(?:re-?creat|delet)\w* the (?:client|affected|failing) pods?\b/i,
  ],
  ['pods', /\bpods? restarts?\b|\brestart\w*\b.{0,20}\bpods?\b/i],
  [
    'waiting',
    /\b(?:after|within|in) (?:a few|some|several|about|around|\d{1,4}) ?(?:\d{1,4} )?(?:s|sec(?:ond)?s?|min(?:ute)?s?)\b.{0,60}\b(?:works?|recovers?|resolves?|again)\b|\b(?:recovers?|heals?|resolves? itself|goes away) (?:by|on) (?:it|its)/i,
  ],
] as const;

/** Finds what clears a fault, with the number of the line that says it; `unsaid`, and 0, where no line does. */
export function findWhatClears(text: string): { readonly clears: string; readonly clearedBy: number } {
  for (const [clears, words] of CLEARS) {
    const found = findLine(text, [words]);
    if (found) return { clears, clearedBy: found.number };
  }
  return { clears: 'unsaid', clearedBy: 0 };
}

/** True of a sentence about names that are asked for. */
export const isOfNames = (sentence: string): boolean =>
  /\bdns\b|\bresolv|\bnslookup\b|\bcoredns\b|\bkube-dns\b/i.test(sentence);
