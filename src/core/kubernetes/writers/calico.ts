import { sha256Hex } from '../../lib/sha';
import type { WriterSite } from './writer';
import { stepsIn, type RuleWriter, type WriterStep } from './writer';

/** Felix's marks (`IptablesMarkMask` 0xffff0000): accepted by a policy; not decided by any yet; sent on by IPVS. */
const ACCEPTED = '0x10000/0x10000';
const FORWARDED = '0x100000/0x100000';
const NOT_YET = '-m mark --mark 0x0/0x20000';
const comment = (words: string): string => `-m comment --comment "${words}"`;

type Lines = (readonly ['append' | 'insert', string, string])[];
type Way = 'ingress' | 'egress';

/** The chain of a policy: names of chains have 28 characters at most, so a long one is a hash (felix/rules `hashutils`). */
function policyChain(way: Way, name: string): string {
  return `cali-p${way === 'ingress' ? 'i' : 'o'}-_${sha256Hex(name).slice(0, 19)}`;
}

/** Rules of a policy: packets it lets through are marked; its end hands on to the next. */
function policyLines(way: Way, name: string, matches: readonly string[]): Lines {
  const chain = policyChain(way, name);
  const words = comment(`Policy ${name} ${way}`);
  return matches.map((match) => ['append', chain, `${match}${words} -j MARK --set-xmark ${ACCEPTED}`]);
}

/** A Pod's chain of one way: what is established goes on, then each policy in its turn, and what none let through is dropped. */
function endpointLines(chain: string, way: Way, policies: readonly string[] | undefined): Lines {
  const line = (text: string): Lines[number] => ['append', chain, text];
  const accepted = `-m mark --mark ${ACCEPTED} -j RETURN`;
  const before = [
    line('-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT'),
    line('-m conntrack --ctstate INVALID -j DROP'),
    line('-j MARK --set-xmark 0x0/0x10000'),
  ];
  if (!policies) return [...before, line(`${comment('No policy selects this Pod')} -j MARK --set-xmark ${ACCEPTED}`)];
  return [
    ...before,
    line(`${comment('Start of policies')} -j MARK --set-xmark 0x0/0x20000`),
    ...policies.flatMap((name) => [
      line(`${NOT_YET} -j ${policyChain(way, name)}`),
      line(`${comment(`Return if ${name} accepted`)} ${accepted}`),
    ]),
    line(`${comment('Drop if no policies passed packet')} ${NOT_YET} -j DROP`),
  ];
}

/** The dispatch chains: to a workload's chain by its device; where Pods are ports of a bridge, by its address. */
function dispatchLines({ pods, bridge }: WriterSite): Lines {
  const lines = pods.flatMap(({ device, address }): Lines => {
    const [from, to] =
      bridge === undefined ? [`-i ${device}`, `-o ${device}`] : [`-s ${host(address)}`, `-d ${host(address)}`];
    return [
      ['append', 'cali-from-wl-dispatch', `${from} -g cali-fw-${device}`],
      ['append', 'cali-to-wl-dispatch', `${to} -g cali-tw-${device}`],
    ];
  });
  if (bridge !== undefined) return lines;
  const unknown = `${comment('Unknown interface')} -j DROP`;
  return [...lines, ['append', 'cali-from-wl-dispatch', unknown], ['append', 'cali-to-wl-dispatch', unknown]];
}

const host = (address: string): string => `${address}/${address.includes(':') ? 128 : 32}`;

/**
 * Rules for packets that IPVS sends on, which pass INPUT and OUTPUT: marked where they come in, asked where they
 * leave, when their receiver is known (Felix with `kubeIPVSSupportEnabled`). Their source tells from which Pod they
 * are.
 */
