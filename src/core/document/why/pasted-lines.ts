import { isXtTable } from '../../linux/hooks';
import type { Netns } from '../../linux/netns';
import type { RuleRef } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { PastedText } from '../document';

/** A line of a pasted text, 0-based. */
export interface PastedLine {
  readonly text: string;
  readonly line: number;
  readonly words: string;
}

/** Where the rule was pasted; undefined when no line of a text is surely it. */
export function lineOfPastedRule(
  texts: readonly PastedText[],
  netns: Netns,
  family: IpFamily,
  ref: RuleRef,
): PastedLine | undefined {
  const { wanted, number } = writtenAs(netns, family, ref);
  if (wanted === undefined) return undefined;
  for (const { id, text } of texts) {
    const lines = text.split('\n');
    const isIt = (words: string | undefined): boolean => words?.trim().endsWith(wanted) === true;
    const line = number !== undefined && isIt(lines[number - 1]) ? number - 1 : lines.findIndex(isIt);
    if (line >= 0) return { text: id, line, words: lines[line] ?? '' };
  }
  return undefined;
}

function writtenAs(
  { xtables, nftables }: Netns,
  family: IpFamily,
  { table, chain: name, index }: RuleRef,
): { readonly wanted?: string | undefined; readonly number?: number | undefined } {
  if (isXtTable(table)) {
    const chain = xtables[family]?.tables.get(table)?.chains.get(name);
    const text = chain && index < chain.length ? chain.text?.(index) : undefined;
    return text === undefined ? {} : { wanted: `-A ${name} ${text}`.trim(), number: chain?.line(index) };
  }
  const chain = nftables?.tables.get(table)?.chains.get(name);
  if (!chain || index >= chain.length) return {};
  const isXt = chain.rule(index).statements[0]?.statement === 'xtables';
  return { wanted: `${isXt ? `-A ${name} ` : ''}${chain.text(index)}`.trim(), number: chain.line(index) };
}

/** Lines that give a built-in or base chain its policy: what stands before the word, and the word. */
const POLICIES = [
  /^(\s*:(\S+) )(ACCEPT|DROP)\b/,
  /^(\s*-P (\S+) )(ACCEPT|DROP)\b/,
  /^(\s*Chain (\S+) \(policy )(ACCEPT|DROP)\b/,
  /^(\s*type \w+ hook (\w+) .*policy )(accept|drop)\b/,
] as const;

interface PolicyLine extends PastedLine {
  readonly policy: 'ACCEPT' | 'DROP';
  /** The line with the other policy. */
  readonly flipped: string;
}

/** The lines that may give the chain of the table its policy; several tables may have a chain of that name. */
export function policyLines(texts: readonly PastedText[], table: string, chain: string): readonly PolicyLine[] {
  // A table of the other iptables was pasted as one of iptables.
  const bare = /^ip6? (raw|mangle|nat|filter|security)(?: \(legacy\))?$/.exec(table)?.[1];
  return texts.flatMap(({ id, text }) => {
    let [inTable, inChain] = ['', ''];
    return text.split('\n').flatMap((words, line) => {
      inTable = /^\*(\w+)/.exec(words)?.[1] ?? /^table (\S+ \S+) \{/.exec(words)?.[1] ?? inTable;
      inChain = /^\s*chain (\S+) \{/.exec(words)?.[1] ?? inChain;
      const found = POLICIES.map((pattern) => pattern.exec(words)).find((match) => match);
      if (!found || (inTable !== '' && inTable !== table && inTable !== bare)) return [];
      const [whole, before = '', name = '', policy = ''] = found;
      if ((/hook/.test(before) ? inChain : name) !== chain) return [];
      const other = { ACCEPT: 'DROP', DROP: 'ACCEPT', accept: 'drop', drop: 'accept' }[policy] ?? '';
      const flipped = `${before}${other}${words.slice(whole.length)}`;
      return [{ text: id, line, words, policy: policy.toUpperCase() as 'ACCEPT' | 'DROP', flipped }];
    });
  });
}
