import { findOwnerService } from '../../kubernetes/defaults';
import { nameKey } from '../../document/edits/offered-flows';
import { getNamespace, type ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { findLine } from './ruled-out';
import { pathOfService } from './told-pods';

/** `the version of CoreDNS: 1.8.0`, `CoreDNS-1.7.0`, `coredns/coredns:v1.6.9`. */
const VERSION = /\bcoredns(?: version)?(?:\s?[:=-]\s?|\s)v?(1)\.(\d{1,2})\.(\d{1,2})\b/i;

/** CoreDNS that watches Endpoints alone: EndpointSlices came with 1.8.1 (coredns notes/coredns-1.8.1.md, pull 4209). */
function readOld(line: string): string | undefined {
  const [, major = '', minor = '', patch = ''] = VERSION.exec(line) ?? [];
  if (major === '') return undefined;
  const isOld = Number(minor) < 8 || (Number(minor) === 8 && Number(patch) < 1);
  return isOld ? `${major}.${minor}.${patch}` : undefined;
}

/** Finds headless Services without a selector whose EndpointSlice somebody wrote, beside a CoreDNS that reads none. */
export function findDnsVersions(
  { services, endpointSlices }: Pick<ClusterObjects, 'services' | 'endpointSlices'>,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const line = texts.map(({ text }) => findLine(text, [VERSION])).find((each) => each !== undefined);
  const version = line && readOld(line.line);
  if (!line || version === undefined) return [];
  const isSliced = texts.some(({ text }) => /^\s{0,8}kind: EndpointSlice\b/m.test(text));
  return services.flatMap((service): readonly EvidenceFinding[] => {
    const { clusterIP, selector = {} } = service.spec;
    const owns = endpointSlices.some(
      (slice) => getNamespace(slice) === getNamespace(service) && findOwnerService(slice) === service.metadata.name,
    );
    if (clusterIP !== 'None' || Object.keys(selector).length > 0 || !isSliced || !owns) return [];
    const values = { version, line: String(line.number), service: nameKey(service) };
    const says = phrase('evidence.coredns-slices', values);
    const next = phrase('evidence.next.coredns-slices');
    return [{ id: 'coredns-slices', severity: 'error', says, next, path: pathOfService(service) }];
  });
}
