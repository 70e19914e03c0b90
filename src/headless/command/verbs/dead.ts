import { finished } from '../../../core/lib/scan';
import { findDeadTables, type DeadTable } from '../../../core/questions/reach/dead';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aCount, aFlag, aList, anObject, aText, oneOf } from '../schema';

function unsaidWords({ unsaid }: DeadTable, { word }: CommandCall): string | undefined {
  switch (unsaid?.kind) {
    case undefined:
      return undefined;
    case 'part':
      return word('tableInPart', {});
    case 'elsewhere':
      return word('tableElsewhere', {});
    case 'large':
      return word('tooLarge', { why: unsaid.why });
  }
}

function tableLines(found: DeadTable, call: CommandCall): PageLine[] {
  const { node, family, table, rules, dead, unsure } = found;
  const { word } = call;
  const values = { node, family, table, rules, dead: dead.length, unsure: unsure.length };
  const why = unsaidWords(found, call);
  if (why !== undefined) return [{ text: word('deadUnsaid', { ...values, why }), as: 'unsure' }];
  const rows = dead.flatMap((each): PageLine[] => {
    const by = each.by.slice(0, 3).map(({ rule }) => rule);
    return [
      {
        text: `${each.file === undefined ? '' : `${each.file}:${each.line}: `}${each.text ?? each.rule}`,
        indent: 2,
        as: 'bad',
      },
      { text: word(each.why, { by: by.join(', ') + (each.by.length > 3 ? ', …' : '') }), indent: 6 },
    ];
  });
  const asking = unsure.map(({ rule, text = rule, file, line, sets }): PageLine => {
    const place = file === undefined ? '' : `${file}:${line}: `;
    return { text: `${place}${text}: ${word('asksSets', { sets: sets.join(', ') })}`, indent: 2, as: 'unsure' };
  });
  return [{ text: word('deadTable', values), as: 'head' }, ...rows, ...asking];
}

/** A table as programs read it. */
function tableJson(found: DeadTable, call: CommandCall): object {
  const { unsaid: _, dead, ...head } = found;
  const unsaid = unsaidWords(found, call);
  return {
    ...head,
    dead: dead.map(({ by, ...each }) => ({ ...each, by: by.map(({ rule }) => rule) })),
    ...(unsaid === undefined ? {} : { unsaid }),
  };
}

async function run(call: CommandCall): Promise<CommandReply> {
  const { document, derived } = await openFiles(call);
  const tables = finished(findDeadTables({ network: derived.network, texts: document.pasted.texts }));
  const isUnsaid =
    tables.length === 0 || tables.some(({ unsaid, unsure }) => unsaid !== undefined || unsure.length > 0);
  return {
    code: tables.some(({ dead }) => dead.length > 0) ? 1 : isUnsaid ? 2 : 0,
    json: { tables: tables.map((each) => tableJson(each, call)) },
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
    2: 'a rule asks what is in a set, or a table is there in part only, is of devices or frames, or too large',
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
            otherwise: aFlag('one of those does something else to them than it would; such rules stand first'),
            stops: aFlag('it would drop or reject what it matches'),
            by: aList(aText('a rule that takes its packets')),
          }),
        ),
        unsure: aList(
          anObject({
            rule: aText('chain and number'),
            'text?': aText('as it is written'),
            'file?': aText('where it was read'),
            'line?': aCount('from 1'),
            sets: aList(aText('a set it asks, of whose members nothing is known for good')),
          }),
        ),
        'unsaid?': aText('why nothing is said of the table'),
      }),
    ),
  }),
  run,
};
