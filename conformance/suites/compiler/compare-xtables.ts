/**
 * When are two iptables texts the same? kube-proxy walks Go maps, so the order between service
 * ports is free; inside one service port, and inside every chain that is not shared, it is not.
 */
interface Ruleset {
  /** Table -> chain -> rules as written, in order. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Policies and counters of the `:CHAIN` lines, `COMMIT`, and whatever is no rule. */
  readonly chainLines: readonly string[];
  readonly deleted: readonly string[];
}

const SHARED = new Set(['KUBE-SERVICES', 'KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES', 'KUBE-PROXY-FIREWALL']);
const TAIL = 'kubernetes service nodeports;';

/** Reads the lines of a save or restore text. */
export function readRuleset(text: string): Ruleset {
  const tables = new Map<string, Map<string, string[]>>();
  const chainLines: string[] = [];
  const deleted: string[] = [];
  let table = new Map<string, string[]>();
  let tableName = '';
  const chain = (name: string): string[] => {
    let rules = table.get(name);
    if (!rules) table.set(name, (rules = []));
    return rules;
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) {
      tableName = line;
      chainLines.push(line);
      tables.set(tableName, (table = tables.get(tableName) ?? new Map<string, string[]>()));
    } else if (line.startsWith(':')) {
      chainLines.push(`${tableName} ${line}`);
      chain(line.slice(1).split(' ', 1)[0] ?? '');
    } else if (line.startsWith('-A ')) chain(line.split(' ', 2)[1] ?? '').push(line);
    else if (line.startsWith('-X ')) deleted.push(`${tableName} ${line}`);
    else if (line !== '') chainLines.push(`${tableName} ${line}`);
  }
  return { tables, chainLines, deleted };
}

/** The first differences between two texts, as short lines; empty when they are equal. */
export function compareRulesets(expected: string, actual: string): string[] {
  const [want, have] = [readRuleset(expected), readRuleset(actual)];
  return [
    ...compareSets('chain', want.chainLines, have.chainLines),
    ...compareSets('deleted', want.deleted, have.deleted),
    ...[...want.tables].flatMap(([name, chains]) => compareTables(name, chains, have.tables.get(name) ?? new Map())),
    ...compareSets('table', [...want.tables.keys()], [...have.tables.keys()]),
  ];
}

function compareTables(
  table: string,
  want: ReadonlyMap<string, readonly string[]>,
  have: ReadonlyMap<string, readonly string[]>,
): string[] {
  const differences: string[] = [];
  for (const chain of new Set([...want.keys(), ...have.keys()])) {
    const [a, b] = [want.get(chain) ?? [], have.get(chain) ?? []].map((rules) =>
      SHARED.has(chain) ? grouped(rules) : rules,
    );
    differences.push(...compareLists(`${table} ${chain}`, a ?? [], b ?? []));
  }
  return differences;
}

/** Sorts the groups of service ports by name; inside a group the order stays. The tail stays last, its rules as a set. */
function grouped(rules: readonly string[]): string[] {
  const tail = rules.findIndex((rule) => rule.includes(TAIL));
  const body = tail < 0 ? rules : rules.slice(0, tail);
  const order = body.map((rule, index) => ({ rule, index, name: commentName(rule) }));
  order.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.index - b.index));
  return [...order.map((entry) => entry.rule), ...(tail < 0 ? [] : rules.slice(tail).toSorted())];
}

/** The service port a rule of a shared chain is for: the first word of its comment. */
export function commentName(rule: string): string {
  return /--comment "?([^" ]+)/.exec(rule)?.[1] ?? '';
}

/** What only one of two collections has; a line that one has twice counts twice. */
function compareSets(what: string, want: readonly string[], have: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of want) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of have) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([line, count]) => `${what}\n  ${count > 0 ? '-' : '+'} ${line}`)
    .toSorted();
}

function compareLists(where: string, want: readonly string[], have: readonly string[]): string[] {
  if (want.length === have.length && want.every((line, index) => line === have[index])) return [];
  const differences: string[] = [];
  for (let i = 0; i < Math.max(want.length, have.length) && differences.length < 3; i++) {
    if (want[i] !== have[i]) differences.push(`${where} ${i + 1}\n  - ${want[i] ?? ''}\n  + ${have[i] ?? ''}`);
  }
  return differences;
}
