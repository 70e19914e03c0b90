import { expressionText } from './expression-text';
import { elementsText, statementText } from './statement-text';
import { isJsonObject, listOf, memberOf, quoted, wordOf, type Json, type JsonObject } from './value';

const word = (value: JsonObject, key: string): string => wordOf(value[key]) ?? '';
const lines = (all: readonly (string | undefined)[]): string => all.filter((line) => line !== undefined).join('; ');
const inTable = (of: JsonObject, inside: string): string =>
  `table ${word(of, 'family')} ${word(of, 'table')} { ${inside} }`;

/** `name "text"`, if it is said. */
const comment = (of: JsonObject): string | undefined =>
  of['comment'] === undefined ? undefined : `comment ${quoted(word(of, 'comment'))}`;

const flags = (of: JsonObject): string | undefined =>
  of['flags'] === undefined ? undefined : `flags ${listOf(of['flags']).map(expressionText).join(',')}`;

function tableText(of: JsonObject): string {
  return `table ${word(of, 'family')} ${word(of, 'name')} { ${lines([flags(of), comment(of)])} }`;
}

function chainText(of: JsonObject): string {
  const type = word(of, 'type');
  const devices = listOf(of['dev']).map((name) => quoted(wordOf(name) ?? ''));
  const where =
    devices.length === 0 ? '' : devices.length === 1 ? `device ${devices[0]} ` : `devices = { ${devices.join(', ')} } `;
  const base =
    type === '' ? undefined : `type ${type} hook ${word(of, 'hook')} ${where}priority ${word(of, 'prio') || '0'}`;
  const policy = of['policy'] === undefined ? undefined : `policy ${word(of, 'policy')}`;
  return inTable(of, `chain ${word(of, 'name')} { ${lines([comment(of), base, policy])} }`);
}

/** `ipv4_addr . inet_service`, or `typeof ip saddr`. */
function typeText(type: Json | undefined): { readonly head: 'type' | 'typeof'; readonly text: string } {
  if (isJsonObject(type) && type['typeof'] !== undefined)
    return { head: 'typeof', text: listOf(type['typeof']).map(expressionText).join(' . ') };
  return { head: 'type', text: listOf(type).map(expressionText).join(' . ') };
}

function setText(kind: 'set' | 'map', of: JsonObject): string {
  const key = typeText(of['type']);
  const data = of['map'] === undefined ? '' : ` : ${typeText(of['map']).text}`;
  const said = (name: string, after = ''): string | undefined =>
    of[name] === undefined ? undefined : `${name} ${word(of, name)}${after}`;
  const elements = elementsText(of['elem']);
  const body = lines([
    `${key.head} ${key.text}${data}`,
    said('size'),
    flags(of),
    ...listOf(of['stmt']).map(statementText),
    said('timeout', 's'),
    said('gc-interval', 's'),
    of['auto-merge'] === true ? 'auto-merge' : undefined,
    said('policy'),
    comment(of),
    elements === '' ? undefined : `elements = { ${elements} }`,
  ]);
  return inTable(of, `${kind} ${word(of, 'name')} { ${body} }`);
}

function ruleText(of: JsonObject): string {
  const said = comment(of);
  return [...listOf(of['expr']).map(statementText), ...(said === undefined ? [] : [said])].join(' ');
}

/** A named counter, quota, limit …: its members as `key value`. */
function namedText(kind: string, of: JsonObject): string {
  const own = Object.entries(of).filter(([key]) => !['family', 'table', 'name', 'handle'].includes(key));
  const body = own.map(([key, value]) => `${key} ${expressionText(value ?? null)}`).join(' ');
  return inTable(of, `${kind} ${word(of, 'name')} { ${body} }`);
}

/** What is listed, as `nft list ruleset` writes it; undefined: it says nothing of the ruleset. */
function listedText(kind: string, of: JsonObject): string | undefined {
  switch (kind) {
    case 'metainfo':
      return undefined;
    case 'table':
      return tableText(of);
    case 'chain':
      return chainText(of);
    case 'rule':
      return inTable(of, `chain ${word(of, 'chain')} { ${ruleText(of)} }`);
    case 'set':
    case 'map':
      return setText(kind, of);
    case 'element':
      return `add element ${word(of, 'family')} ${word(of, 'table')} ${word(of, 'name')} { ${elementsText(of['elem'])} }`;
    default:
      return namedText(kind, of);
  }
}

/** `{"delete": {"chain": {…}}}`: by name; rules go by handles, which no text has. */
function commandText(verb: string, kind: string, of: JsonObject): string {
  const place = [
    'family',
    kind === 'table' ? 'name' : 'table',
    kind === 'rule' ? 'chain' : kind === 'table' ? '' : 'name',
  ];
  const names = place.flatMap((key) => (key === '' ? [] : word(of, key)));
  const rest = kind === 'rule' ? (verb === 'insert' ? ruleText(of) : `handle ${word(of, 'handle')}`) : '';
  const elements = kind === 'element' ? `{ ${elementsText(of['elem'])} }` : rest;
  return [verb, kind, ...names, elements].filter((part) => part !== '').join(' ');
}

const ADDS: ReadonlySet<string> = new Set(['add', 'create']);
const CHANGES: ReadonlySet<string> = new Set(['insert', 'delete', 'destroy', 'flush', 'replace', 'rename', 'reset']);

/**
 * One member of the list `{"nftables": […]}` (libnftables-json(5)): an object of a listing or a command, as one line
 * of nft(8). Undefined: it says nothing of the ruleset (`metainfo`).
 */
export function objectText(value: JsonObject): string | undefined {
  const [name, inside] = memberOf(value);
  if (!ADDS.has(name) && !CHANGES.has(name)) return listedText(name, isJsonObject(inside) ? inside : {});
  const [kind, of] = isJsonObject(inside) ? memberOf(inside) : ['', null];
  if (kind === 'ruleset') return `${name} ruleset`;
  const object = isJsonObject(of) ? of : {};
  return ADDS.has(name) ? listedText(kind, object) : commandText(name, kind, object);
}
