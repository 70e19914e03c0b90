import { changeProxy } from '../../document/edits/proxy';
import type { Derive } from '../../document/kernel-parts';
import type { Document } from '../../document/document';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { IpFamily } from '../../net/ip';
import { findDeadRules } from '../../reach/dead-rules';
import { chooseAlike, openWhole, walkWhole, type WalkedSide } from './cells';
import { compareReach } from './changes';
import { isAnswered, isSometimesDelivered, type FlowFate } from './fate';
import type { Caller } from './callers';
import type { Destination, DestinationKind } from './destinations';
import { PartyIndex } from './meant';
import type { StatementClaim, ModeRelease, Party, Statement } from './statement';
import { listSetsAsked, xtSetsAsked } from './sets-asked';
import { StatementSide, type Breaking } from './statement-side';

/** A statement with its answer. */
export interface StatementResult {
  readonly statement: Statement;
  /** `depends`: it hangs on something that is not known. `unread`: its words are not understood, or mean nobody. */
  readonly state: 'holds' | 'broken' | 'depends' | 'unread';
  /** So many flows were walked for it. */
  readonly flows: number;
  /** By which kinds of addresses they go. */
  readonly ways: readonly DestinationKind[];
  /** So many of them break it, or hang on something unknown; {@link breaking} may show one for several that are alike. */
  readonly against: number;
  /** Packets that break it, or on which it depends. */
  readonly breaking: readonly Breaking[];
  /** Why one is not understood, what breaks one beside packets, and what one that holds does not hold of. */
  readonly says: readonly Phrase[];
}

/** A document to which statements are put. */
export interface AlwaysInput {
  readonly document: Document;
  readonly derive: Derive;
  readonly family: IpFamily;
}

interface Checked extends Pick<StatementResult, 'ways'> {
  /** So many flows it is about, break it, or hang on something unknown. */
  readonly flows: number;
  readonly against: number;
  readonly unsure: number;
  /** Packets that break it, and that hang on something: one for several that are alike. */
  readonly breaking: readonly Breaking[];
  readonly depends: readonly Breaking[];
}

/** Packets of a claim: their callers and destinations. */
interface MeantEnds {
  readonly callers: readonly Caller[];
  readonly destinations: readonly Destination[];
}

/** Walks every meant caller to every meant destination. */
function check(
  side: StatementSide,
  { callers, destinations }: MeantEnds,
  breaks: (fate: FlowFate) => boolean,
): Checked {
  const sums = { flows: 0, against: 0, unsure: 0 };
  const breaking: Breaking[] = [];
  const depends: Breaking[] = [];
  const ways = new Set<DestinationKind>();
  for (const destination of destinations) {
    for (const { caller, count } of side.speakers(callers, destination)) {
      const fate = side.walk(caller, destination);
      // Nobody keeps a machine from itself.
      if (!fate || fate.onlyItself === true) continue;
      sums.flows += count;
      ways.add(destination.kind);
      const list = breaks(fate) ? breaking : isUnsure(fate) ? depends : undefined;
      list?.push({ caller, destination, fate });
      if (list === breaking) sums.against += count;
      else if (list) sums.unsure += count;
    }
  }
  return { ...sums, ways: [...ways], breaking, depends };
}

const isUnsure = ({ truncated, ends }: FlowFate): boolean =>
  truncated === true || ends.some(({ end, odds }) => end === 'unknown' || odds === undefined);

const isWrongSource = (fate: FlowFate, source: 'kept' | 'rewritten'): boolean =>
  fate.ends.some(({ end }) => end !== source);

const isWrongSelf = ({ self }: FlowFate, source: 'kept' | 'rewritten'): boolean =>
  self !== undefined && self !== source;

/** Callers that are in no address of a range. */
function sendersOutside(
  { parties }: StatementSide,
  callers: readonly Caller[],
  range: Extract<StatementClaim, { kind: 'only-from' }>['range'],
): readonly Caller[] {
  const inside = parties.callers({ kind: 'address', range });
  const allowed = new Set(inside.ok ? inside.value : []);
  return callers.filter((caller) => !allowed.has(caller));
}

