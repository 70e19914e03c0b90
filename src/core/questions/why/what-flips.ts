import { type Phrase, phrase } from '../../lib/phrase';
import { explore, pickOutcome, makeTrace } from '../../sim/explore';
import type { Derive } from '../../document/kernel-parts';
import { type Document, type Flow, flowsOfSubject } from '../../document/document';
import { resolveFlow } from '../../document/resolve-flow';
import {
  SIZE,
  type Candidate,
  type WalkedFlow,
  applyChange,
  type DocumentChange,
  findDocumentService,
  brokenLeg,
  getFamily,
} from './candidate';
import { siblingPort } from './caller-candidates';
import { listCauses } from './causes';
import type { Cause } from './causes/endpoints';
import { markCandidates } from './causes/marks';
import { masqueradeCandidates } from './causes/masquerade';
import { setCandidates } from './causes/sets';
import { trackingCandidates } from './causes/tracking';
import { clusterCandidates } from './cluster-candidates';
import { guessedRange } from './guessed-range';
import {
  getEffect,
  endingIn,
  endingOfAll,
  isVirtual,
  MOST_OUTCOMES,
  successOf,
  type Effect,
  type Ending,
  type Judge,
  isBlocked,
  togetherOdds,
} from './ending';
import { rebuiltCandidates, type Walk } from './rebuilt-candidates';
import { pastedCandidates, lineOfPastedRule, policyLines, type PastedLine } from './pasted-candidates';
import { formatIp } from '../../net/ip';
import { isXtTable } from '../../linux/hooks';
import { hasPorts, type Packet } from '../../net/packet';
import { firstRequest, type Leg } from '../../sim/trace';

/** Rules in the way of one flow: more than so many are no small change any more. */
const MOST_ACCEPTS = 4;

/**
 * An accept for exactly this flow, put before the rule that stopped it; again for the next one that stops it then
 * (answers have rules of their own, and so have other tables). None where a line of the text cannot be put there.
 */
function passageCandidates(walked: WalkedFlow, walk: Walk): readonly Candidate[] {
  const changes: DocumentChange[] = [];
  const lines: string[] = [];
  let now: WalkedFlow | undefined = walked;
  while (now && !now.through && changes.length < MOST_ACCEPTS) {
    const next: Insertion | undefined = insertionFor(now);
    if (!next || lines.includes(next.rule)) return [];
    changes.push(next.change);
    lines.push(next.rule);
    now = walk(applyChange(walked.document, { kind: 'all', changes }));
  }
  if (!now?.through || lines.length === 0) return [];
  return [
    {
      change: { kind: 'all', changes },
      says: phrase('document.why.accept', { count: lines.length, rules: lines.join(' ⏎ ') }),
      size: SIZE.accept + lines.length,
      about: 'rules',
    },
  ];
}

interface Insertion {
  readonly rule: string;
  readonly change: DocumentChange;
}

function insertionFor(walked: WalkedFlow): Insertion | undefined {
  const leg = brokenLeg(walked.trace);
  const stop = leg?.hops.at(-1)?.steps.at(-1);
  if (!leg || stop?.kind !== 'stop') return undefined;
  const place = stop.ref ? placeOfRule(walked, leg) : placeOfPolicy(walked, leg);
  if (!place) return undefined;
  const { line, before, chain } = place;
  const isSave = chain !== undefined;
  const rule = isSave ? acceptSave(chain, leg.role, stop.packet) : acceptNft(leg.role, stop.packet);
  const indent = /^\s*/.exec(line.words)?.[0] ?? '';
  const at = before ? line.line : line.line + 1;
  return { rule, change: { kind: 'lines', text: line.text, line: at, remove: 0, insert: [`${indent}${rule}`] } };
}

interface InsertionPoint {
  readonly line: PastedLine;
  /** Before that line, else after it. */
  readonly before: boolean;
  /** Of iptables-save and `iptables -S`; absent: a rule of nft. */
  readonly chain?: string;
}

/** A line rules can be written next to, as iptables-save or as nft spells them. */
function placeAt(line: PastedLine | undefined, isXt: boolean): Pick<InsertionPoint, 'line' | 'chain'> | undefined {
  if (!line) return undefined;
  // Rules of iptables-nft stand in tables of nftables, written as iptables does.
  const chain = /^\s*-A (\S+)/.exec(line.words)?.[1];
  if (chain !== undefined) return { line, chain };
  return isXt ? undefined : { line };
}

