import { ownerOfChain } from '../../../paste/owners';
import { phrase, type PhraseIdBelow } from '../../../lib/phrase';
import { formatIp } from '../../../net/ip';
import { hasPorts, formatEndpoint } from '../../../net/packet';
import { type WalkedFlow, brokenLeg, familyOf, jumpTo, ruleName, ruleText, type WalkedHop } from '../candidate';
import type { Cause, FindCauses } from './endpoints';

const NO_ENDPOINTS = /--comment "?(\S+) has no (local )?endpoints"?/;

const withoutEndpoints = (service: string, local: string | undefined): Cause => ({
  says: phrase(`document.why.cause.rule-no${local ? '-local' : ''}-endpoints`, { service }),
  about: local ? 'traffic-policy' : 'readiness',
});

const DPORT = /--dport (\d+)(?: |$)/;
const DST = /(?:^| )-d ([^\s/]+)/;

/** A line of the text says that what was asked has no endpoints, though the walk did not come to it. */
export const refusedInText: FindCauses = ({ document, sent, through, trace }) => {
  if (through || document.subject !== 'pasted' || brokenLeg(trace)?.disposition.kind === 'REJECTED') return [];
  for (const { text } of document.pasted.texts) {
    for (const line of text.split('\n')) {
      const [, service, local] = NO_ENDPOINTS.exec(line) ?? [];
      if (service === undefined || Number(DPORT.exec(line)?.[1]) !== sent.dport) continue;
      const dst = DST.exec(line)?.[1];
      if (dst !== undefined && dst !== formatIp(sent.dst)) continue;
      return [withoutEndpoints(service, local)];
    }
  }
  return [];
};

/** The rule, or the policy, that ended a packet, and whose it is. */
export const stopped: FindCauses = (walked) => {
  const leg = brokenLeg(walked.trace);
  const hop = leg?.hops.at(-1);
  const steps = hop?.steps ?? [];
  const stop = steps.at(-1);
  if (!leg || !hop || stop?.kind !== 'stop') return [];
  const before = steps.at(-2);
  if (!stop.ref) {
    const isPolicy = leg.disposition.kind === 'DROPPED' && before?.kind === 'policy';
    return isPolicy ? [ofPolicy(before.table, before.chain)] : [];
  }
  const text = ruleText(walked.network.netns.get(hop.netns), familyOf(hop), stop.ref) ?? '';
  const [, service, local] = NO_ENDPOINTS.exec(text) ?? ofVerdictMap(walked, { ...hop, leg }) ?? [];
  const rule = { netns: hop.netns, family: familyOf(hop), ref: stop.ref };
  const told =
    service === undefined || walked.document.subject === 'cluster'
      ? []
      : [{ ...withoutEndpoints(service, local), rule }];
  const owner = ownerOfChain(stop.ref.chain) ?? tableOwner(stop.ref.table);
  const values = { rule: ruleName(stop.ref), text, owner: owner ?? '' };
  const says = phrase(`document.why.cause.rule${owner === undefined ? '' : '-of'}`, values);
  return [...told, { says, about: 'rules', rule }];
};

/** The maps of Services without endpoints that nftables mode looks packets up in (pkg/proxy/nftables/proxier.go). */
const NO_ENDPOINT_MAP = /vmap @no-endpoint-(?:services|nodeports)/;

/**
 * The Service port that a lookup in these maps ended; as the comment of an iptables rule would say it: they drop what a
 * traffic policy keeps to the node, and refuse the rest.
 */
function ofVerdictMap(
  { network, found, sent }: WalkedFlow,
  hop: WalkedHop,
): readonly [string, string, string?] | undefined {
  const netns = network.netns.get(hop.netns);
  const refs = hop.steps.flatMap((step) =>
    (step.kind === 'rule' || step.kind === 'stop') && step.ref ? [step.ref] : [],
  );
  const looked = refs.slice(-2).some((ref) => NO_ENDPOINT_MAP.test(ruleText(netns, familyOf(hop), ref) ?? ''));
  if (!looked) return undefined;
  const asked = formatIp(sent.dst);
  const isAsked = ({ address, external = [], port, nodePort, protocol }: (typeof found)[number]): boolean =>
    protocol === sent.proto &&
    (((address === asked || external.includes(asked)) && port === sent.dport) || nodePort === sent.dport);
  const name = found.find(isAsked)?.name ?? formatEndpoint(sent.dst, sent.dport);
  return hop.leg.disposition.kind === 'REJECTED' ? ['', name] : ['', name, 'local '];
}

