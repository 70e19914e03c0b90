import { withoutDenied } from '../../paste/denied-names';

/** The program that gives an address of a Service to a node, or tells of it by routes; `other`: none is named, or several are. */
type Announcer = 'metallb' | 'kubevip' | 'antrea' | 'cilium' | 'ovn' | 'calico' | 'other';

type Names = readonly (readonly [Announcer, RegExp])[];

/** Programs that do nothing else: named beside the network of the Pods, it is they who announce. */
const OWN: Names = [
  ['metallb', /\bmetallb\b|\b(?:L2|BGP)Advertisements?\b|\bIPAddressPools?\b/i],
  ['kubevip', /\bkube-?vip\b/i],
];
/** Networks of Pods that announce addresses, too. */
const NETWORKS: Names = [
  ['antrea', /\bantrea\b/i],
  ['cilium', /\bcilium\b/i],
  ['ovn', /\bkube-?ovn\b/i],
  ['calico', /\bcalico\b/i],
];

/** Tells which program announces the addresses that a text is about, by names that it does not deny. */
export function tellAnnouncer(text: string): Announcer {
  const words = withoutDenied(text);
  const named = (names: Names): readonly Announcer[] => names.flatMap(([id, name]) => (name.test(words) ? [id] : []));
  const [own, networks] = [named(OWN), named(NETWORKS)];
  const [first = 'other', second] = own.length > 0 ? own : networks;
  return second === undefined ? first : 'other';
}
