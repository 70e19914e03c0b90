import { Memo } from '../../lib/memo';
import { createRedactor, type Redactor } from './redact-text';
import type { Replacement } from './notes';
import { readText } from '../../paste/read-text';
import type { Document } from '../../document/document';

/** Fields whose values are words of the API, not names. */
const ENUMS = new Set([
  'apiVersion',
  'kind',
  'type',
  'protocol',
  'addressType',
  'ipFamilies',
  'ipFamilyPolicy',
  'externalTrafficPolicy',
  'internalTrafficPolicy',
  'sessionAffinity',
  'status',
  'phase',
  'mode',
  'detectLocalMode',
  'scheduler',
  'ipMode',
  'trafficDistribution',
  'restartPolicy',
  'effect',
  'subject',
  'via',
  'id',
  'syncPeriod',
  'minSyncPeriod',
  'release',
  'do',
  'sends',
  'flow',
]);
/** Maps whose keys are names. */
const NAMED_KEYS = new Set(['labels', 'annotations', 'selector', 'matchLabels', 'lag']);
/** Values that hold words of a listing: texts, and devices, whose names stay when they say only what they are. */
const TEXTS = new Set(['text', 'device', 'dev']);
/** What a person said of a node: devices, routes, sysctls, as the listings would write them. */
const FACTS = 'facts';

/** Redacts plain data (API objects, a document) field by field; numbers, switches and API words stay. */
export function redactData<T>(value: T, redactor: Redactor): T {
  // Every branch gives back what it was given: lists, objects with the same fields.
  return redactValue(value, '', redactor) as T;
}

function redactValue(value: unknown, key: string, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactString(value, key, redactor);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, key, redactor));
  if (typeof value !== 'object' || value === null) return value;
  if (key === FACTS) return redactFacts(value, redactor);
  const named = NAMED_KEYS.has(key);
  const entries = Object.entries(value).map(([name, item]) => {
    const field = named ? redactor.key(name) : name;
    return [field, redactValue(item, name, redactor)] as const;
  });
  return Object.fromEntries(entries);
}

/** Strings as in listings; in keys the device of `net.ipv4.conf.eth0.rp_filter`. */
function redactFacts(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((item) => redactFacts(item, redactor));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const [, head, device, tail] = /^(net\.ipv[46]\.(?:conf|neigh)\.)(.+)(\.\w+)$/.exec(name) ?? [];
    const key = device === undefined || device === 'default' ? name : `${head}${redactor.text(device)}${tail}`;
    return [key, name === 'kind' ? item : redactFacts(item, redactor)] as const;
  });
  return Object.fromEntries(entries);
}

function redactString(value: string, key: string, redactor: Redactor): string {
  if (value === '' || value === 'cluster.local' || ENUMS.has(key) || /^-?\d+(?:\.\d+)?\w{0,2}$/.test(value))
    return value;
  if (TEXTS.has(key)) return redactor.text(value);
  const address = redactor.address(value);
  if (address !== value) return address;
  if (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(value) && /[a-z]/.test(value)) return redactor.name(value);
  return redactor.text(value);
}

/** A line of a pasted text that no format reads, as it is afterwards. */
interface UnreadLine {
  readonly title: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** A document that tells no more whose machines it is about. */
export interface RedactedDocument {
  readonly document: Document;
  /** Everything replaced, each once. */
  readonly replaced: readonly Replacement[];
  /** Names every cluster has, which stayed. */
  readonly kept: readonly string[];
  /** What was not recognised as part of a listing: every word in it was replaced, and a person should look at it. */
  readonly unread: readonly UnreadLine[];
  /** How many such lines there are; {@link unread} has the first. */
  readonly unreadCount: number;
}

const MOST_UNREAD = 2000;

/**
 * Maps addresses, names and comments of a document to pseudonyms, the same everywhere in it; topology,
 * rules and verdicts stay. In steps: each how far it is, 0..1. `seed`: random text that is not given away
 * with the result.
 */
export function* redactDocument(
  document: Document,
  seed: string,
  memo = new Memo(),
): Generator<number, RedactedDocument> {
  yield 0;
  const { texts } = document.pasted;
  const redactor = createRedactor(
    seed,
    texts.map(({ text }) => text),
  );
  yield 0.2;
  const redacted: Document['pasted']['texts'][number][] = [];
  for (const each of texts) {
    redacted.push(redactText(each, redactor));
    yield 0.2 + (redacted.length / texts.length) * 0.5;
  }
  const { pasted, title, ...rest } = document;
  const { texts: _texts, nodes, ...others } = pasted;
  const hidden = {
    ...redactData({ ...rest, pasted: others }, redactor),
    title: redactor.text(title),
    // The dice are thrown by the seed: it says nothing of the machines, and the shown outcome stays.
    seed: document.seed,
  };
  yield 0.8;
  const { lines, count } = unreadLines(texts, redacted, memo);
  return {
    document: {
      ...hidden,
      pasted: {
        ...hidden.pasted,
        texts: redacted,
        ...(nodes ? { nodes: withKeys(redactData(nodes, redactor), redactor) } : {}),
      },
    },
    replaced: redactor.replaced(),
    kept: redactor.kept(),
    unread: lines,
    unreadCount: count,
  };
}

type Text = Document['pasted']['texts'][number];

/** A text and what a person said of whose it is, as its prompts are afterwards. */
function redactText({ node, machines, ...text }: Text, redactor: Redactor): Text {
  return {
    ...text,
    title: redactor.text(text.title),
    text: redactor.text(text.text),
    ...(node === undefined ? {} : { node: redactor.text(node) }),
    ...(machines ? { machines: withKeys(mapValues(machines, redactor.text), redactor) } : {}),
  };
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Names of machines as keys. */
function withKeys<T>(record: Readonly<Record<string, T>>, redactor: Redactor): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [redactor.text(key), value]));
}

function unreadLines(
  texts: Document['pasted']['texts'],
  redacted: Document['pasted']['texts'],
  memo: Memo,
): { readonly lines: UnreadLine[]; readonly count: number } {
  const found: UnreadLine[] = [];
  let count = 0;
  for (const [at, text] of texts.entries()) {
    const { others } = readText(text, memo);
    const lines = others.length > 0 ? (redacted[at]?.text.split('\n') ?? []) : [];
    for (const { from, to } of others) {
      for (let line = from; line <= to; line++) {
        const words = lines[line - 1]?.trim() ?? '';
        if (words === '') continue;
        count++;
        if (found.length < MOST_UNREAD) found.push({ title: redacted[at]?.title ?? '', line, text: words });
      }
    }
  }
  return { lines: found, count };
}
