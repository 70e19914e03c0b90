import { IPTABLES_SAVE, type IptablesSave } from '../../core/formats/iptables-save';
import { findDeadRules, type DeadRule } from '../../core/reach/dead-rules';
import type { IpFamily } from '../../core/net/ip';
import type { RuleRef } from '../../core/linux/hooks';
import { diagnosticLine, type Arguments, type ExitCode, type Io, type Verb } from '../verb';

interface TableReport {
  readonly family: IpFamily;
  readonly table: string;
  readonly rules: number;
  readonly dead: readonly { rule: string; text?: string; why: DeadRule['why']; by: readonly string[] }[];
  /** Why nothing is said of the table. */
  readonly unsaid?: string;
}

const printRef = ({ chain, index }: RuleRef): string => `${chain} ${index + 1}`;

function* report({ rulesets }: IptablesSave): Generator<TableReport> {
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const table of rulesets[family]?.tables.values() ?? []) {
      const rules = [...table.chains.values()].reduce((sum, { length }) => sum + length, 0);
      const head = { family, table: table.name, rules };
      // Rules that are not shown may lead to any chain.
      const found = table.whole ? findDeadRules({ table, family }) : undefined;
      if (!found?.ok) {
        yield { ...head, dead: [], unsaid: found ? `too large: ${found.error}` : 'the table is not whole' };
        continue;
      }
      const dead = found.value.map(({ rule, why, by }) => {
        const text = table.chains.get(rule.chain)?.text?.(rule.index);
        return { rule: printRef(rule), ...(text === undefined ? {} : { text }), why, by: by.map(printRef) };
      });
      yield { ...head, dead };
    }
  }
}

function run({ files }: Arguments, io: Io): ExitCode {
  const [file] = files;
  if (file === undefined || files.length > 1) {
    io.stderr('error usage 0:0 give one iptables-save text, or - for stdin\n');
    return 2;
  }
  const read = IPTABLES_SAVE.parse(io.read(file));
  if (!read.ok) {
    for (const diagnostic of read.error) io.stderr(diagnosticLine(diagnostic));
    return 2;
  }
  const tables = [...report(read.value.value)];
  io.stdout(`${JSON.stringify({ tables }, null, 1)}\n`);
  if (tables.some(({ unsaid }) => unsaid !== undefined)) return 2;
  return tables.some(({ dead }) => dead.length > 0) ? 1 : 0;
}

/** `headless dead`: rules of a text that decide no packet, with the rules that take theirs, as JSON. */
export const DEAD: Verb = { name: 'dead', usage: 'dead FILE', valued: [], run };
