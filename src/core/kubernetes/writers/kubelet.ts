import { since } from '../release';
import { stepsIn, type RuleWriter, type WriterHost, type WriterStep } from './writer';

const DROP = '0x00008000';
const MASQ = '0x00004000';
const CANARY = 'KUBE-KUBELET-CANARY';
const LOCALNET =
  '-m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
const MARKED = `-m comment --comment "kubernetes firewall for dropping marked packets" -m mark --mark ${DROP}/${DROP} -j DROP`;
const SNAT = '-m comment --comment "kubernetes service traffic requiring SNAT"';

/**
 * Minors: 4 makes its first chains, 16 masquerades from random ports, 17 watches for a flush, 19 clears the mark, 24
 * leaves the hint, 27 leaves masquerading to kube-proxy (KEP-3178).
 */
const BEGINS = 4;
const RANDOM = 16;
const UNMARKS = 19;
const WATCHES = 17;
const HINTS = 24;
const GIVES_UP = 27;

/** Up to 1.26: the marks for drops and for masquerading, both with what acts on them. */
function natSteps({ release }: WriterHost): readonly WriterStep[] {
  if (since(release, GIVES_UP) || !since(release, BEGINS)) return [];
  const isNew = since(release, UNMARKS);
  const mark = (bit: string): string => (isNew ? `-j MARK --or-mark ${bit}` : `-j MARK --set-xmark ${bit}/${bit}`);
  const masquerade = isNew
    ? [
        `-m mark ! --mark ${MASQ}/${MASQ} -j RETURN`,
        `-j MARK --xor-mark ${MASQ}`,
        `${SNAT} -j MASQUERADE --random-fully`,
      ]
    : [`${SNAT} -m mark --mark ${MASQ}/${MASQ} -j MASQUERADE${since(release, RANDOM) ? ' --random-fully' : ''}`];
  return stepsIn(
    'nat',
    ['KUBE-MARK-DROP', 'KUBE-MARK-MASQ', 'KUBE-POSTROUTING'],
    [
      ['append', 'KUBE-MARK-DROP', mark(DROP)],
      ['insert', 'POSTROUTING', '-m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING'],
      ['append', 'KUBE-MARK-MASQ', mark(MASQ)],
      ...masquerade.map((text) => ['append', 'KUBE-POSTROUTING', text] as const),
    ],
  );
}

/** KUBE-FIREWALL, first in OUTPUT, then in INPUT. */
function filterSteps({ release, family }: WriterHost): readonly WriterStep[] {
  if (!since(release, BEGINS)) return [];
  const rules = [
    ...(since(release, GIVES_UP) ? [] : [MARKED]),
    ...(since(release, UNMARKS) && family === 'ipv4' ? [LOCALNET] : []),
  ];
  return stepsIn(
    'filter',
    ['KUBE-FIREWALL'],
    [
      ...rules.map((text) => ['append', 'KUBE-FIREWALL', text] as const),
      ['insert', 'OUTPUT', '-j KUBE-FIREWALL'],
      ['insert', 'INPUT', '-j KUBE-FIREWALL'],
    ],
  );
}

/**
 * kubelet's own chains (pkg/kubelet/kubelet_network_linux.go): up to 1.26 those that mark and drop, from 1.27 the rule
 * for 127.0.0.0/8 alone; from 1.24 an empty chain that tells which iptables is in use; the canary it watches for a flush.
 */
export const KUBELET: RuleWriter<'kubelet'> = {
  id: 'kubelet',
  start: (host) => [
    ...natSteps(host),
    ...filterSteps(host),
    ...(since(host.release, HINTS) ? stepsIn('mangle', ['KUBE-IPTABLES-HINT'], []) : []),
    ...(since(host.release, WATCHES)
      ? (['mangle', 'nat', 'filter'] as const).flatMap((table) => stepsIn(table, [CANARY], []))
      : []),
  ],
};
