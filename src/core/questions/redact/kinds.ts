import { HEADER } from './tables';
import { isField } from './vocabulary';

/**
 * What a line is written in: `network`, a listing, a command or rules; `objects`, a field of an API object in YAML, JSON
 * or as `kubectl describe` shows it; `json`, other JSON; `rows`, of a table of `kubectl get`; `proc`, /proc/net with its
 * hexadecimal addresses; `name`: one value of a field; `text`: what somebody wrote.
 */
export type LineKind = 'network' | 'objects' | 'json' | 'rows' | 'rows of namespaces' | 'proc' | 'name' | 'text';

const OBJECT_BEGINS = /^[\s-]*(?:\{\s*)?"?(?:apiVersion|kind|cniVersion)"?\s*:/;
const DESCRIBED = /^Name:\s+\S/;
const NAMESPACE = /^(?:Namespace|Labels|Roles):/;
/** `key:`, `- key: value`, `"key": value`, `? …`: the key at the end of a line or before a blank. */
const KEY = /^[ \t]*(?:- {1,10})*["']?([A-Za-z][\w./-]{0,100})["']?[ \t]*:(?:\s|$)/;
const OF_YAML = /^(?:[ \t]|-(?: |--)|#|\.\.\.|[{}[\]]|$)/;
const JSON_LINE = /^[ \t]*(?:[{}\]]|\[\s{0,40}(?:$|[{["])|"[^"\n]{0,100}"\s{0,4}[:,]|"[^"\n]{0,200}"$)/;
const PROMPT = /^[ \t]*\[?[\w.-]{1,64}@[\w.-]{1,128}[^#$>%\n]{0,80}[#$>%](?:\s|$)|^[$#>] \S/;
const PROC = /^\s*(?:\d+:\s|[\w.-]+\t)\s*(?:[\dA-F]{8}|[\dA-F]{32})(?::[\dA-F]{4})?\s/;
/** `eth0 0101A8C0 4D7100CB 0003`: a route as the kernel lists it, its tabs lost. */
const PROC_ROUTE = /^\s*[\w.-]+\s+[\dA-F]{8}\s+[\dA-F]{8}\s+[\dA-F]{4}\b/;
/** ipset(8) lists a set as fields, too. */
const OF_SET = /^(?:Name|Type|Revision|Header|Size in memory|References|Number of entries|Members|Default policy):/;
const SET_TYPE = /^Type: (?:hash|bitmap|list):/m;

/** The kind of each line; how one line is read depends on those before it. */
export function kindsOfLines(lines: readonly string[]): readonly LineKind[] {
  const hasSets = lines.some((line) => SET_TYPE.test(line));
  const hasObjects = lines.some((line) => OBJECT_BEGINS.test(line) || /"(?:apiVersion|cniVersion)"/.test(line));
  let where: Where;
  return lines.map((line, at) => {
    where = whereNow(where, line, lines[at + 1] ?? '');
    if (HEADER.test(line)) return 'objects';
    if (where === 'rows' || where === 'rows of namespaces') return where;
    if (hasSets && OF_SET.test(line)) return 'network';
    if (where === 'objects') return 'objects';
    if (PROC.test(line) || PROC_ROUTE.test(line)) return 'proc';
    if (JSON_LINE.test(line)) return hasObjects ? 'objects' : 'json';
    const key = KEY.exec(line)?.[1];
    return key !== undefined && isField(key) ? 'objects' : 'network';
  });
}

type Where = 'objects' | 'rows' | 'rows of namespaces' | undefined;

function whereNow(before: Where, line: string, next: string): Where {
  if (HEADER.test(line)) return /^\s*NAMESPACE\s/.test(line) ? 'rows of namespaces' : 'rows';
  if (before !== undefined && before !== 'objects') return line.trim() === '' || PROMPT.test(line) ? undefined : before;
  if (OBJECT_BEGINS.test(line) || (DESCRIBED.test(line) && NAMESPACE.test(next))) return 'objects';
  if (before === 'objects' && !PROMPT.test(line) && (OF_YAML.test(line) || KEY.test(line))) return 'objects';
  if (before === 'objects' && /^[A-Z][\w ()-]{0,40}:(?:\s|$)/.test(line)) return 'objects';
  return undefined;
}
