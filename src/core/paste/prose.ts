import { phrase, type Phrase } from '../lib/phrase';
import { tellDataplane } from './dataplane';

/** What somebody says does not work: words of it, the narrower before the wider. */
const SYMPTOMS = [
  ['hostPort', /\bhost ?ports?\b/i],
  ['nodePort', /\bnode ?ports?\b/i],
  ['loadBalancer', /\bload ?balancers?\b|\bMetalLB\b|\bexternal[- ]ips?\b/i],
  ['names', /\b(?:CoreDNS|kube-dns|DNS)\b|\bNXDOMAIN\b|\bresolv(?:e|es|ing)\b(?! (?:any |the |its )?endpoints?)/i],
  ['clusterIP', /\bcluster ?ips?\b|\bservices?\b/i],
  [
    'pods',
    /\bpods? (?:to|and) pods?\b|\bpod-to-pod\b|\bpods? (?:on|in)\b|\bbetween (?:the )?(?:pods|nodes)\b|\b(?:an)?other nodes?\b/i,
  ],
] as const;
const FAILS =
  /(?:not|n't|never|unable to|no longer) (?:be )?(?:reach|access|connect|work|respon|answer|resolv)|\binaccessible|\bunreachable|\btim(?:es?d?|ing) ?out|\brefuse|\bfail|\bbroken?\b|\bbreaks\b|\bregression\b|\binstead of\b/i;

/** `Host Port:    0/TCP`, `  type: NodePort`: a field of an object is nobody’s complaint. */
const FIELD = /^\s*(?:- )?[A-Za-z][\w -]{0,40}:(?: {2,}| \S{1,80}$|$)/;

/** `timeoutSeconds: 600`, `"failureThreshold": 3`: the name of a field, wherever it stands in a line. */
const FIELD_NAME = /"?\b[a-z]{1,40}[A-Z]\w{0,60}"?:/g;

const withoutFields = (lines: readonly string[]): string =>
  lines
    .filter((line) => !FIELD.test(line))
    .join('\n')
    .replaceAll(FIELD_NAME, '');

/** True where words of a text say that something does not work; fields of objects say nothing of it. */
export function saysFailure(lines: readonly string[]): boolean {
  return FAILS.test(withoutFields(lines));
}

/** Finds what words of a text say does not work: the part of a Service’s way that they name; undefined: none. */
export function findFault(lines: readonly string[]): (typeof SYMPTOMS)[number][0] | undefined {
  const text = withoutFields(lines);
  return FAILS.test(text) ? SYMPTOMS.find(([, words]) => words.test(text))?.[0] : undefined;
}

/** Words of a text that has nothing else, where they name what does not work: the commands that decide between its likely causes. */
export function sayProse(lines: readonly string[]): Phrase | undefined {
  const symptom = findFault(lines);
  if (symptom === undefined) return undefined;
  const { dataplane, rules } = tellDataplane([{ text: lines.join('\n') }]);
  return phrase('analysis.text.prose', { symptom, by: dataplane === 'cilium' ? 'cilium' : 'other', rules });
}
