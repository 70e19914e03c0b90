/** The part of JSON Schema (2020-12) that answers are described in. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** A text, and what it says. */
export const aText = (description: string): JsonSchema => ({ type: 'string', description });

/** A whole number. */
export const aCount = (description: string): JsonSchema => ({ type: 'integer', description });

/** Yes or no. */
export const aFlag = (description: string): JsonSchema => ({ type: 'boolean', description });

/** A list of things of one shape. */
export const aList = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
});

/** One of a few words. */
export const oneOf = (words: readonly string[], description: string): JsonSchema => ({ enum: words, description });

/** An object with these properties and no others; a name that ends with `?` may be missing. */
export function anObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const names = Object.keys(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name.replace(/\?$/, ''), of])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

function nameType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as JsonType;
}

function isOfType(value: unknown, { type }: JsonSchema): boolean {
  if (type === undefined) return true;
  const own = nameType(value);
  return [type].flat().some((each) => each === own || (each === 'number' && own === 'integer'));
}

/** Where a value is not of a shape: `outcomes[0].odds: is string`. Empty: it is. */
export function listMismatches(value: unknown, schema: JsonSchema, path = '$'): readonly string[] {
  if (!isOfType(value, schema)) return [`${path}: is ${nameType(value)}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path}: ${JSON.stringify(value)} is none of them`];
  const { items, properties, required = [], additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items ? value.flatMap((each, at) => listMismatches(each, items, `${path}[${at}]`)) : [];
  }
  if (typeof value !== 'object' || value === null || !properties) return [];
  const missing = required.filter((name) => !(name in value)).map((name) => `${path}.${name}: is missing`);
  const own = Object.entries(value).flatMap(([name, of]) => {
    const known = properties[name];
    if (known) return listMismatches(of, known, `${path}.${name}`);
    return additionalProperties === false ? [`${path}.${name}: is not described`] : [];
  });
  return [...missing, ...own];
}
