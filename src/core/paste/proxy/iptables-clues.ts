import type { ReadPort, ReleaseClue, ReleaseGuess } from './types';
import { clue, first, jump, rulesOfChains, type Sights, type Tell } from './sights';
import type { SeenRule, XtReader } from './iptables-ports';
import { getMinor, NEWEST_RELEASE } from '../../kubernetes/release';
import { MODE_SPANS, type ProxyModeId } from '../../kubernetes/mode-ids';

/** A filter table whose jumps are all shown: what the node itself sends is looked at in every release. */
function ownJump({ from }: Sights): SeenRule | undefined {
  return jump(from, 'OUTPUT', 'KUBE-SERVICES');
}

/** KUBE-FORWARD came with 1.9. */
function noForward(sights: Sights): ReleaseClue | undefined {
  const shown = ownJump(sights);
  if (!shown || !sights.filter.has('FORWARD') || jump(sights.from, 'FORWARD', 'KUBE-FORWARD')) return undefined;
  return clue('no FORWARD -j KUBE-FORWARD', { to: 8 }, shown.witness);
}

/** From 1.10 on only packets that begin a connection are looked at. */
function newOnly(sights: Sights): ReleaseClue | undefined {
  const shown = ownJump(sights);
  if (!shown) return undefined;
  const isNew = / --ctstate NEW /.test(shown.text());
  return clue(
    isNew ? '--ctstate NEW … -j KUBE-SERVICES' : 'OUTPUT … -j KUBE-SERVICES',
    isNew ? { from: 10 } : { to: 9 },
    shown.witness,
  );
}

/** INPUT looked at KUBE-SERVICES from 1.6.5 on, until KUBE-EXTERNAL-SERVICES stood in its place. */
function inputPortals(sights: Sights): ReleaseClue | undefined {
  const { from, filter } = sights;
  const shown = ownJump(sights);
  if (!shown || filter.has('KUBE-EXTERNAL-SERVICES') || !filter.has('INPUT')) return undefined;
  const input = jump(from, 'INPUT', 'KUBE-SERVICES');
  return input
    ? clue('INPUT -j KUBE-SERVICES', { from: 6, to: 9 }, input.witness)
    : clue('no INPUT -j KUBE-SERVICES', { to: 5 }, shown.witness);
}

/** Before 1.4 kubelet made no chains. */
function noKubelet(sights: Sights): ReleaseClue | undefined {
  const shown = ownJump(sights);
  if (!shown || sights.nat.has('KUBE-MARK-DROP') || !noForward(sights)) return undefined;
  return jump(sights.from, 'OUTPUT', 'KUBE-FIREWALL') ? undefined : clue('no KUBE-FIREWALL', { to: 3 }, shown.witness);
}

/** Before 1.4 a load balancer's address led straight into the Service's chain. */
function unguarded({ from }: Sights): ReleaseClue | undefined {
  const rule = first(
    from.rules('nat', 'KUBE-SERVICES'),
    ({ comment = '', target = '' }) => comment.endsWith(' loadbalancer IP') && target.startsWith('KUBE-SVC-'),
  );
  return rule && clue('"loadbalancer IP" -j KUBE-SVC', { to: 3 }, rule.witness);
}

/** How long a client stays: three minutes up to 1.4, three hours up to 1.7, then as the Service says. */
function affinity(sights: Sights): ReleaseClue | undefined {
  if (!noForward(sights)) return undefined;
  const seconds = (rule: SeenRule): string | undefined => / --seconds (\d+) /.exec(rule.text())?.[1];
  const rule = first(rulesOfChains(sights, /^KUBE-SVC-/), (each) => seconds(each) !== undefined);
  const said = rule && seconds(rule);
  if (said === undefined) return undefined;
  const usual: Readonly<Record<string, { from?: number; to?: number }>> = { '180': { to: 4 }, '10800': { from: 5 } };
  return clue(`--seconds ${said}`, usual[said] ?? { from: 8 }, rule?.witness);
}

