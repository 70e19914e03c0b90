/**
 * A map whose keys are known and whose values are made when they are asked for, each once. Going through
 * all values makes all of them.
 */
export class LazyMap<K, V> implements ReadonlyMap<K, V> {
  readonly #named: Iterable<K> | (() => Iterable<K>);
  #known: ReadonlySet<K> | undefined;
  readonly #make: (key: K) => V;
  readonly #made = new Map<K, V>();

  /** Keys given as a function are asked for with the first of them. */
  constructor(keys: Iterable<K> | (() => Iterable<K>), make: (key: K) => V) {
    this.#named = keys;
    this.#make = make;
  }

  get #keys(): ReadonlySet<K> {
    return (this.#known ??= new Set(typeof this.#named === 'function' ? this.#named() : this.#named));
  }

  /** What was asked for so far, in that order; grows. */
  get made(): ReadonlyMap<K, V> {
    return this.#made;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: K): boolean {
    return this.#keys.has(key);
  }

  get(key: K): V | undefined {
    if (this.#made.has(key)) return this.#made.get(key);
    if (!this.#keys.has(key)) return undefined;
    const value = this.#make(key);
    this.#made.set(key, value);
    return value;
  }

  keys(): MapIterator<K> {
    return this.#keys.values();
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  *entries(): MapIterator<[K, V]> {
    // Every key has a value: `get` of it is undefined only where V says so.
    for (const key of this.#keys) yield [key, this.get(key) as V];
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}
