import { listObjectTimes, meantState, type ObjectTimes } from '../../../document/object-times';
import type { FieldChange } from '../../../document/state-changes';
import { phrase } from '../../../lib/phrase';
import { finished } from '../../../lib/scan';
import { shortenLine } from '../../../lib/shorten';
import type { EvidenceFinding } from '../evidence-finding';

const MOST_NAMED = 6;
const LONGEST_VALUE = 60;

/**
 * What a field of a Service decides for a packet, the first that fits: who answers its name, whether kube-proxy writes rules of it at all
 * (pkg/proxy/util: ShouldSkipService), which address and port they match, which endpoints they send to (pkg/controller/endpointslice).
 */
const DECIDES: readonly (readonly [effect: string, of: RegExp])[] = [
  ['name', /^spec\.externalName$/],
  ['type', /^spec\.(?:type|clusterIPs?(?:\[.*)?)$/],
  ['endpoints', /^spec\.(?:selector|publishNotReadyAddresses)\b/],
  ['nodePort', /^spec\.ports\[.*\]\.nodePort$/],
  ['podPort', /^spec\.ports\[.*\]\.targetPort$/],
  ['ports', /^spec\.ports\b/],
  ['policy', /^spec\.(?:external|internal)TrafficPolicy$/],
  ['address', /^(?:spec\.(?:externalIPs|loadBalancer)|status\.loadBalancer)\b/],
  ['family', /^spec\.ipFamil/],
  ['affinity', /^spec\.sessionAffinity/],
];

function nameEffect({ second: { kind }, changes }: ObjectTimes): string {
  if (kind === 'NetworkPolicy' && changes.some(({ field }) => field.startsWith('spec'))) return 'allowed';
  const isLabel = ({ field }: FieldChange): boolean => /(?:^metadata|\.template\.metadata)\.labels\b/.test(field);
  if (kind !== 'Service')
    return /^(?:Pod|Deployment|StatefulSet|DaemonSet)$/.test(kind) && changes.some(isLabel) ? 'labels' : 'untold';
  return DECIDES.find(([, of]) => changes.some(({ field }) => of.test(field)))?.[0] ?? 'untold';
}

const shortenValue = (value: string | undefined): string =>
  value === undefined ? '–' : shortenLine(value, LONGEST_VALUE);

/** `spec.type ClusterIP → NodePort; …`. */
function writeChanges(changes: readonly FieldChange[]): string {
  const named = changes
    .slice(0, MOST_NAMED)
    .map(({ field, before, after }) => `${field} ${shortenValue(before)} → ${shortenValue(after)}`);
  return named.join('; ') + (changes.length > MOST_NAMED ? '; …' : '');
}

/** The command that makes the first state the second: a merge patch (RFC 7386), which has no lists; `none`: lists differ. */
function writePatch({ second, changes }: ObjectTimes): string {
  if (changes.some(({ field }) => /[[\]]/.test(field) || field.startsWith('status'))) return 'none';
  const root: Record<string, unknown> = {};
  for (const { field, after } of changes) {
    const keys = field.split('.');
    const last = keys.pop() ?? field;
    let at = root;
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
    at[last] = after ?? null;
  }
  const [namespace, name] = second.name.split('/');
  return `kubectl -n ${namespace} patch ${second.kind.toLowerCase()} ${name} --type=merge -p '${JSON.stringify(root)}'`;
}

const isText = (times: ObjectTimes): boolean =>
  times.changes.every(({ after }) => after === undefined || !/^(?:\d+|true|false)$/.test(after));

function sayChange(times: ObjectTimes, text: string): EvidenceFinding {
  const { first, second, changes, order } = times;
  const lines = text.split('\n');
  const values = {
    name: `${second.kind} ${second.name}`,
    by: order.by,
    line: String(order.line),
    first: String(first.from + 1),
    second: String(second.from + 1),
    command: order.command ?? 'none',
    changes: writeChanges(changes),
    effect: nameEffect(times),
    patch: isText(times) ? writePatch(times) : 'none',
  };
  return {
    id: 'object-times',
    severity: meantState(times) === 'first' || order.by === 'break' ? 'warning' : 'info',
    says: phrase('evidence.object-times', values),
    next: phrase('evidence.next.object-times', values),
    words: [(lines[order.by === 'command' ? second.from : order.line - 1] ?? '').trim()],
  };
}

/**
 * Finds what changed between two states of one object that a text shows, where its words or a command tell how they follow: field by field,
 * with what such a field decides for packets. Which of the two works is what the words say, and is told as theirs.
 */
export function findObjectChanges(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => finished(listObjectTimes(text)).map((times) => sayChange(times, text)));
}
