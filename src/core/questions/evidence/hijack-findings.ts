import type { Netns } from '../../linux/netns';
import { phrase } from '../../lib/phrase';
import { listChainTexts, type ChainRules } from './chain-texts';
import type { EvidenceFinding } from './evidence-finding';

/** A chain as its rules are written, whichever tool wrote them. */
interface WrittenChain {
  readonly name: string;
  readonly hook?: 'PREROUTING' | 'OUTPUT';
  readonly rules: readonly string[];
}

/** A rule that packets of a hook come to, and whether anything on the way asks for an address of this machine. */
interface MetRule {
  readonly text: string;
  readonly isLocal: boolean;
}

const MOST_CHAINS = 200;

/** Tests by which a rule is for packets to this machine, or to one address, alone. */
const ASKS_WHERE = /\bdaddr\b|\bfib\b|(?:^|\s)(?:!\s+)?-d\s|--dst-type\b|\b--match-set\b|\b@[\w-]+/;
const JUMP = /(?:\bjump|\bgoto|-j|-g)\s+([\w./+-]+)/;
const TRANSLATES = /\bdnat\b[^;]*?\bto\s+(\S+)|-j DNAT\b.*?--to-destination\s+(\S+)/;
const PORT = /\bdport\s+(\{[^}]*\}|\S+)|--dports?\s+(\S+)/;

/**
 * Rules at PREROUTING that translate a port whatever address is asked: packets that this machine only forwards are taken, too
 * (`ip_forward`: PREROUTING comes before the routing decision).
 */
export function findHijacks({ xtables, nftables }: Pick<Netns, 'xtables' | 'nftables'>): readonly EvidenceFinding[] {
  const nat = Object.values(xtables).flatMap(({ tables }) => tables.get('nat') ?? []);
  const ofXt = nat.map(({ chains }) => [...chains.values()].map(writtenXt));
  const ofNft = [...(nftables?.tables.values() ?? [])].map(({ chains }) =>
    [...chains.values()].map((chain): WrittenChain => {
      const { hook, type } = chain.base ?? {};
      const isNat = type === 'nat' && (hook === 'PREROUTING' || hook === 'OUTPUT');
      return { name: chain.name, rules: listChainTexts(chain), ...(isNat ? { hook } : {}) };
    }),
  );
  return [...ofXt, ...ofNft].flatMap(findInTable);
}

function writtenXt(chain: ChainRules): WrittenChain {
  const { name } = chain;
  return { name, rules: listChainTexts(chain), ...(name === 'PREROUTING' || name === 'OUTPUT' ? { hook: name } : {}) };
}

function findInTable(chains: readonly WrittenChain[]): readonly EvidenceFinding[] {
  const met = (hook: WrittenChain['hook']): readonly MetRule[] =>
    chains.filter((chain) => chain.hook === hook).flatMap((chain) => [...listMet(chain, chains)]);
  const out = met('OUTPUT');
  return met('PREROUTING').flatMap(({ text, isLocal }): readonly EvidenceFinding[] => {
    const [, toNft, toXt] = TRANSLATES.exec(text) ?? [];
    const [, portNft, portXt] = PORT.exec(text) ?? [];
    const to = toNft ?? toXt;
    const port = portNft ?? portXt;
    if (to === undefined || port === undefined || isLocal) return [];
    const twin = out.find((each) => each.isLocal && each.text.includes(to) && each.text.includes(port));
    const values = { port, to, output: twin ? 'checked' : 'none' };
    return [
      {
        id: 'forwarded-hijack',
        severity: 'warning',
        says: phrase('evidence.hijack', values),
        next: phrase('evidence.next.hijack', { tool: toNft === undefined ? 'iptables' : 'nft' }),
        words: text.trim().split(/\s+/),
      },
    ];
  });
}

/** The rules that packets of a hook come to, by jumps, too. */
function* listMet(first: WrittenChain, chains: readonly WrittenChain[]): Generator<MetRule> {
  const open: { readonly chain: WrittenChain; readonly isLocal: boolean }[] = [{ chain: first, isLocal: false }];
  const known = new Set<string>();
  for (const { chain, isLocal } of open) {
    for (const text of chain.rules) {
      const isHere = isLocal || ASKS_WHERE.test(text);
      yield { text, isLocal: isHere };
      const next = JUMP.exec(text)?.[1];
      const target = chains.find(({ name }) => name === next);
      const key = `${next} ${isHere}`;
      if (!target || known.has(key) || known.size > MOST_CHAINS) continue;
      known.add(key);
      open.push({ chain: target, isLocal: isHere });
    }
  }
}
