/** A value of JSON as it was parsed. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Is it an object, no list? */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list as it is; one value as a list of it; nothing as an empty list. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** A word or a number as text; everything else is none. */
export function wordOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The only member of `{"accept": null}`, `{"match": {…}}`. */
export function memberOf(value: JsonObject): readonly [name: string, inside: Json] {
  const [name = ''] = Object.keys(value);
  return [name, value[name] ?? null];
}

/** A text in double quotes; nft has no escapes for what must not stand in one. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\n\r]/g, ' ')}"`;
}
