import { changeProxy } from '../../document/edits/proxy';
import type { Derive } from '../../document/kernel-parts';
import type { Document } from '../../document/document';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { IpFamily } from '../../net/ip';
import { findDeadRules } from '../../reach/dead-rules';
import { fateBetween, openSide, walkCells, type ReachSide } from './cells';
import { compareReach, type ChangeExample, type WalkedSide } from './changes';
import { isAnswered, isSometimesDelivered, type FateEnd, type FlowFate } from './fate';
import type { Caller, Destination } from './parties';
import { callerTest, destinationTest, type Meant } from './meant';
import type { StatementClaim, ModeRelease, Statement } from './statement';

/** A packet that breaks a statement, with what becomes of it. */
export interface Breaking extends ChangeExample {
  readonly fate: FlowFate;
}

/** What became of a statement. */
export interface StatementResult {
  readonly statement: Statement;
  /** `depends`: it hangs on something that is not known. `unread`: its words are not understood, or mean nobody. */
  readonly state: 'holds' | 'broken' | 'depends' | 'unread';
  /** So many flows were walked for it. */
  readonly flows: number;
  /** Packets that break it, or on which it depends. */
  readonly breaking: readonly Breaking[];
  /** Of one that is not understood, or is broken by no packet: why. */
  readonly says?: Phrase;
}

/** A document to which statements are put. */
export interface AlwaysInput {
  readonly document: Document;
  readonly derive: Derive;
  readonly family: IpFamily;
}

interface Checked {
  readonly flows: number;
  readonly breaking: readonly Breaking[];
  readonly depends: readonly Breaking[];
  /** How packets end that their own senders draw, where that is otherwise than what is claimed. */
  readonly selves?: readonly FateEnd[];
}

/** Walks every meant caller to every meant destination. */
function check(
  side: ReachSide,
  { callers, destinations }: { callers: Meant<Caller>; destinations: Meant<Destination> },
  breaks: (fate: FlowFate, caller: Caller, destination: Destination) => boolean,
): Checked {
  const breaking: Breaking[] = [];
  const depends: Breaking[] = [];
  const selves: FateEnd[] = [];
  let flows = 0;
  for (const destination of side.destinations.filter(destinations)) {
    for (const caller of side.callers.filter(callers)) {
      const fate = fateBetween(side, caller, destination);
      // Nobody keeps a machine from itself.
      if (!fate || fate.onlyItself === true) continue;
      flows++;
      if (fate.self !== undefined && fate.ends.every(({ end }) => end !== fate.self)) selves.push(fate.self);
      const found = { caller, destination, fate };
      if (breaks(fate, caller, destination)) breaking.push(found);
      else if (fate.truncated || fate.ends.some(({ end, odds }) => end === 'unknown' || odds === undefined))
        depends.push(found);
    }
  }
  return { flows, breaking, depends, selves };
}

const isWrongSource = (fate: FlowFate, source: 'kept' | 'rewritten'): boolean =>
  fate.ends.some(({ end }) => end !== source);

function sendersOutside(
  side: ReachSide,
  range: Extract<StatementClaim, { kind: 'only-from' }>['range'],
): Meant<Caller> {
  const inside = callerTest(side, { kind: 'address', range });
  return (caller) => !(inside.ok && inside.value(caller));
}

/** Whom a claim is about, and what breaks it. */
function checkEnds(
  side: ReachSide,
  claim: Extract<StatementClaim, { kind: 'reaches' | 'never' | 'only-from' }>,
): Result<Checked, Phrase> {
  const anyWay = claim.kind !== 'reaches';
  const from = callerTest(side, claim.from);
  const to = destinationTest(side, claim.to, anyWay || claim.via !== undefined);
  if (!from.ok) return from;
  if (!to.ok) return to;
  const { via } = claim;
  // That a node is asked by an address that its Node does not tell is claimed of nothing, and forbidden all the same.
  const isMeant: Meant<Destination> = (each) =>
    to.value(each) && (via === undefined || each.kind === via) && (anyWay || (each.at ?? 'own') === 'own');
  if (claim.kind === 'reaches') {
    const { source } = claim;
    const meant = {
      callers: from.value,
      destinations: (each: Destination) => isMeant(each) && each.asks.role === 'port',
    };
    return ok(check(side, meant, (fate) => !isAnswered(fate) || (source !== undefined && isWrongSource(fate, source))));
  }
  const others = claim.kind === 'only-from' ? sendersOutside(side, claim.range) : () => true;
  const callers: Meant<Caller> = (each) => from.value(each) && others(each);
  return ok(check(side, { callers, destinations: isMeant }, (fate) => isSometimesDelivered(fate)));
}

