import { getNamespace, type ObjectMeta } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { ObjectName } from './cluster';

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

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SERVICE_LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * Why a name cannot be given, or undefined. Services want RFC 1035 labels, the rest RFC 1123 labels
 * (k8s.io/apimachinery/pkg/util/validation).
 */
export function nameProblem(kind: string, wanted: ObjectName, taken: readonly Named[]): Phrase | undefined {
  const shape = kind === 'Service' ? SERVICE_LABEL : DNS_LABEL;
  if (!shape.test(wanted.name)) {
    return phrase(kind === 'Service' ? 'document.name.service' : 'document.name.label', { name: wanted.name });
  }
  const exists = taken.some(({ metadata }) => {
    return metadata.name === wanted.name && getNamespace({ metadata }) === wanted.namespace;
  });
  return exists ? phrase('document.name.taken', { kind, name: wanted.name }) : undefined;
}
