/**
 * A name that fits `max` characters: the end is kept because it is what tells the Pods of one
 * Deployment apart (`web-7d4b9c6f5d-x2x9k` -> `web-7d4…x2x9k`).
 */
export function shortName(name: string, max: number): string {
  if (name.length <= max) return name;
  const tail = Math.min(5, max - 2);
  return `${name.slice(0, max - tail - 1)}…${name.slice(-tail)}`;
}

/** `default/web` -> `web`; other namespaces stay: `kube-system/kube-dns`. */
export function withoutDefault(namespaced: string): string {
  return namespaced.startsWith('default/') ? namespaced.slice('default/'.length) : namespaced;
}

/** Splits `namespace/name`; a bare name is in `default`. */
export function splitName(namespaced: string): { readonly namespace: string; readonly name: string } {
  const slash = namespaced.indexOf('/');
  if (slash < 0) return { namespace: 'default', name: namespaced };
  return { namespace: namespaced.slice(0, slash), name: namespaced.slice(slash + 1) };
}
