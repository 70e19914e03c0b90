import { phrase } from '../../../lib/phrase';
import type { RuleRef } from '../../../linux/hooks';
import { formatEndpoint } from '../../../net/packet';
import type { TraceStep } from '../../../sim/trace';
import {
  brokenLeg,
  candidateRuleName,
  getFamily,
  listHops,
  listSkipped,
  ruleText,
  SIZE,
  type Candidate,
  type WalkedFlow,
  type WalkedHop,
} from '../candidate';
import { lineOfPastedRule, type PastedLine } from '../pasted-candidates';
import type { Cause, FindCauses } from './endpoints';

/** A target that takes packets from connection tracking: NOTRACK, CT --notrack, notrack of nft. */
const UNTRACKS = /(?:-j NOTRACK\b|--notrack\b|\bnotrack\b)/;
/** A test of the state of a connection, and what it asks for. */
const ASKS_STATE = /(?:--(?:ct)?state |ct state )(?:! |!= )?(?:\{ )?([A-Za-z, ]*(?:ESTABLISHED|RELATED)[A-Za-z,]*)/i;

interface Ruled {
  readonly ref: RuleRef;
  readonly text: string;
}

function listRules({ network }: WalkedFlow, hop: WalkedHop, refs: readonly RuleRef[]): Ruled[] {
  const netns = network.netns.get(hop.netns);
  return refs.map((ref) => ({ ref, text: ruleText(netns, getFamily(hop), ref) ?? '' }));
}

const listMatched = (steps: readonly TraceStep[]): RuleRef[] =>
  steps.flatMap((step) => (step.kind === 'rule' ? [step.ref] : []));

/** The rule that kept the packet of a hop from being tracked. */
function untrackedBy(walked: WalkedFlow, hop: WalkedHop): Ruled | undefined {
  return listRules(walked, hop, listMatched(hop.steps)).find(({ text }) => UNTRACKS.test(text));
}

/**
 * A rule ended a packet that is UNTRACKED, and one before it lets established connections pass: that one cannot match
 * (net/netfilter/xt_conntrack.c). Where a Service was asked, nat was not asked for the same reason (nf_nat_inet_fn()).
 */
export const untracked: FindCauses = (walked) => {
  const leg = brokenLeg(walked.trace);
  const hop = leg?.hops.findLast(({ steps }) => steps.some(({ kind }) => kind === 'hook'));
  if (!leg || !hop || walked.through) return [];
  const at = { ...hop, leg };
  const by = untrackedBy(walked, at);
  if (!by) return [];
  const rule = { netns: hop.netns, family: getFamily(hop), ref: by.ref };
  const values = { rule: candidateRuleName(by.ref), role: leg.role === 'request' ? 'request' : 'answer' };
  const asking = listRules(walked, at, listSkipped(hop.steps)).find(({ text }) => ASKS_STATE.test(text));
  const isStopped = leg.disposition.kind === 'DROPPED' || leg.disposition.kind === 'REJECTED';
  if (asking && isStopped) {
    const states = ASKS_STATE.exec(asking.text)?.[1]?.trim() ?? '';
    const says = phrase('document.why.cause.untracked', { ...values, states, asked: candidateRuleName(asking.ref) });
    return [{ says, about: 'tracking', rule }];
  }
  return untranslated(walked, leg.role, { rule, values });
};

function untranslated(
  { found, sent }: WalkedFlow,
  role: string,
  { rule, values }: { readonly rule: Cause['rule']; readonly values: { readonly rule: string } },
): Cause[] {
  const asked = formatEndpoint(sent.dst, sent.dport);
  const service = found.find(({ address, port }) => `${address}:${port}` === asked || `[${address}]:${port}` === asked);
  if (role !== 'request' || !service || !rule) return [];
  const says = phrase('document.why.cause.untracked-nat', { ...values, service: service.name });
  return [{ says, about: 'tracking', rule }];
}

/** All rules on the way that keep packets from being tracked, taken out together: one of a pair alone leaves an answer that belongs to nothing. */
export function trackingCandidates(walked: WalkedFlow): readonly Candidate[] {
  const { document, network, trace } = walked;
  const found = new Map<string, { readonly name: string; readonly line: PastedLine }>();
  for (const hop of listHops(trace)) {
    const netns = network.netns.get(hop.netns);
    for (const { ref, text } of listRules(walked, hop, listMatched(hop.steps))) {
      if (!netns || !UNTRACKS.test(text)) continue;
      const line = lineOfPastedRule(document.pasted.texts, netns, getFamily(hop), ref);
      if (line) found.set(`${line.text} ${line.line}`, { name: candidateRuleName(ref), line });
    }
  }
  if (found.size === 0) return [];
  // From the end of a text on, so that no line moves before it is taken out.
  const lines = [...found.values()].toSorted((a, b) => b.line.line - a.line.line);
  const changes = lines.map(
    ({ line }) => ({ kind: 'lines', text: line.text, line: line.line, remove: 1, insert: [] }) as const,
  );
  const rules = [...found.values()].map(({ name }) => name).join(', ');
  const says = phrase('document.why.tracked', { rules, count: found.size });
  return [{ change: { kind: 'all', changes }, says, size: SIZE.order, about: 'tracking' }];
}
