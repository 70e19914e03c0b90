/**
 * What a text of a field is; what stays of it is said by its class alone, never by what its key is called.
 * `word`: one the API, the kernel or this program has; `label`: a value of a label; `key`: a key of labels;
 * `name`: of an object; `host`: in DNS; `address`: addresses, CIDRs and ranges of them; `device`, `sysctl`: as the
 * kernel calls them; `port`: `http`, `default/web:http`; `id`: what other parts of a document find it by;
 * `seed`: 16 letters in base64; `annotation`: whatever somebody annotated; `listing`: words as in a listing or a title.
 */
export type FieldClass =
  | 'word'
  | 'label'
  | 'key'
  | 'name'
  | 'host'
  | 'address'
  | 'device'
  | 'sysctl'
  | 'port'
  | 'duration'
  | 'id'
  | 'seed'
  | 'annotation'
  | 'listing';

/** A field that takes one of a few words, which stay. */
export interface WordChoice<T extends string = string> {
  readonly words: Readonly<Record<T, true>>;
}

/** The class of a text that depends on what else its object holds. */
export type ClassOf = (object: Readonly<Record<string, unknown>>) => FieldClass;

type Keys<T> = T extends unknown ? keyof T : never;
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Texts<T> = Extract<T, string>;
type Objects<T> = Extract<T, object>;

/**
 * A class for every text and every key of a record below a type; `plain` for what is number or switch. A list has what
 * its items have. A new field without a class is refused by the compiler.
 */
export type FieldsOf<T> = [Texts<T>] extends [never]
  ? [Objects<T>] extends [never]
    ? 'plain'
    : StructureOf<Objects<T>>
  : string extends Texts<T>
    ? FieldClass | ClassOf
    : WordChoice<Texts<T>>;

type StructureOf<T> = [T] extends [readonly (infer Item)[]]
  ? FieldsOf<Item>
  : [string] extends [keyof T]
    ? RecordOf<FieldsOf<T[keyof T]>>
    : { readonly [K in Keys<T>]-?: FieldsOf<At<T, K>> };

/** A record: its keys, its values, and the values of keys that say more of theirs. */
interface RecordOf<Values> {
  readonly '{key}': FieldClass;
  readonly '{}': Values;
  readonly [key: string]: FieldClass | Values;
}

/** A table as whoever walks data reads it; absent: nobody knows the field. */
export type ClassTable = FieldClass | ClassOf | 'plain' | WordChoice | { readonly [field: string]: ClassTable };

/** Makes a field that takes these words. */
export function makeChoice<const T extends string>(...words: readonly T[]): WordChoice<T> {
  // Every word is a key, and no other.
  return { words: Object.fromEntries(words.map((word) => [word, true])) as Record<T, true> };
}
