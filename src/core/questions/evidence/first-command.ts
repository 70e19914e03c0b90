import { phrase } from '../../lib/phrase';
import { tellDataplane } from '../../paste/dataplane';
import { findAskedAddress } from './asked-address';
import { tellComplaint } from './complaints';
import type { EvidenceFinding } from './evidence-finding';
import { readToldNames } from './known/told-service';
import { FIRST_COMMAND, RANKS, rankFinding, sortByStrength, UNWALKED, WALKED } from './strength';

/** Commands that part most causes of a kind of fault, by the findings that tell of one; the first that fits counts. */
const KINDS = [
  // Whose own next step decides between its causes.
  [
    'own',
    /ping-of-service|self-service|affinity|stale-|one-flow|-idle|ports-of-template|other-target-port|link-below|nlb-by|unready-names|gateway-untaken/,
  ],
  ['webhook', /webhook|api-service/],
  [
    'policy',
    /policy|polic|egress|cilium-always|nodes-by-address|gateway-source|ambient-port|calico-deny|host-endpoint/,
  ],
  ['names', /dns|names?$|name-|search-wildcard|five-seconds|stale-udp|cache|ndots|bridge-of-the-host/],
  [
    'announced',
    /balancer-outside|metallb|arp|vip|l2|wireless|second-address-refused|two-owners|two-balancers|speaker|pool|announc|bgp|class-unserved|kube-vip|cilium-devices|docker-direct|ping-of-service/,
  ],
  [
    'between',
    /across|tunnel|wide-node-port|wrong-node|native|source-check|cloned|flannel|calico|size|mtu|networkd|cloud-routes|managed-links|host-prohibits|ufw|answer-by|second-pod/,
  ],
  [
    'outside',
    /outside|cilium-second|ipvs-input|node-port|node-address|local|azure|hetzner|nlb|health|host-port|source-address|host-vm/,
  ],
] as const;

/** Objects that announce addresses as routes: nobody has to answer ARP for them. */
const OF_BGP = /^\s*kind: ?(?:CiliumBGP\w{1,40}|BGPPeer|BGPAdvertisement|BGPConfiguration)\b/m;

const LISTED = /^Endpoints:\s{1,40}\d/m;
/** `endpoints are correctly created`, `the endpoints look fine`: somebody looked. */
const LOOKED =
  /\bend ?points?(?: ?slices?)? (?:\w+ ){0,4}(?:fine|ok|okay|correct|correctly|healthy|populated|present|there|valid|good|exist)\b/i;
const DENIED = /\b(?:no|not|never|cannot|empty|missing|without|if|whether)\b|n['’]t\b/i;
const LONGEST = 600;
const MOST_LINES = 5000;

const saysLooked = (text: string): boolean =>
  text.split('\n', MOST_LINES).some((line) => line.length <= LONGEST && LOOKED.test(line) && !DENIED.test(line));

/** True of a text whose Services are all of type ExternalName: such a one has no endpoints to ask for. */
const isOfNamesAlone = (text: string): boolean =>
  /\bExternalName\b/.test(text) && !/\b(?:ClusterIP|NodePort|LoadBalancer)\b|^ {0,8}clusterIP:/m.test(text);

/** True where a text has answered whether the Service has a ready endpoint. */
const answersEndpoints = (text: string): boolean => LISTED.test(text) || saysLooked(text) || isOfNamesAlone(text);

type Kind = (typeof KINDS)[number][0] | 'endpoints' | 'pending';

const tellKind = (found: readonly EvidenceFinding[]): Kind => {
  const id =
    sortByStrength(found).find((each) => each.id !== WALKED && each.id !== UNWALKED && rankFinding(each) <= RANKS.list)
      ?.id ?? '';
  return KINDS.find(([, ids]) => ids.test(id))?.[0] ?? 'endpoints';
};

/**
 * The one command whose output would part the causes, with the reason, where findings of texts prove none and name or fit some; nothing where
 * one is proven, or where no fault is told of at all.
 */
export function findFirstCommand(
  found: readonly EvidenceFinding[],
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const ranks = found.map(rankFinding);
  const isTold =
    ranks.some((rank) => rank === RANKS.fits || rank === RANKS.list) || found.some(({ id }) => id === 'undecided');
  const isDecided = found.some(({ id, severity }) => id === WALKED && severity === 'error');
  if (!isTold || isDecided || ranks.some((rank) => rank <= RANKS.oddity)) return [];
  const complaints = texts.map(({ text }) => tellComplaint(text) ?? 'unreached');
  const kind = complaints.includes('pending') ? 'pending' : tellKind(found);
  const isAnnounced = kind === 'announced' && texts.some(({ text }) => OF_BGP.test(text));
  const isServed = found.some(({ shows }) => shows === 'served');
  const isAnswered = kind === 'endpoints' && (isServed || texts.some(({ text }) => answersEndpoints(text)));
  if (
    kind === 'own' ||
    isAnswered ||
    isAnnounced ||
    complaints.every((each) => each !== 'unreached' && each !== 'pending')
  )
    return [];
  const { dataplane } = tellDataplane(texts);
  const values = {
    ...readToldNames(texts.map(({ text }) => text).join('\n')),
    kind,
    dataplane,
    address: findAskedAddress(texts),
  };
  return [
    {
      id: FIRST_COMMAND,
      severity: 'info',
      says: phrase('evidence.first-command', values),
      next: phrase('evidence.next.first-command', values),
    },
  ];
}
