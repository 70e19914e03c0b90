import { phrase } from '../lib/phrase';
import { formatIp, parseIp, sameIp } from '../net/ip';
import { parseEndpoint } from '../net/packet';
import { listAskedPlaces, type AskedPlace } from './asked-places';
import { machineShortName } from './machine/sections';
import type { FamilyView, PastedNodePlan } from './node/plan';
import { speaksWith } from './node/uplink';
import type { SuggestedFlow } from './summaries';

/** So many of the places that a text asks are offered first. */
const MOST_ASKED = 3;

type Sender = Pick<SuggestedFlow, 'from' | 'device'>;

/** Is it an address that the rules know, and that port of it? */
function isKnown({ host, port }: AskedPlace, plan: PastedNodePlan, view: FamilyView): boolean {
  const address = parseIp(host);
  if (!address.ok || address.value.family !== view.family) return false;
  const isOwn = [...plan.devices.values()].some(({ addresses }) =>
    addresses.some((own) => sameIp(own.address, address.value)),
  );
  if (port === 0) return view.endpoints.some((pod) => sameIp(pod, address.value));
  return view.services.some((service) => {
    const isFront = [service.clusterIP, ...service.external].includes(host) && service.port === port;
    return (
      isFront ||
      (isOwn && service.nodePort === port) ||
      service.endpoints.some(({ place }) => isPlace(place, host, port))
    );
  });
}

function isPlace(place: string | undefined, host: string, port: number): boolean {
  const found = place === undefined ? undefined : parseEndpoint(place);
  return found !== undefined && formatIp(found.address) === host && found.port === port;
}

/**
 * Packets that commands and failures of the texts ask for, of addresses that the rules know, those that failed first: by the machine
 * itself where its own prompt stands before the command.
 */
export function askedOffers(
  plan: PastedNodePlan,
  view: FamilyView,
  { texts, sender }: { readonly texts: readonly string[]; readonly sender: Sender | undefined },
): readonly SuggestedFlow[] {
  const own = speaksWith(plan, view.family);
  const isHere = (at: string): boolean => machineShortName(at) === machineShortName(plan.hostname ?? '');
  return listAskedPlaces(texts)
    .filter((place) => isKnown(place, plan, view))
    .slice(0, MOST_ASKED)
    .flatMap(({ host, port, at, isFailed }): SuggestedFlow[] => {
      const from = at !== undefined && isHere(at) && own ? { from: formatIp(own) } : sender;
      if (!from) return [];
      const place = port === 0 ? host : `${host}:${port}`;
      const reason = phrase('analysis.offer.asked', { place, how: isFailed ? 'failed' : 'asked' });
      const protocol = port === 0 ? 'icmp' : 'tcp';
      return [{ title: place, ...from, to: host, protocol, port, reason, isShown: true }];
    });
}
