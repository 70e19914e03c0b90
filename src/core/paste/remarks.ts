import type { Diagnostic } from '../formats/format';
import type { Lines } from '../formats/lines/text-lines';
import { phrase, type Phrase } from '../lib/phrase';
import { TABLE_ORDER, TABLES } from '../linux/hooks';
import { formatCidr, parseCidr } from '../net/ip';
import { isPublic } from '../net/special';
import { printRule } from '../linux/xtables/rule-text';
import type { TableLayer } from './layers';
import type { TextPiece } from './pasted-types';

/** How much of a text is looked at: notes are short, dumps have no prose. */
const MOST_LINES = 4000;
const LONGEST = 1000;

/** Layers a person can mix up: ports are told apart at the fourth. */
function portsOfLayer(line: string): Phrase | undefined {
  const isThird = /\bL3\b|\blayer[- ]?3\b|3계층/i.test(line);
  const isSaidOfPorts = /\bports?\b|포트/i.test(line) && !/\bL4\b|\blayer[- ]?4\b|4계층/i.test(line);
  return isThird && isSaidOfPorts ? phrase('analysis.remark.layer-of-ports') : undefined;
}

const NAMES = TABLES.join('|');
/** `nat(snat) -> security -> filter -> …`: three tables or more in a row. */
const SEQUENCE = new RegExp(
  `(?:\\b(?:${NAMES})\\b(?:\\s?\\([^()]{0,20}\\))?\\s?(?:->|→|=>|>)\\s?){2,}\\b(?:${NAMES})\\b`,
  'i',
);

/** The order of tables is each hook's own: a sequence that none has. */
function orderOfTables(line: string): Phrase | undefined {
  const [found] = SEQUENCE.exec(line) ?? [];
  if (found === undefined) return undefined;
  const said = [...found.matchAll(new RegExp(`\\b(?:${NAMES})\\b`, 'gi'))].map(([name]) => name.toLowerCase());
  if (Object.values(TABLE_ORDER).some((order) => isWithin(said, order))) return undefined;
  const orders = Object.entries(TABLE_ORDER).map(([hook, order]) => `${hook}: ${order.join(' → ')}`);
  return phrase('analysis.remark.table-order', { said: said.join(' → '), orders: orders.join('; ') });
}

/** Do the words come in this order, others between? */
function isWithin(words: readonly string[], order: readonly string[]): boolean {
  let at = 0;
  for (const word of order) if (word === words[at]) at++;
  return at === words.length;
}

/** Machines whose programs share one address, as Borg's did. */
function sharedAddress(line: string): Phrase | undefined {
  const isOne = /\b(?:one|single|same|shared?)\b[^.]{0,20}\bIP\b[^.]{0,30}\b(?:machine|host|node)\b/i.test(line);
  const isBorg = /\bBorg\b/.test(line) && /\bIP\b/.test(line);
  return isOne || isBorg ? phrase('analysis.remark.shared-address') : undefined;
}

const PERCENT = /(\d{1,3}(?:\.\d+)?)\s?%/;
const DECIMAL = /(?<![\d.])0?\.(\d{1,11})(?![\d.])/;
const CHAIN = /KUBE-SEP-[A-Z2-7]{16}/;
/** As far as five decimals, and a person who rounds, go. */
const NEAR = 0.01;

/** How likely each endpoint's chain is, by the rules that lead there one after the other. */
function shares(layers: readonly TableLayer[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { chains, family } of layers) {
    for (const chain of chains.values()) {
      if (!/^KUBE-(?:SVC|SVL|XLB)-/.test(chain.name)) continue;
      let left = 1;
      for (let index = 0; index < chain.length; index++) {
        const text = printRule(chain.rule(index), family);
        const target = CHAIN.exec(text)?.[0];
        if (target === undefined || text.includes('--rcheck')) continue;
        const odds = Number(/--probability (\S+)/.exec(text)?.[1] ?? 1);
        found.set(target, left * odds);
        left *= 1 - odds;
      }
    }
  }
  return found;
}

/** A number beside the name of a chain that is not what the rules give it: `50 % and more` of the last of ten. */
function oddsOfChain(line: string, known: ReadonlyMap<string, number>): Phrase | undefined {
  const chain = CHAIN.exec(line)?.[0];
  const share = chain === undefined ? undefined : known.get(chain);
  const percent = PERCENT.exec(line)?.[1];
  const decimal = DECIMAL.exec(line)?.[1];
  const told = percent === undefined ? Number(`0.${decimal ?? 'x'}`) : Number(percent) / 100;
  if (chain === undefined || share === undefined || Number.isNaN(told) || Math.abs(share - told) <= NEAR)
    return undefined;
  const values = { chain, told: `${Math.round(told * 1000) / 10}`, share: `${Math.round(share * 1000) / 10}` };
  return phrase('analysis.remark.odds', values);
}

