import { familyOfText } from '../../kubernetes/service-port';
import { getNamespace, listClusterIPs, type ClusterObjects, type ServiceObject } from '../../kubernetes/types';
import { nameKey } from '../../document/edits/offered-flows';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { findLine } from './ruled-out';
import { pathOfService } from './told-pods';

type Family = 'IPv4' | 'IPv6';

/** The one family that a Service has by its fields; undefined: both, or none is told. */
function findOnlyFamily(service: ServiceObject): Family | undefined {
  const { ipFamilies = [], ipFamilyPolicy } = service.spec;
  if (ipFamilyPolicy !== undefined && ipFamilyPolicy !== 'SingleStack') return undefined;
  const told = new Set<string>([...ipFamilies, ...listClusterIPs(service).map((ip) => labelFamily(ip))]);
  const [only] = told;
  // A clusterIP alone may have another beside it that was left out.
  const isWhole = ipFamilies.length > 0 || service.spec.clusterIPs !== undefined || ipFamilyPolicy !== undefined;
  return told.size === 1 && isWhole ? (only as Family) : undefined;
}

const labelFamily = (address: string): Family => (familyOfText(address) === 'ipv6' ? 'IPv6' : 'IPv4');

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7})$/i;

/** Addresses that somebody gives a Service besides its own: in fields, and in annotations of load balancers. */
function listGiven({ metadata: { annotations = {} }, spec, status }: ServiceObject): readonly string[] {
  const asked = Object.entries(annotations).flatMap(([key, value]) => (/ip/i.test(key) ? value.split(/[\s,]+/) : []));
  const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip);
  const all = [...asked, ...(spec.externalIPs ?? []), spec.loadBalancerIP ?? '', ...ingress];
  return all.flatMap((each) => (each !== undefined && ADDRESS.test(each) ? [each] : []));
}

/** Words of a family and of a fault in one sentence. */
const ASKED: Readonly<Record<Family, RegExp>> = {
  IPv4: /\bipv4\b.{0,120}\b(?:fail|cannot|can['’]t|unable|unreachable|refused|times? out|timed out|no (?:backends?|endpoints?)|not (?:work|reach|access|answer|respond))/i,
  IPv6: /\bipv6\b.{0,120}\b(?:fail|cannot|can['’]t|unable|unreachable|refused|times? out|timed out|no (?:backends?|endpoints?)|not (?:work|reach|access|answer|respond))/i,
};

function sayOne(service: ServiceObject, texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const family = findOnlyFamily(service);
  if (family === undefined) return [];
  const other = family === 'IPv4' ? 'IPv6' : 'IPv4';
  const address = listGiven(service).find((each) => labelFamily(each) === other);
  const line = texts.map(({ text }) => findLine(text, [ASKED[other]])).find((each) => each !== undefined);
  if (address === undefined && line === undefined) return [];
  const { name } = service.metadata;
  const namespace = getNamespace(service);
  const values = {
    name: nameKey(service),
    family,
    other,
    policy: service.spec.ipFamilyPolicy ?? 'none',
    address: address ?? 'none',
    line: String(line?.number ?? 0),
    namespace,
    service: name,
    patch: `kubectl -n ${namespace} patch service ${name} -p '{"spec":{"ipFamilyPolicy":"PreferDualStack"}}'`,
  };
  const says = phrase('evidence.single-family', values);
  const next = phrase('evidence.next.single-family', values);
  const severity = address === undefined ? 'warning' : 'error';
  return [{ id: 'single-family', severity, says, next, path: pathOfService(service) }];
}

/** Finds Services of one IP family that are given, or asked by, an address of the other (KEP-563: endpoints follow ipFamilies). */
export function findOfFamilies(
  { services }: Pick<ClusterObjects, 'services'>,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  return services.filter(({ spec }) => spec.type !== 'ExternalName').flatMap((each) => sayOne(each, texts));
}
