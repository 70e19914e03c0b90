/** `we do not use cilium`, `without Calico or Cilium`, `no cilium is involved`, `instead of flannel`. */
const DENIED =
  /\b(?:do(?:es)? not|did not|(?:do|does|did|is|are)n['’]t|is not|are not|never|without|instead of|rather than|no longer|not|no) (?:any |the |a |even )?(?:us(?:e|es|ed|ing) |run(?:s|ning)? |hav(?:e|ing) |install(?:ed|ing)? |deploy(?:ed|ing)? )?(?:any |the |a )?(?:cilium|calico|canal|flannel|antrea|weave|kube-router|ovn-?kubernetes|kube-ovn|metallb|kube-vip|istio)\b(?:(?:,|,? (?:or|nor|and)) (?:cilium|calico|canal|flannel|antrea|weave|kube-router|ovn-?kubernetes|kube-ovn|metallb|kube-vip|istio)\b){0,3}/gi;

/** A text without names of programs that it says are not there: who says that a program is missing does not name it as the one at work. */
export function withoutDenied(text: string): string {
  return text.replaceAll(DENIED, ' ');
}