/** Signs of the releases before 1.10 (legacy/eras.ts has the same steps for the compiler). */
const ERA_SIGNS: readonly Tell[] = [noForward, newOnly, inputPortals, noKubelet, unguarded, affinity];

/** The first and the last minor that rules of a mode may be of. */
function minorsWith(mode: ProxyModeId): readonly [from: number, to: number] {
  const { since, first = since, until = NEWEST_RELEASE } = MODE_SPANS[mode];
  return [getMinor(first), getMinor(until)];
}

/**
 * Narrows the releases clue by clue, the surest first (they are sorted by how many agree). What
 * contradicts is kept aside: kubelet and kube-proxy need not be of one release. Of what is left the
 * newest is taken: it is the likeliest to run today, and all of them write the same. What a person
 * wants is taken whatever the clues say.
 */
export function guessRelease(mode: ProxyModeId, clues: readonly ReleaseClue[], wanted?: string): ReleaseGuess {
  let [from, to] = minorsWith(mode);
  const against: ReleaseClue[] = [];
  const taken: ReleaseClue[] = [];
  for (const clue of byAgreement(clues)) {
    const next = { from: Math.max(from, clue.from ?? from), to: Math.min(to, clue.to ?? to) };
    if (next.from > next.to) against.push(clue);
    else {
      ({ from, to } = next);
      taken.push(clue);
    }
  }
  const said = wanted === undefined ? Number.NaN : getMinor(wanted);
  const minor = Number.isNaN(said) ? to : said;
  return { release: `1.${minor}`, from: `1.${from}`, to: `1.${to}`, clues: taken, against };
}

function byAgreement(clues: readonly ReleaseClue[]): ReleaseClue[] {
  const agrees = (a: ReleaseClue, b: ReleaseClue): boolean =>
    Math.max(a.from ?? 0, b.from ?? 0) <= Math.min(a.to ?? 99, b.to ?? 99);
  const votes = new Map(clues.map((clue) => [clue, clues.filter((other) => agrees(clue, other)).length]));
  return clues.toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0));
}

/**
 * What each release writes differently (`IPTABLES_CHANGES` has the same steps for the compiler; sources:
 * pkg/proxy/iptables/proxier.go of 1.14 to 1.36). One line a sign.
 */
const SIGNS: readonly Tell[] = [
  externalServices,
  randomFully,
  invalidDrop,
  canaries,
  odds,
  unmarking,
  names,
  externalJump,
  healthChain,
  masqueradePlace,
  forwarding,
  externalChains,
  arrows,
  firewallChain,
  ownFirewall,
  nfacct,
  loopbackTail,
  oldForward,
  oldComments,
  oldPortals,
  ...ERA_SIGNS,
];

/** The clues of one family's rules to the release that wrote them. */
export function iptablesClues(from: XtReader, ports: readonly ReadPort[]): ReleaseClue[] {
  const sights: Sights = { from, ports, nat: from.chains('nat'), filter: from.chains('filter') };
  if (!sights.nat.has('KUBE-SERVICES')) return [];
  return SIGNS.flatMap((sign) => sign(sights) ?? []);
}

/** Signs that tell a release by what a rule says, whatever else stands there. */
const SHOWN_SIGNS: readonly Tell[] = [
  shownExternalServices,
  invalidDrop,
  odds,
  unnamedPorts,
  masqueradePlace,
  forwarding,
  externalChains,
  arrows,
  commentsBesideOdds,
];

/** The clues of an excerpt: what it lacks tells of no release. */
export function excerptClues(from: XtReader): ReleaseClue[] {
  const sights: Sights = { from, ports: [], nat: from.chains('nat'), filter: from.chains('filter') };
  return SHOWN_SIGNS.flatMap((sign) => sign(sights) ?? []);
}

function shownExternalServices({ filter }: Sights): ReleaseClue | undefined {
  return filter.has('KUBE-EXTERNAL-SERVICES') ? clue('KUBE-EXTERNAL-SERVICES', { from: 10 }) : undefined;
}

