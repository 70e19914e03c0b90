import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { SchemaValue } from './schema-value';

const SCHEMA = v.looseObject({
  name: v.pipe(v.string(), v.nonEmpty()),
  port: v.nullish(v.pipe(v.number(), v.integer())),
  ends: v.optional(
    v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('pod'), node: v.optional(v.string()) }),
        v.object({ kind: v.literal('host') }),
      ]),
    ),
  ),
  range: v.tuple([v.number(), v.number()]),
  flags: v.record(v.string(), v.union([v.string(), v.boolean()])),
  mode: v.optional(v.picklist(['a', 'b'])),
});

type Value = SchemaValue<typeof SCHEMA>;
const LEAST: Value = { name: 'web', range: [1, 2], flags: {} };

/** Values that the compiler refuses; what it takes is refused by the comment above it. */
const REFUSED: readonly Value[] = [
  // @ts-expect-error -- another type
  { ...LEAST, name: 1 },
  // @ts-expect-error -- a word that is none of those
  { ...LEAST, mode: 'c' },
  // @ts-expect-error -- null is absent
  { ...LEAST, port: null },
  // @ts-expect-error -- a further field
  { ...LEAST, further: 1 },
  // @ts-expect-error -- a field of another kind
  { ...LEAST, ends: [{ kind: 'host', node: 'n' }] },
  // @ts-expect-error -- three of two
  { ...LEAST, range: [1, 2, 3] },
];

it('is what a schema takes, without what only its reader knows', () => {
  const most: Value = { ...LEAST, port: 80, ends: [{ kind: 'pod', node: 'n' }], flags: { x: true }, mode: 'a' };
  expect(v.is(SCHEMA, most)).toBe(true);
  expect(v.is(SCHEMA, LEAST)).toBe(true);
  // What is more than a schema names, and null, is read as ever; the type only never speaks of it.
  expect(REFUSED.map((each) => v.is(SCHEMA, each))).toEqual([false, false, true, true, true, true]);
});