/** Where kube-proxy, kubeadm or a CNI name a network of the cluster: in rules, listings, flags and files. */
const CLUSTER_NETWORK =
  /^.{0,400}?(?:KUBE-MARK-MASQ.{0,60}?!|! -s |cluster-?cidr\W{1,4}|podSubnet\W{1,4}|serviceSubnet\W{1,4}|service-cluster-ip-range\W{1,3})(\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2})(?!\d).{0,400}$/gim;

/** Networks of the cluster that hosts of the internet have, each with its first place. */
function publicNetworks(text: string): Diagnostic[] {
  const seen = new Set<string>();
  const found: Diagnostic[] = [];
  for (const { index, 0: line, 1: written = '' } of text.matchAll(CLUSTER_NETWORK)) {
    const cidr = parseCidr(written);
    if (!cidr.ok || cidr.value.prefix < 8 || seen.has(written)) continue;
    seen.add(written);
    if (seen.size > MOST_NETWORKS) break;
    if (!isPublic(cidr.value.address)) continue;
    const message = phrase('analysis.remark.public-network', { network: formatCidr(cidr.value) });
    const number = text.slice(0, index).split('\n').length;
    found.push(remark(message, { start: index, end: index + line.length, line: number, column: 1 }));
  }
  return found;
}

const MOST_NETWORKS = 20;

function remark(message: Phrase, span: NonNullable<Diagnostic['span']>): Diagnostic {
  return { severity: 'info', code: 'invalid', message, span };
}

/** Lines of prose, each with where it stands. */
function* proseIn(text: string, starts: Uint32Array, runs: readonly Lines[]): Generator<[string, number]> {
  let count = 0;
  for (const { from, to } of runs) {
    for (let line = from; line <= to; line++) {
      if (count++ >= MOST_LINES) return;
      const start = starts[line - 1] ?? text.length;
      yield [text.slice(start, Math.min((starts[line] ?? text.length + 1) - 1, start + LONGEST)), line];
    }
  }
}

/**
 * Remarks on words of a note that are wrong, with what is right: worked out from its own listings, the hooks of the kernel and
 * the registries of addresses. `others`: lines that no format took.
 */
export function remarksOn(
  { text, starts, others }: { readonly text: string; readonly starts: Uint32Array; readonly others: readonly Lines[] },
  layers: readonly TableLayer[],
): Diagnostic[] {
  const said = new Map<string, Diagnostic>();
  let known: ReadonlyMap<string, number> | undefined;
  for (const [line, number] of proseIn(text, starts, others)) {
    const odds = CHAIN.test(line) ? oddsOfChain(line, (known ??= shares(layers))) : undefined;
    for (const message of [portsOfLayer(line), orderOfTables(line), sharedAddress(line), odds]) {
      if (!message || said.has(message.id)) continue;
      const start = starts[number - 1] ?? 0;
      said.set(message.id, remark(message, { start, end: start + line.length, line: number, column: 1 }));
    }
  }
  return [...said.values(), ...publicNetworks(text)];
}

/** What a heading may call a listing, and the formats that are it. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  ipset: ['ipset-list', 'ipset-save'],
  ipvs: ['ipvsadm', 'ipvsadm-connections'],
  ipvsadm: ['ipvsadm', 'ipvsadm-connections'],
  conntrack: ['conntrack'],
};
const OWN = new Set(Object.values(CALLED).flat());
/** `**IPVS List**`, `## ipset list`: a name and no command. */
const HEADING =
  /^[\s*#=_:-]*(ipset|ipvs|ipvsadm|conntrack)(?: (?:lists?|listing|rules|sets?|tables?|output))?[\s*#=_:-]*$/i;
/** Between a heading and its listing stand at most an empty line and the fence of a code block. */
const NEAR_HEADING = 4;
const LONGEST_HEADING = 60;

/** Headings that call a listing something that it is not: a note with two of them swapped. */
export function misnamed(text: string, starts: Uint32Array, pieces: readonly TextPiece[]): Diagnostic[] {
  return pieces.flatMap(({ format, title, from }): Diagnostic[] => {
    if (!OWN.has(format)) return [];
    for (let line = from - 1; line >= Math.max(1, from - NEAR_HEADING); line--) {
      const start = starts[line - 1] ?? 0;
      const words = text.slice(start, (starts[line] ?? text.length + 1) - 1).trim();
      if (words === '' || words.startsWith('```')) continue;
      const name = words.length > LONGEST_HEADING ? undefined : HEADING.exec(words)?.[1]?.toLowerCase();
      if (name === undefined || CALLED[name]?.includes(format)) return [];
      const message = phrase('formats.lines.misnamed', { heading: words.replaceAll(/[*#=_]/g, '').trim(), title });
      const span = { start, end: start + words.length, line, column: 1 };
      return [{ severity: 'info', code: 'invalid', message, span }];
    }
    return [];
  });
}
