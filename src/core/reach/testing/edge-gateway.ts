/** A generator of small whole numbers below a bound, always the same ones. */
type Below = (bound: number) => number;

function fixedNumbers(): Below {
  let seed = 7;
  return (bound) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % bound;
  };
}

const KINDS = 'web db mail build voice cam lab guest hr fin stor mon vpn k8s print dev'.split(' ');
const PORTS = [
  22, 25, 53, 80, 110, 123, 143, 389, 443, 445, 465, 514, 587, 636, 993, 1433, 1521, 2049, 3128, 3306, 3389, 5060, 5432,
  5601, 5672, 6379, 6443, 8080, 8443, 9090, 9092, 9100, 9200, 11211, 27017,
];
const BANNED = [45, 91, 103, 141, 178, 185, 194, 203];

/** Rules of a chain, without its name. */
type Chains = Map<string, string[]>;

const zoneName = (zone: number): string => `zone-${KINDS[zone % 16]}${zone < 16 ? '' : '-b'}`;

function entryRules(): Chains {
  const known = '-m state --state RELATED,ESTABLISHED -j ACCEPT';
  const zones = Array.from({ length: 32 }, (_, zone) => `-d 10.${20 + zone}.0.0/16 -j ${zoneName(zone)}`);
  return new Map([
    ['INPUT', ['-i lo -j ACCEPT', known, '-s 10.1.0.0/24 -p tcp -m tcp --dport 22 -j ACCEPT', '-p icmp -j ACCEPT']],
    ['FORWARD', [known, '-j banned', '-j partners', ...zones, '-s 10.0.0.0/8 -j to-net', '-j DROP']],
  ]);
}

const times = (count: number, rule: () => string): string[] => Array.from({ length: count }, rule);

function bannedRules(below: Below): string[] {
  const first = times(180, () => `-s ${BANNED[below(8)]}.${below(256)}.${below(256)}.0/24 -j DROP`);
  return [...first, '-s 185.0.0.0/10 -j DROP', ...times(40, () => `-s 185.${below(256)}.${below(256)}.0/24 -j DROP`)];
}

const partnerRule = (below: Below): string =>
  `-s 198.51.100.${below(256)}/32 -d 10.${20 + below(32)}.${below(8)}.${below(256)}/32 -p tcp -m tcp --dport ${PORTS[below(PORTS.length)]} -j ACCEPT`;

function zoneRule(below: Below, zone: number): string {
  const src = below(5) === 0 ? `10.${20 + below(32)}.0.0/16` : `10.${20 + below(32)}.${below(16)}.0/24`;
  const dst = `10.${20 + zone}.${below(12)}.${below(256)}/32`;
  const l4 = below(9) === 0 ? 'udp -m udp' : 'tcp -m tcp';
  return `-s ${src} -d ${dst} -p ${l4} --dport ${PORTS[below(PORTS.length)]} -j ACCEPT`;
}

function zoneRules(below: Below, zone: number): string[] {
  return [
    ...times(118 + below(20), () => zoneRule(below, zone)),
    '-s 10.1.0.0/24 -p tcp -m tcp --dport 22 -j ACCEPT',
    '-s 10.2.3.0/24 -p tcp -m tcp --dport 9100 -j ACCEPT',
    '-j DROP',
  ];
}

const oldRule = (below: Below): string =>
  `-s 10.${20 + below(32)}.${below(16)}.0/24 -p tcp -m tcp --dport ${PORTS[below(PORTS.length)]} -j ACCEPT`;

/** What was put between the rules of a chain over the years, one after the other: the place, then the rule. */
const GROWN: readonly (readonly [chain: string, at: number, rule: string])[] = [
  ['zone-db', 6, '-s 10.40.0.0/16 -j DROP'],
  ['zone-db', 7, '-s 10.33.0.0/16 -d 10.21.4.0/24 -p tcp -m tcp --dport 5432 -j ACCEPT'],
  ['zone-db', 90, '-s 10.40.7.0/24 -d 10.21.4.17/32 -p tcp -m tcp --dport 5432 -j ACCEPT'],
  ['zone-db', 120, '-s 10.40.9.14/32 -d 10.21.4.0/24 -p tcp -m tcp --dport 6379 -j ACCEPT'],
  ['zone-web', 30, '-d 10.20.1.0/25 -p tcp -m tcp --dport 443 -j ACCEPT'],
  ['zone-web', 31, '-d 10.20.1.128/25 -p tcp -m tcp --dport 443 -j ACCEPT'],
  ['zone-web', 70, '-s 10.31.0.0/16 -d 10.20.1.0/24 -p tcp -m tcp --dport 443 -j DROP'],
  ['zone-k8s', 50, '-p tcp -m tcp --dport 30000:32767 -j ACCEPT'],
  ['zone-k8s', 110, '-s 10.27.0.0/16 -p tcp -m tcp --dport 30443 -j DROP'],
  ['zone-mail', 40, '-p tcp -m tcp --dport 25 -j DROP'],
];

const TO_NET = [
  '-p tcp -m tcp --dport 25 -j DROP',
  '-p tcp -m multiport --dports 80,443 -j ACCEPT',
  '-p udp -m udp --dport 53 -j ACCEPT',
  '-j DROP',
];

/**
 * A made-up gateway of 4,572 rules, as iptables-save prints it: a chain for each of 32 zones, what nobody took away over the years, and two
 * chains that nothing leads to. It is the one that Reach was drawn with, always the same.
 */
export function edgeGateway(): string {
  const below = fixedNumbers();
  const chains = entryRules();
  chains.set('banned', bannedRules(below));
  chains.set(
    'partners',
    times(60, () => partnerRule(below)),
  );
  for (let zone = 0; zone < 32; zone++) chains.set(zoneName(zone), zoneRules(below, zone));
  for (const [chain, at, rule] of GROWN) chains.get(chain)?.splice(at, 0, rule);
  chains.set(
    'old-dmz',
    times(41, () => oldRule(below)),
  );
  chains.set(
    'vpn-2019',
    times(23, () => oldRule(below)),
  );
  chains.set('to-net', TO_NET);
  const heads = [...chains.keys()].map((name) => `:${name} ${name === 'INPUT' || name === 'FORWARD' ? 'DROP' : '-'}`);
  const rules = [...chains].flatMap(([name, list]) => list.map((rule) => `-A ${name} ${rule}`));
  return ['*filter', ...heads, ':OUTPUT ACCEPT', ...rules, 'COMMIT'].join('\n');
}
