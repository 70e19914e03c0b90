import { CONTINUE } from '../../../hooks';
import type { PacketSet } from '../../../packet-space';
import type { TargetEffect } from '../../../xtables/extension';
import { knownStatement, statementExtension, type KnownStatement } from '../../statements';
import type { MatchSpec } from '../../statements/match';
import type { NftStatement } from '../../types';
import type { RulePackets, StatementBranch } from '../rule-packets';
import { mapBranches } from '../set-branches';
import { matchPackets } from './match';
import { natBranches, ownAddressBranches } from './nat';
import { rejectBranches } from './reject';
import { ctSetBranches, dynsetBranches, metaSetBranches } from './writes';

const some = (packets: PacketSet, effect: TargetEffect): readonly StatementBranch[] => [{ packets, effect }];

type Branches<Spec> = (spec: Spec, all: RulePackets) => readonly StatementBranch[] | undefined;

/** Branches by the name of the statement, a line each: the same as its `run` does to each packet. */
const BRANCHES: { readonly [K in KnownStatement as K['statement']]?: Branches<K['spec']> } = {
  match: matchBranches,
  verdict: ({ verdict }, { space }) => some(space.all, { verdict }),
  vmap: (spec, all) =>
    mapBranches(spec, all, (data) => (data.kind === 'verdict' ? { verdict: data.verdict } : undefined)),
  nat: natBranches,
  masquerade: (spec, { space }) => ownAddressBranches(spec, 'SRC', space),
  redirect: (spec, { space }) => ownAddressBranches(spec, 'DST', space),
  reject: rejectBranches,
  notrack: (_spec, { space }) => some(space.all, { verdict: CONTINUE, untracks: true }),
  'meta set': metaSetBranches,
  'ct set': ctSetBranches,
  dynset: dynsetBranches,
};

function matchBranches(spec: MatchSpec, all: RulePackets): readonly StatementBranch[] | undefined {
  const packets = matchPackets(spec, all);
  return packets === undefined ? undefined : some(packets, { verdict: CONTINUE });
}

/**
 * Branches of all packets that come to a statement, each with what it does to them, without what it leaves in sets and connections: the same as its
 * `run` does to each. Undefined: nobody can say, and it may take them.
 */
export function statementBranches(statement: NftStatement, all: RulePackets): readonly StatementBranch[] | undefined {
  // The cast of this table: a spec travels with the name of the extension that made it.
  const branches = BRANCHES[knownStatement(statement).statement] as Branches<unknown> | undefined;
  const known = branches?.(statement.spec, all);
  if (known) return known;
  const { space } = all;
  const { simulated, tests } = statementExtension(statement);
  if (simulated === 'irrelevant') return some(space.all, { verdict: CONTINUE });
  const isTest = tests !== undefined && statement.statement !== 'unrecognised';
  return isTest ? some(space.may(), { verdict: CONTINUE }) : undefined;
}
