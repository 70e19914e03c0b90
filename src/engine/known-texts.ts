import type { PastedText } from '../core/analysis/pasted-types';
import type { Patch } from './patch';

/** Shorter ones are read in no time. */
const LONG = 1000;
/** Texts stand in a node, nodes in documents, documents among others. */
const DEEPEST = 5;

/**
 * Pasted texts that came before. What is read of one is kept by its object, so one that comes again by another way (in
 * a document, among those being pasted) is the very same object: each is read once.
 */
export class KnownTexts {
  #known: readonly WeakRef<PastedText>[] = [];

  /** A patch whose texts are the known ones where there are such. */
  in(patch: Patch): Patch {
    switch (patch.op) {
      case 'keep':
        return patch;
      case 'set':
        return { op: 'set', value: this.#within(patch.value, 0) };
      case 'object': {
        const fields = Object.entries(patch.fields).map(([key, each]) => [key, this.in(each)] as const);
        return { ...patch, fields: Object.fromEntries(fields) };
      }
      case 'places':
        return { op: 'places', places: patch.places.map(([place, value]) => [place, this.#within(value, 0)] as const) };
      case 'list':
        return { op: 'list', items: patch.items.map((item) => (typeof item === 'number' ? item : this.in(item))) };
    }
  }

  #within(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
    if (isText(value)) return this.#one(value);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#within(item, depth + 1));
      return items.every((item, at) => item === value[at]) ? value : items;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(([key, field]) => [key, field, this.#within(field, depth + 1)] as const);
    if (entries.every(([, before, now]) => before === now)) return value;
    return Object.fromEntries(entries.map(([key, , now]) => [key, now]));
  }

  #one(text: PastedText): PastedText {
    const alive = this.#known.filter((ref) => ref.deref());
    const same = alive.map((ref) => ref.deref()).find((each) => each && isSame(each, text));
    this.#known = same ? alive : [...alive, new WeakRef(text)];
    return same ?? text;
  }
}

function isText(value: object): value is PastedText {
  return 'text' in value && 'title' in value && typeof value.text === 'string' && value.text.length > LONG;
}

function isSame({ text, machines, ...rest }: PastedText, other: PastedText): boolean {
  const { id, title, node } = rest;
  const isNamed = id === other.id && title === other.title && node === other.node;
  return isNamed && machines === other.machines && text === other.text;
}
