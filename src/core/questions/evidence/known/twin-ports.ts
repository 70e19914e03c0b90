import { listObjectTimes, type ObjectTimes } from '../../../document/object-times';
import { listShownObjects, type ShownObject } from '../../../document/shown-objects';
import { isFields, listFields } from '../../../kubernetes/policy/selector';
import { phrase } from '../../../lib/phrase';
import { finished } from '../../../lib/scan';
import type { EvidenceFinding } from '../evidence-finding';

/** An apply that makes its patch by itself: the API server’s own knows a port by number and protocol. */
const APPLY = /\b(?:kubectl|oc)\s[^\n]{0,80}\bapply\b(?![^\n]{0,200}--server-side)[^\n]{0,200}/;
const FILE = /(?:-f|--filename)[= ]\s{0,3}(\S{1,200})/;
/** Words of somebody whose change was taken in part. */
const IN_PART =
  /\bonly (?:\w+ ){0,3}(?:one|1|the (?:first|last|tcp|udp)|tcp|udp)\b|(?:\b(?:not|never)|n['’]t) (?:\w+ ){0,2}(?:sync|updat|chang|add|appl|creat|show)|\b(?:missing|lost|disappear\w*|gone|dropped|removed|vanish\w*)\b/i;

interface TwinPorts {
  readonly name: string;
  readonly port: string;
}

const listPorts = ({ fields }: ShownObject): readonly { readonly port: string; readonly protocol: string }[] => {
  const spec = fields['spec'];
  return listFields(isFields(spec) ? spec['ports'] : undefined).map(({ port, protocol = 'TCP' }) => ({
    port: String(port),
    protocol: String(protocol),
  }));
};

/** A number that two ports of a Service have with different protocols. */
function findTwin(shown: ShownObject): TwinPorts | undefined {
  const ports = shown.kind === 'Service' ? listPorts(shown) : [];
  const twin = ports.find(({ port, protocol }) =>
    ports.some((each) => each.port === port && each.protocol !== protocol),
  );
  return twin && { name: shown.name, port: twin.port };
}

/** Twins of which only one is otherwise behind an apply. */
function findHalf({ second, changes, order }: ObjectTimes): TwinPorts | undefined {
  const twin = findTwin(second);
  if (!twin || order.by !== 'command' || !APPLY.test(order.command ?? '')) return undefined;
  const own = changes.filter(({ field }) => field.startsWith(`spec.ports[${twin.port}/`));
  return new Set(own.map(({ field }) => field.slice(0, field.indexOf(']')))).size === 1 ? twin : undefined;
}

/**
 * Finds a Service with one number for two protocols whose change by `kubectl apply` was taken in part: listings before and behind it differ in one of
 * the two, or somebody's words say so. The patch that kubectl makes knows a port by its number alone (kubernetes#39188, #105610:
 * `patchMergeKey=port`); the server's own apply, and replace, know both.
 */
export function findTwinPorts(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }): readonly EvidenceFinding[] => {
    const [apply] = APPLY.exec(text) ?? [];
    if (apply === undefined) return [];
    const half = finished(listObjectTimes(text)).map(findHalf).find(Boolean);
    const words = text.split('\n').find((line) => IN_PART.test(line));
    const twin =
      half ?? (words === undefined ? undefined : finished(listShownObjects(text)).map(findTwin).find(Boolean));
    if (!twin) return [];
    const [namespace = 'default', service = '?'] = twin.name.split('/');
    const values = {
      namespace,
      service,
      port: twin.port,
      by: half ? 'listings' : 'words',
      file: FILE.exec(apply)?.[1] ?? 'FILE',
    };
    const says = phrase('evidence.twin-ports', values);
    return [
      {
        id: 'twin-ports',
        severity: 'warning',
        says,
        next: phrase('evidence.next.twin-ports', values),
        words: [apply.trim()],
      },
    ];
  });
}
