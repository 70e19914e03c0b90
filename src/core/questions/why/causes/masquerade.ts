import { phrase } from '../../../lib/phrase';
import { formatIp, parseCidr, contains, sameIp, type IpAddress } from '../../../net/ip';
import { firstRequest, type NatStep, type RoutingStep } from '../../../sim/trace';
import {
  candidateRuleName,
  getFamily,
  ruleText,
  SIZE,
  type Candidate,
  type WalkedFlow,
  type WalkedHop,
} from '../candidate';
import { sayRoute } from '../kernel-candidates';
import { lineOfPastedRule } from '../pasted-candidates';
import type { FindCauses } from './endpoints';

/** A rewrite of the source by MASQUERADE, and the route the packet took. */
interface Masqueraded {
  readonly hop: WalkedHop;
  readonly nat: NatStep;
  readonly ref: NonNullable<ReturnType<typeof ruleBefore>>;
  readonly routing: RoutingStep;
  /** The source the route names. */
  readonly wanted: IpAddress;
}

function ruleBefore({ steps }: WalkedHop, at: number) {
  const rule = steps.slice(0, at).findLast(({ kind }) => kind === 'rule');
  return rule?.kind === 'rule' ? rule.ref : undefined;
}

/** What MASQUERADE took where the route would have a packet of the host speak with another address. */
function findMasqueraded({ trace, network }: WalkedFlow): Masqueraded | undefined {
  const leg = firstRequest(trace);
  for (const each of leg ? leg.hops : []) {
    const hop = { ...each, leg } as WalkedHop;
    const at = hop.steps.findIndex((step) => step.kind === 'nat' && step.manip === 'SRC' && step.by === 'rule');
    const nat = hop.steps[at];
    const ref = ruleBefore(hop, at);
    const routing = hop.steps.slice(0, Math.max(at, 0)).findLast(({ kind }) => kind === 'routing');
    if (nat?.kind !== 'nat' || !ref || routing?.kind !== 'routing') continue;
    const text = ruleText(network.netns.get(hop.netns), getFamily(hop), ref) ?? '';
    const wanted = routing.route?.src;
    if (/\bmasquerade\b/i.test(text) && wanted && !sameIp(wanted, nat.packet.src))
      return { hop, nat, ref, routing, wanted };
  }
  return undefined;
}

/**
 * MASQUERADE takes the first address of the device the packet leaves by that fits the next hop, and never the source a route
 * names (net/netfilter/nf_nat_masquerade.c nf_nat_masquerade_ipv4(): inet_select_addr()).
 */
export const masqueradedByDevice: FindCauses = (walked) => {
  const found = findMasqueraded(walked);
  if (!found) return [];
  const { hop, nat, ref, routing, wanted } = found;
  const values = {
    rule: candidateRuleName(ref),
    device: routing.device ?? routing.route?.dev ?? '?',
    to: formatIp(nat.packet.src),
    wanted: formatIp(wanted),
  };
  const says = phrase('document.why.cause.masquerade-device', values);
  return [{ says, about: 'source', rule: { netns: hop.netns, family: getFamily(hop), ref } }];
};

/** SNAT to the address the route names, and a way to the Service that has the node speak with one that is not masqueraded. */
export function masqueradeCandidates(walked: WalkedFlow): readonly Candidate[] {
  const found = findMasqueraded(walked);
  return found ? [...snat(walked, found), ...routed(walked, found)] : [];
}

function snat({ document, network }: WalkedFlow, { hop, ref, nat, wanted }: Masqueraded): Candidate[] {
  const netns = network.netns.get(hop.netns);
  const first = netns && { table: ref.table, chain: 'POSTROUTING', index: 0 };
  const line = netns && first && lineOfPastedRule(document.pasted.texts, netns, getFamily(hop), first);
  if (!line?.words.trimStart().startsWith('-A POSTROUTING')) return [];
  const hook = hop.steps.findLast((step) => step.kind === 'hook' && step.hook === 'POSTROUTING');
  const mark = hook?.mark ?? 0;
  const text = `0x${mark.toString(16)}`;
  const { src, family } = nat.before;
  const asks = mark === 0 ? `-s ${formatIp(src)}/${family === 'ipv4' ? 32 : 128}` : `-m mark --mark ${text}/${text}`;
  const rule = `-A POSTROUTING ${asks} -j SNAT --to-source ${formatIp(wanted)}`;
  const change = { kind: 'lines', text: line.text, line: line.line, remove: 0, insert: [rule] } as const;
  return [{ change, says: phrase('document.why.snat', { rule }), size: SIZE.order, about: 'source' }];
}

/** What installers give Services where nobody says otherwise: kubeadm, k3s, EKS (two), Talos and others of IPv6. */
const SERVICE_RANGES = ['10.96.0.0/12', '10.43.0.0/16', '172.20.0.0/16', '10.152.183.0/24', 'fd00:10:96::/112'];

/** The usual range an address of a Service is in: rules do not tell the cluster's own. */
function serviceRange(address: IpAddress): string | undefined {
  return SERVICE_RANGES.find((text) => {
    const range = parseCidr(text);
    return range.ok && contains(range.value, address);
  });
}

/** `! -s 10.244.0.0/16`, `ip saddr != …`: what is not masqueraded. */
const EXEMPT = /(?:! -s|saddr !=) "?([\da-f.:]+\/\d+)"?/;

function routed({ document, flow, network, sent, trace }: WalkedFlow, { hop }: Masqueraded): Candidate[] {
  const node = network.netns.get(hop.netns);
  const refs = (firstRequest(trace)?.hops ?? []).flatMap(({ netns, steps }) =>
    netns === hop.netns ? steps.flatMap((step) => (step.kind === 'rule' ? [step.ref] : [])) : [],
  );
  const exempt = refs.flatMap((ref) => EXEMPT.exec(ruleText(node, getFamily(hop), ref) ?? '')?.[1] ?? []);
  const ranges = exempt.flatMap((text) => {
    const range = parseCidr(text);
    return range.ok ? [range.value] : [];
  });
  const isSender = flow.from.kind === 'interface' && flow.from.device === undefined;
  if (!node || !isSender || flow.from.kind !== 'interface') return [];
  const own = node.devices.flatMap(({ name, addresses }) =>
    addresses.flatMap(({ address }) => (ranges.some((range) => contains(range, address)) ? [{ name, address }] : [])),
  );
  const range = serviceRange(sent.dst);
  const dst = range ?? `${formatIp(sent.dst)}/${sent.dst.family === 'ipv4' ? 32 : 128}`;
  const { from } = flow;
  return own.slice(0, 2).flatMap(({ name, address }) => {
    const facts = sayRoute(document, node, { dst, dev: name });
    if (!facts) return [];
    const sender = { kind: 'flow', id: flow.id, from: { ...from, address: formatIp(address) } } as const;
    const says = phrase('document.why.route-source', {
      node: node.title,
      route: `${dst} dev ${name}`,
      address: formatIp(address),
    });
    const note = range === undefined ? {} : { note: phrase('document.why.note.service-range', { range }) };
    return [{ change: { kind: 'all', changes: [facts, sender] }, says, ...note, size: SIZE.node, about: 'source' }];
  });
}