function placeOfRule({ document, network }: WalkedFlow, leg: Leg): InsertionPoint | undefined {
  const hop = leg.hops.at(-1);
  const stop = hop?.steps.at(-1);
  const netns = hop && network.netns.get(hop.netns);
  if (!netns || stop?.kind !== 'stop' || !stop.ref) return undefined;
  const line = lineOfPastedRule(document.pasted.texts, netns, getFamily(hop), stop.ref);
  const place = placeAt(line, isXtTable(stop.ref.table));
  return place && { ...place, before: true };
}

/** Behind the last rule of the chain whose policy dropped it. */
function placeOfPolicy({ document, network }: WalkedFlow, leg: Leg): InsertionPoint | undefined {
  const hop = leg.hops.at(-1);
  const policy = hop?.steps.at(-2);
  const netns = hop && network.netns.get(hop.netns);
  if (!netns || policy?.kind !== 'policy') return undefined;
  const { table, chain } = policy;
  const isXt = isXtTable(table);
  const family = getFamily(hop);
  const rules = isXtTable(table)
    ? netns.xtables[family]?.tables.get(table)?.chains.get(chain)
    : netns.nftables?.tables.get(table)?.chains.get(chain);
  if (!rules || rules.length === 0) return emptyChain(document, table, chain);
  const ref = { table, chain, index: rules.length - 1 };
  const place = placeAt(lineOfPastedRule(document.pasted.texts, netns, family, ref), isXt);
  return place && { ...place, before: false };
}

/** A built-in chain without rules: behind all others of its table, where iptables-save says its policy. */
function emptyChain({ pasted }: Document, table: string, chain: string): InsertionPoint | undefined {
  const [policy] = policyLines(pasted.texts, table, chain);
  const lines = pasted.texts.find(({ id }) => id === policy?.text)?.text.split('\n') ?? [];
  const line = lines.findIndex((words, at) => policy !== undefined && at > policy.line && words.trim() === 'COMMIT');
  if (!policy || line < 0 || !policy.words.startsWith(':')) return undefined;
  return { line: { text: policy.text, line, words: '' }, before: true, chain };
}

const PROTOCOLS: Readonly<Record<string, string>> = { icmpv6: 'ipv6-icmp' };

function acceptSave(chain: string, role: Leg['role'], { src, dst, family, l4 }: Packet): string {
  if (role !== 'request') return `-A ${chain} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`;
  const bits = family === 'ipv4' ? 32 : 128;
  const proto = PROTOCOLS[l4.proto] ?? l4.proto;
  const port = hasPorts(l4) ? ` -m ${l4.proto} --dport ${l4.dport}` : '';
  return `-A ${chain} -s ${formatIp(src)}/${bits} -d ${formatIp(dst)}/${bits} -p ${proto}${port} -j ACCEPT`;
}

function acceptNft(role: Leg['role'], { src, dst, family, l4 }: Packet): string {
  if (role !== 'request') return 'ct state established,related accept';
  const ip = family === 'ipv4' ? 'ip' : 'ip6';
  const proto = hasPorts(l4) ? `${l4.proto} dport ${l4.dport}` : `meta l4proto ${PROTOCOLS[l4.proto] ?? l4.proto}`;
  return `${ip} saddr ${formatIp(src)} ${ip} daddr ${formatIp(dst)} ${proto} accept`;
}

/** What a change does besides what was asked for: simulated, like the change itself. */
interface SideEffects {
  /** Other flows of the document that got through and do not any more. */
  readonly breaks: readonly Flow[];
  /** Packets of strangers that rules held up and that pass now. */
  readonly opens: readonly Flow[];
}

/** Other flows that are sent again; of a document with more the rest is not looked at. */
const MOST_FLOWS = 12;
/** Networks for documentation (RFC 5737): nobody's. */
const STRANGERS = ['192.0.2.77', '203.0.113.77'];
/** A port that no Service is asked at by accident. */
const OTHER_PORT = 22;

/** Makes the question "what else does it do?" for changes of one document; what it was before is walked once. */
function makeSideEffects(walked: WalkedFlow, judge: Judge): (document: Document) => SideEffects {
  const { document, flow } = walked;
  const others = flowsOfSubject(document)
    .filter(({ id }) => id !== flow.id)
    .slice(0, MOST_FLOWS);
  const strangers = walked.through ? [] : listProbes(walked);
  const before = new Map<Flow, Ending | undefined>();
  const was = (each: Flow): Ending | undefined => {
    if (!before.has(each)) before.set(each, endingIn(document, each, judge));
    return before.get(each);
  };
  return (next) => ({
    breaks: others.filter(
      (each) => was(each)?.through === '1' && endingIn(next, flowIn(next, each), judge)?.through !== '1',
    ),
    opens: strangers.filter((each) => {
      const [then, now] = [was(each), endingIn(next, each, judge)];
      return then !== undefined && now !== undefined && isBlocked(then) && !isBlocked(now);
    }),
  });
}

