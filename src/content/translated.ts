/** The words of a book in another language: exactly its keys, each with a text of its own. */
export type Translated<Book> = {
  readonly [Key in keyof Book]: Book[Key] extends string ? string : Translated<Book[Key]>;
};
