import { getNamespace, type ObjectMeta } from '../../kubernetes/types';

/** Names an object of a namespace. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** Is it the object of that name? */
export function isNamed(object: { readonly metadata: ObjectMeta }, wanted: ObjectName): boolean {
  return object.metadata.name === wanted.name && getNamespace(object) === wanted.namespace;
}

type Named = { readonly metadata: ObjectMeta };

/** `web`, then `web-2`, `web-3`…: the first name nobody in the namespace has. */
export function freeName(taken: readonly Named[], { namespace, name }: ObjectName): string {
  const used = new Set(
    taken.filter((object) => getNamespace(object) === namespace).map(({ metadata }) => metadata.name),
  );
  if (!used.has(name)) return name;
  const stem = name.replace(/-\d+$/, '');
  for (let number = 2; ; number++) if (!used.has(`${stem}-${number}`)) return `${stem}-${number}`;
}

/** `node1`, `node2`…: the first number after the nodes that are there. */
export function freeNumberedName(taken: readonly Named[], stem: string): string {
  const used = new Set(taken.map(({ metadata }) => metadata.name));
  for (let number = 1; ; number++) if (!used.has(`${stem}${number}`)) return `${stem}${number}`;
}
