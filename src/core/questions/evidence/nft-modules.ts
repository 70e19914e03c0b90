import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/**
 * Words of nft that a module of the kernel has to be there for, with it and the option that builds it (net/netfilter/Kconfig,
 * net/ipv4/netfilter/Kconfig). `{family}` is ipv4 or ipv6, by the table.
 */
const MODULES: readonly (readonly [RegExp, string, string])[] = [
  [/^fib\b/, 'nft_fib_{family}', 'CONFIG_NFT_FIB_{FAMILY}'],
  [/^numgen\b/, 'nft_numgen', 'CONFIG_NFT_NUMGEN'],
  [/^(?:jhash|symhash)\b/, 'nft_hash', 'CONFIG_NFT_HASH'],
  [/^masquerade\b/, 'nft_masq', 'CONFIG_NFT_MASQ'],
  [/^redirect\b/, 'nft_redir', 'CONFIG_NFT_REDIR'],
  [/^(?:dnat|snat)\b/, 'nft_nat', 'CONFIG_NFT_NAT'],
  [/^reject\b/, 'nft_reject_{family}', 'CONFIG_NFT_REJECT_{FAMILY}'],
  [/^ct count\b/, 'nft_connlimit', 'CONFIG_NFT_CONNLIMIT'],
  [/^ct\b/, 'nft_ct', 'CONFIG_NFT_CT'],
  [/^limit\b/, 'nft_limit', 'CONFIG_NFT_LIMIT'],
  [/^log\b/, 'nft_log', 'CONFIG_NFT_LOG'],
  [/^quota\b/, 'nft_quota', 'CONFIG_NFT_QUOTA'],
  [/^queue\b/, 'nft_queue', 'CONFIG_NFT_QUEUE'],
  [/^tproxy\b/, 'nft_tproxy', 'CONFIG_NFT_TPROXY'],
  [/^socket\b/, 'nft_socket', 'CONFIG_NFT_SOCKET'],
  [/^flow add\b/, 'nft_flow_offload', 'CONFIG_NFT_FLOW_OFFLOAD'],
  [/^xt\b/, 'nft_compat', 'CONFIG_NFT_COMPAT'],
];

const REFUSED = /Could not process rule: (?:No such file or directory|Operation not supported)/;
/** The rule that the kernel refused, as nft prints it below its error. */
const RULE = /\b(?:add|insert|create) rule (ip6?|inet|bridge|arp|netdev) \S{1,120}\s/;
/** iptables was refused by the same kernel. */
const ALSO_IPTABLES =
  /\bExtension \w{1,30}\s+revision \d{1,3} not supported|\biptables v[\d.]{3,9} \(nf_tables\):\s+RULE_\w+ failed/;
const CARETS = /\^{2,}/;
const LONGEST = 1000;
const MOST_LINES = 20_000;

/** What stands in a line above the first of the carets. */
const above = (rule: string, carets: string): string => rule.slice(carets.search(CARETS)).trimStart();

const fitted = (name: string, table: string): string => {
  const family = table === 'inet' ? 'inet' : table === 'ip6' ? 'ipv6' : 'ipv4';
  return name.replace('{family}', family).replace('{FAMILY}', family.toUpperCase());
};

function findAt(lines: readonly string[], at: number, instead: string): EvidenceFinding | undefined {
  const [error = '', rule = '', carets = ''] = lines.slice(at, at + 3);
  const table = RULE.exec(rule)?.[1];
  if (table === undefined || !CARETS.test(carets)) return undefined;
  const word = above(rule, carets);
  const known = MODULES.find(([words]) => words.test(word));
  if (!known) return undefined;
  const [, module, option] = known;
  const values = {
    word: word.split(' ', 3).join(' '),
    table,
    module: fitted(module, table),
    option: fitted(option, table),
    proxy: /\bkube-proxy\b/.test(rule) ? 'yes' : 'no',
    instead,
  };
  return {
    id: 'nft-module',
    severity: 'error',
    says: phrase('evidence.nft-module', values),
    next: phrase('evidence.next.nft-module', values),
    words: [error.trim()],
  };
}

/**
 * Finds the module of the kernel that a rule of nft needs and that is not there: nft prints the rule below its error, and marks with ^ the
 * expression the kernel does not know (net/netfilter/nf_tables_api.c: nft_expr_type_get, ENOENT).
 */
export function findNftModules(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }) => {
    if (!REFUSED.test(text)) return [];
    const instead = ALSO_IPTABLES.test(text) ? 'none' : 'iptables';
    const lines = text.split('\n', MOST_LINES).map((line) => (line.length > LONGEST ? '' : line));
    return lines.flatMap((line, at) => (REFUSED.test(line) ? (findAt(lines, at, instead) ?? []) : []));
  });
  return [...new Map(found.map((each) => [each.says.values?.['module'], each])).values()];
}
