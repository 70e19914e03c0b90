/** `we do not use cilium`, `without Calico or Cilium`, `no cilium is involved`, `instead of flannel`. */
const DENIED =
  /\b(?:do(?:es)? not|did not|(?:do|does|did|is|are)n['’]t|is not|are not|never|without|instead of|rather than|no longer|not|no) (?:any |the |a |even )?(?:us(?:e|es|ed|ing) |run(?:s|ning)? |hav(?:e|ing) |install(?:ed|ing)? |deploy(?:ed|ing)? )?(?:any |the |a )?(?:cilium|calico|canal|flannel|antrea|weave|kube-router|ovn-?kubernetes|kube-ovn|metallb|kube-vip|istio)\b(?:(?:,|,? (?:or|nor|and)) (?:cilium|calico|canal|flannel|antrea|weave|kube-router|ovn-?kubernetes|kube-ovn|metallb|kube-vip|istio)\b){0,3}/gi;

/**
 * What follows a name where something of the program is meant, and not the program: `no calico Pods`, `without cilium’s maps`, `no calico-node`.
 * Words that go on with the sentence, and those for the whole of it, are none of these.
 */
const OF_PART =
  /^(?:[-\w]|['’]s\b| (?!(?:is|are|was|were|in|on|at|of|here|there|and|or|nor|but|for|as|with|without|to|so|since|because|yet|then|though|the|a|we|i|it|they|this|that|which|who|when|while|if|any ?(?:more|where|longer)|whatsoever|either|installed|involved|used|running|deployed|present|needed|enabled|configured|related|by|cni|plugin|networking|itself|only)\b)[\p{L}\d])/iu;
/** Longer than each of those words. */
const BEHIND = 20;

/** A text without names of programs that it says are not there: who says that a program is missing does not name it as the one at work. */
export function withoutDenied(text: string): string {
  return text.replaceAll(DENIED, (words, at: number) => {
    const end = at + words.length;
    return OF_PART.test(text.slice(end, end + BEHIND)) ? words : ' ';
  });
}
