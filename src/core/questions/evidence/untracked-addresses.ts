import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** A chain of nftables without its table, at the hook before connection tracking: `raw` in its name, or its priority in the header. */
const RAW = /^\s*chain \S{0,100}raw|^\s*chain .{0,200}\b(?:priority:? ?raw|priority:? ?-300)\b/;
const CHAIN = /^\s*chain \S{1,200}\s*\{/;
const UNTRACKED = /^\s*(ip6? daddr (@?[\w.:/-]{1,100})(?: (?:tcp|udp) dport \d{1,5})? notrack)\b/;
const TABLE = /^\s*table \S/m;
const LONGEST = 60_000;

/** Lists elements of a set of the text: `172.16.0.9` of `set outside { elements = { 172.16.0.9 } }`; the name itself, where its elements are not told. */
function listElements(text: string, name: string): string {
  const from = name.startsWith('@') ? text.indexOf(`set ${name.slice(1)} {`) : -1;
  const elements = from < 0 ? undefined : /^[^}]{0,400}?elements = \{([^}]{1,400})\}/.exec(text.slice(from))?.[1];
  return elements?.trim().replaceAll(/\s+/g, ' ') ?? name;
}

/**
 * Finds rules of nftables that take addresses out of connection tracking, in chains that stand without their table: netfilter translates no
 * packet that it does not track (net/netfilter/nf_nat_core.c: nf_nat_inet_fn). Whole tables are walked instead.
 */
export function findUntracked(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => (text.length > LONGEST || TABLE.test(text) ? [] : findInText(text))).slice(0, 1);
}

function findInText(text: string): readonly EvidenceFinding[] {
  let isRaw = false;
  for (const line of text.split('\n')) {
    if (CHAIN.test(line)) isRaw = RAW.test(line);
    const [, rule, name = ''] = (isRaw && UNTRACKED.exec(line)) || [];
    if (rule === undefined) continue;
    const values = { rule, addresses: listElements(text, name) };
    const says = phrase('evidence.untracked-address', values);
    const next = phrase('evidence.next.untracked-address', values);
    return [{ id: 'untracked-address', severity: 'error', says, next, words: [rule] }];
  }
  return [];
}
