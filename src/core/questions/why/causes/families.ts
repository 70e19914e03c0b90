import { phrase } from '../../../lib/phrase';
import { namespacedName } from '../../../kubernetes/types';
import { parseIp, type IpFamily } from '../../../net/ip';
import { findDocumentService, makeName, SIZE, type Candidate, type WalkedFlow } from '../candidate';
import type { FindCauses } from './endpoints';

const TITLES: Readonly<Record<IpFamily, 'IPv4' | 'IPv6'>> = { ipv4: 'IPv4', ipv6: 'IPv6' };

/** The Service that was asked by a family it has no address of: kube-proxy writes nothing for it in that family. */
function findOtherFamily(
  walked: WalkedFlow,
): { readonly service: string; readonly family: 'IPv4' | 'IPv6'; readonly policy: string } | undefined {
  const service = findDocumentService(walked);
  const family = TITLES[walked.sent.dst.family];
  if (walked.through || !service || service.spec.type === 'ExternalName') return undefined;
  const { ipFamilies, clusterIP, clusterIPs, ipFamilyPolicy = 'SingleStack' } = service.spec;
  const own = (clusterIPs ?? [clusterIP ?? '']).flatMap((text) => {
    const address = parseIp(text);
    return address.ok ? [TITLES[address.value.family]] : [];
  });
  const families: readonly string[] = ipFamilies ?? own;
  if (families.length === 0 || families.includes(family)) return undefined;
  return { service: namespacedName(service), family, policy: ipFamilyPolicy };
}

/** Was a Service asked by a family that it has no address of? */
export const isOtherFamily = (walked: WalkedFlow): boolean => findOtherFamily(walked) !== undefined;

/** A Service of one family asked by the other. */
export const singleStack: FindCauses = (walked) => {
  const found = findOtherFamily(walked);
  return found ? [{ says: phrase('document.why.cause.single-stack', found), about: 'families' }] : [];
};

/** The Service of both families, with an address of the one that was asked. */
export function familyCandidates(walked: WalkedFlow): readonly Candidate[] {
  const service = findDocumentService(walked);
  const found = findOtherFamily(walked);
  if (!service || !found) return [];
  const others = found.family === 'IPv6' ? (['IPv4', 'IPv6'] as const) : (['IPv6', 'IPv4'] as const);
  const spec = { ipFamilyPolicy: 'RequireDualStack', ipFamilies: others } as const;
  const says = phrase('document.why.service', {
    name: found.service,
    field: 'ipFamilyPolicy',
    value: 'RequireDualStack',
  });
  return [
    { change: { kind: 'service-spec', which: makeName(service), spec }, says, size: SIZE.service, about: 'families' },
  ];
}