function externalServices(sights: Sights): ReleaseClue | undefined {
  if (sights.filter.size === 0) return undefined;
  return shownExternalServices(sights) ?? clue('no KUBE-EXTERNAL-SERVICES', { to: 9 });
}

function randomFully({ from }: Sights): ReleaseClue | undefined {
  const rule = first(from.rules('nat', 'KUBE-POSTROUTING'), ({ target }) => target === 'MASQUERADE');
  if (rule?.text().includes('--random-fully')) return clue('--random-fully', { from: 16 }, rule.witness);
  // Later releases leave it out only where iptables is older than 1.6.2.
  return rule?.text().includes(' --mark ') ? clue('no --random-fully', { to: 15 }, rule.witness) : undefined;
}

function invalidDrop({ from }: Sights): ReleaseClue | undefined {
  const rule = first(from.rules('filter', 'KUBE-FORWARD'), ({ target }) => target === 'DROP');
  return rule && clue('--ctstate INVALID -j DROP', { from: 15 }, rule.witness);
}

function canaries({ nat, filter }: Sights): ReleaseClue {
  const has = nat.has('KUBE-PROXY-CANARY') || filter.has('KUBE-PROXY-CANARY');
  return has ? clue('KUBE-PROXY-CANARY', { from: 17 }) : clue('no KUBE-PROXY-CANARY', { to: 16 });
}

/** `--probability 0.33332999982` had five decimals once, `0.33333333349` ten. */
function odds(sights: Sights): ReleaseClue | undefined {
  for (const rule of rulesOfChains(sights, /^KUBE-SVC-/)) {
    const text = rule.odds && /--probability (\S+)/.exec(rule.text())?.[1];
    if (!text) continue;
    const stored = Math.round(Number(text) * 2 ** 31);
    const count = Math.round(1 / Number(text));
    const [five, ten] = [5, 10].map((digits) => Math.round(Number((1 / count).toFixed(digits)) * 2 ** 31));
    if (five === ten) continue;
    if (stored === five) return clue(`--probability ${text}`, { to: 16 }, rule.witness);
    if (stored === ten) return clue(`--probability ${text}`, { from: 17 }, rule.witness);
  }
  return undefined;
}

function unmarking({ from }: Sights): ReleaseClue | undefined {
  const rule = first(from.rules('nat', 'KUBE-POSTROUTING'), () => true);
  if (!rule) return undefined;
  return rule.target === 'RETURN'
    ? clue('KUBE-POSTROUTING … -j RETURN', { from: 19 }, rule.witness)
    : clue('KUBE-POSTROUTING … -j MASQUERADE', { to: 18 }, rule.witness);
}

/** Unnamed ports had a colon. */
function unnamedPorts({ from }: Sights): ReleaseClue | undefined {
  const unnamed = first(
    from.rules('nat', 'KUBE-SERVICES'),
    ({ comment }) => (comment ?? '').endsWith(' cluster IP') && !/:[^ ]/.test(comment ?? ''),
  );
  if (unnamed?.comment === undefined) return undefined;
  const bounds = unnamed.comment.includes(': ') ? { to: 19 } : { from: 20 };
  return clue(`"${unnamed.comment}"`, bounds, unnamed.witness);
}

/** Clues from names of chains, and from balancing rules that lost their comments for a while. */
function names(sights: Sights): ReleaseClue[] {
  const unnamed = unnamedPorts(sights);
  const clues = unnamed ? [unnamed] : [];
  const bare = first(rulesOfChains(sights, /^KUBE-SEP-/), () => true);
  if (bare && bare.comment === undefined && clues[0]?.from === undefined)
    clues.push(clue('KUBE-SEP', { to: 17, from: 13 }, bare.witness));
  return clues;
}

