import { phrase } from '../lib/phrase';
import { formatIp, isLoopback, parseIp, sameIp, type IpAddress } from '../net/ip';
import { formatEndpoint, parseEndpoint } from '../net/packet';
import { listAskedPlaces, type AskedPlace } from './asked-places';
import { machineShortName } from './machine/sections';
import type { FamilyView, PastedNodePlan } from './node/plan';
import { speaksWith } from './node/uplink';
import type { SuggestedFlow } from './summaries';

/** So many of the places that a text asks are offered first. */
const MOST_ASKED = 3;

type Sender = Pick<SuggestedFlow, 'from' | 'device'>;

/** One of the machine's own addresses, which somebody outside asks; a node port is asked at the one it speaks with. */
function findOwn({ host }: AskedPlace, plan: PastedNodePlan, { family }: FamilyView): IpAddress | undefined {
  if (host === '') return speaksWith(plan, family);
  const address = parseIp(host);
  if (!address.ok || address.value.family !== family) return undefined;
  const isOwn = [...plan.devices.values()].some(({ addresses }) =>
    addresses.some((own) => sameIp(own.address, address.value)),
  );
  return isOwn && !isLoopback(address.value) ? address.value : undefined;
}

/** An address that the rules know, and that port of it. */
function findKnown({ host, port }: AskedPlace, { services, endpoints, family }: FamilyView): IpAddress | undefined {
  const address = parseIp(host);
  if (!address.ok || address.value.family !== family) return undefined;
  const isKnown =
    port === 0
      ? endpoints.some((pod) => sameIp(pod, address.value))
      : services.some((service) => {
          const isFront = [service.clusterIP, ...service.external].includes(host) && service.port === port;
          return isFront || service.endpoints.some(({ place }) => isPlace(place, host, port));
        });
  return isKnown ? address.value : undefined;
}

function isPlace(place: string | undefined, host: string, port: number): boolean {
  const found = place === undefined ? undefined : parseEndpoint(place);
  return found !== undefined && formatIp(found.address) === host && found.port === port;
}

/** Nobody's, so that a client has one (RFC 5737, RFC 3849). */
const CLIENT = { ipv4: '192.0.2.10', ipv6: '2001:db8::10' } as const;

/** Texts with what is asked in them. */
interface AskedIn {
  readonly texts: readonly string[];
  readonly sender: Sender | undefined;
  /** True where all rules that translate addresses are there: then what they do not know is not translated. */
  readonly isWhole: boolean;
}

/** Any address that somebody typed and did not reach. */
function findTyped({ host, isTyped, isFailed }: AskedPlace, { family }: FamilyView): IpAddress | undefined {
  const address = parseIp(host);
  const isOfOthers = address.ok && address.value.family === family && !isLoopback(address.value);
  return isOfOthers && isTyped && isFailed ? address.value : undefined;
}

/**
 * Packets that commands and failures of the texts ask for, of addresses that the rules know (any, where all rules are there), those that failed first: by the machine
 * itself where its own prompt stands before the command, else from outside where its own address is asked.
 */
export function askedOffers(
  plan: PastedNodePlan,
  view: FamilyView,
  { texts, sender, isWhole }: AskedIn,
): readonly SuggestedFlow[] {
  const own = speaksWith(plan, view.family);
  const isHere = (at: string): boolean => machineShortName(at) === machineShortName(plan.hostname ?? '');
  const offer = (each: AskedPlace, known: IpAddress | undefined): SuggestedFlow[] => {
    const { port, at, isFailed } = each;
    const asked = findOwn(each, plan, view);
    const to = asked ?? known;
    const outside = asked ? { from: CLIENT[view.family], device: plan.uplink } : sender;
    const from = at !== undefined && isHere(at) && own ? { from: formatIp(own) } : outside;
    if (!from || !to) return [];
    const place = port === 0 ? formatIp(to) : formatEndpoint(to, port);
    const reason = phrase('analysis.offer.asked', { place, how: isFailed ? 'failed' : 'asked' });
    const protocol = port === 0 ? 'icmp' : (each.protocol ?? 'tcp');
    return [{ title: place, ...from, to: formatIp(to), protocol, port, reason, isShown: true }];
  };
  const places = listAskedPlaces(texts);
  const known = places.flatMap((each) => offer(each, findKnown(each, view)));
  const isNew = ({ to, port }: SuggestedFlow): boolean => !known.some((each) => each.to === to && each.port === port);
  const others = isWhole ? places.flatMap((each) => offer(each, findTyped(each, view))).filter(isNew) : [];
  return [...known, ...others].slice(0, MOST_ASKED);
}
