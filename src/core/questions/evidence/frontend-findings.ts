import { CILIUM_LB_LIST, type ListedLbEntry } from '../../formats/cilium-lb-list';
import { CILIUM_SERVICE_LIST } from '../../formats/cilium-service-list';
import { listedPlaceText, type ListedPlace } from '../../formats/cilium/print-lb';
import { phrase } from '../../lib/phrase';
import { formatIp, parseIp, sameIp } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import { listAskedPlaces, type AskedPlace } from '../../paste/asked-places';
import type { EvidenceFinding } from './evidence-finding';

/** A frontend of Cilium's maps with what it leads to. */
interface ListedFront {
  readonly place: ListedPlace;
  /** `LoadBalancer`, with what else the map says: `Local`, `non-routable`. */
  readonly flags: readonly string[];
  /** Backends that get new connections. */
  readonly backends: readonly string[];
  /** Backends that only keep the connections they have. */
  readonly leaving: readonly string[];
}

const KEEPS = /terminating|quarantined|maintenance/;

function readServices(text: string): readonly ListedFront[] {
  if (!CILIUM_SERVICE_LIST.hint.test(text)) return [];
  const parsed = CILIUM_SERVICE_LIST.parse(text);
  if (!parsed.ok) return [];
  const lines = text.split('\n');
  const [all, ends] = [parsed.value.value, parsed.value.value.map(({ span }) => span.line - 1)];
  return all.flatMap(({ frontend, type, backends }, at): readonly ListedFront[] => {
    // Addresses that somebody masked are backends all the same.
    const listed = lines.slice(ends[at], nextRow(lines, ends[at] ?? 0)).filter((line) => line.includes(' => ')).length;
    if (listed !== backends.length) return [];
    const names = (isLeaving: boolean): readonly string[] =>
      backends
        .filter(({ state = '' }) => KEEPS.test(state) === isLeaving)
        .map(({ place }) => formatEndpoint(place.address, place.port));
    return [{ place: frontend, flags: [type], backends: names(false), leaving: names(true) }];
  });
}

/** The line of the next row that has a number before it, whether it can be read or not. */
function nextRow(lines: readonly string[], from: number): number {
  const next = lines.findIndex(
    (line, at) => at > from && (/^\s{0,8}\d{1,9}\s+[^\s=]/.test(line) || line.trim() === ''),
  );
  return next < 0 ? lines.length : next;
}

/** `10.x.x.31:443`: somebody wrote over an address. */
const MASKED = /\d\.[xX*]{1,3}\.|[xX*]{1,3}\.[xX*]{1,3}\./;

function readMaps(text: string): readonly ListedFront[] {
  const parsed = CILIUM_LB_LIST.hint.test(text) ? CILIUM_LB_LIST.parse(text) : undefined;
  if (!parsed?.ok) return [];
  const fronts = new Map<string, ListedFront>();
  for (const entry of parsed.value.value) addEntry(fronts, entry);
  const whole = [...fronts.values()];
  return MASKED.test(text) ? whole.filter(({ backends }) => backends.length > 0) : whole;
}

function addEntry(fronts: Map<string, ListedFront>, entry: ListedLbEntry): void {
  if (entry.kind !== 'service') return;
  const { key, value } = entry;
  // Since 1.19 each address has an entry for all other ports, which never has backends.
  if (key.port === 0) return;
  const name = listedPlaceText(key);
  const front = fronts.get(name) ?? { place: key, flags: [], backends: [], leaving: [] };
  if (value.kind === 'master') fronts.set(name, { ...front, flags: value.flags });
  if (value.kind !== 'slot') return;
  const backend = formatEndpoint(value.backend.address, value.backend.port);
  fronts.set(name, { ...front, backends: [...front.backends, backend] });
}

/** `0.0.0.0` and `::` are all addresses of the node. */
const isEverywhere = ({ address }: ListedPlace): boolean => /^(?:0\.0\.0\.0|::)$/.test(formatIp(address));

/** Rank: addresses that are asked from outside come first. */
const ORDER = ['LoadBalancer', 'ExternalIPs', 'NodePort', 'HostPort', 'ClusterIP', 'LocalRedirect'];
const rankFront = ({ flags }: ListedFront): number => ORDER.indexOf(flags[0] ?? '');

