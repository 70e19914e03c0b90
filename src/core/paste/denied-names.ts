/** Programs that carry Services or join Pods, whose name in a text says who is at work there. */
const PROGRAMS = 'cilium|calico|canal|flannel|antrea|weave|kube-router|ovn-?kubernetes|kube-ovn|metallb|kube-vip|istio';
/** `we do not use cilium`, `without Calico or Cilium`, `no cilium is involved`, `instead of flannel`. */
const DENIED = new RegExp(
  String.raw`\b(?:(?:do|does|did|are|is|am|was) ?(?:not|n['’]t)|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|never|without|instead of|rather than|no longer|not|no) (?:any |the |a |even )?(?:us(?:e|es|ed|ing) |run(?:s|ning)? |hav(?:e|ing) |install(?:ed|ing)? |deploy(?:ed|ing)? )?(?:any |the |a )?(?:${PROGRAMS})\b(?:(?:,|,? (?:or|nor|and)) (?:${PROGRAMS})\b){0,3}`,
  'gi',
);

/** A text without names of programs that it says are not there: who says that a program is missing does not name it as the one at work. */
export function withoutDenied(text: string): string {
  return text.replaceAll(DENIED, ' ');
}
