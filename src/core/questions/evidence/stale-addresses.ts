import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** `web   10.0.0.1:80,10.0.0.2:80 + 998 more...   3h`, with a namespace before it or none. */
const ENDPOINTS =
  /^(?:[a-z0-9][-a-z0-9]{0,62} {2,40})?([a-z0-9][-a-z0-9.]{0,252}) {1,60}([\d.,:[\]a-f]{7,2000}?) \+ (\d{1,7}) more\.\.\. {1,60}\d/;
/** `web   2/2   2   2   3h`: READY, UP-TO-DATE, AVAILABLE and AGE of a Deployment. */
const WORKLOAD =
  /^(?:[a-z0-9][-a-z0-9]{0,62} {2,40})?([a-z0-9][-a-z0-9.]{0,252}) {1,60}(\d{1,6})\/(\d{1,6}) {1,30}\d{1,6} {1,30}\d{1,6} {1,30}\d/;
const NAMESPACE = /\bkubectl\b.{0,80}?\s(?:-n|--namespace)[= ]([a-z0-9][-a-z0-9]{0,62})\b/;
const MOST_LINES = 20_000;
const LONGEST = 2200;
/** A rollout has at most twice as many Pods as are asked for (maxSurge: 100%). */
const MOST_SURGED = 2;
/** The endpoints controller cuts an object off at so many addresses (pkg/controller/endpoint: maxCapacity). */
const CAPACITY = 1000;

/** At the least so many addresses stand in a cell: each is counted with each of its ports. */
function countAddresses(cell: string, more: string): number {
  const places = cell.split(',');
  const ports = new Set(places.map((place) => /:(\d{1,5})$/.exec(place)?.[1]));
  return Math.ceil((places.length + Number(more)) / Math.max(1, ports.size));
}

/** `web-1` of `web-1-private`: what names of one release have in common. */
const cutLast = (name: string): string => name.replace(/-[^-]*$/, '');

/** True of a workload and a Service that are called after one another, or after the same. */
const areNamedAlike = (one: string, other: string): boolean =>
  one === other ||
  one.startsWith(`${other}-`) ||
  other.startsWith(`${one}-`) ||
  (cutLast(one) === cutLast(other) && cutLast(one) !== one && cutLast(other) !== other);

function findInText(text: string): readonly EvidenceFinding[] {
  if (!text.includes(' more...')) return [];
  const lines = text.split('\n', MOST_LINES).filter(({ length }) => length <= LONGEST);
  const workloads = lines.flatMap((line) => {
    const [, name, ready, asked] = WORKLOAD.exec(line) ?? [];
    return name === undefined ? [] : [{ name, line, ready: Number(ready), asked: Number(asked) }];
  });
  return lines.flatMap((line): readonly EvidenceFinding[] => {
    const [, name, cell = '', more = '0'] = ENDPOINTS.exec(line) ?? [];
    const alike = name === undefined ? [] : workloads.filter((each) => areNamedAlike(each.name, name));
    const [workload] = alike;
    if (name === undefined || !workload || alike.length > 1) return [];
    const count = countAddresses(cell, more);
    if (count <= MOST_SURGED * Math.max(1, workload.ready, workload.asked)) return [];
    const values = {
      name,
      count,
      workload: workload.name,
      ready: workload.ready,
      cut: count > CAPACITY ? 'yes' : 'no',
      namespace: lines.map((each) => NAMESPACE.exec(each)?.[1]).find((each) => each !== undefined) ?? 'NAMESPACE',
    };
    const says = phrase('evidence.stale-addresses', values);
    const next = phrase('evidence.next.stale-addresses', values);
    const others = [[workload.line.trim()]];
    return [{ id: 'stale-addresses', severity: 'error', says, next, words: [line.trim()], others }];
  });
}

/**
 * Finds Endpoints that hold far more addresses than the one workload called alike has Pods, a rollout allowed for: rows of tables tell both.
 */
export function findStaleAddresses(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findInText(text));
}
