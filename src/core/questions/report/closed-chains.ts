import type { TableName } from '../../linux/hooks';
import { tableName, type NftTable } from '../../linux/nftables/types';
import { BUILT_IN_CHAINS, type XtChain, type XtTable } from '../../linux/xtables/types';
import { phrase } from '../../lib/phrase';
import { type IpFamily } from '../../net/ip';
import { isMachine } from '../../paste/sender';
import type { OpenedTexts } from '../../public/open-texts';
import type { SaidLine, SaidRow } from '../../sheet/said';
import { placeFinding } from '../lint/finding-lines';
import { endsHere, isUnconditional, refuses } from '../lint/rule-kinds';

/** A machine whose rules are asked, and the texts they were read in. */
interface Closing {
  readonly opened: OpenedTexts;
  readonly family: IpFamily;
}

const NOTE = phrase('machine.severity', { severity: 'info' });

/** The first line of a text, behind one that names a table, that says the policy of a chain: `:FORWARD DROP`, `-P FORWARD DROP`. */
function findPolicy({ texts }: OpenedTexts, table: string, chain: string): readonly SaidLine[] {
  for (const { title, text } of texts) {
    let inTable = '';
    for (const [at, line] of text.split('\n').entries()) {
      const said = line.trim();
      if (said.startsWith('*')) inTable = said.slice(1);
      const isHere = inTable === table && said.startsWith(`:${chain} DROP`);
      if (isHere || said.startsWith(`-P ${chain} DROP`)) return [{ file: title, line: at + 1, text: said }];
    }
  }
  return [];
}

/** The first rule of a chain that asks nothing and ends the chain, 0-based; undefined: its policy ends it. */
function findLast(chain: XtChain): number | undefined {
  for (let index = 0; index < chain.length; index++) {
    const rule = chain.rule(index);
    if (isUnconditional(rule) && endsHere(rule)) return index;
  }
  return undefined;
}

function closedByRules({ opened, family }: Closing, table: TableName, chain: XtChain): readonly SaidRow[] {
  const index = findLast(chain);
  const about = { table, chain: chain.name };
  if (index !== undefined) {
    if (!refuses(chain.rule(index))) return [];
    const verdict = chain.rule(index).target?.target ?? 'DROP';
    const { file, line, text } = placeFinding({ family, ...about, index }, opened);
    const lines =
      file === undefined || line === undefined ? [] : [{ file, line, ...(text === undefined ? {} : { text }) }];
    return [
      { name: NOTE, says: [phrase('machine.closed', { ...about, by: 'rule', rule: index + 1, verdict })], lines },
    ];
  }
  if (chain.policy !== 'DROP') return [];
  const says = [phrase('machine.closed', { ...about, by: 'policy', rule: 0, verdict: 'DROP' })];
  return [{ name: NOTE, says, lines: findPolicy(opened, table, chain.name) }];
}

function closedInTable(closing: Closing, { name, chains }: XtTable): readonly SaidRow[] {
  return BUILT_IN_CHAINS[name].flatMap((hook) => {
    const chain = chains.get(hook);
    return chain ? closedByRules(closing, name, chain) : [];
  });
}

function closedInNft(table: NftTable): readonly SaidRow[] {
  return [...table.chains.values()]
    .filter(({ base }) => base?.policy === 'DROP')
    .map(({ name }) => {
      const values = { table: tableName(table), chain: name, by: 'policy', rule: 0, verdict: 'DROP' };
      return { name: NOTE, says: [phrase('machine.closed', values)] };
    });
}

/** Chains of a machine that let nothing on which no rule of theirs lets pass: by their policy, or by a rule that asks nothing. */
export function closedChains(opened: OpenedTexts): readonly SaidRow[] {
  const machines = [...opened.derived.network.netns.values()].filter(({ id }) => isMachine(id));
  return machines.flatMap(({ xtables, nftables }) => [
    ...(['ipv4', 'ipv6'] as const).flatMap((family) =>
      [...(xtables[family]?.tables.values() ?? [])].flatMap((table) => closedInTable({ opened, family }, table)),
    ),
    ...[...(nftables?.tables.values() ?? [])].flatMap(closedInNft),
  ]);
}
