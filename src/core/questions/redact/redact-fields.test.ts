import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../lib/random';
import { DOCUMENT_FIELDS } from './document-fields';
import type { FieldsOf, ClassTable } from './field-table';
import { SOAKING } from '../../lib/testing/soaking';
import { redactFields } from './redact-fields';
import { createRedactor } from './redact-text';
import { partsOf, SHAPES } from './testing/secrets';

type Plain = Readonly<Record<string, unknown>>;

const isTable = (fields: ClassTable | undefined): fields is Readonly<Record<string, ClassTable>> =>
  typeof fields === 'object' && typeof fields['words'] !== 'object';

/** Every field that any object of a document has, and every one that tables are made with. */
function fieldNames(fields: ClassTable): readonly string[] {
  return isTable(fields) ? Object.entries(fields).flatMap(([name, inner]) => [name, ...fieldNames(inner)]) : [];
}
const NAMES = [...new Set([...fieldNames(DOCUMENT_FIELDS), ...'release status phase facts text'.split(' ')])].filter(
  (name) => !name.startsWith('{'),
);

interface Secret {
  readonly path: string;
  readonly secret: string;
}

/** Data that has at each place of a table, and as each key of its records, a secret of its own. */
class Planting {
  readonly secrets: Secret[] = [];
  readonly #rng = createRng(7);
  #next = 0;
  #name = 0;

  secret(path: string): string {
    const shapes = Object.values(SHAPES);
    const secret = shapes[this.#next++ % shapes.length]!((below) => this.#rng.below(below));
    this.secrets.push({ path, secret });
    return secret;
  }

  data(fields: ClassTable, path: string): unknown {
    if (fields === 'plain') return 1;
    if (!isTable(fields)) return this.secret(path);
    if ('{key}' in fields) return this.record(fields['{}'] ?? 'plain', path);
    const entries = Object.entries(fields).map(([name, inner]) => [name, this.data(inner, `${path}.${name}`)]);
    return Object.fromEntries([...entries, ['nobodyKnows', this.unknown(path)]]) as Plain;
  }

  record(values: ClassTable, path: string): Plain {
    const own = Array.from({ length: 3 }, () => [this.secret(`${path}{key}`), this.data(values, `${path}{}`)]);
    // A key that is called as a field is no less a key.
    const names = isTable(values) ? [] : Array.from({ length: 8 }, () => NAMES[this.#name++ % NAMES.length] ?? '');
    const called = names.map((name) => [name, this.data(values, `${path}.${name}`)]);
    return Object.fromEntries([...own, ...called]) as Plain;
  }

  unknown(path: string): unknown {
    const text = (): string => this.secret(`${path}.?`);
    return {
      name: text(),
      type: text(),
      values: [text()],
      labels: { type: text(), [text()]: text() },
      spec: { id: text() },
    };
  }
}

describe('a secret in any field and any key of a document', () => {
  it.each(Array.from({ length: SOAKING ? Object.keys(SHAPES).length : 2 }, (_, at) => at))(
    '%i: is not left',
    (round) => {
      const planting = new Planting();
      for (let skipped = 0; skipped < round; skipped++) planting.secret('');
      planting.secrets.length = 0;
      const data = planting.data(DOCUMENT_FIELDS, '');
      const after = JSON.stringify(redactFields(data, DOCUMENT_FIELDS, createRedactor('seed', []))).toLowerCase();
      expect(planting.secrets.length).toBeGreaterThan(700);
      // Four hexadecimal digits are found by chance in as long a text.
      const holds = (part: string, secret: string): boolean =>
        (part.length > 6 || part.length === secret.length) && after.includes(part);
      const left = planting.secrets.filter(({ secret }) => partsOf(secret).some((part) => holds(part, secret)));
      expect(left.map(({ path, secret }) => `${path}: ${secret}`)).toEqual([]);
    },
  );

  it('words that a field takes stay, and only they', () => {
    const choices: string[][] = [];
    const seek = (fields: ClassTable): void => {
      if (isTable(fields)) Object.values(fields).forEach(seek);
      else if (typeof fields === 'object') choices.push(Object.keys(fields['words']));
    };
    seek(DOCUMENT_FIELDS);
    expect(choices.length).toBeGreaterThan(20);
    const redactor = createRedactor('seed', []);
    expect(redactor.field('zqacme', 'word')).not.toContain('zq');
    for (const words of choices) {
      const fields = { words: Object.fromEntries(words.map((word) => [word, true as const])) };
      expect(redactFields([...words, 'zqacme'], fields, redactor).slice(0, -1)).toEqual(words);
      expect(redactFields('zqacme', fields, redactor)).not.toBe('zqacme');
    }
  });
});

describe('a table of fields', () => {
  it('has all fields of its type, and of the compiler no other', () => {
    interface Thing {
      readonly name: string;
      readonly kind?: 'a' | 'b';
      readonly tags?: Readonly<Record<string, string>>;
      readonly parts?: readonly { readonly size: number; readonly title: string }[];
    }
    const kind = { words: { a: true, b: true } } as const;
    const tags = { '{key}': 'key', '{}': 'label' } as const;
    const parts = { size: 'plain', title: 'listing' } as const;
    const whole: FieldsOf<Thing> = { name: 'name', kind, tags, parts };
    // @ts-expect-error -- a text that nobody classified
    const withoutName: FieldsOf<Thing> = { kind, tags, parts };
    // @ts-expect-error -- a text inside a list that nobody classified
    const withoutTitle: FieldsOf<Thing> = { ...whole, parts: { size: 'plain' } };
    // @ts-expect-error -- keys of a record that nobody classified
    const withoutKeys: FieldsOf<Thing> = { ...whole, tags: { '{}': 'label' } };
    // @ts-expect-error -- a word that the field does not take alone
    const withoutWord: FieldsOf<Thing> = { ...whole, kind: { words: { a: true } } };
    expect([whole, withoutName, withoutTitle, withoutKeys, withoutWord]).toHaveLength(5);
  });
});

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), '../../kubernetes');

describe('keys that the engine reads', () => {
  it('stay, or a document would be another one afterwards', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/test/.test(file),
    );
    const keys = new Set(
      files.flatMap((file) =>
        [
          ...readFileSync(join(SOURCES, file), 'utf8').matchAll(/'((?:rulewalk|[a-z\d.-]+\.(?:io|com))\/[\w.-]+)'/g),
        ].map(([, key = '']) => key),
      ),
    );
    expect(keys.size).toBeGreaterThan(40);
    const redactor = createRedactor('seed', []);
    expect([...keys].filter((key) => redactor.key(key) !== key && !key.startsWith('example.'))).toEqual([]);
  });
});
