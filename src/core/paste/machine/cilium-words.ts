/** How far Cilium carries Services, as words of a text tell: all of them, or beside kube-proxy; untold: it runs, no more is known. */
export type CiliumPart = 'whole' | 'beside' | 'untold';

/** A line that shows Cilium at work in a cluster. */
export interface CiliumWords {
  readonly part: CiliumPart;
  readonly line: string;
  /** The words of it that say so. */
  readonly words: string;
}

/**
 * Names of Cilium's programs, its chart and its objects, as they stand where they run: a mere mention of the name is no sign
 * (docs.cilium.io: Cmdref, Helm Reference; the label of its DaemonSet; groups of its objects).
 */
const SIGN =
  /k8s-app[=:] ?cilium\b|\bcilium(?:-dbg)? (?:status|service list|bpf |endpoint |install|monitor|connectivity)|\bds\/cilium\b|\bcilium-(?:agent|operator|envoy|config)\b|(?<![\w./-])(?:network\.)?cilium\.io\/|\bio\.cilium[./]|\bkind: Cilium[A-Z]|\b(?:install|upgrade|template|repo add) .{0,80}\bcilium\/cilium\b|\bhubble observe\b|\bCilium [Vv]ersion\b|\bimage: ?"?quay\.io\/cilium\//;
/** `--set kubeProxyReplacement=true`, `kube-proxy-replacement: "false"`, `KubeProxyReplacement:    Strict`. */
const REPLACES = /\bkube-?proxy-?replacement["'`]?(?:=|: {0,20})["'`]?(true|strict|false|disabled|partial|probe)\b/i;

/** `Cilium (with kube-proxy enabled)`, `Cilium as the CNI (kube-proxy is disabled)`, on a line of both, in somebody’s words. */
const IN_WORDS: readonly (readonly [CiliumPart, RegExp])[] = [
  ['beside', /\bcilium\b.{0,60}\b(?:with|alongside|beside) (?:the )?kube-?proxy\b(?! (?:replac|disabled|free|less))/i],
  [
    'whole',
    /\bcilium\b.{0,60}(?:\bkube-?proxy (?:(?:is )?(?:disabled|removed|off)|replacement (?:mode|enabled))\b(?!:)|\b(?:without|no) kube-?proxy\b)/i,
  ],
];

const PARTS: Readonly<Record<string, CiliumPart>> = {
  true: 'whole',
  strict: 'whole',
  false: 'beside',
  disabled: 'beside',
};

/**
 * `12   192.0.2.9:80/TCP   LoadBalancer   1 => …` of `cilium-dbg service list`: frontends of these types are there where Cilium replaces
 * kube-proxy (docs.cilium.io: Kubernetes Without kube-proxy; without it clusterIPs alone).
 */
const FRONTEND =
  /^\d{1,6} {1,8}\S{3,60}:\d{1,5}(?:\/\w{2,4})?(?:\/[ie])? {1,60}(?:NodePort|LoadBalancer|ExternalIPs)\b/;

const MOST_LINES = 20_000;
const LONGEST = 2000;

/** A short line says more than its words. */
const wordsOrLine = (words: string, line: string): string =>
  line.length <= LONGEST_QUOTED ? line.replace(/ \\$/, '') : words;
const LONGEST_QUOTED = 100;

function tellPart(text: string): CiliumWords[] {
  const line = text.trim();
  if (FRONTEND.test(line)) return [{ part: 'whole', line, words: wordsOrLine(line.slice(0, LONGEST_QUOTED), line) }];
  const [words = '', value] = REPLACES.exec(line) ?? [];
  const worded = IN_WORDS.find(([, of]) => of.test(line));
  if (value === undefined && worded) {
    return [{ part: worded[0], line, words: wordsOrLine(worded[1].exec(line)?.[0] ?? '', line) }];
  }
  return value === undefined
    ? []
    : [{ part: PARTS[value.toLowerCase()] ?? 'untold', line, words: wordsOrLine(words, line) }];
}

/**
 * Finds the words of a text that say that Cilium runs and how far it replaces kube-proxy: the line that tells the part, else the
 * first sign of it; undefined: nothing shows Cilium. A text that says both tells of none.
 */
export function readCiliumWords(text: string): CiliumWords | undefined {
  if (!/cilium|kube-?proxy-?replacement|hubble observe/i.test(text)) return undefined;
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST);
  const told = lines.flatMap(tellPart);
  const parts = new Set(told.map(({ part }) => part));
  const [first] = told;
  if (first && parts.size === 1) return first;
  if (first) return { ...first, part: 'untold' };
  const line = lines.find((each) => SIGN.test(each))?.trim() ?? '';
  return line === '' ? undefined : { part: 'untold', line, words: wordsOrLine(SIGN.exec(line)?.[0] ?? '', line) };
}

/** The words of the first text that has some, one that tells the part before one that only shows Cilium. */
export function findCilium(texts: readonly { readonly text: string }[]): CiliumWords | undefined {
  const found = texts.flatMap(({ text }) => readCiliumWords(text) ?? []);
  return found.find(({ part }) => part !== 'untold') ?? found[0];
}

/** Commands that print what Cilium has for Services, and how far it replaces kube-proxy. */
export const CILIUM_COMMANDS = 'cilium-dbg service list; cilium-dbg bpf lb list; cilium-dbg status --verbose';
