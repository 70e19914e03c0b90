import { type TableName } from '../linux/hooks';
import { type NftChain, type NftRuleset } from '../linux/nftables/types';
import { type IpFamily } from '../net/ip';
import { rulesetFromLines, type ChainLines } from '../linux/xtables/ruleset-text';
import type { XtRuleset } from '../linux/xtables/types';
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
    const own = [...(table?.chains ?? [])].filter(([chain]) => chain.startsWith('KUBE-'));
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

/** What nft shows of a rule -> what iptables calls it (`iptables-translate` backwards), in the order iptables prints it. */
const PARTS: readonly (readonly [pattern: RegExp, words: (match: RegExpExecArray) => string])[] = [
  [/\bip6? saddr (!= )?([^\s!=@{]+)/, ([, not, from]) => `${not ? '! ' : ''}-s ${from}`],
  [/\bip6? daddr (!= )?([^\s!=@{]+)/, ([, not, to]) => `${not ? '! ' : ''}-d ${to}`],
  [
    /\biifname (!= )?"?([^\s"]+?)(\*?)"?(?= |$)/,
    ([, not, name, any]) => `${not ? '! ' : ''}-i ${name}${any ? '+' : ''}`,
  ],
  [/\b(?:meta l4proto|ip protocol) (tcp|udp|sctp)|\b(tcp|udp|sctp) dport/, ([, proto, of]) => `-p ${proto ?? of}`],
  [/\bct state ([a-z,]+)/, ([, states = '']) => `-m conntrack --ctstate ${states.toUpperCase()}`],
  [/\bct status dnat/, () => '-m conntrack --ctstate DNAT'],
  [/\bcomment "([^"]*)"/, ([, comment]) => `-m comment --comment "${comment}"`],
  [/\b(tcp|udp|sctp) dport (\d+)/, ([, proto, port]) => `-m ${proto} --dport ${port}`],
  [
    /\bfib (saddr|daddr) type (\w+)/,
    ([, which, type = '']) => `-m addrtype --${SIDES[which ?? '']}-type ${type.toUpperCase()}`,
  ],
  [
    /\bmeta mark & (\w+) (==|!=) (\w+)/,
    ([, mask, is, value]) => `-m mark ${is === '!=' ? '! ' : ''}--mark ${value}/${mask}`,
  ],
  [/\bmeta random & 2147483647 < (\d+)/, ([, odds]) => `-m statistic --mode random --probability ${probability(odds)}`],
  // What it asks of the list is not shown.
  [/\bxt match "?recent"?.*\bjump (\S+)/, ([, chain]) => `-m recent --rcheck --name ${chain} --rsource`],
  [/\b(?:jump|goto) (\S+)/, ([, chain]) => `-j ${chain}`],
  [/\bdnat(?: ip6?)? to (\S+)/, ([, to]) => `-j DNAT --to-destination ${to}`],
  [/\bmeta mark set mark or (0x[0-9a-f]+)/, ([, bits]) => `-j MARK --set-xmark ${bits}/${bits}`],
  [/\bmeta mark set mark xor (0x[0-9a-f]+)/, ([, bits]) => `-j MARK --set-xmark ${bits}/0x0`],
  [/\bmasquerade( fully-random)?/, ([, random]) => `-j MASQUERADE${random ? ' --random-fully' : ''}`],
  [/\breject\b/, () => '-j REJECT --reject-with icmp-port-unreachable'],
  [/(?:^| )(drop|accept|return)$/, ([, verdict = '']) => `-j ${verdict.toUpperCase()}`],
];

const SIDES: Readonly<Record<string, string>> = { saddr: 'src', daddr: 'dst' };

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
