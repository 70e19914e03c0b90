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
const FOLDED = new RegExp(String.raw`^([ \t]*)(${NAMES}[ \t]*:[ \t]*)[|>][^\r\n]*(?:\r?\n\1[ \t][^\r\n]*)+`, 'gm');
/** The same anywhere in a line: JSON, and maps in braces. */
const INSIDE = new RegExp(
  String.raw`([{,\s]${NAMES}\s{0,20}:\s{0,20})("[^"\r\n]{1,200000}"|'[^'\r\n]{1,200000}'|[^\s"'{}[\],|>][^\s{}[\],]{0,200000}(?=\s{0,20}[,}]))`,
  'g',
);
/** Longer ones are none. */
const PEM = /(-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----)(?:(?!-----BEGIN )[\s\S]){1,20000}?(-----END )/g;

/** The text without the keys of a kubeconfig and without private keys: what opens a cluster is never kept here. */
export function withoutKeys(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  return text
    .replaceAll(FOLDED, `$1$2${TAKEN_OUT}`)
    .replaceAll(FIELD, `$1$2${TAKEN_OUT}$2`)
    .replaceAll(INSIDE, (_all, before: string, value: string) => {
      const quote = /^["']/.exec(value)?.[0] ?? '';
      return `${before}${quote}${TAKEN_OUT}${quote}`;
    })
    .replaceAll(PEM, `$1${TAKEN_OUT}$2`);
}
