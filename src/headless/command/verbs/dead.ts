import type { RuleRef } from '../../../core/linux/hooks';
import type { Netns } from '../../../core/linux/netns';
import type { NftTable } from '../../../core/linux/nftables/types';
import type { XtTable } from '../../../core/linux/xtables/types';
import type { IpFamily } from '../../../core/net/ip';
import { findDeadNftRules, findDeadRules, type DeadRule } from '../../../core/reach/dead-rules';
import { lineOfPastedRule } from '../../../core/questions/why/pasted-candidates';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import type { OpenedTexts } from '../../../core/public/open-texts';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText, oneOf } from '../schema';

/** A rule that decides nothing, and where it was read. */
interface DeadRuleEntry {
  readonly rule: string;
  readonly text?: string;
  readonly file?: string;
  readonly line?: number;
  readonly why: 'unreached' | 'covered' | 'never';
  readonly by: readonly string[];
}

/** What was found of one table of one machine. */
interface DeadTable {
  readonly node: string;
  readonly family: IpFamily | NftTable['family'];
  readonly table: string;
  readonly rules: number;
  readonly dead: readonly DeadRuleEntry[];
  /** Why nothing is said of it. */
  readonly unsaid?: string;
}

const refText = ({ chain, index }: RuleRef): string => `${chain} ${index + 1}`;

/** Rules of a chain as they are written, where that is known. */
interface RuleTexts {
  readonly length: number;
  readonly text?: ((index: number) => string | undefined) | undefined;
}

/** Rules of a table that are told, and how one of them is written. */
interface TableOfMachine extends Pick<DeadTable, 'family' | 'table'> {
  readonly machine: Netns;
  readonly chains: ReadonlyMap<string, RuleTexts>;
  /** A family that its rules are read in. */
  readonly over: IpFamily;
  readonly isPart: boolean;
  /** Undefined: it has chains of another kind than those of IP. */
  readonly find: () => ReturnType<typeof findDeadNftRules>;
}

/** Why nothing is said of a table, or what is dead in it. */
function readTable({ isPart, find }: TableOfMachine, { word }: CommandCall): string | readonly DeadRule[] {
  if (isPart) return word('tableInPart', {});
  const found = find();
  if (!found) return word('tableElsewhere', {});
  return found.ok ? found.value : word('tooLarge', { why: found.error });
}

function reportTable(asked: TableOfMachine, opened: OpenedTexts, call: CommandCall): DeadTable {
  const { machine, family, table, chains, over } = asked;
  const rules = [...chains.values()].reduce((sum, { length }) => sum + length, 0);
  const head = { node: machine.title, family, table, rules };
  const found = readTable(asked, call);
  if (typeof found === 'string') return { ...head, dead: [], unsaid: found };
  const { texts } = opened.document.pasted;
  const dead = found.map(({ rule, why, by }): DeadRuleEntry => {
    const line = lineOfPastedRule(texts, machine, over, rule);
    const file = texts.find(({ id }) => id === line?.text)?.title;
    const text = line?.words.trim() ?? chains.get(rule.chain)?.text?.(rule.index);
    return {
      rule: refText(rule),
      ...(text === undefined ? {} : { text }),
      ...(line && file !== undefined ? { file, line: line.line + 1 } : {}),
      why,
      by: by.map(refText),
    };
  });
  return { ...head, dead };
}

const xtTable = (machine: Netns, family: IpFamily, table: XtTable): TableOfMachine => ({
  machine,
  family,
  table: table.name,
  chains: table.chains,
  over: family,
  isPart: machine.excerpts?.[family]?.has(table.name) === true,
  find: () => findDeadRules({ table, family }),
});

const nftTable = (machine: Netns, table: NftTable): TableOfMachine => ({
  machine,
  family: table.family,
  table: table.name,
  chains: table.chains,
  over: table.family === 'ip6' ? 'ipv6' : 'ipv4',
  isPart: false,
  find: () => findDeadNftRules({ table }),
});

function listTables({ derived }: OpenedTexts): readonly TableOfMachine[] {
  const machines = [...derived.network.netns.values()].filter(({ kind }) => kind === 'node');
  return machines.flatMap((machine) => [
    ...(['ipv4', 'ipv6'] as const).flatMap((family) =>
      [...(machine.xtables[family]?.tables.values() ?? [])].map((table) => xtTable(machine, family, table)),
    ),
    ...[...(machine.nftables?.tables.values() ?? [])].map((table) => nftTable(machine, table)),
  ]);
}

function tableLines({ node, family, table, rules, dead, unsaid }: DeadTable, { word }: CommandCall): PageLine[] {
  const values = { node, family, table, rules, dead: dead.length };
  if (unsaid !== undefined) return [{ text: word('deadUnsaid', { ...values, why: unsaid }), as: 'unsure' }];
  const rows = dead.flatMap(({ rule, text, file, line, why, by }): PageLine[] => [
    { text: `${file === undefined ? '' : `${file}:${line}: `}${text ?? rule}`, indent: 2, as: 'bad' },
    { text: word(why, { by: by.slice(0, 3).join(', ') + (by.length > 3 ? ', …' : '') }), indent: 6 },
  ]);
  return [{ text: word('deadTable', values), as: 'head' }, ...rows];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const opened = await openFiles(call);
  const tables = listTables(opened).map((each) => reportTable(each, opened, call));
  const isUnsaid = tables.length === 0 || tables.some(({ unsaid }) => unsaid !== undefined);
  return {
    code: tables.some(({ dead }) => dead.length > 0) ? 1 : isUnsaid ? 2 : 0,
    json: { tables },
    lines:
      tables.length === 0 ? [{ text: call.word('noTables', {}) }] : tables.flatMap((each) => tableLines(each, call)),
  };
}

/** `rulewalk dead`: rules of iptables and nftables that decide no packet. */
export const DEAD_COMMAND: CommandVerb = {
  name: 'dead',
  about: 'finds rules of iptables and nftables that decide no packet at all, and the rules that take theirs.',
  takes: 'FILES...',
  options: [],
  examples: [
    ['rulewalk dead node.txt', 'rules of that node that could be taken out'],
    ['nft list ruleset | rulewalk dead - --json', 'the same of this machine, for a program'],
  ],
  exits: {
    0: 'every rule decides some packet',
    1: 'some decide none',
    2: 'a table is there in part only, is of devices or frames, or too large',
  },
  schema: anObject({
    tables: aList(
      anObject({
        node: aText('the machine'),
        family: oneOf(
          ['ipv4', 'ipv6', 'ip', 'ip6', 'inet', 'arp', 'bridge', 'netdev'],
          'of which family; of nftables as it writes them',
        ),
        table: aText('nat, filter and so on'),
        rules: aCount('how many it has'),
        dead: aList(
          anObject({
            rule: aText('chain and number'),
            'text?': aText('as it is written'),
            'file?': aText('where it was read'),
            'line?': aCount('from 1'),
            why: oneOf(
              ['unreached', 'covered', 'never'],
              'no packet comes to its chain; rules before it take all it holds for; it holds for none that come',
            ),
            by: aList(aText('a rule that takes its packets')),
          }),
        ),
        'unsaid?': aText('why nothing is said of the table'),
      }),
    ),
  }),
  run,
};