function checkOnlyOn(
  side: ReachSide,
  { to, protocol, port }: Extract<StatementClaim, { kind: 'only-on' }>,
): Result<Checked, Phrase> {
  const meant = destinationTest(side, to, true);
  if (!meant.ok) return meant;
  const isOther: Meant<Destination> = ({ asks, kind }) =>
    asks.role !== 'ping' &&
    kind !== 'node-port' &&
    !(asks.role === 'port' && asks.protocol === protocol && asks.port === port);
  const destinations: Meant<Destination> = (each) => meant.value(each) && isOther(each);
  return ok(check(side, { callers: () => true, destinations }, (fate) => isSometimesDelivered(fate)));
}

function walkMode(
  { document, derive, family }: AlwaysInput,
  { mode, release }: ModeRelease,
  meant?: Meant<Destination>,
): WalkedSide {
  const opened = openSide(changeProxy(document, { mode, release }), derive, family);
  const side = meant ? { ...opened, destinations: opened.destinations.filter(meant) } : opened;
  const walk = walkCells(side);
  for (;;) {
    const next = walk.next();
    if (next.done) return { side, cells: next.value };
  }
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

function makeResult(statement: Statement, checked: Result<Checked, Phrase>): StatementResult {
  const unread = (says: Phrase): StatementResult => ({ statement, state: 'unread', flows: 0, breaking: [], says });
  if (!checked.ok) return unread(checked.error);
  const { flows, breaking, depends, selves = [] } = checked.value;
  if (breaking.length > 0) return { statement, state: 'broken', flows, breaking };
  if (flows === 0) return unread(phrase('reach.statement.nothing'));
  if (depends.length > 0) return { statement, state: 'depends', flows, breaking: depends };
  const [end] = selves;
  if (end === undefined || !statement.claim.ok || statement.claim.value.kind !== 'reaches')
    return { statement, state: 'holds', flows, breaking: [] };
  const says = phrase('reach.statement.self', { count: selves.length, end });
  return { statement, state: 'holds', flows, breaking: [], says };
}

function checkDead(statement: Statement, side: ReachSide, family: IpFamily): StatementResult {
  const dead = checkRules(side, family);
  if (!dead.ok) return { statement, state: 'unread', flows: 0, breaking: [], says: dead.error };
  const [first] = dead.value;
  if (first === undefined) return { statement, state: 'holds', flows: 0, breaking: [] };
  const says = phrase('reach.statement.dead', { count: dead.value.length, first });
  return { statement, state: 'broken', flows: 0, breaking: [], says };
}

/** Holds statements against a document, one after the other. */
export function* checkStatements(input: AlwaysInput, statements: readonly Statement[]): Generator<StatementResult> {
  const side = openSide(input.document, input.derive, input.family);
  for (const statement of statements) {
    const { claim } = statement;
    if (!claim.ok) yield { statement, state: 'unread', flows: 0, breaking: [], says: claim.error.says };
    else if (claim.value.kind === 'rules-decide') yield checkDead(statement, side, input.family);
    else if (claim.value.kind === 'only-on') yield makeResult(statement, checkOnlyOn(side, claim.value));
    else if (claim.value.kind === 'same') yield makeResult(statement, checkSame(input, side, claim.value));
    else yield makeResult(statement, checkEnds(side, claim.value));
  }
}
