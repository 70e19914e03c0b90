/**
 * The sentences that exist: content/phrases declares its own into this interface, as libraries have their settings
 * declared, so that core names only what is written down and never imports the words.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface PhraseCatalog {}

type AnyValues = Readonly<Record<string, string | number>>;

/** What each sentence takes, by its id; every id takes anything where no catalog is declared (core by itself). */
type ValuesById = PhraseCatalog extends { readonly values: infer Values } ? Values : Readonly<Record<string, object>>;

/** `sim.bridge.hairpin-off`: the id of a sentence that is written in content/en/phrases. */
export type PhraseId = Extract<keyof ValuesById, string>;

/** Ids below a room, without its name: `PhraseIdBelow<'kubernetes.iptables'>` has `nodePort`. */
export type PhraseIdBelow<Room extends string, Id extends string = PhraseId> = string extends Id
  ? string
  : Id extends `${Room}.${infer Name}`
    ? Name
    : never;

/**
 * A sentence for a person, said by id so that it can be shown in any language. Core never writes
 * sentences: the words are in content, a folder a language.
 */
export interface Phrase {
  readonly id: PhraseId;
  readonly values?: AnyValues;
}

/** Values of one id are asked for by name; of several, any that they may take. */
type ValuesOf<Id extends PhraseId> = keyof ValuesById[Id] extends never
  ? readonly [values?: AnyValues]
  : readonly [values: ValuesById[Id] & AnyValues];

/**
 * Names a sentence: `phrase('sim.bridge.hairpin-off', { port: 'veth1' })`. An id that is not written down, or a value
 * that its sentence names and that is not given, is a compile error.
 */
export function phrase<Id extends PhraseId>(id: Id, ...[values]: ValuesOf<Id>): Phrase {
  return values ? { id, values } : { id };
}