const flowIn = ({ flows }: Document, { id }: Flow): Flow | undefined => flows.find((each) => each.id === id);

/** Nobody has these; they knock where the flow does, and the flow's sender knocks at another port. */
function listProbes(walked: WalkedFlow): readonly Flow[] {
  const { document, flow, network, sent, trace } = walked;
  const isFenced =
    flow.from.kind === 'external' && (findDocumentService(walked)?.spec.loadBalancerSourceRanges ?? []).length > 0;
  const { id: _id, title: _title, ongoing: _ongoing, sourcePort: _port, ...asked } = flow;
  if (sent.dst.family !== 'ipv4' || asked.protocol === 'icmp') return [];
  const strangers = STRANGERS.flatMap((address): Flow[] => {
    if (document.subject === 'cluster') {
      return isFenced ? [{ ...asked, id: `probe ${address}`, from: { kind: 'external', address } }] : [];
    }
    const device = findUplink(network);
    return device === undefined
      ? []
      : [{ ...asked, id: `probe ${address}`, from: { kind: 'interface', device, address } }];
  });
  const arrives = firstRequest(trace)?.hops.at(-1)?.steps.at(-1)?.packet.dst ?? sent.dst;
  const to = { kind: 'address', address: formatIp(arrives) } as const;
  const isOther = document.subject === 'pasted' && asked.port !== OTHER_PORT;
  const port: Flow[] = isOther ? [{ ...asked, id: 'probe port', to, port: OTHER_PORT }] : [];
  return [...strangers, ...port];
}

/** The device a node's default route leaves by. */
function findUplink({ netns }: WalkedFlow['network']): string | undefined {
  const node = [...netns.values()].find(({ kind }) => kind === 'node');
  return node?.routes.find(({ dst, dev }) => dst.prefix === 0 && dev !== undefined)?.dev;
}

/** A change of the document that was simulated: how the flow ends then, and what it changes for other flows. */
export interface Tried extends SideEffects {
  readonly change: DocumentChange;
  readonly says: Phrase;
  readonly note?: Phrase;
  readonly effect: Effect;
  readonly after: Ending;
}

/**
 * Why the flow ends as it does, and how far the search is. Changes stand by what they touch: what a cause is about
 * first, then objects and settings, and last a rule taken out. Those without an effect are only counted.
 */
export interface Flips {
  readonly causes: readonly Cause[];
  readonly before: Ending;
  /** Did the shown outcome get through? */
  readonly through: boolean;
  readonly tried: number;
  readonly all: number;
  readonly found: readonly Tried[];
}

export interface FlipQuestion {
  readonly document: Document;
  readonly flowId: string;
  /** The decisions of the outcome on the page; absent: the seed's pick. */
  readonly path?: readonly number[];
}

/**
 * Says why a flow ends as it does and looks for changes that turn its outcome round, by making each to a copy of the
 * document and sending the flow through what kube-proxy and the kernel make of it; the document's other flows are
 * sent again, too. Yields after every simulated change. Nothing is said of a change that was not simulated; one after
 * which the flow cannot be sent is left out. Returns undefined for a flow that cannot be sent at all.
 */
export function* whatFlips(question: FlipQuestion, derive: Derive): Generator<Flips, Flips | undefined> {
  const start = walk(question, derive);
  if (!start) return undefined;
  const { walked } = start;
  const { through } = walked;
  const beside = findOtherChanges(walked);
  const together = beside && togetherOdds(question.document, derive(question.document), [beside, walked.flow]);
  const before = { ...start.before, ...(together === undefined ? {} : { together }) };
  const judge = { derive, services: walked.found };
  const ended = { document: question.document, flow: walked.flow, before, through };
  const causes = [...listCauses(walked), ...guessedRange(ended, judge)];
  const candidates = sorted(listCandidates(walked, causes, derive), causes);
  const besides = makeSideEffects(walked, judge);
  const found: Tried[] = [];
  const all = candidates.length;
  for (const [at, candidate] of candidates.entries()) {
    if (!isSettled(candidate, found)) {
      const tried = attempt(question, candidate, {
        judge: candidate.about === 'affinity' && beside ? { ...judge, beside } : judge,
        before,
        through,
        besides,
        virtual: isVirtual(walked.found, walked.sent),
      });
      if (tried) found.push(tried);
    }
    yield { causes, before, through, tried: at + 1, all, found: [...found] };
  }
  return { causes, before, through, tried: all, all, found };
}

