/** How many lines above a table its command may stand. */
const LOOK_BACK = 40;
/** Any command of kubectl ends the search: what follows it is its own. */
const COMMAND = /(?:^|[\s$#>%])(?:kubectl|oc|k) /;
const NAMESPACE = /(?:^|\s)(?:-n[ =]?|--namespace[ =])["']?([a-z0-9][a-z0-9-]{0,62})\b/;
const LONGEST = 500;

/** The namespace that a command names: `-n shop`, `--namespace=shop`; undefined: none. */
export const findNamespaceFlag = (command: string): string | undefined => NAMESPACE.exec(command)?.[1];

/**
 * The namespace that the command above a table asks for: `kubectl -n shop get svc`. Undefined: no command stands there, or it names
 * none.
 *
 * @param line of the table's header, 1-based
 */
export function commandNamespace(text: string, starts: Uint32Array, line: number): string | undefined {
  for (let at = line - 1; at > 0 && at >= line - LOOK_BACK; at--) {
    const start = starts[at - 1] ?? 0;
    const words = text.slice(start, Math.min(starts[at] ?? text.length, start + LONGEST));
    if (COMMAND.test(words)) return findNamespaceFlag(words);
  }
  return undefined;
}
