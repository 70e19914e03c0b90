import { nameKey } from '../../document/edits/offered-flows';
import { getNamespace, listFrontAddresses, type ClusterObjects, type ServiceObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { pathOfService } from './told-pods';

/** The address that a Service has, or asks for (annotations of MetalLB and Cilium). */
function listWanted(service: ServiceObject): readonly string[] {
  const asked = Object.entries(service.metadata.annotations ?? {}).flatMap(([key, value]) =>
    /(?:loadBalancerIPs|lb-ipam-ips|\/ips)$/.test(key) ? value.split(',').map((each) => each.trim()) : [],
  );
  return [...listFrontAddresses(service).map(({ ip }) => ip), ...asked];
}

const writePorts = ({ spec: { ports = [] } }: ServiceObject): string =>
  ports.map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`).join(', ');

const selectorOf = ({ spec }: ServiceObject): string =>
  JSON.stringify(Object.entries(spec.selector ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const policyOf = ({ spec }: ServiceObject): string => spec.externalTrafficPolicy ?? 'untold';

/** Does one Service take both's ports: the same Pods, no port twice? */
function areMergeable(one: ServiceObject, other: ServiceObject): boolean {
  const ports = [one, other].map(writePorts).join(', ').split(', ');
  const hasSelector = Object.keys(one.spec.selector ?? {}).length > 0;
  return (
    hasSelector &&
    getNamespace(one) === getNamespace(other) &&
    selectorOf(one) === selectorOf(other) &&
    new Set(ports).size === ports.length
  );
}

/** Words that an address was not given, or not both times. */
const NOT_GIVEN =
  /<pending>|\bnot (?:assign|allocat|creat|get)|\bunable to (?:creat|assign|allocat)|can['’]?t change sharing|\bno (?:external )?ip\b|\bcannot (?:share|be shared)/i;

/**
 * Finds two Services of type LoadBalancer that have, or ask for, one address where the text says that one is not given: the conditions under
 * which MetalLB shares an address (metallb.io: Usage, IP Address Sharing), with those that the text shows kept or broken.
 */
export function findShared(
  { services }: Pick<ClusterObjects, 'services'>,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  if (!texts.some(({ text }) => NOT_GIVEN.test(text))) return [];
  const all = services.filter(({ spec }) => spec.type === 'LoadBalancer');
  const wanted = all.map((service) => ({ service, addresses: listWanted(service) }));
  for (const [at, { service: one, addresses }] of wanted.entries()) {
    const other = wanted.slice(at + 1).find((each) => each.addresses.some((address) => addresses.includes(address)));
    if (!other) continue;
    const values = {
      one: nameKey(one),
      other: nameKey(other.service),
      address: addresses.find((address) => other.addresses.includes(address)) ?? '',
      selectors: selectorOf(one) === selectorOf(other.service) ? 'same' : 'other',
      policies: policyOf(one) === policyOf(other.service) ? policyOf(one) : 'differ',
      merge: areMergeable(one, other.service) ? 'yes' : 'no',
      ports: `${writePorts(one)}, ${writePorts(other.service)}`,
      namespace: getNamespace(one),
    };
    const says = phrase('evidence.shared-address', values);
    const next = phrase('evidence.next.shared-address', values);
    return [{ id: 'shared-address', severity: 'warning', says, next, path: pathOfService(one) }];
  }
  return [];
}
