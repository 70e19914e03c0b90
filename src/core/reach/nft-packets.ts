import type { Verdict } from '../linux/hooks';
import type { RulePackets, StatementBranch } from '../linux/nftables/packets/rule-packets';
import { statementBranches } from '../linux/nftables/packets/branches';
import { listPacketFields } from '../linux/nftables/packets/fields';
import { knownStatement, printStatement, statementExtension } from '../linux/nftables/statements';
import {
  tableName,
  type NftChain,
  type NftSet,
  type NftSetUse,
  type NftStatement,
  type NftTable,
} from '../linux/nftables/types';
import { calledChain, type PacketChain, type PacketTable, type RuleStage, type Simplify } from './packet-table';
import type { Space } from './space';

/** Verdicts that a rule's statement may give, as far as they are written in it or in its map. */
function listVerdicts(statement: NftStatement, { sets }: NftTable): readonly Verdict[] {
  const known = knownStatement(statement);
  if (known.statement === 'verdict') return [known.spec.verdict];
  if (known.statement !== 'vmap') return [];
  const set = usedSet(known.spec.map, sets);
  return Array.from({ length: set?.elements.length ?? 0 }, (_, i) => set?.elements.element(i)?.data).flatMap((data) =>
    data?.kind === 'verdict' ? [data.verdict] : [],
  );
}

function usedSet(use: NftSetUse, sets: NftTable['sets']): NftSet | undefined {
  return use.kind === 'set' ? use.set : sets.get(use.name);
}

/** What is kept where a statement is one of which nobody can say what it does: also that the rule ends. */
function unsayable(statement: NftStatement, space: Space): RuleStage {
  const may = printStatement(statement);
  return [
    { packets: space.may(), effect: 'break' },
    { packets: space.all, effect: { may, marks: true } },
  ];
}

/** Statements that do nothing by themselves to packets that a later one of their rule turns away. */
const QUESTIONS: ReadonlySet<string> = new Set(['match', 'vmap', 'verdict', 'counter', 'last']);

/** A chain of nftables for all packets: a rule is its statements, each of which may change packets or end it. */
class NftPacketChain implements PacketChain {
  private readonly chain: NftChain;
  private readonly table: NftTable;

  constructor(chain: NftChain, table: NftTable) {
    this.chain = chain;
    this.table = table;
  }

  get name(): string {
    return this.chain.name;
  }

  get length(): number {
    return this.chain.length;
  }

  get policy(): PacketChain['policy'] {
    return this.chain.base?.policy;
  }

  steps(index: number, space: Space, simplify: Simplify): readonly RuleStage[] {
    const { table } = this;
    const all: RulePackets = {
      space,
      table,
      fields: (expression) => listPacketFields(expression, all),
      mayEnd: (statement) => statementExtension(statement).simulated !== 'irrelevant',
    };
    const simpler = ({ packets, effect }: StatementBranch): StatementBranch => ({ packets: simplify(packets), effect });
    const steps: RuleStage[] = [];
    for (const statement of this.chain.rule(index).statements) {
      const branches = statementBranches(statement, all);
      steps.push(branches ? branches.map(simpler) : unsayable(statement, space));
      // The rest is asked of no packet.
      if (branches?.every(({ packets }) => packets === space.none)) break;
    }
    return steps;
  }

  leadsTo(index: number): readonly string[] {
    return this.chain
      .rule(index)
      .statements.flatMap((statement) =>
        listVerdicts(statement, this.table).flatMap((verdict) => calledChain(verdict) ?? []),
      );
  }

  acts(index: number, part: number): boolean {
    const statement = this.chain.rule(index).statements[part];
    return statement !== undefined && !QUESTIONS.has(knownStatement(statement).statement);
  }

  asks(index: number): boolean {
    return this.chain
      .rule(index)
      .statements.some(({ statement }) => statement !== 'verdict' && statement !== 'meta set');
  }

  marks(index: number): boolean {
    return this.chain.rule(index).statements.some((statement) => {
      const known = knownStatement(statement);
      if (known.statement === 'meta set') return known.spec.key === 'mark';
      return ['unrecognised', 'not simulated', 'xtables', 'payload set', 'synproxy', 'dup'].includes(known.statement);
    });
  }

  text(index: number): string {
    return this.chain.text(index);
  }
}

/** A table of nftables as all packets see it. */
export function nftPackets(table: NftTable): PacketTable {
  const { chains } = table;
  return {
    name: tableName(table),
    forks: true,
    chains: new Map([...chains].map(([name, chain]) => [name, new NftPacketChain(chain, table)])),
  };
}
