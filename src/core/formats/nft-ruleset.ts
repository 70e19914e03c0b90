import type { NftRuleset } from '../linux/nftables/types';
import { printNftRuleset } from '../linux/nftables/text/print-ruleset';
import { readRuleset } from '../linux/nftables/text/read-ruleset';
import { phrase } from '../lib/phrase';
import { shortenLine } from '../lib/shorten';
import type { Diagnostic } from './format';
import { unreadProblems } from './lines/nft-problems';
import { NftRefusals } from './lines/nft-refusals';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

const TABLE =
  /^(?:table\s+(?:(?:ip6?|inet|bridge|arp|netdev)\s+)?[^\s{]+\s*\{|table\s+(?:ip6?|inet|bridge|arp|netdev)\s+[\w-]+\s*(?:;|$)|flush ruleset;?$|define\s+[\w.-]+\s*=|include\s+["'][^"']*\bnft[^"']*["']$|#!\s*\S*nft\b)/;
/** `add rule ip nat KUBE-SERVICES …`: a script. */
const COMMAND =
  /^(?:(?:nft\s+)?(?:add|create|insert|delete|destroy|flush)\s+(?:table|chain|rule|set|map|element|counter|quota|limit|flowtable|synproxy|secmark|ct\s+(?:helper|timeout|expectation))\s+(?:ip6?|inet|bridge|arp|netdev)\s)/;
/** The same without a family, which is `ip` then: only beside lines that are surely nft, since people write such words, too. */
const FAMILYLESS =
  /^(?:(?:nft\s+)?(?:add|create|insert|delete|destroy|flush)\s+(?:table|chain|rule|set|map|element)\s+[\w-]+(?:\s|;|$)|(?:re|un)?define\s|include\s+["'])/;
const FIRST_FAMILYLESS =
  /^(?:nft\s+)?(?:add|create)\s+(?:table\s+[\w-]+\s*(?:;|$)|chain\s+[\w-]+\s+[\w-]+\s*'?\\?\{\s*type\s)/;

/** A chain, set or map whose table is not in the text. */
const BARE = /^(?:chain|set|map)\s+([\w./-]{1,250})\s*\{/;
/** `nft list chain ip nat KUBE-SERVICES`: the command above names it. */
const LISTED = /\bnft\s+(?:-\S+\s+)*list\s+(?:chain|set|map)\s+(?:(ip6?|inet|bridge|arp|netdev)\s+)?([\w-]{1,64})\s+\S/;
/** kube-proxy's own (pkg/proxy/nftables/proxier.go), and those of its iptables mode as nft shows them. */
const OF_KUBE_PROXY =
  /^(?:(?:nat|filter)-(?:prerouting|output|postrouting|input|forward)\S*|services|masquerading|mark-for-masquerade|reject-chain|cluster-ips-check|nodeport-\S+|(?:service|external|firewall|endpoint|affinity)-[A-Z0-9]{8}-\S+|(?:cluster|service|nodeport|firewall|no-endpoint)-(?:ips|services|nodeports)|no-endpoint-nodeports|hairpin-connections|endpoints-check-\S+)$/;
const KUBE_NAT = /^KUBE-(?:SERVICES|SVC|SVL|SEP|EXT|XLB|FW|MARK-|POSTROUTING|NODEPORTS)/;

/** firewalld's own (src/firewall/core/nftables.py): `filter_FORWARD_POLICIES`, `nat_POST_public_allow`. */
const OF_FIREWALLD =
  /^(?:filter|nat|mangle|raw)_(?:PRE|POST|IN|OUT|FWD)[A-Za-z]*(?:_|$)|^(?:filter|nat|mangle|raw)_FORWARD(?:_|$)/;
/** A table that nothing tells the name of. */
const UNTOLD = 'inet table-not-told';
/** What rules of a chain have, and lines between other braces have not. */
const OF_RULES = /\b(?:accept|drop|reject|return|jump|goto|masquerade|dnat|snat|notrack|counter|hook)\b/;

/** The table a bare chain is of, by the command above or by its name; undefined: nothing tells. */
function findTable(name: string, listed: string | undefined, text: string): string | undefined {
  if (listed !== undefined) return listed;
  const family = /\bip6 /.test(text) ? 'ip6' : 'ip';
  if (OF_KUBE_PROXY.test(name)) return `${family} kube-proxy`;
  if (KUBE_NAT.test(name)) return `${family} nat`;
  if (OF_FIREWALLD.test(name)) return 'inet firewalld';
  return name.startsWith('KUBE-') ? `${family} filter` : undefined;
}

/** An element of a verdict map of kube-proxy alone: `10.96.0.10 . tcp . 80 comment "shop/web" : drop`. */
const ELEMENT =
  /^(?:elements = \{ )?([\d.]{7,15}|[\da-f:]{2,39}) \. (?:tcp|udp|sctp) \. \d{1,5}(?: comment "[^"]{0,128}")? : (drop|goto [\w./-]{1,250})(?:,| \})?$/;

/** The map an element alone is of, as what stands before it and behind; undefined: it is none. */
function aroundElement(
  text: string,
): { readonly table: string; readonly map: string; readonly before: string; readonly after: string } | undefined {
  const [, address = '', verdict = ''] = ELEMENT.exec(text) ?? [];
  if (address === '') return undefined;
  const isEnd = verdict === 'drop' || verdict === 'goto reject-chain';
  const map = isEnd ? 'no-endpoint-services' : verdict.startsWith('goto firewall-') ? 'firewall-ips' : 'service-ips';
  const [family, type] = address.includes(':') ? ['ip6', 'ipv6_addr'] : ['ip', 'ipv4_addr'];
  const open = text.startsWith('elements') ? '' : 'elements = { ';
  return {
    table: `${family} kube-proxy`,
    map,
    before: `table ${family} kube-proxy { map ${map} { type ${type} . inet_proto . inet_service : verdict; ${open}`,
    after: `${text.endsWith('}') ? '' : ' }'} } }`,
  };
}

/** What of a text is nftables: whole tables between other lines, and commands. */
class NftReader implements LineReader<NftRuleset> {
  readonly readsLong = true;
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly lines = new Map<number, TextLine>();
  private depth = 0;
  private quoted = false;
  /** Of the table's first line; and whether the lines in it stand further right. */
  private indent = 0;
  private indented: boolean | undefined;
  /** The table that a command above names, and what is put around lines of a chain without one. */
  private listed: string | undefined;
  private bare: { readonly first: number; readonly name: string; readonly listed: string | undefined } | undefined;
  private readonly around = new Map<number, { before: string; after: string }>();
  private readonly refusals = new NftRefusals();

  take(line: TextLine): boolean {
    const { text } = line;
    const refused = this.refusals.see(line);
    if (refused === true) return false;
    if (refused !== undefined) {
      this.refuse(refused, line);
      return false;
    }
    if (this.depth > 0 && this.isCut(line)) this.close();
    if (this.depth === 0 && this.takeElement(line)) return true;
    if (this.depth === 0) {
      if (!this.begins(text) && !this.beginsBare(line)) return false;
      this.indent = line.indent;
      this.indented = undefined;
    } else if (text !== '') this.indented ??= line.indent > this.indent;
    if (text === '') return false;
    this.lines.set(line.line, line);
    this.count(text);
    if (this.depth === 0) this.endBare(line);
    return true;
  }

  private takeElement(line: TextLine): boolean {
    const around = aroundElement(line.text);
    if (!around) return false;
    this.around.set(line.line, around);
    this.lines.set(line.line, line);
    const { table, map } = around;
    const message = phrase('formats.nft-ruleset.table-told', { table, name: `@${map}` });
    this.diagnostics.push({ severity: 'info', code: 'assumed', message, span: spanOfLine(line) });
    return true;
  }

  private begins(text: string): boolean {
    if (TABLE.test(text) || COMMAND.test(text) || FIRST_FAMILYLESS.test(text)) return true;
    return this.lines.size > 0 && FAMILYLESS.test(text);
  }

  /** A chain without its table, where something tells which it is. */
  private beginsBare({ text, line }: TextLine): boolean {
    const [, family = 'ip', table] = LISTED.exec(text) ?? [];
    if (table !== undefined) {
      this.listed = `${family} ${table}`;
      return false;
    }
    const name = BARE.exec(text)?.[1];
    const isChain = /^chain\s/.test(text);
    if (name === undefined || (!isChain && findTable(name, this.listed, text) === undefined)) {
      if (text !== '') this.listed = undefined;
      return false;
    }
    this.bare = { first: line, name, listed: this.listed };
    return true;
  }

  private endBare(line: TextLine): void {
    const { bare } = this;
    this.bare = undefined;
    if (!bare) return;
    const own = [...this.lines.values()].filter((each) => each.line >= bare.first).map(({ text }) => text);
    const told = findTable(bare.name, bare.listed, own.join('\n'));
    if (told === undefined && !own.slice(1).some((text) => OF_RULES.test(text))) return this.giveBack(bare.first);
    const table = told ?? UNTOLD;
    this.around.set(bare.first, { before: `table ${table} { `, after: '' });
    this.around.set(line.line, { before: this.around.get(line.line)?.before ?? '', after: ' }' });
    const message = phrase('formats.nft-ruleset.table-told', { table: told ?? 'untold', name: bare.name });
    const span = spanOfLine(this.lines.get(bare.first) ?? line);
    this.diagnostics.push({ severity: 'info', code: 'assumed', message, span });
  }

  private refuse(first: number, error: TextLine): void {
    const isTaken = [...this.lines.keys()].some((line) => line >= first);
    this.close();
    this.bare = undefined;
    if (!isTaken) return;
    this.giveBack(first);
    const message = phrase('formats.nft-ruleset.refused', { error: shortenLine(error.text, 160), from: first });
    this.diagnostics.push({ severity: 'warning', code: 'invalid', message, span: spanOfLine(error) });
  }

  /** Lines between braces that are no chain after all. */
  private giveBack(first: number): void {
    for (const line of this.lines.keys()) {
      if (line < first) continue;
      this.lines.delete(line);
      this.givenBack.push(line);
    }
  }

  /** A listing that breaks off: the next table begins, or what follows stands left of its lines. */
  private isCut({ text, indent }: TextLine): boolean {
    if (text === '' || text.startsWith('}') || text.startsWith('#')) return false;
    if (/^table\s+(?:ip6?|inet|bridge|arp|netdev)\s+\S+\s*\{/.test(text)) return true;
    return this.indented === true && indent <= this.indent;
  }

  private close(): void {
    this.depth = 0;
    this.quoted = false;
  }

  private count(text: string): void {
    for (const char of text) {
      if (char === '"') this.quoted = !this.quoted;
      else if (this.quoted) continue;
      else if (char === '#') break;
      else if (char === '{') this.depth++;
      else if (char === '}') this.depth = Math.max(0, this.depth - 1);
    }
    // Strings end with their line.
    this.quoted = false;
  }

  finish(): NftRuleset {
    const { ruleset, problems } = readRuleset(this.text());
    for (const { line, message } of [...problems, ...unreadProblems(ruleset)]) {
      const at = this.lines.get(line);
      const span = at ? { span: spanOfLine(at) } : {};
      this.diagnostics.push({ severity: 'warning', code: 'unrecognised', message, ...span });
    }
    return ruleset;
  }

  /** The lines where they stood: what is between is empty, so that rules keep their line. */
  private text(): string {
    const last = Math.max(0, ...[...this.lines.keys()].slice(-1));
    const all: string[] = [];
    for (let line = 1; line <= last; line++) {
      const { before = '', after = '' } = this.around.get(line) ?? {};
      all.push(before + (this.lines.get(line)?.text ?? '') + after);
    }
    return all.join('\n');
  }
}

/** Was a command shown in a text that lists one chain or set of nftables, so that others of its table may not be there? */
export function listsNftParts(text: string): boolean {
  return LISTED.test(text);
}

/** `nft list ruleset`, of whole tables, and scripts for `nft -f`. */
export const NFT_RULESET = lineFormat({
  id: 'nft-ruleset',
  title: 'nft list ruleset',
  command: 'nft list ruleset',
  hint: /\s\. (?:tcp|udp|sctp) \. \d|table\s+(?:ip6?|inet|bridge|arp|netdev)\s+[^\s{]{1,200}\s*\{|(?:add|create|insert)\s+(?:rule|table|chain)\s+(?:ip6?|inet)\s|(?:^|\n)[ \t]{0,40}(?:chain|set|map)\s+[\w./-]{1,250}\s*\{/,
  reader: (): LineReader<NftRuleset> => new NftReader(),
  print: printNftRuleset,
  summary: ({ tables }) => ({ tables: [...tables.keys()] }),
});
