/** Stands where a key stood. */
export const TAKEN_OUT = '(taken out)';

/** Does a text look as if it held any of them? Most do not. */
const MAY_HOLD =
  /(?:^|[{,])[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?Config["']?[ \t]*(?:[,}\r]|$)|client-key-data|PRIVATE KEY-----/m;
/** Fields of a kubeconfig that open a cluster, or name who does (k8s.io/client-go/tools/clientcmd/api/v1/types.go). */
const NAMES =
  '["\']?(?:client-key-data|client-certificate-data|token|password|id-token|refresh-token|access-token|client-secret)["\']?';
const FIELD = new RegExp(String.raw`^([ \t]*(?:- )?${NAMES}[ \t]*:[ \t]*)("?)([^\s"#][^\r\n"]{0,200000})\2`, 'gm');
/** A text on lines of its own: `token: |`. */
const FOLDED = new RegExp(String.raw`^([ \t]*)(${NAMES}[ \t]*:[ \t]*)[|>].*(?:\r?\n\1[ \t].*)+`, 'gm');
/** The same anywhere in a line: JSON, and maps in braces. */
const INSIDE = new RegExp(
  String.raw`([{,\s]${NAMES}\s{0,20}:\s{0,20})("[^"\r\n]{1,200000}"|'[^'\r\n]{1,200000}'|[^\s"'{}[\],|>][^\s{}[\],]{0,200000}(?=\s{0,20}[,}]))`,
  'g',
);
const PEM = /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----/g;
const PEM_ENDS = '-----END ';
/** Longer ones are none. */
const LONGEST_KEY = 20_000;

/** The text without what stands between the lines around private keys. */
function withoutPrivateKeys(text: string): string {
  let kept = '';
  let done = 0;
  let end = 0;
  for (const { 0: begin, index } of text.matchAll(PEM)) {
    const from = index + begin.length;
    if (end < from + 1) end = text.indexOf(PEM_ENDS, from + 1);
    if (end < 0) break;
    if (from < done || end - from > LONGEST_KEY) continue;
    kept += text.slice(done, from) + TAKEN_OUT;
    done = end;
  }
  return kept + text.slice(done);
}

/** The text without the keys of a kubeconfig and without private keys: what opens a cluster is never kept here. */
export function withoutKeys(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const open = text
    .replaceAll(FOLDED, `$1$2${TAKEN_OUT}`)
    .replaceAll(FIELD, `$1$2${TAKEN_OUT}$2`)
    .replaceAll(INSIDE, (_all, before: string, value: string) => {
      const quote = /^["']/.exec(value)?.[0] ?? '';
      return `${before}${quote}${TAKEN_OUT}${quote}`;
    });
  return withoutPrivateKeys(open);
}
