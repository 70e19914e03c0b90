/** Puts a value behind those that a key has already. */
export function putInGroup<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const known = groups.get(key);
  if (known) known.push(value);
  else groups.set(key, [value]);
}

/** Values by a key of each, in their order: `Map.groupBy()` of ES2024. */
export function groupBy<K, V>(values: Iterable<V>, key: (value: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) putInGroup(groups, key(value), value);
  return groups;
}