/** The packet was delivered, and not to an endpoint of the Service it was for: the rule that sent it elsewhere. */
export const takenElsewhere: FindCauses = (walked) => {
  const { dst, dport } = walked.sent;
  const asked = formatIp(dst);
  const service = walked.found.find(({ address, port }) => address === asked && port === dport);
  if (walked.through || !service || service.endpoints.length === 0) return [];
  const request = walked.trace.legs[0];
  return (request?.hops ?? []).flatMap((hop): Cause[] => {
    const at = hop.steps.findIndex((step) => step.kind === 'nat' && step.manip === 'DST' && step.by === 'rule');
    const nat = hop.steps[at];
    const rule = hop.steps.slice(0, at).findLast(({ kind }) => kind === 'rule');
    if (nat?.kind !== 'nat' || rule?.kind !== 'rule' || !hasPorts(nat.packet.l4)) return [];
    const place = formatEndpoint(nat.packet.dst, nat.packet.l4.dport);
    if (service.endpoints.includes(place)) return [];
    const text = ruleText(walked.network.netns.get(hop.netns), familyOf(hop), rule.ref) ?? '';
    const values = {
      service: service.name,
      endpoints: service.endpoints.slice(0, 3).join(', '),
      place,
      rule: ruleName(rule.ref),
      owner: ownerOfChain(rule.ref.chain) ?? tableOwner(rule.ref.table) ?? '?',
      text,
    };
    return [
      {
        says: phrase('document.why.cause.elsewhere', values),
        about: 'rules',
        rule: { netns: hop.netns, family: familyOf(hop), ref: rule.ref },
      },
    ];
  });
};

/** Programs that have an nftables table of their own, by its name. */
function tableOwner(table: string): string | undefined {
  return /^(?:inet|ip6?) (firewalld|kube-proxy)$/.exec(table)?.[1];
}

const ofPolicy = (table: string, chain: string): Cause => ({
  says: phrase('document.why.cause.policy', { table, chain }),
  about: 'rules',
});

/** The source was rewritten: the rule that jumped to the marking chain, and what about the packet made it. */
export const sourceRewritten: FindCauses = (walked) => {
  const hops = (walked.trace.legs[0]?.hops ?? []).map((hop) => ({ ...hop, leg: walked.trace.legs[0] })) as WalkedHop[];
  return hops.flatMap((hop): Cause[] => {
    const at = hop.steps.findIndex((step) => step.kind === 'nat' && step.manip === 'SRC' && step.by === 'rule');
    const nat = hop.steps[at];
    if (nat?.kind !== 'nat') return [];
    const marked = hop.steps
      .slice(0, at)
      .findLastIndex((step) => step.kind === 'rule' && step.markBefore !== undefined && step.mark !== 0);
    const setter = hop.steps[marked];
    if (setter?.kind !== 'rule') return [];
    const ref = jumpTo(hop.steps, setter.ref.chain, marked) ?? setter.ref;
    const text = ruleText(walked.network.netns.get(hop.netns), familyOf(hop), ref) ?? '';
    const values = {
      from: formatIp(nat.before.src),
      to: formatIp(nat.packet.src),
      rule: ruleName(ref),
      text,
      ...reasonValues(text),
    };
    return [
      {
        says: phrase(`document.why.cause.source.${reasonOf(text, values.from, walked)}`, values),
        about: 'local-traffic',
        rule: { netns: hop.netns, family: familyOf(hop), ref },
      },
    ];
  });
};

/** `! -s 10.244.0.0/16`, `ip saddr != 10.244.0.0/16`: who does not count as local traffic. */
const NOT_LOCAL = /(?:! -[si]|(?:saddr|iifname) !=) "?([^\s"]+)"?/;

function reasonValues(text: string): { readonly cidr: string } {
  return { cidr: NOT_LOCAL.exec(text)?.[1] ?? '' };
}

/** Why a rule jumps to the marking chain: told by what it tests. */
function reasonOf(text: string, from: string, { document }: WalkedFlow): PhraseIdBelow<'document.why.cause.source'> {
  if (NOT_LOCAL.test(text)) return 'not-local';
  if (new RegExp(`(?:-s|saddr) ${from.replaceAll('.', '\\.')}(?:/\\d+)?(?: |$)`).test(text)) return 'hairpin';
  if (/KUBE-LOOP-BACK/.test(text)) return 'hairpin';
  if (/src-type LOCAL|fib saddr type local/.test(text)) return 'local-process';
  if (/-A KUBE-EXT|external destinations|externally/.test(text)) return 'external';
  return document.subject === 'cluster' && document.kubeProxy.iptables?.masqueradeAll ? 'all' : 'marked';
}
