import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DOCUMENT_VERSION } from './codec';
import { DOCUMENT_SCHEMA } from './schema';
import { DELAY_RANGES, SCRIPT_LIMITS, SCRIPT_SCHEMA } from './script';

const FOLDER = fileURLToPath(new URL('../../../docs/formats/', import.meta.url));

/** A schema of valibot, as far as a page tells of it. */
interface Shape {
  readonly type: string;
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly items?: readonly Shape[];
  readonly value?: Shape;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly options?: readonly (Shape | string)[];
  readonly literal?: unknown;
  readonly pipe?: readonly Shape[];
}

interface Row {
  readonly path: string;
  readonly what: string;
}

const code = (text: unknown): string => `\`${typeof text === 'string' ? text : JSON.stringify(text)}\``;

function nameOf({ type, literal, options = [], items = [], value }: Shape): string {
  if (type === 'literal') return code(literal);
  if (type === 'picklist') return options.map(code).join(', ');
  if (type === 'tuple') return items.map(nameOf).join(', ');
  if (type === 'record') return `by name: ${value ? nameOf(value) : ''}`;
  if (type === 'union') return options.map((each) => nameOf(each as Shape)).join(' or ');
  return type.replace(/^(?:loose|strict)_/, '');
}

function* rowsOf(shape: Shape, path: string, note = ''): Generator<Row> {
  const { type, wrapped, item, entries, options = [], value } = shape;
  if (type === 'optional' && wrapped) yield* rowsOf(wrapped, path, ', optional');
  else if (entries) {
    if (path !== '') yield { path, what: `object${note}` };
    for (const [key, each] of Object.entries(entries)) yield* rowsOf(each, path === '' ? key : `${path}.${key}`);
  } else if (type === 'array' && item) yield* rowsOf(item, `${path}[]`, note);
  else if (type === 'variant') {
    for (const each of options as readonly Shape[]) yield* variantRows(each, path, note);
  } else if (type === 'record' && value?.entries) yield* rowsOf(value, `${path}.<name>`, note);
  else yield { path, what: `${nameOf(shape)}${note}` };
}

/** One row a kind of a variant: the word that tells it, and its fields. */
function* variantRows({ entries = {} }: Shape, path: string, note: string): Generator<Row> {
  const all = Object.entries(entries);
  const [kind, { literal }]: readonly [string, Pick<Shape, 'literal'>] = all.find(
    ([, { type }]) => type === 'literal',
  ) ?? ['', {}];
  const others = all
    .filter(([key]) => key !== kind)
    .map(([key, { type }]) => `${code(key)}${type === 'optional' ? '?' : ''}`)
    .join(', ');
  yield { path, what: `${code(`${kind}: ${String(literal)}`)}${others === '' ? '' : ` with ${others}`}${note}` };
}

const table = (rows: readonly Row[]): string =>
  ['| field | what |', '| --- | --- |', ...rows.map(({ path, what }) => `| ${code(path)} | ${what} |`)].join('\n');

const history = (version: number): string =>
  `## History\n\n| version | since | what changed |\n| --- | --- | --- |\n| ${version} | 2026-11-21 | the first one |\n`;

const DOCUMENT_PAGE = `# Document

A cluster or pasted nodes with their flows, as JSON. In a file it stands as \`{"format": "rulewalk", "document": {...}}\`
(\`*.rulewalk.json\`); in links and lessons alone. Objects of the cluster are Kubernetes' own and may have further fields,
which are kept. The same cluster is also YAML that \`kubectl\` would take, with Rulewalk's own settings in a ConfigMap: the
page's YAML tab shows it.

<!-- written by format-pages.test.ts from the schema in schema.ts -->

${table([...rowsOf(DOCUMENT_SCHEMA, '')])}

${history(DOCUMENT_VERSION)}`;

const range = ([least, most]: readonly [number, number]): string =>
  `${least.toLocaleString('en')} to ${most.toLocaleString('en')}`;

const SCRIPT_PAGE = `# Script of time

What happens to a cluster, and who asks meanwhile: the \`script\` of a [document](document.md). Times are milliseconds from
the beginning.

<!-- written by format-pages.test.ts from the schema in script.ts -->

${table([...rowsOf(SCRIPT_SCHEMA as unknown as Shape, '')].filter(({ path }) => !path.startsWith('delays.')))}

At most ${SCRIPT_LIMITS.duration.toLocaleString('en')} ms, ${SCRIPT_LIMITS.events} events, ${SCRIPT_LIMITS.clients} clients and
${SCRIPT_LIMITS.requests.toLocaleString('en')} requests. \`delays\` that are not as usual, in milliseconds unless their name counts something:

${table(Object.entries(DELAY_RANGES).map(([path, each]) => ({ path: `delays.${path}`, what: range(each) })))}

${history(1)}`;

/** Without what only makes a table's columns even. */
const plain = (text: string): string => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');

it.each([
  ['document.md', DOCUMENT_PAGE],
  ['script.md', SCRIPT_PAGE],
])('docs/formats/%s says what the schema takes', (name, page) => {
  const path = `${FOLDER}${name}`;
  if (process.env['UPDATE_DOCS']) writeFileSync(path, page);
  expect(plain(existsSync(path) ? readFileSync(path, 'utf8') : '')).toBe(plain(page));
});

it('docs/formats/README.md names every page and its version', () => {
  const index = plain(readFileSync(`${FOLDER}README.md`, 'utf8'));
  expect(index).toContain(`| document | ${DOCUMENT_VERSION} |`);
});
