import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { restoreText } from '../../../src/core/kubernetes/proxy/iptables/restore';
import { planIptablesSync, type IptablesSyncPlan } from '../../../src/core/kubernetes/proxy/iptables/sync-proxy-rules';
import { commentName } from './compare-xtables';
import { compareLines } from './nftables-text';

/** What a full sync feeds to iptables-restore against what was recorded: every byte, up to the order of Go maps. */
export function compareFullRestore(recorded: string, input: SyncInput): string[] {
  const plan = planInRecordedOrder(input, recorded);
  return compareRestore(recorded, restoreText(plan, { writes: () => true, stale: [] }));
}

/** The lines of two inputs, one by one; only chains that are deleted may follow each other in any order. */
export function compareRestore(recorded: string, actual: string): string[] {
  return compareLines('line', withSortedDeletions(recorded), withSortedDeletions(actual));
}

/**
 * The plan of an input with what kube-proxy walks Go maps for in the order of a recording: service ports, one walk
 * for both tables; the endpoints of a port where two lists of them are merged; and the addresses at the end of
 * KUBE-SERVICES. All else stays where the compiler put it.
 */
export function planInRecordedOrder(input: SyncInput, text = ''): IptablesSyncPlan {
  const plan = planIptablesSync(input);
  const order = merge(
    namesIn(text, '*filter', plan.ports),
    merge(declaringOrder(text, plan.ports), namesIn(text, '*nat', plan.ports)),
  );
  const place = ({ port }: Port): number => order.indexOf(port.name);
  return {
    ...plan,
    ports: plan.ports
      .toSorted((a, b) => place(a) - place(b))
      .map((port) => (isMerged(port) ? mergedAs(port, text) : port)),
    tail: sortedAs(plan.tail, text, (rule) => `${rule.text}\n`),
  };
}

type Port = IptablesSyncPlan['ports'][number];

/** From 1.24 on a port of both policies may have endpoints of either list: CategorizeEndpoints merges them in a map. */
function isMerged({ plan: { usesSvc, usesSvl, reachable, cluster } }: Port): boolean {
  return usesSvc && usesSvl && reachable !== cluster;
}

function mergedAs(port: Port, text: string): Port {
  const isEndpoint = (name: string): boolean => name.startsWith('KUBE-SEP-');
  const own = port.chains.filter(({ name }) => !isEndpoint(name));
  const endpoints = port.chains.filter(({ name }) => isEndpoint(name));
  const chains = [...own, ...sortedAs(endpoints, text, ({ name }) => `:${name} `)];
  return { ...port, chains, declared: chains.map(({ name }) => name) };
}

/** Items by where a text has their words. */
function sortedAs<T>(items: readonly T[], text: string, wordsOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => text.indexOf(wordsOf(a)) - text.indexOf(wordsOf(b)));
}

/** The service ports that the comments of a table name, each once. */
function namesIn(text: string, table: string, ports: readonly Port[]): string[] {
  const names = new Set(ports.map(({ port }) => port.name));
  const body = text.slice(text.indexOf(table), text.indexOf('COMMIT', text.indexOf(table)));
  return [...new Set(body.split('\n').map(commentName))].filter((name) => names.has(name));
}

/** The service ports whose chains are declared: up to 1.23 one without endpoints may have no more than an empty chain. */
function declaringOrder(text: string, ports: readonly Port[]): string[] {
  const owners = new Map(ports.flatMap(({ declared, port }) => declared.map((chain) => [chain, port.name] as const)));
  const declared = text.split('\n').flatMap((line) => owners.get(/^:(\S+)/.exec(line)?.[1] ?? '') ?? []);
  return [...new Set(declared)];
}

/** One order that follows both. */
function merge(first: readonly string[], second: readonly string[]): string[] {
  const merged: string[] = [];
  let rest = second;
  for (const name of first) {
    const at = rest.indexOf(name);
    merged.push(...rest.slice(0, at + 1));
    rest = rest.slice(at + 1);
    if (at < 0) merged.push(name);
  }
  return [...merged, ...rest];
}

/** The lines of a text; the lines that declare chains only to delete them, and those that delete them, sorted. */
function withSortedDeletions(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const deleted = new Set(lines.filter((line) => line.startsWith('-X ')).map((line) => line.slice('-X '.length)));
  const isFree = (line: string): boolean =>
    line.startsWith('-X ') || deleted.has(line.split(' ', 1)[0]?.slice(1) ?? '');
  const sorted: string[] = [];
  let run: string[] = [];
  for (const line of lines) {
    if (isFree(line)) run.push(line);
    else sorted.push(...run.splice(0).toSorted(), line);
  }
  return [...sorted, ...run.toSorted()];
}
