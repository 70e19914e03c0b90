/** How far Cilium carries Services, as words of a text tell: all of them, or beside kube-proxy; untold: it runs, no more is known. */
export type CiliumPart = 'whole' | 'beside' | 'untold';

/** A line that shows Cilium at work in a cluster. */
export interface CiliumWords {
  readonly part: CiliumPart;
  readonly line: string;
}

/**
 * What Cilium's programs, its chart and its objects are called where they run: a mere mention of the name is no sign
 * (docs.cilium.io: Cmdref, Helm Reference; the label of its DaemonSet; groups of its objects).
 */
const SIGN =
  /k8s-app[=:] ?cilium\b|\bcilium(?:-dbg)? (?:status|service list|bpf |endpoint |install|monitor|connectivity)|\bds\/cilium\b|\bcilium-(?:agent|operator|envoy|config)\b|\bcilium\.io\/|\bkind: Cilium[A-Z]|\bcilium\/cilium\b|\bhubble observe\b|\bCilium [Vv]ersion\b|\bimage: ?"?quay\.io\/cilium\//;
/** `--set kubeProxyReplacement=true`, `kube-proxy-replacement: "false"`, `KubeProxyReplacement:    Strict`. */
const REPLACES = /\bkube-?proxy-?replacement["'`]?(?:=|: {0,20})["'`]?(true|strict|false|disabled|partial|probe)\b/i;

const PARTS: Readonly<Record<string, CiliumPart>> = {
  true: 'whole',
  strict: 'whole',
  false: 'beside',
  disabled: 'beside',
};

const MOST_LINES = 20_000;
const LONGEST = 2000;

/**
 * Finds the words of a text that say that Cilium runs and how far it replaces kube-proxy: the line that tells the part, else the
 * first sign of it; undefined: nothing shows Cilium. A text that says both tells of none.
 */
export function readCiliumWords(text: string): CiliumWords | undefined {
  if (!/cilium|kube-?proxy-?replacement|hubble observe/i.test(text)) return undefined;
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST);
  const told = lines.flatMap((line): CiliumWords[] => {
    const value = REPLACES.exec(line)?.[1];
    return value === undefined ? [] : [{ part: PARTS[value.toLowerCase()] ?? 'untold', line: line.trim() }];
  });
  const parts = new Set(told.map(({ part }) => part));
  const [first] = told;
  if (first && parts.size === 1) return first;
  const line = first?.line ?? lines.find((each) => SIGN.test(each))?.trim();
  return line === undefined ? undefined : { part: 'untold', line };
}

/** The words of the first text that has some, one that tells the part before one that only shows Cilium. */
export function findCilium(texts: readonly { readonly text: string }[]): CiliumWords | undefined {
  const found = texts.flatMap(({ text }) => readCiliumWords(text) ?? []);
  return found.find(({ part }) => part !== 'untold') ?? found[0];
}