interface Trial {
  readonly judge: Judge;
  readonly before: Ending;
  readonly through: boolean;
  readonly besides: (document: Document) => SideEffects;
  /** A Service was asked: what nobody takes then has not got through. */
  readonly virtual: boolean;
}

/**
 * Makes one change to a copy; undefined: it changes nothing of the flow, or the flow cannot be sent any more; or rules
 * were changed and it fails in another way, which is no advice.
 */
function attempt(
  { document, flowId }: FlipQuestion,
  { change, says, note, size }: Candidate,
  { judge, before, through, besides, virtual }: Trial,
): Tried | undefined {
  const next = applyChange(document, change);
  if (next === document) return undefined;
  const after = endingIn(
    next,
    next.flows.find(({ id }) => id === flowId),
    judge,
  );
  const effect = after ? getEffect(before, after, through) : 'same';
  const hasLeft = ({ ends }: Ending): boolean => ends.some(({ kind }) => kind === 'LEFT');
  const isLost = virtual && after !== undefined && hasLeft(after) && !hasLeft(before);
  const isIdle = effect === 'ends' && !through && (size >= SIZE.accept || change.kind === 'open');
  if (!after || effect === 'same' || isLost || isIdle) return undefined;
  const side = effect === 'flips' || effect === 'odds' ? besides(next) : { breaks: [], opens: [] };
  return { change, says, ...(note ? { note } : {}), effect, after, ...side };
}

/** The same client at another port of the Service, where affinity is kept for each port alone. */
function findOtherChanges(walked: WalkedFlow): Flow | undefined {
  const port = siblingPort(walked);
  return port === undefined ? undefined : { ...walked.flow, id: 'beside', port };
}

/** Of several releases that mend it the first one is enough. */
function isSettled({ change }: Candidate, found: readonly Tried[]): boolean {
  return change.kind === 'release' && found.some((each) => each.change.kind === 'release' && each.effect === 'flips');
}

function listCandidates(walked: WalkedFlow, causes: readonly Cause[], derive: Derive): readonly Candidate[] {
  if (walked.document.subject !== 'pasted') return clusterCandidates(walked);
  const again = (document: Document): WalkedFlow | undefined =>
    walk({ document, flowId: walked.flow.id }, derive)?.walked;
  return [
    ...rebuiltCandidates(walked, causes, again),
    ...trackingCandidates(walked),
    ...markCandidates(walked),
    ...masqueradeCandidates(walked),
    ...setCandidates(walked),
    ...pastedCandidates(walked),
    ...passageCandidates(walked, again),
  ];
}

/** What a cause is about comes first; then the smallest. */
function sorted(candidates: readonly Candidate[], causes: readonly Cause[]): readonly Candidate[] {
  const asked = new Set(causes.map(({ about }) => about));
  const rank = ({ about, size }: Candidate): number =>
    size - (about && about !== 'rules' && asked.has(about) ? 100 : 0);
  return candidates.toSorted((a, b) => rank(a) - rank(b));
}

/** The flow as the page shows it, with how it ends over all outcomes. */
function walk(
  { document, flowId, path }: FlipQuestion,
  derive: Derive,
): { walked: WalkedFlow; before: Ending } | undefined {
  const flow = document.flows.find(({ id }) => id === flowId);
  if (!flow) return undefined;
  const derived = derive(document);
  const { network, suggested, found, compiled, connections = [], stateFor } = derived;
  const sent = resolveFlow(document, network, flow);
  if (!sent.ok) return undefined;
  const state = stateFor?.(sent.value);
  const input = { network, flow: sent.value, seed: document.seed, limit: MOST_OUTCOMES, ...(state ? { state } : {}) };
  const { outcomes, truncated } = explore(input);
  const key = path?.join();
  const shown =
    outcomes.find((outcome) => outcome.path.join() === key) ?? outcomes[pickOutcome(outcomes, document.seed)];
  if (!shown) return undefined;
  const ends = successOf(document, derived, { flow, sent: sent.value });
  const through = ends(shown);
  const trace = makeTrace(input, shown);
  const walked = { document, flow, network, suggested, found, compiled, connections, sent: sent.value, trace, through };
  return { walked, before: endingOfAll(outcomes, truncated, ends) };
}