function externalJump({ from, filter }: Sights): ReleaseClue[] {
  if (!filter.has('FORWARD') || !filter.has('KUBE-SERVICES')) return [];
  const external = jump(from, 'FORWARD', 'KUBE-EXTERNAL-SERVICES');
  const input = jump(from, 'INPUT', 'KUBE-SERVICES');
  const forward = jump(from, 'FORWARD', 'KUBE-SERVICES');
  return [
    ...(external ? [clue('FORWARD -j KUBE-EXTERNAL-SERVICES', { from: 20 }, external.witness)] : []),
    ...(input ? [clue('INPUT -j KUBE-SERVICES', { to: 19 }, input.witness)] : []),
    ...(forward ? [clue('FORWARD -j KUBE-SERVICES', { from: 13 }, forward.witness)] : []),
  ];
}

function healthChain({ filter }: Sights): ReleaseClue | undefined {
  if (filter.size === 0) return undefined;
  return filter.has('KUBE-NODEPORTS')
    ? clue('filter KUBE-NODEPORTS', { from: 21 })
    : clue('no KUBE-NODEPORTS in filter', { to: 20 });
}

function masqueradePlace(sights: Sights): ReleaseClue | undefined {
  const { from } = sights;
  const marks = ({ target, comment }: SeenRule): boolean =>
    target === 'KUBE-MARK-MASQ' && / (?:cluster|external) IP$/.test(comment ?? '');
  const old = first(from.rules('nat', 'KUBE-SERVICES'), marks);
  if (old) return clue('KUBE-SERVICES … -j KUBE-MARK-MASQ', { to: 21 }, old.witness);
  const nodePort = first(from.rules('nat', 'KUBE-NODEPORTS'), ({ target }) => target === 'KUBE-MARK-MASQ');
  if (nodePort && !nodePort.text().startsWith('-s ')) {
    return clue('KUBE-NODEPORTS … -j KUBE-MARK-MASQ', { to: 21 }, nodePort.witness);
  }
  const own = first(rulesOfChains(sights, /^KUBE-SV[CL]-/), ({ target }) => target === 'KUBE-MARK-MASQ');
  return own && clue('KUBE-SVC … -j KUBE-MARK-MASQ', { from: 22 }, own.witness);
}

/** KUBE-FORWARD: pod rules with the CIDR, without it, then one rule for all. */
function forwarding({ from }: Sights): ReleaseClue | undefined {
  const known = first(from.rules('filter', 'KUBE-FORWARD'), ({ comment }) =>
    (comment ?? '').includes('forwarding conntrack'),
  );
  if (!known) return undefined;
  if (known.comment?.endsWith('conntrack rule')) return clue(`"${known.comment}"`, { from: 23 }, known.witness);
  const bounds = known.text().startsWith('-s ') ? { from: 9, to: 17 } : { from: 18, to: 22 };
  return clue(`"${known.comment ?? ''}"`, bounds, known.witness);
}

function externalChains(sights: Sights): ReleaseClue | undefined {
  const { nat } = sights;
  const names = [...nat.keys()];
  const fresh = names.find((name) => /^KUBE-(?:EXT|SVL)-/.test(name));
  if (fresh !== undefined) return clue(fresh, { from: 24 });
  const old = first(sights.from.rules('nat', 'KUBE-NODEPORTS'), ({ target }) =>
    /^KUBE-(?:SVC|XLB)-/.test(target ?? ''),
  );
  return old && clue(`KUBE-NODEPORTS … -j ${old.target ?? ''}`, { to: 23 }, old.witness);
}

function arrows(sights: Sights): ReleaseClue | undefined {
  const rule = first(rulesOfChains(sights, /^KUBE-SV[CL]-/), ({ target }) => target?.startsWith('KUBE-SEP-') ?? false);
  if (rule?.comment === undefined) return undefined;
  return clue(`"${rule.comment}"`, rule.comment.includes(' -> ') ? { from: 24 } : { to: 23 }, rule.witness);
}

function firewallChain({ filter }: Sights): ReleaseClue | undefined {
  if (filter.size === 0) return undefined;
  return filter.has('KUBE-PROXY-FIREWALL')
    ? clue('KUBE-PROXY-FIREWALL', { from: 25 })
    : clue('no KUBE-PROXY-FIREWALL', { to: 24 });
}

