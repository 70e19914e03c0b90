import type { GeneratedNftChain } from '../mode';
import type { RuleWhy } from './explain';
import type { Features } from './features';
import * as names from './names';

type Base = Pick<GeneratedNftChain, 'name'> & { readonly base: NonNullable<GeneratedNftChain['base']> };
type Hook = Base['base']['hook'];

/** A jump from a base chain to one of the static chains. */
export interface Jump {
  readonly from: string;
  readonly to: string;
  /** Only packets that begin a connection. */
  readonly onlyNew: boolean;
  /** The sentence that says why. */
  readonly why: RuleWhy;
}

const DSTNAT = -100;
const SRCNAT = 100;

const filter = (name: string, hook: Hook, priority: number): Base => ({
  name,
  base: { type: 'filter', hook, priority },
});
const nat = (hook: Hook, priority: number): Base => ({ name: `nat-${hook}`, base: { type: 'nat', hook, priority } });

const NAT = [nat('prerouting', DSTNAT), nat('output', DSTNAT), nat('postrouting', SRCNAT)];

/** 1.29: what is forwarded or delivered has been translated before it is looked at. */
const ALPHA = [
  filter('filter-input', 'input', DSTNAT - 1),
  filter('filter-forward', 'forward', DSTNAT - 1),
  filter('filter-output', 'output', DSTNAT - 1),
];
/** Up to 1.33: refusals stand before translation. */
const BEFORE_NAT = [
  filter('filter-prerouting', 'prerouting', DSTNAT - 10),
  filter('filter-input', 'input', DSTNAT - 10),
  filter('filter-forward', 'forward', DSTNAT - 10),
  filter('filter-output', 'output', DSTNAT - 10),
  filter('filter-output-post-dnat', 'output', DSTNAT + 10),
];
/** From 1.34: only source ranges are checked before translation. */
const AFTER_NAT = [
  filter('filter-prerouting-pre-dnat', 'prerouting', DSTNAT - 10),
  filter('filter-output-pre-dnat', 'output', DSTNAT - 10),
  filter('filter-input', 'input', 0),
  filter('filter-forward', 'forward', 0),
  filter('filter-output', 'output', 0),
];

/** The base chains of a release, in the order they are written (pkg/proxy/nftables/proxier.go nftablesBaseChains). */
export function baseChains({ filterAfterNat, splitChecks }: Features): readonly Base[] {
  if (!splitChecks) return [...ALPHA, ...NAT];
  return [...(filterAfterNat ? AFTER_NAT : BEFORE_NAT), ...NAT];
}

const onNew = (from: string, to: string, why: RuleWhy): Jump => ({ from, to, onlyNew: true, why });
const always = (from: string, to: string, why: RuleWhy): Jump => ({ from, to, onlyNew: false, why });

const ALPHA_JUMPS: readonly Jump[] = [
  onNew('filter-input', names.ENDPOINTS_CHECK, 'jump-endpoints'),
  onNew('filter-forward', names.ENDPOINTS_CHECK, 'jump-endpoints'),
  onNew('filter-output', names.ENDPOINTS_CHECK, 'jump-endpoints'),
  always('filter-forward', names.FORWARD, 'jump-forward'),
  onNew('filter-input', names.FIREWALL_CHECK, 'jump-firewall'),
  onNew('filter-output', names.FIREWALL_CHECK, 'jump-firewall'),
  onNew('filter-forward', names.FIREWALL_CHECK, 'jump-firewall'),
  always('nat-output', names.SERVICES, 'jump-services-output'),
  always('nat-prerouting', names.SERVICES, 'jump-services-prerouting'),
  always('nat-postrouting', names.MASQUERADING, 'jump-masquerading'),
];

/** The jumps of a release, in the order they are written (nftablesJumpChains). */
export function jumps({ filterAfterNat, splitChecks }: Features): readonly Jump[] {
  if (!splitChecks) return ALPHA_JUMPS;
  const [firewallIn, firewallOut] = filterAfterNat
    ? ['filter-prerouting-pre-dnat', 'filter-output-pre-dnat']
    : ['filter-prerouting', 'filter-output'];
  return [
    onNew('filter-input', names.NODEPORT_ENDPOINTS_CHECK, 'jump-nodeport-endpoints'),
    onNew('filter-input', names.SERVICE_ENDPOINTS_CHECK, 'jump-service-endpoints'),
    onNew('filter-forward', names.SERVICE_ENDPOINTS_CHECK, 'jump-service-endpoints'),
    onNew('filter-output', names.SERVICE_ENDPOINTS_CHECK, 'jump-service-endpoints'),
    onNew(firewallIn, names.FIREWALL_CHECK, 'jump-firewall'),
    onNew(firewallOut, names.FIREWALL_CHECK, 'jump-firewall'),
    always('nat-output', names.SERVICES, 'jump-services-output'),
    always('nat-prerouting', names.SERVICES, 'jump-services-prerouting'),
    always('nat-postrouting', names.MASQUERADING, 'jump-masquerading'),
    onNew('filter-forward', names.CLUSTER_IPS_CHECK, 'jump-cluster-ips'),
    onNew(filterAfterNat ? 'filter-output' : 'filter-output-post-dnat', names.CLUSTER_IPS_CHECK, 'jump-cluster-ips'),
  ];
}
