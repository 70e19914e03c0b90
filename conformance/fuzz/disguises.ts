import { printRule } from '../../src/core/linux/xtables/rule-text';
import type { IpFamily } from '../../src/core/net/ip';
import { networkOfPasted } from '../../src/core/paste/pasted';

/** What a text goes through on its way to the page, and what it says all the same. */
export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  'Windows ends of lines': (text) => text.replaceAll('\n', '\r\n'),
  'a byte order mark': (text) => `\ufeff${text}`,
  'no last end of line': (text) => text.replace(/\n+$/, ''),
  'quoted in a mail': (text) => everyLine(text, (line) => `> ${line}`),
  'quoted twice': (text) => everyLine(text, (line) => `> > ${line}`),
  'in a fence': (text) => `Here it is:\n\n\`\`\`\n${text.trimEnd()}\n\`\`\`\n\nAny idea?\n`,
  'in a fence of a language': (text) => `\`\`\`bash\n${text.trimEnd()}\n\`\`\`\n`,
  'indented as code': (text) => everyLine(text, (line) => (line === '' ? line : `    ${line}`)),
  'indented with a tab': (text) => everyLine(text, (line) => (line === '' ? line : `\t${line}`)),
  'blanks at the ends': (text) => everyLine(text, (line) => `${line}  `),
  'padded to a width': (text) => everyLine(text, (line) => line.padEnd(200)),
  'escaped for HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'escaped for HTML with quotes': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'blanks that do not break': (text) => text.replaceAll('  ', ' \u00a0'),
  'all blanks do not break': (text) => text.replaceAll(' ', '\u00a0'),
  'zero-width blanks at the beginnings': (text) => everyLine(text, (line) => `\u200b${line}`),
  'zero-width blanks at the ends': (text) => everyLine(text, (line) => `${line}\u200b`),
  'marks of direction': (text) => everyLine(text, (line) => `\u200e${line}`),
  'quotes of a word processor': (text) => text.replace(/"([^"\n]*)"/g, '\u201c$1\u201d'),
  'dashes of a word processor': (text) => text.replaceAll(' --', ' \u2013'),
  'dashes of a word processor, long': (text) => text.replaceAll(' --', ' \u2014'),
  'colours of a terminal': (text) => everyLine(text, (line) => `\u001b[0;32m${line}\u001b[0m`),
  'colours of grep': (text) => text.replaceAll('ACCEPT', '\u001b[01;31m\u001b[KACCEPT\u001b[m\u001b[K'),
  'colours without their escape': (text) => everyLine(text, (line) => `[0;32m${line}[0m`),
  'the journal': (text) => everyLine(text, (line) => `Nov 14 11:06:11 host dump[12085]: ${line}`),
  'kubectl logs --timestamps': (text) => everyLine(text, (line) => `2024-03-24T15:16:48.612345678Z ${line}`),
  'kubectl logs --prefix': (text) => everyLine(text, (line) => `[pod/dump-x2b7f/dump] ${line}`),
  'docker compose logs': (text) => everyLine(text, (line) => `dump-1  | ${line}`),
  'numbers of cat -n': (text) => everyLine(text, (line, at) => `${String(at).padStart(6)}\t${line}`),
  'ends of a script': (text) => `Script started on Mon 01 Jan 2024\n${text}\nScript done on Mon 01 Jan 2024\n`,
};

function everyLine(text: string, edit: (line: string, at: number) => string): string {
  const end = text.endsWith('\n') ? '\n' : '';
  const body = end ? text.slice(0, -1) : text;
  return (
    body
      .split('\n')
      .map((line, at) => edit(line, at + 1))
      .join('\n') + end
  );
}

/** What is not said by a text but by how it was written: where, and how often something was counted. */
const ASIDE = new Set([
  'line',
  'source',
  'evidence',
  'counters',
  'memo',
  'text',
  'at',
  'lines',
  'from',
  'to',
  'id',
  'diagnostics',
  'place',
  'settledBy',
  'reason',
]);

function plain(value: unknown, seen: Set<unknown> = new Set()): unknown {
  if (value instanceof Map) return [...value].map(([key, each]) => [key, plain(each, seen)]);
  if (value instanceof Set) return [...value].map((each) => plain(each, seen));
  if (Array.isArray(value)) return value.map((each) => plain(each, seen));
  if (typeof value === 'function' || value === undefined) return undefined;
  if (typeof value === 'object' && value !== null) {
    if (seen.has(value)) return 'again';
    const inside = new Set(seen).add(value);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !ASIDE.has(key))
        .map(([key, each]) => [key, plain(each, inside)]),
    );
  }
  return value;
}

/** What a text means, one line each. */
export function meaningOf(text: string): string[] {
  const { network, assumptions, found, connections, texts } = networkOfPasted({
    texts: [{ id: 'text', title: 'text', text }],
    facts: {},
  });
  const rules = [...network.netns].flatMap(([id, { xtables }]) =>
    (['ipv4', 'ipv6'] as const).flatMap((family: IpFamily) =>
      [...(xtables[family]?.tables ?? [])].flatMap(([table, { chains }]) =>
        [...chains].flatMap(([name, chain]) => [
          `${id} ${family} ${table} ${name} ${chain.policy ?? '-'}`,
          ...Array.from(
            { length: chain.length },
            (_, at) => `${id} ${family} ${table} -A ${name} ${printRule(chain.rule(at), family)}`,
          ),
        ]),
      ),
    ),
  );
  const kinds = new Map<string, number>();
  for (const { pieces = [] } of texts)
    for (const { format, count } of pieces) kinds.set(format, (kinds.get(format) ?? 0) + count);
  return [
    ...rules,
    ...[...network.netns].flatMap(([id, netns]) =>
      Object.entries({ ...netns, xtables: undefined }).map(
        ([key, each]) => `${id} ${key} ${JSON.stringify(plain(each))}`,
      ),
    ),
    ...assumptions.map(({ id, value }) => `assumed ${id} ${value}`),
    ...found.map((each) => `found ${JSON.stringify(each)}`),
    ...connections.map((each) => `connection ${JSON.stringify(plain(each))}`),
    ...[...kinds].map(([kind, count]) => `piece ${kind} ${count}`),
  ];
}