/** KUBE-FIREWALL: kubelet's up to 1.26 (it marks), kube-proxy's own from 1.27. */
function ownFirewall({ from, filter, nat }: Sights): ReleaseClue | undefined {
  if (filter.size === 0) return undefined;
  if (!filter.has('KUBE-FIREWALL')) return clue('no KUBE-FIREWALL', { to: 26 });
  const marked = first(from.rules('filter', 'KUBE-FIREWALL'), ({ comment }) =>
    /dropping marked packets/.test(comment ?? ''),
  );
  if (marked && nat.has('KUBE-MARK-DROP')) return clue('KUBE-MARK-DROP', { to: 26 }, marked.witness);
  return marked ? undefined : clue('KUBE-FIREWALL', { from: 27 });
}

function nfacct({ from, ports }: Sights): ReleaseClue | undefined {
  const invalid = first(from.rules('filter', 'KUBE-FORWARD'), ({ target }) => target === 'DROP');
  if (invalid?.text().includes('--nfacct-name')) return clue('--nfacct-name', { from: 31 }, invalid.witness);
  return invalid && ports.length > 0 ? clue('no --nfacct-name', { to: 30 }, invalid.witness) : undefined;
}

/** From 1.26 on nodePorts can leave loopback out, and in IPv6 always do. */
function loopbackTail({ from }: Sights): ReleaseClue | undefined {
  const leads = ({ target, dst }: SeenRule): boolean => target === 'KUBE-NODEPORTS' && dst === undefined;
  const tail = first(from.rules('nat', 'KUBE-SERVICES'), leads);
  if (!tail) return undefined;
  const excepted = /! -d \S+/.exec(tail.text())?.[0];
  if (excepted !== undefined) return clue(excepted, { from: 26 }, tail.witness);
  return from.family === 'ipv6' ? clue('KUBE-NODEPORTS without ! -d ::1/128', { to: 25 }, tail.witness) : undefined;
}

/** A filter table of before 1.17, when kube-proxy made no canary. */
function isOld({ nat, filter }: Sights): boolean {
  return !nat.has('KUBE-PROXY-CANARY') && !filter.has('KUBE-PROXY-CANARY');
}

/** Up to 1.14 packets conntrack calls INVALID were not dropped. */
function oldForward(sights: Sights): ReleaseClue | undefined {
  const forward = sights.filter.get('KUBE-FORWARD');
  if (!forward || forward.length === 0 || !isOld(sights) || invalidDrop(sights)) return undefined;
  return clue('KUBE-FORWARD without "--ctstate INVALID -j DROP"', { to: 14 });
}

/** Comments on balancing and endpoint rules, before a bug took them for some releases. */
function oldComments(sights: Sights): ReleaseClue | undefined {
  return isOld(sights) ? commentedEndpoint(sights) : undefined;
}

/** The same, where the odds say that it is of before 1.17. */
function commentsBesideOdds(sights: Sights): ReleaseClue | undefined {
  return odds(sights)?.to === 16 ? commentedEndpoint(sights) : undefined;
}

function commentedEndpoint(sights: Sights): ReleaseClue | undefined {
  const bare = first(rulesOfChains(sights, /^KUBE-SEP-/), () => true);
  return bare?.comment === undefined ? undefined : clue(`KUBE-SEP-… "${bare.comment}"`, { to: 12 }, bare.witness);
}

/** Before 1.13 only what the node itself sends was looked at in filter KUBE-SERVICES. */
function oldPortals({ from, filter }: Sights): ReleaseClue | undefined {
  if (!filter.has('KUBE-SERVICES') || !filter.has('KUBE-FORWARD')) return undefined;
  const shown = jump(from, 'FORWARD', 'KUBE-FORWARD');
  if (!shown || jump(from, 'FORWARD', 'KUBE-SERVICES') || jump(from, 'INPUT', 'KUBE-SERVICES')) return undefined;
  return clue('no FORWARD -j KUBE-SERVICES', { to: 12 }, shown.witness);
}
