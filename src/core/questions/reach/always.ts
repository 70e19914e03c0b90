import { changeProxy } from '../../document/edits/proxy';
import type { Derive } from '../../document/kernel-parts';
import type { Document } from '../../document/document';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { IpFamily } from '../../net/ip';
import { findDeadRules } from '../../reach/dead-rules';
import { fateBetween, openSide, walkWhole, type ReachSide, type WalkedSide } from './cells';
import { compareReach, type ChangeExample } from './changes';
import { isAnswered, isSometimesDelivered, type FlowFate } from './fate';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import { callerTest, destinationTest, type Meant } from './meant';
import type { StatementClaim, ModeRelease, Statement } from './statement';

/** A packet that breaks a statement, with what becomes of it. */
export interface Breaking extends ChangeExample {
  readonly fate: FlowFate;
}

/** A statement with its answer. */
export interface StatementResult {
  readonly statement: Statement;
  /** `depends`: it hangs on something that is not known. `unread`: its words are not understood, or mean nobody. */
  readonly state: 'holds' | 'broken' | 'depends' | 'unread';
  /** So many flows were walked for it. */
  readonly flows: number;
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

interface Checked {
  readonly flows: number;
  /** So many flows break it, where {@link breaking} has one for several. */
  readonly against?: number;
  readonly breaking: readonly Breaking[];
  readonly depends: readonly Breaking[];
}

/** A side that several statements are put to: a flow is walked once for all of them. */
interface CheckedSide extends ReachSide {
  readonly known: Map<Destination, Map<Caller, FlowFate | undefined>>;
}

function walkOnce(side: CheckedSide, caller: Caller, destination: Destination): FlowFate | undefined {
  const row = side.known.get(destination) ?? new Map<Caller, FlowFate | undefined>();
  side.known.set(destination, row);
  if (!row.has(caller)) row.set(caller, fateBetween(side, caller, destination));
  return row.get(caller);
}

/** Walks every meant caller to every meant destination. */
function check(
  side: CheckedSide,
  { callers, destinations }: { callers: Meant<Caller>; destinations: Meant<Destination> },
  breaks: (fate: FlowFate) => boolean,
): Checked {
  const walked = side.destinations.filter(destinations).flatMap((destination) =>
    side.callers.filter(callers).flatMap((caller): Breaking[] => {
      const fate = walkOnce(side, caller, destination);
      // Nobody keeps a machine from itself.
      return fate && fate.onlyItself !== true ? [{ caller, destination, fate }] : [];
    }),
  );
  const breaking = walked.filter(({ fate }) => breaks(fate));
  const depends = walked.filter(({ fate }) => !breaks(fate) && isUnsure(fate));
  return { flows: walked.length, breaking, depends };
}

const isUnsure = ({ truncated, ends }: FlowFate): boolean =>
  truncated === true || ends.some(({ end, odds }) => end === 'unknown' || odds === undefined);

const isWrongSource = (fate: FlowFate, source: 'kept' | 'rewritten'): boolean =>
  fate.ends.some(({ end }) => end !== source);

const isWrongSelf = ({ self }: FlowFate, source: 'kept' | 'rewritten'): boolean =>
  self !== undefined && self !== source;

function sendersOutside(
  side: ReachSide,
  range: Extract<StatementClaim, { kind: 'only-from' }>['range'],
): Meant<Caller> {
  const inside = callerTest(side, { kind: 'address', range });
  return (caller) => !(inside.ok && inside.value(caller));
}

/** `A -> B`: every packet is answered, and from the source that is claimed. */
function checkReaches(side: CheckedSide, meant: MeantEnds, { source, butForItself }: ReachesClaim): Checked {
  const isWrong = (fate: FlowFate): boolean =>
    source !== undefined && (isWrongSource(fate, source) || (butForItself !== true && isWrongSelf(fate, source)));
  return check(side, meant, (fate) => !isAnswered(fate) || isWrong(fate));
}

type ReachesClaim = Extract<StatementClaim, { kind: 'reaches' }>;

/** Packets a statement is about: their callers and destinations. */
interface MeantEnds {
  readonly callers: Meant<Caller>;
  readonly destinations: Meant<Destination>;
}

type EndsClaim = Extract<StatementClaim, { kind: 'reaches' | 'never' | 'only-from' }>;

/** The ends of a claim about two; an error where its words mean nobody, or several. */
function meantEnds(side: ReachSide, claim: EndsClaim): Result<MeantEnds, Phrase> {
  const anyWay = claim.kind !== 'reaches';
  const from = callerTest(side, claim.from);
  const to = destinationTest(side, claim.to, anyWay || claim.via !== undefined);
  if (!from.ok) return from;
  if (!to.ok) return to;
  const { via } = claim;
  // That a node is asked by an address that its Node does not tell is claimed of nothing, and forbidden all the same.
  const destinations: Meant<Destination> = (each) =>
    to.value(each) &&
    (via === undefined || each.kind === via) &&
    (anyWay || ((each.at ?? 'own') === 'own' && each.asks.role === 'port'));
  const isOther = claim.kind === 'only-from' ? sendersOutside(side, claim.range) : () => true;
  return ok({ callers: (each) => from.value(each) && isOther(each), destinations });
}

/** Checks a claim about two ends. */
function checkEnds(side: CheckedSide, claim: EndsClaim): Result<Checked, Phrase> {
  const meant = meantEnds(side, claim);
  if (!meant.ok) return meant;
  if (claim.kind === 'reaches') return ok(checkReaches(side, meant.value, claim));
  return ok(check(side, meant.value, isSometimesDelivered));
}

type OnlyOnClaim = Extract<StatementClaim, { kind: 'only-on' }>;

/** Everybody, to what is asked for otherwise than claimed. */
function meantOthers(side: ReachSide, { to, protocol, port }: OnlyOnClaim): Result<MeantEnds, Phrase> {
  const meant = destinationTest(side, to, true);
  if (!meant.ok) return meant;
  const isOther: Meant<Destination> = ({ asks }) =>
    asks.role !== 'ping' && !(asks.role === 'port' && asks.protocol === protocol && asks.port === port);
  return ok({ callers: () => true, destinations: (each) => meant.value(each) && isOther(each) });
}

function checkOnlyOn(side: CheckedSide, claim: OnlyOnClaim): Result<Checked, Phrase> {
  const meant = meantOthers(side, claim);
  return meant.ok ? ok(check(side, meant.value, isSometimesDelivered)) : meant;
}

/** Packets a claim is about, by their ends; undefined: it is about rules, not packets. An error: its words mean nobody. */
export function meantBy(side: ReachSide, claim: StatementClaim): Result<MeantEnds | undefined, Phrase> {
  switch (claim.kind) {
    case 'rules-decide':
      return ok(undefined);
    case 'only-on':
      return meantOthers(side, claim);
    case 'same': {
      const destinations = destinationTest(side, claim.to, true);
      return destinations.ok ? ok({ callers: () => true, destinations: destinations.value }) : destinations;
    }
    case 'reaches':
    case 'never':
    case 'only-from':
      return meantEnds(side, claim);
  }
}

/** The meant destinations of a mode, walked. */
function walkMode(
  { document, derive, family }: AlwaysInput,
  proxy: ModeRelease,
  meant: Meant<Destination>,
): WalkedSide {
  const side = openSide(changeProxy(document, proxy), derive, family);
  return walkWhole({ ...side, destinations: side.destinations.filter(meant) });
}

function checkSame(
  input: AlwaysInput,
  side: ReachSide,
  { to, before, after }: Extract<StatementClaim, { kind: 'same' }>,
): Result<Checked, Phrase> {
  const meant = destinationTest(side, to, true);
  if (!meant.ok) return meant;
  const was = walkMode(input, before, meant.value);
  const { classes, compared } = compareReach(was, walkMode(input, after, meant.value));
  return ok({
    flows: compared,
    depends: [],
    against: classes.reduce((sum, { flows }) => sum + flows, 0),
    breaking: classes.map(({ example, after: fate }) => ({ ...example, fate })),
  });
}

/** Whether every rule of iptables on every node decides some packet: the dead ones by name. */
function checkRules({ derived }: ReachSide, family: IpFamily): Result<readonly string[], Phrase> {
  const dead: string[] = [];
  let tables = 0;
  for (const { kind, title, xtables } of derived.network.netns.values()) {
    for (const table of kind === 'node' ? (xtables[family]?.tables.values() ?? []) : []) {
      const found = findDeadRules({ table, family });
      if (!found.ok) return err(phrase('reach.statement.too-large'));
      tables++;
      dead.push(...found.value.map(({ rule }) => `${title}: ${rule.table} ${rule.chain} ${rule.index + 1}`));
    }
  }
  return tables > 0 ? ok(dead) : err(phrase('reach.statement.no-rules'));
}

const unread = (statement: Statement, says: Phrase): StatementResult => ({
  statement,
  state: 'unread',
  flows: 0,
  against: 0,
  breaking: [],
  says: [says],
});

/** The result of what was walked; one that holds says what was not. */
function makeResult(statement: Statement, checked: Result<Checked, Phrase>, { unasked }: ReachSide): StatementResult {
  if (!checked.ok) return unread(statement, checked.error);
  const { flows, breaking, depends, against = breaking.length } = checked.value;
  if (breaking.length > 0) return { statement, state: 'broken', flows, against, breaking, says: [] };
  if (flows === 0) return unread(statement, unasked.at(-1) ?? phrase('reach.statement.nothing'));
  if (depends.length > 0)
    return { statement, state: 'depends', flows, against: depends.length, breaking: depends, says: unasked };
  return { statement, state: 'holds', flows, against: 0, breaking: [], says: unasked };
}

function checkDead(statement: Statement, side: ReachSide, family: IpFamily): StatementResult {
  const dead = checkRules(side, family);
  if (!dead.ok) return unread(statement, dead.error);
  const [first] = dead.value;
  if (first === undefined) return { statement, state: 'holds', flows: 0, against: 0, breaking: [], says: [] };
  const says = [phrase('reach.statement.dead', { count: dead.value.length, first })];
  return { statement, state: 'broken', flows: 0, against: 0, breaking: [], says };
}

/** Holds statements against a document, one after the other. */
export function* checkStatements(input: AlwaysInput, statements: readonly Statement[]): Generator<StatementResult> {
  const side = { ...openSide(input.document, input.derive, input.family), known: new Map() };
  for (const statement of statements) {
    const { claim } = statement;
    if (!claim.ok) yield unread(statement, claim.error.says);
    else if (claim.value.kind === 'rules-decide') yield checkDead(statement, side, input.family);
    else if (claim.value.kind === 'only-on') yield makeResult(statement, checkOnlyOn(side, claim.value), side);
    else if (claim.value.kind === 'same') yield makeResult(statement, checkSame(input, side, claim.value), side);
    else yield makeResult(statement, checkEnds(side, claim.value), side);
  }
}