/** So many endpoints are named, and so many frontends told. */
const MOST_NAMED = 4;
const MOST_TOLD = 3;

function nameEnds(ends: readonly string[]): string {
  const more = ends.length - MOST_NAMED;
  return `${ends.slice(0, MOST_NAMED).join(', ')}${more > 0 ? `, +${more}` : ''}` || 'none';
}

const CLUSTER_POLICY = `'{"spec":{"internalTrafficPolicy":"Cluster"}}'`;

function sayFront({ place, flags, backends, leaving }: ListedFront): EvidenceFinding {
  const front = listedPlaceText(place);
  const [type = 'none'] = flags;
  const count = backends.length;
  const isInternal = flags.includes('InternalLocal');
  const isOutside = flags.some((flag) => /local/i.test(flag) && !/redirect/i.test(flag));
  const isLocal = isInternal && count > 0 ? 'internal' : isOutside ? 'yes' : 'no';
  const inside = flags.includes('non-routable') || type === 'ClusterIP' ? 'yes' : 'no';
  const values = { front, type, count, backends: nameEnds(backends), leaving: nameEnds(leaving), isLocal, inside };
  return {
    id: count === 0 ? 'cilium-front-empty' : isInternal ? 'cilium-front-served' : 'cilium-front',
    severity: count === 0 ? 'error' : 'info',
    says: phrase('evidence.cilium.front', values),
    next: phrase('evidence.cilium-next.front', { count, front, isLocal, patch: CLUSTER_POLICY }),
    flow: `client -> ${front.replace(/\/i$/, '')}`,
    words: [formatEndpoint(place.address, place.port)],
  };
}

const isAsked = ({ host, port }: AskedPlace, { place }: ListedFront): boolean => {
  const asked = parseIp(host);
  return asked.ok && place.port === port && (isEverywhere(place) || sameIp(place.address, asked.value));
};

/** An address with a port that the texts say was asked, of which the address alone is a frontend's. */
function sayNone({ host, port }: AskedPlace, fronts: readonly ListedFront[]): readonly EvidenceFinding[] {
  const asked = parseIp(host);
  const near = fronts.filter(({ place }) => asked.ok && sameIp(place.address, asked.value));
  if (!asked.ok || near.length === 0) return [];
  const to = formatEndpoint(asked.value, port);
  const ports = near.map(({ place }) => String(place.port));
  return [
    {
      id: 'cilium-front-none',
      severity: 'warning',
      says: phrase('evidence.cilium.no-front', { to, ports: [...new Set(ports)].join(', ') }),
      next: phrase('evidence.cilium-next.no-front', { to }),
      flow: `client -> ${to}`,
      words: [host],
    },
  ];
}

/**
 * Findings on the frontends that `cilium-dbg service list` and `cilium-dbg bpf lb list` show: of those that the texts say were asked what
 * Cilium does with the packet, else of the first, those without backends before others (cilium/cilium bpf/lib/lb.h: lb4_lookup_service,
 * lb4_select_backend_id; `service-no-backend-response`). What comes behind the choice no listing tells.
 */
export function findOfFrontends(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const fronts = texts.flatMap(({ text }) => [...readServices(text), ...readMaps(text)]);
  if (fronts.length === 0) return [];
  const asked = listAskedPlaces(texts.map(({ text }) => text)).filter(({ host, port }) => host !== '' && port > 0);
  const told = asked.flatMap((place): readonly EvidenceFinding[] => {
    const front = fronts.find((each) => isAsked(place, each));
    return front ? [sayFront(front)] : sayNone(place, fronts);
  });
  const ranked = fronts.toSorted((a, b) => rankFront(a) - rankFront(b));
  const empty = ranked.filter(({ backends, flags }) => backends.length === 0 && flags.length > 0);
  const first = empty.length > 0 ? empty : ranked.filter(({ backends }) => backends.length > 0).slice(0, 1);
  const once = new Map([...told, ...(told.length > 0 ? [] : first.map(sayFront))].map((each) => [each.flow, each]));
  return [...once.values()].slice(0, MOST_TOLD);
}
