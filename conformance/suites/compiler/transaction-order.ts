/**
 * The lines of a transaction in one order: what is deleted first, the groups of service ports by name,
 * and what is cleaned up, inside which kube-proxy walks maps; all else keeps its place.
 */
export function inOneOrder(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const first = lines.findIndex((line) => !line.startsWith('delete chain '));
  const start = first < 0 ? lines.length : first;
  const end = cleanupStart(lines);
  return [...lines.slice(0, start).toSorted(), ...byServicePort(lines.slice(start, end)), ...runs(lines.slice(end))];
}

/** Where what is only emptied or deleted begins: behind the last line that adds, and the emptying that belongs to it. */
function cleanupStart(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.startsWith('add ')) + 1;
  return lines[last - 1]?.startsWith('add chain ') ? last + 1 : last;
}

/** Lines that name no service port belong to the next that does. */
function byServicePort(lines: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  let pending: string[] = [];
  for (const line of lines) {
    pending.push(line);
    const name = servicePortOf(line);
    if (name === undefined) continue;
    groups.set(name, [...(groups.get(name) ?? []), ...pending]);
    pending = [];
  }
  return [...[...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => group), ...pending];
}

/** `ns/svc/tcp/port` of a line with one of its chains, or with its comment. */
function servicePortOf(line: string): string | undefined {
  return /-[A-Z2-7]{8}-(.+?)(?:__| |$)/.exec(line)?.[1] ?? /comment "([^"]+)"/.exec(line)?.[1];
}

/** Sorted inside neighbours that do the same to the same set. */
function runs(lines: readonly string[]): string[] {
  const kindOf = (line: string): string => {
    const words = line.split(' ');
    return words.slice(0, words[1] === 'element' ? 5 : 2).join(' ');
  };
  const sorted: string[] = [];
  let run: string[] = [];
  for (const line of lines) {
    if (run[0] !== undefined && kindOf(run[0]) !== kindOf(line)) sorted.push(...run.splice(0).toSorted());
    run.push(line);
  }
  return [...sorted, ...run.toSorted()];
}
