import type { TableName } from '../linux/hooks';
import type { NftChain, NftRuleset } from '../linux/nftables/types';
import { rulesetFromLines, type ChainLines } from '../linux/xtables/ruleset-text';
import type { XtRuleset } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import type { PastedRuleset, PastedTable } from './layers';

const TABLES: readonly TableName[] = ['nat', 'filter'];

/** Chains that only kube-proxy's iptables mode makes. */
const KUBE_CHAIN = /^KUBE-(?:SERVICES|SVC|SVL|SEP|EXT|XLB|FW|NODEPORTS|EXTERNAL-SERVICES)/;

/** kube-proxy's chains of iptables-nft, as `nft list ruleset` shows them, by name. */
export function kubeChainsOfNft({ tables }: NftRuleset, family: IpFamily): readonly string[] {
  const chains = tables.get(family === 'ipv4' ? 'ip nat' : 'ip6 nat')?.chains;
  return [...(chains?.keys() ?? [])].filter((name) => KUBE_CHAIN.test(name));
}

/**
 * Tables of iptables-nft that were pasted as `nft list ruleset` shows them, in the words of iptables-save: what rules of
 * kube-proxy say of Services, and nothing else. It is for reading, never for sending a packet through. Undefined: they
 * have no chain of kube-proxy.
 */
export function iptablesOfNft(nft: NftRuleset, family: IpFamily): PastedRuleset | undefined {
  if (kubeChainsOfNft(nft, family).length === 0) return undefined;
  const lines = new Map<TableName, ReadonlyMap<string, ChainLines>>();
  for (const name of TABLES) {
    const table = nft.tables.get(`${family === 'ipv4' ? 'ip' : 'ip6'} ${name}`);
    const own = [...(table?.chains ?? [])].filter(([chain]) => KUBE_CHAIN.test(chain));
    lines.set(name, new Map(own.map(([chain, listed]) => [chain, chainLines(listed)])));
  }
  return asPasted(rulesetFromLines(lines, family));
}

function asPasted({ tables }: XtRuleset): PastedRuleset {
  return {
    tables: new Map([...tables].map(([name, table]): [TableName, PastedTable] => [name, { ...table, whole: false }])),
  };
}

function chainLines(chain: NftChain): ChainLines {
  return { rules: Array.from({ length: chain.length }, (_, index) => ({ text: iptablesText(chain.text(index)) })) };
}

/** What nft shows of a rule -> what iptables calls it (`iptables-translate` backwards). */
const PARTS: readonly (readonly [pattern: RegExp, words: (match: RegExpExecArray) => string])[] = [
  [/\bip6? saddr (!= )?(\S+)/, ([, not, from]) => `${not ? '! ' : ''}-s ${from}`],
  [/\bip6? daddr ([^\s!={@]+)/, ([, to]) => `-d ${to}`],
  [/\b(?:meta l4proto|ip protocol) (tcp|udp|sctp)|\b(tcp|udp|sctp) dport/, ([, proto, of]) => `-p ${proto ?? of}`],
  [/\b(tcp|udp|sctp) dport (\d+)/, ([, proto, port]) => `-m ${proto} --dport ${port}`],
  [/\bmeta random & 2147483647 < (\d+)/, ([, odds]) => `-m statistic --mode random --probability ${probability(odds)}`],
  [/\bcomment "([^"]*)"/, ([, comment]) => `-m comment --comment "${comment}"`],
  [/\b(?:jump|goto) (\S+)/, ([, chain]) => `-j ${chain}`],
  [/\bdnat(?: ip6?)? to (\S+)/, ([, to]) => `-j DNAT --to-destination ${to}`],
  [/\breject\b/, () => '-j REJECT'],
  [/(?:^| )drop\b/, () => '-j DROP'],
];

/** Of 2^31, as the kernel compares a random number with it. */
function probability(odds: string | undefined): string {
  return (Number(odds) / 2 ** 31).toFixed(11);
}

function iptablesText(listed: string): string {
  const words = PARTS.flatMap(([pattern, say]) => {
    const match = pattern.exec(listed);
    return match ? [say(match)] : [];
  });
  return words.join(' ');
}