/** `A -> B`: every packet is answered, and from the source that is claimed. */
function checkReaches(side: StatementSide, meant: MeantEnds, { source, butForItself }: ReachesClaim): Checked {
  const isWrong = (fate: FlowFate): boolean =>
    source !== undefined && (isWrongSource(fate, source) || (butForItself !== true && isWrongSelf(fate, source)));
  return check(side, meant, (fate) => !isAnswered(fate) || isWrong(fate));
}

type ReachesClaim = Extract<StatementClaim, { kind: 'reaches' }>;

type EndsClaim = Extract<StatementClaim, { kind: 'reaches' | 'never' | 'only-from' }>;

/** The ends of a claim about two; an error where its words mean nobody, or several. */
function meantEnds(side: StatementSide, claim: EndsClaim): Result<MeantEnds, Phrase> {
  const { parties } = side;
  const anyWay = claim.kind !== 'reaches';
  const from = parties.callers(claim.from);
  const to = parties.destinations(claim.to, anyWay || claim.via !== undefined);
  if (!from.ok) return from;
  if (!to.ok) return to;
  const { via } = claim;
  // That a node is asked by an address that its Node does not tell is claimed of nothing, and forbidden all the same.
  const destinations = to.value.filter(
    ({ kind, at = 'own', asks }) =>
      (via === undefined || kind === via) && (anyWay || (at === 'own' && asks.role === 'port')),
  );
  const callers = claim.kind === 'only-from' ? sendersOutside(side, from.value, claim.range) : from.value;
  return ok({ callers, destinations });
}

/** Checks a claim about two ends. */
function checkEnds(side: StatementSide, claim: EndsClaim): Result<Checked, Phrase> {
  const meant = meantEnds(side, claim);
  if (!meant.ok) return meant;
  if (claim.kind === 'reaches') return ok(checkReaches(side, meant.value, claim));
  return ok(check(side, meant.value, isSometimesDelivered));
}

type OnlyOnClaim = Extract<StatementClaim, { kind: 'only-on' }>;

/** Everybody, to what is asked for otherwise than claimed. */
function meantOthers(side: StatementSide, { to, protocol, port }: OnlyOnClaim): Result<MeantEnds, Phrase> {
  const meant = side.parties.destinations(to, true);
  if (!meant.ok) return meant;
  const destinations = meant.value.filter(
    ({ asks }) => asks.role !== 'ping' && !(asks.role === 'port' && asks.protocol === protocol && asks.port === port),
  );
  return ok({ callers: side.callers, destinations });
}

function checkOnlyOn(side: StatementSide, claim: OnlyOnClaim): Result<Checked, Phrase> {
  const meant = meantOthers(side, claim);
  return meant.ok ? ok(check(side, meant.value, isSometimesDelivered)) : meant;
}

/** Packets a claim is about, by their ends; undefined: it is about rules, not packets. An error: its words mean nobody. */
export function meantBy(side: StatementSide, claim: StatementClaim): Result<MeantEnds | undefined, Phrase> {
  switch (claim.kind) {
    case 'rules-decide':
      return ok(undefined);
    case 'only-on':
      return meantOthers(side, claim);
    case 'same': {
      const destinations = side.parties.destinations(claim.to, true);
      return destinations.ok ? ok({ callers: side.callers, destinations: destinations.value }) : destinations;
    }
    case 'reaches':
    case 'never':
    case 'only-from':
      return meantEnds(side, claim);
  }
}

/** What a party's words mean, walked in a mode. */
function walkMode(
  { document, derive, family }: AlwaysInput,
  proxy: ModeRelease,
  to: Party,
): Result<WalkedSide, Phrase> {
  const side = openWhole(changeProxy(document, proxy), derive, family);
  const meant = new PartyIndex(side).destinations(to, true);
  return meant.ok ? ok(walkWhole(chooseAlike({ ...side, destinations: meant.value }))) : meant;
}

