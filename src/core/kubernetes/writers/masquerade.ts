import { stepsIn, type RuleWriter, type WriterHost } from './writer';

const MULTICAST = { ipv4: '224.0.0.0/4', ipv6: 'ff00::/8' } as const;
const MASQ = '-m comment --comment "flanneld masq"';
const FORWARD = '-m comment --comment "flanneld forward"';

/**
 * flanneld with `--ip-masq` (pkg/trafficmngr/iptables): Pods are seen as their node by everybody outside the cluster
 * network; what kube-proxy marked is left to kube-proxy, and FORWARD accepts what is from or to the cluster network.
 */
export const FLANNEL: RuleWriter<'flannel'> = {
  id: 'flannel',
  start: ({ family, site }) => {
    const { clusterCIDRs: [network] = [], podCIDRs: [own] = [] } = site ?? {};
    if (network === undefined) return [];
    const masq = [
      `-m mark --mark 0x4000/0x4000 ${MASQ} -j RETURN`,
      ...(own === undefined
        ? []
        : [
            `-s ${own} -d ${network} ${MASQ} -j RETURN`,
            `-s ${network} -d ${own} ${MASQ} -j RETURN`,
            `! -s ${network} -d ${own} ${MASQ} -j RETURN`,
          ]),
      `-s ${network} ! -d ${MULTICAST[family]} ${MASQ} -j MASQUERADE --random-fully`,
      `! -s ${network} -d ${network} ${MASQ} -j MASQUERADE --random-fully`,
    ];
    return [
      ...stepsIn(
        'nat',
        ['FLANNEL-POSTRTG'],
        [
          ...masq.map((text) => ['append', 'FLANNEL-POSTRTG', text] as const),
          ['append', 'POSTROUTING', `${MASQ} -j FLANNEL-POSTRTG`],
        ],
      ),
      ...stepsIn(
        'filter',
        ['FLANNEL-FWD'],
        [
          ['append', 'FLANNEL-FWD', `-s ${network} ${FORWARD} -j ACCEPT`],
          ['append', 'FLANNEL-FWD', `-d ${network} ${FORWARD} -j ACCEPT`],
          ['append', 'FORWARD', `${FORWARD} -j FLANNEL-FWD`],
        ],
      ),
    ];
  },
};

/** Default of `nonMasqueradeCIDRs`, the link's own network first. */
const KEPT = {
  ipv4: ['169.254.0.0/16', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ipv6: ['fe80::/10', 'fc00::/7'],
} as const;
const KEPT_WORDS = 'ip-masq-agent: local traffic is not subject to MASQUERADE';
const LAST_WORDS = 'ip-masq-agent: outbound traffic is subject to MASQUERADE (must be last in chain)';
const JUMP_WORDS =
  'ip-masq-agent: ensure nat POSTROUTING directs all non-LOCAL destination traffic to our custom IP-MASQ-AGENT chain';
const NOT_LOCAL = '-m addrtype ! --dst-type LOCAL';

/** ip-masq-agent without a configuration (cmd/ip-masq-agent): who asks a private network keeps its address. */
export const IP_MASQ_AGENT: RuleWriter<'ip-masq-agent'> = {
  id: 'ip-masq-agent',
  start: ({ family }: WriterHost) =>
    stepsIn(
      'nat',
      ['IP-MASQ-AGENT'],
      [
        ...KEPT[family].map(
          (cidr) =>
            [
              'append',
              'IP-MASQ-AGENT',
              `-d ${cidr} -m comment --comment "${KEPT_WORDS}" ${NOT_LOCAL} -j RETURN`,
            ] as const,
        ),
        ['append', 'IP-MASQ-AGENT', `-m comment --comment "${LAST_WORDS}" ${NOT_LOCAL} -j MASQUERADE`],
        ['append', 'POSTROUTING', `-m comment --comment "${JUMP_WORDS}" ${NOT_LOCAL} -j IP-MASQ-AGENT`],
      ],
    ),
};
