import type { GenericSchema, InferOutput } from 'valibot';

/** Entries that may be absent. */
type MayLack = { readonly type: 'optional' | 'nullish' };

/**
 * Value that a schema of valibot takes, as the code reads it: read only, without the further fields that a loose object may have; null is
 * absent, as everywhere in the API of Kubernetes.
 */
export type SchemaValue<Schema> = Schema extends { readonly pipe: readonly [infer First, ...unknown[]] }
  ? SchemaValue<First>
  : Schema extends { readonly type: 'optional' | 'nullish'; readonly wrapped: infer Wrapped }
    ? SchemaValue<Wrapped>
    : Schema extends { readonly type: 'object' | 'loose_object' | 'strict_object'; readonly entries: infer Entries }
      ? FieldValues<Entries>
      : Schema extends { readonly type: 'array'; readonly item: infer Item }
        ? readonly SchemaValue<Item>[]
        : Schema extends { readonly type: 'record'; readonly value: infer Value }
          ? Readonly<Record<string, SchemaValue<Value>>>
          : Schema extends { readonly type: 'variant' | 'union'; readonly options: readonly (infer Option)[] }
            ? Option extends unknown
              ? SchemaValue<Option>
              : never
            : Schema extends { readonly type: 'tuple'; readonly items: infer Items }
              ? { readonly [At in keyof Items]: SchemaValue<Items[At]> }
              : Schema extends GenericSchema
                ? InferOutput<Schema>
                : never;

type FieldValues<Entries> = Flat<
  {
    readonly [Key in keyof Entries as Entries[Key] extends MayLack ? never : Key]: SchemaValue<Entries[Key]>;
  } & {
    readonly [Key in keyof Entries as Entries[Key] extends MayLack ? Key : never]?: SchemaValue<Entries[Key]>;
  }
>;

/** An intersection as one type: shown as such, and a choice with a literal is narrowed by it. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] };
