import { findKindMeant, listMisspelt } from '../../kubernetes/misspelt';
import { formatPath } from '../../kubernetes/validation/fields';
import { isFields, listFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import { shown } from '../../lib/plain';
import { withoutLeadingZeros } from '../../kubernetes/service-port';
import { parseIp } from '../../net/ip';
import type { Diagnostic, SourceSpan } from '../format';

type Path = readonly (string | number)[];

/** An object as it is written, with its name for sentences: `Service default/web`. */
interface WrittenObject {
  readonly kind: string;
  readonly apiVersion: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
  readonly spanOf: (path: Path) => SourceSpan;
}

/** The error on an object of a kind that the API does not have, where a kind is spelt nearly so; undefined: there is none. */
export function sayKindMeant({ kind, apiVersion, spanOf }: WrittenObject, name: string): Diagnostic | undefined {
  const meant = findKindMeant(kind, apiVersion);
  if (meant === undefined) return undefined;
  const message = phrase('formats.manifest.kind-meant', { name: shown(name), kind: shown(kind), meant });
  return { severity: 'error', code: 'invalid', message, span: spanOf(['kind']), path: `${name} kind` };
}

/** Warnings on fields that the API server drops, each with the field that is spelt nearly so. */
export function sayFieldsMeant({ kind, value, spanOf }: WrittenObject, name: string): readonly Diagnostic[] {
  return listMisspelt(kind, value).map(({ path, meant }): Diagnostic => {
    const field = formatPath(path);
    const message = phrase('formats.manifest.field-meant', { name: shown(name), field: shown(field), meant });
    return { severity: 'warning', code: 'unrecognised', message, span: spanOf(path), path: `${name} ${field}` };
  });
}

/** `--service-node-port-range` where nothing tells it. */
const USUAL = [30_000, 32_767] as const;

/**
 * Warnings on nodePorts of a Service outside the usual range: an API server without a range of its own refuses it. What it printed
 * itself was not refused.
 */
export function sayNodePorts({ value, spanOf }: WrittenObject, name: string): readonly Diagnostic[] {
  const { metadata, spec } = value;
  if (isFields(metadata) && (metadata['uid'] ?? metadata['creationTimestamp']) !== undefined) return [];
  const ports = isFields(spec) ? listFields(spec['ports']) : [];
  return ports.flatMap(({ nodePort }, at): readonly Diagnostic[] => {
    if (typeof nodePort !== 'number' || nodePort === 0) return [];
    if (nodePort >= USUAL[0] && nodePort <= USUAL[1]) return [];
    const path = ['spec', 'ports', at, 'nodePort'];
    const values = { name: shown(name), port: String(nodePort), range: USUAL.join('-') };
    const message = phrase('formats.manifest.node-port-range', values);
    return [{ severity: 'warning', code: 'assumed', message, span: spanOf(path), path: `${name} ${formatPath(path)}` }];
  });
}

/** The clusterIPs of a Service that are no addresses: in their place another would be drawn. */
export function listBadClusterIPs({ kind, value: { spec } }: WrittenObject): readonly { path: Path; text: string }[] {
  if (kind !== 'Service' || !isFields(spec)) return [];
  const { clusterIP, clusterIPs } = spec;
  const several: readonly unknown[] = Array.isArray(clusterIPs) ? clusterIPs : [];
  const all = [
    { path: ['spec', 'clusterIP'], text: clusterIP },
    ...several.map((text, at) => ({ path: ['spec', 'clusterIPs', at], text })),
  ];
  return all.flatMap(({ path, text }) => {
    if (typeof text !== 'string' || text === '' || text === 'None') return [];
    return parseIp(withoutLeadingZeros(text)).ok ? [] : [{ path, text }];
  });
}