function ipvsSteps({ pods, bridge, prefix }: WriterSite): readonly WriterStep[] {
  const to = bridge === undefined ? `-o ${prefix}+ ` : '';
  return stepsIn(
    'filter',
    ['cali-OUTPUT', 'cali-from-endpoint-mark'],
    [
      ['append', 'cali-INPUT', `! -i lo -j MARK --set-xmark ${FORWARDED}`],
      ['insert', 'OUTPUT', '-j cali-OUTPUT'],
      ['append', 'cali-OUTPUT', `-m mark --mark ${FORWARDED} -j cali-from-endpoint-mark`],
      ['append', 'cali-OUTPUT', `${to}-m mark --mark ${FORWARDED} -j cali-to-wl-dispatch`],
      ...pods.map(
        ({ device, address }) =>
          ['append', 'cali-from-endpoint-mark', `-s ${host(address)} -g cali-fw-${device}`] as const,
      ),
    ],
  );
}

function filterSteps(site: WriterSite, ipvs: boolean): readonly WriterStep[] {
  const { pods, policies, bridge, prefix } = site;
  const [from, to] = bridge === undefined ? [`-i ${prefix}+ `, `-o ${prefix}+ `] : ['', ''];
  const chains = pods.flatMap(({ device }) => [`cali-fw-${device}`, `cali-tw-${device}`]);
  const named = policies.flatMap(({ name, ingress, egress }) => [
    ...(ingress ? [policyChain('ingress', name)] : []),
    ...(egress ? [policyChain('egress', name)] : []),
  ]);
  const own = ['cali-FORWARD', 'cali-INPUT', 'cali-wl-to-host', 'cali-from-wl-dispatch', 'cali-to-wl-dispatch'];
  return stepsIn(
    'filter',
    [...own, ...chains, ...named],
    [
      ['insert', 'FORWARD', '-j cali-FORWARD'],
      ['append', 'FORWARD', `${comment('Policy explicitly accepted packet.')} -m mark --mark ${ACCEPTED} -j ACCEPT`],
      ['insert', 'INPUT', '-j cali-INPUT'],
      ['append', 'cali-FORWARD', '-j MARK --set-xmark 0x0/0xe0000'],
      ['append', 'cali-FORWARD', `${from}-j cali-from-wl-dispatch`],
      ['append', 'cali-FORWARD', `${to}-j cali-to-wl-dispatch`],
      // What is for a Service of IPVS is no packet to the host yet.
      ...(ipvs ? [] : ([['append', 'cali-INPUT', `${from}-j cali-wl-to-host`]] as const)),
      ['append', 'cali-wl-to-host', '-j cali-from-wl-dispatch'],
      ...dispatchLines(site),
      ...pods.flatMap(({ device, ingress, egress }) => [
        ...endpointLines(`cali-fw-${device}`, 'egress', egress),
        ...endpointLines(`cali-tw-${device}`, 'ingress', ingress),
      ]),
      ...policies.flatMap(({ name, ingress = [], egress = [] }) => [
        ...policyLines('ingress', name, ingress),
        ...policyLines('egress', name, egress),
      ]),
    ],
  );
}

/** `natOutgoing` of an IP pool: to whom is in no pool, Pods are seen as their node. */
function natSteps({ clusterCIDRs }: WriterSite): readonly WriterStep[] {
  const outgoing = clusterCIDRs.map(
    (cidr) => ['append', 'cali-nat-outgoing', `-s ${cidr} ! -d ${cidr} -j MASQUERADE --random-fully`] as const,
  );
  return stepsIn(
    'nat',
    ['cali-POSTROUTING', 'cali-nat-outgoing'],
    [
      ['insert', 'POSTROUTING', '-j cali-POSTROUTING'],
      ['append', 'cali-POSTROUTING', '-j cali-nat-outgoing'],
      ...outgoing,
    ],
  );
}

/**
 * A simple policy engine with the chains Calico's Felix has (felix/rules/endpoints.go, static.go, dispatch.go): every
 * Pod has a chain for each way, every NetworkPolicy one for what it lets through. Felix keeps addresses in ipsets and a
 * hash in each comment; here each address is a rule.
 */
export const CALICO: RuleWriter<'calico'> = {
  id: 'calico',
  keepsFirst: true,
  start: ({ site, ipvs = false }) =>
    site ? [...natSteps(site), ...filterSteps(site, ipvs), ...(ipvs ? ipvsSteps(site) : [])] : [],
};
