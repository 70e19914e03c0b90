import { stepsIn, type RuleWriter, type WriterHost, type WriterStep } from './writer';

const ZONE = 'public';
const PARTS = ['log', 'deny', 'allow'] as const;

/** The chains of a zone for one way, and their rules: log, deny, allow, then ICMP. */
function zoneSteps(way: 'IN' | 'FWDI' | 'FWDO', { family }: WriterHost): readonly WriterStep[] {
  const name = `${way}_${ZONE}`;
  const icmp = way === 'FWDO' ? [] : [`-p ${family === 'ipv4' ? 'icmp' : 'ipv6-icmp'} -j ACCEPT`];
  const texts = [...PARTS.map((part) => `-j ${name}_${part}`), ...icmp];
  return stepsIn(
    'filter',
    [name, ...PARTS.map((part) => `${name}_${part}`)],
    texts.map((text) => ['append', name, text] as const),
  );
}

/** End of a hook: established goes on, loopback too, then zones, and the rest is refused. */
function hookSteps(hook: 'INPUT' | 'FORWARD', inner: readonly string[], { family }: WriterHost): readonly WriterStep[] {
  const refusal = family === 'ipv4' ? 'icmp-host-prohibited' : 'icmp6-adm-prohibited';
  const texts = [
    '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
    '-i lo -j ACCEPT',
    ...inner.map((chain) => `-j ${chain}`),
    '-m conntrack --ctstate INVALID -j DROP',
    `-j REJECT --reject-with ${refusal}`,
  ];
  return stepsIn(
    'filter',
    inner,
    texts.map((text) => ['append', hook, text] as const),
  );
}

const INPUT = ['INPUT_direct', 'INPUT_ZONES_SOURCE', 'INPUT_ZONES'] as const;
const FORWARD = [
  'FORWARD_direct',
  'FORWARD_IN_ZONES_SOURCE',
  'FORWARD_IN_ZONES',
  'FORWARD_OUT_ZONES_SOURCE',
  'FORWARD_OUT_ZONES',
] as const;

/**
 * firewalld with its iptables backend (`FirewallBackend=iptables`, the only one before 0.6) and the zone `public` on
 * the outside: what is not established, ICMP or ssh to the node is refused, forwarded packets as well. When it starts or
 * reloads it empties every table first (src/firewall/core/fw.py, ipXtables.py).
 */
export const FIREWALLD: RuleWriter<'firewalld'> = {
  id: 'firewalld',
  start: (host) => [
    { op: 'flush' },
    ...hookSteps('INPUT', INPUT, host),
    ...hookSteps('FORWARD', FORWARD, host),
    ...stepsIn('filter', ['OUTPUT_direct'], [['append', 'OUTPUT', '-j OUTPUT_direct']]),
    ...(['IN', 'FWDI', 'FWDO'] as const).flatMap((way) => zoneSteps(way, host)),
    ...stepsIn(
      'filter',
      [],
      [
        ['append', 'IN_public_allow', '-p tcp -m tcp --dport 22 -m conntrack --ctstate NEW -j ACCEPT'],
        ...(
          [
            ['INPUT_ZONES', '-i', 'IN'],
            ['FORWARD_IN_ZONES', '-i', 'FWDI'],
            ['FORWARD_OUT_ZONES', '-o', 'FWDO'],
          ] as const
        ).flatMap(
          ([chain, by, way]) =>
            [
              ['append', chain, `${by} ${host.outside} -g ${way}_${ZONE}`],
              ['append', chain, `-g ${way}_${ZONE}`],
            ] as const,
        ),
      ],
    ),
  ],
};