function checkSame(
  input: AlwaysInput,
  { to, before, after }: Extract<StatementClaim, { kind: 'same' }>,
): Result<Checked, Phrase> {
  const was = walkMode(input, before, to);
  if (!was.ok) return was;
  const is = walkMode(input, after, to);
  if (!is.ok) return is;
  const { classes, compared } = compareReach(was.value, is.value);
  return ok({
    flows: compared,
    ways: [...new Set(was.value.side.destinations.map(({ kind }) => kind))],
    against: classes.reduce((sum, { flows }) => sum + flows, 0),
    unsure: 0,
    breaking: classes.map(({ example, before: was, after: fate }) => ({ ...example, was, fate })),
    depends: [],
  });
}

/** Rules of all nodes: the dead ones by name, and sets that rules ask, of which it cannot be told what they decide. */
interface RulesFound {
  readonly dead: readonly string[];
  readonly sets: readonly string[];
}

/** Whether every rule of iptables on every node decides some packet. */
function checkRules({ derived }: StatementSide, family: IpFamily): Result<RulesFound, Phrase> {
  const dead: string[] = [];
  const sets = new Set<string>();
  let tables = 0;
  for (const { kind, title, xtables } of derived.network.netns.values()) {
    for (const table of kind === 'node' ? (xtables[family]?.tables.values() ?? []) : []) {
      const found = findDeadRules({ table, family });
      if (!found.ok) return err(phrase('reach.statement.too-large'));
      tables++;
      for (const name of listSetsAsked(table.chains, xtSetsAsked(table))) sets.add(name);
      dead.push(...found.value.map(({ rule }) => `${title}: ${rule.table} ${rule.chain} ${rule.index + 1}`));
    }
  }
  return tables > 0 ? ok({ dead, sets: [...sets] }) : err(phrase('reach.statement.no-rules'));
}

const unread = (statement: Statement, says: Phrase): StatementResult => ({
  statement,
  state: 'unread',
  flows: 0,
  ways: [],
  against: 0,
  breaking: [],
  says: [says],
});

/** Packets that are shown of those that break one statement, or on which it hangs. */
const MOST_SHOWN = 100;

/** The result of what was walked; one that holds says what was not. */
function makeResult(statement: Statement, checked: Result<Checked, Phrase>, side: StatementSide): StatementResult {
  if (!checked.ok) return unread(statement, checked.error);
  const { flows, ways, breaking, depends, against, unsure } = checked.value;
  const { unasked } = side;
  if (flows === 0) return unread(statement, phrase('reach.statement.nothing'));
  const packets = breaking.length > 0 ? breaking : depends;
  if (packets.length === 0) return { statement, state: 'holds', flows, ways, against: 0, breaking: [], says: unasked };
  const { shown, says } = side.walkThemselves(packets.slice(0, MOST_SHOWN));
  if (breaking.length === 0 || says.length > 0)
    return { statement, state: 'depends', flows, ways, against: unsure, breaking: shown, says: [...says, ...unasked] };
  return { statement, state: 'broken', flows, ways, against, breaking: shown, says: [] };
}

function checkDead(statement: Statement, side: StatementSide, family: IpFamily): StatementResult {
  const found = checkRules(side, family);
  if (!found.ok) return unread(statement, found.error);
  const { dead, sets } = found.value;
  const [first] = dead;
  const none = { statement, flows: 0, ways: [], against: 0, breaking: [] } as const;
  if (first !== undefined)
    return { ...none, state: 'broken', says: [phrase('reach.statement.dead', { count: dead.length, first })] };
  if (sets.length === 0) return { ...none, state: 'holds', says: [] };
  return { ...none, state: 'depends', says: [phrase('reach.statement.sets', { sets: sets.join(', ') })] };
}

/** Holds statements against a document, one after the other. */
export function* checkStatements(input: AlwaysInput, statements: readonly Statement[]): Generator<StatementResult> {
  const side = new StatementSide(openWhole(input.document, input.derive, input.family));
  for (const statement of statements) {
    const { claim } = statement;
    if (!claim.ok) yield unread(statement, claim.error.says);
    else if (claim.value.kind === 'rules-decide') yield checkDead(statement, side, input.family);
    else if (claim.value.kind === 'only-on') yield makeResult(statement, checkOnlyOn(side, claim.value), side);
    else if (claim.value.kind === 'same') yield makeResult(statement, checkSame(input, claim.value), side);
    else yield makeResult(statement, checkEnds(side, claim.value), side);
  }
}
