/**
 * A sentence for a person, said by id so that it can be shown in any language. Core never writes
 * sentences: the words are in content/phrases (English and Korean side by side), and a test holds
 * every id used in core to have both.
 */
export interface Phrase {
  readonly id: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Names a sentence: `phrase('sim.bridge.hairpin-off', { port: 'veth1' })`. */
export function phrase(id: string, values?: Phrase['values']): Phrase {
  return values ? { id, values } : { id };
}

/** Fills `{name}` places of a template. */
export function fillPhrase(template: string, values: Phrase['values'] = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
