/** Something in each language it is there in, by the languages' tags; English is always there. */
export type InLanguages<T> = { readonly en: T } & { readonly [tag: string]: T };

/** A thing in a language; in English where it is not there in that one. */
export function inLanguage<T>(all: InLanguages<T>, tag: string): T {
  return all[tag] ?? all.en;
}

/** Something made of each language's own. */
export function eachTag<T, U>(all: InLanguages<T>, make: (own: T, tag: string) => U): InLanguages<U> {
  const made = Object.entries(all).map(([tag, own]) => [tag, make(own, tag)] as const);
  return Object.fromEntries(made) as InLanguages<U>;
}
