import { formatCidr } from '../../net/cidr';
import { formatIp, type IpFamily } from '../../net/ip';
import { printMatch } from '../../linux/xtables/matches';
import { printTarget } from '../../linux/xtables/targets';
import { prefixOf } from '../../linux/xtables/syntax/addresses';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import type { AddressTest, InterfaceTest, XtChain, XtRule, XtRuleset } from '../../linux/xtables/types';
import { matchPhrase, targetPhrase } from './write-phrases';

const HEADER = ' pkts bytes target     prot opt in     out     source               destination         ';

/** A number of at most five places, as the listing rounds it. */
function shortCount(value: number): string {
  let rest = value;
  for (const scale of ['', 'K', 'M', 'G', 'T']) {
    if (rest <= (scale === '' ? 99_999 : 9999)) return `${rest}${scale}`.padStart(5);
    rest = Math.floor((rest + 500) / 1000);
  }
  return `${rest}P`.padStart(5);
}

function addressText(test: AddressTest | undefined, family: IpFamily): string {
  if (!test) return ` ${(family === 'ipv4' ? '0.0.0.0/0' : '::/0').padEnd(19)}`;
  const prefix = prefixOf(test.mask);
  const isHost = test.mask.every((word) => word === 0xffffffff);
  const text = isHost
    ? formatIp(test.address)
    : prefix === undefined
      ? `${formatIp(test.address)}/${formatIp({ family, words: test.mask })}`
      : formatCidr({ address: test.address, prefix });
  return `${test.negated ? '!' : ' '}${text.padEnd(19)}`;
}

function interfaceText(test: InterfaceTest | undefined): string {
  return (test ? `${test.negated ? '!' : ''}${test.name}${test.prefix ? '+' : ''}` : '*').padEnd(6);
}

function protoText(rule: XtRule): string {
  const name = rule.proto ? protocolName(rule.proto.protocol) : 'all';
  return `${rule.proto?.negated ? '!' : ''}${name}`.padEnd(4);
}

function phrasesOf(rule: XtRule, family: IpFamily): string {
  const isGoto = rule.target?.target === 'GOTO';
  const matches = rule.matches.map((match) => {
    const words = printMatch(match, family);
    if (match.match !== 'unrecognised') return matchPhrase(match.match, words.slice(2));
    return words[0] === '-m' ? matchPhrase(match.spec.name, words.slice(2)) : words.join(' ');
  });
  const [, name = '', ...options] = rule.target ? printTarget(rule.target, family) : [];
  const target = targetPhrase(name, options);
  const words = [...matches, target].filter((text) => text !== '').map((text) => ` ${text}`);
  return `${isGoto ? '[goto] ' : ''}${words.join('')}`;
}

/** One row of `iptables -L -n -v`. */
export function printRow(rule: XtRule, family: IpFamily): string {
  const { packets, bytes } = rule.counters ?? { packets: 0, bytes: 0 };
  const written = rule.target ? (printTarget(rule.target, family)[1] ?? '') : '';
  const name = written === 'NOTRACK' ? 'CT' : written;
  const opt = rule.fragment ? (rule.fragment.negated ? '!f' : '-f') : '--';
  return [
    `${shortCount(packets)} ${shortCount(bytes)} ${name.padEnd(9)}  ${protoText(rule)} ${opt}  `,
    `${interfaceText(rule.indev)} ${interfaceText(rule.outdev)} `,
    `${addressText(rule.src, family)} ${addressText(rule.dst, family)} ${phrasesOf(rule, family)}`,
  ].join('');
}

function headOf(chain: XtChain, references: number): string {
  const { packets, bytes } = chain.counters ?? { packets: 0, bytes: 0 };
  if (chain.policy === undefined) return `Chain ${chain.name} (${references} references)`;
  return `Chain ${chain.name} (policy ${chain.policy} ${shortCount(packets).trim()} packets, ${shortCount(bytes).trim()} bytes)`;
}

/** How often each chain is jumped or gone to. */
function referencesIn(chains: Iterable<XtChain>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const chain of chains) {
    for (let i = 0; i < chain.length; i++) {
      const { target } = chain.rule(i);
      if (target?.target !== 'JUMP' && target?.target !== 'GOTO') continue;
      counts.set(target.spec.chain, (counts.get(target.spec.chain) ?? 0) + 1);
    }
  }
  return counts;
}

/** A ruleset as `iptables -L -n -v` lists it, chains in the ruleset's order. */
export function printListing({ family, ruleset }: { readonly family: IpFamily; readonly ruleset: XtRuleset }): string {
  const blocks = [...ruleset.tables.values()].flatMap(({ chains }) => {
    const references = referencesIn(chains.values());
    return [...chains.values()].map((chain) => {
      const rows = Array.from({ length: chain.length }, (_, i) => printRow(chain.rule(i), family));
      return [headOf(chain, references.get(chain.name) ?? 0), HEADER, ...rows, ''].join('\n');
    });
  });
  return blocks.join('\n');
}
