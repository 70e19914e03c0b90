import { phrase } from '../../lib/phrase';
import { shortenLine } from '../../lib/shorten';
import { tellAnnouncer } from './announcer';
import { readContrast, type CountedLine } from './contrasts';
import type { EvidenceFinding } from './evidence-finding';
import { findLine, ruleOut, type RefutableCause } from './ruled-out';

/** Words by which some machine does answer for an address: a listed status of it, an event of it. */
const IS_ANNOUNCED = [
  /\bannouncing from node\b/i,
  /\bl2 ?advertisement\b.{0,40}\b(?:created|being|is) .{0,40}\bnode\b/i,
  /\bservicel2status(?:es)?\b.{0,60}\bwe (?:see|get|have)\b/i,
];

/** Words of a machine that answers for the address: its link-layer address, or a client that is refused at once. */
const IS_ANSWERED = [
  /\b(?:curl|wget|nc|telnet)\b.{0,160}\brefused\b/i,
  /\bunicast reply from\b/i,
  /\breply from \d{1,3}(?:\.\d{1,3}){3} \[[\da-f:]{17}\]/i,
];

type Cause = 'advertised' | 'announced' | 'answered' | 'strict' | 'local';

const CAUSES: readonly RefutableCause<Cause>[] = [
  { id: 'advertised', struckBy: [/^\s{0,8}kind: (?:L2|BGP)Advertisement\b/] },
  { id: 'announced', struckBy: IS_ANNOUNCED },
  { id: 'answered', struckBy: IS_ANSWERED },
  {
    id: 'strict',
    struckBy: [/\bstrictARP: true\b/, /\bmode: ["']?(?:iptables|nftables)\b/, /\b(?:iptables|nftables) mode\b/i],
  },
  { id: 'local', struckBy: [/\bexternalTrafficPolicy: Cluster\b/] },
];
/** So much of a line is quoted. */
const QUOTED = 160;

/** `From 192.0.2.11 icmp_seq=6 Redirect Host(New nexthop: 192.0.2.80)`: who got a ping sends it back to the same network. */
const REDIRECT = /\bfrom (\d{1,3}(?:\.\d{1,3}){3})\b.{0,40}\bredirect host/i;
/** `the advertisement is created in a node where the pod is not running`. */
const WITHOUT_POD = /\bnode\b.{0,40}\b(?:where|on which|without|that has no)\b.{0,30}\bpods?\b/i;
/** `192.0.2.10-17 are the nodes`. */
const NODE_RANGE = /\b(\d{1,3}\.\d{1,3}\.\d{1,3}\.)(\d{1,3}) ?[-–~] ?(?:\d{1,3}\.\d{1,3}\.\d{1,3}\.)?(\d{1,3})\b/;

/** Is an address one of a node, by a range or by itself on a line that speaks of nodes? */
function isOfNode(address: string, text: string): boolean {
  const [, last = ''] = /\.(\d{1,3})$/.exec(address) ?? [];
  return text.split(/[\n,;]/).some((part) => {
    if (part.length > 600 || !/\bnodes?\b/i.test(part) || REDIRECT.test(part)) return false;
    const [, before = '', from = '', to = ''] = NODE_RANGE.exec(part) ?? [];
    const isInRange = address === before + last && Number(from) <= Number(last) && Number(last) <= Number(to);
    return isInRange || part.split(/[^\d.]+/).includes(address);
  });
}

/** The machine that redirected a ping, where one did. */
function findRedirect(text: string) {
  const found = findLine(text, [REDIRECT]);
  const by = REDIRECT.exec(found?.line ?? '')?.[1];
  return found && by !== undefined ? { ...found, by, isNode: isOfNode(by, text) } : undefined;
}

type Known = 'answered' | 'announced' | 'advertised' | 'none';

/** How far a text shows that an address is announced: each step takes causes away that those before it leave. */
function findKnown(text: string, struck: Record<Cause, CountedLine | undefined>): Known {
  if (struck.answered !== undefined || findRedirect(text)?.isNode === true) return 'answered';
  if (struck.announced !== undefined) return 'announced';
  return struck.advertised === undefined ? 'none' : 'advertised';
}

/** Weighs an address that is not reached from outside: which of the likely causes a text leaves, and the line that says it works inside. */
export function weighAnnouncement(text: string): Readonly<Record<'known' | 'strict' | 'local' | 'inside', string>> {
  const struck = ruleOut(text, CAUSES);
  return {
    known: findKnown(text, struck),
    strict: String(struck.strict?.number ?? 'no'),
    local: String(struck.local?.number ?? 'no'),
    inside: String((readContrast(text).works.get('inside') ?? findAnswerOnNode(text))?.number ?? 'no'),
  };
}

/** `Working on a k8s host:`, `on the master node`. */
const ON_NODE =
  /\b(?:on|from|in) (?:a|an|the|my|any|one|each|this)? ?(?:[\w-]{1,12} ){0,2}(?:node|host|master|worker|server|cluster)s?\b/i;
const OF_VAIN = /\b(?:not|cannot|can['’]t|fail\w*|outside)\b/i;
const ASKS = /^\s*(?:\$|#|\S{1,60}[$#])?\s?(?:curl|wget)\s.{0,200}\d{1,3}(?:\.\d{1,3}){3}/;
const ANSWERED = /^(?:< )?HTTP\/[\d.]{1,3} \d{3}\b|^HTTP request sent, awaiting response\.\.\. \d{3}\b/;
/** So many lines behind a command are its answer, and so many before it say where it was run. */
const ANSWER = 8;
const BEFORE = 25;

/** A client's command under words that say it was run on a node, with an answer of HTTP behind it. */
function findAnswerOnNode(text: string): CountedLine | undefined {
  const lines = text.split('\n', 5000);
  const at = lines.findIndex(
    (line, index) =>
      line.length <= 600 &&
      ASKS.test(line) &&
      lines.slice(index + 1, index + 1 + ANSWER).some((each) => ANSWERED.test(each)) &&
      lines
        .slice(Math.max(0, index - BEFORE), index)
        .some((each) => each.length <= 600 && ON_NODE.test(each) && !OF_VAIN.test(each)),
  );
  return at < 0 ? undefined : { line: lines[at] ?? '', number: at + 1 };
}

function sayRuledOut(text: string): readonly EvidenceFinding[] {
  const struck = ruleOut(text, CAUSES);
  return CAUSES.flatMap(({ id }): readonly EvidenceFinding[] => {
    const line = struck[id]?.line.trim();
    if (line === undefined) return [];
    const says = phrase('evidence.ruled-out', { line: shortenLine(line, QUOTED), cause: id });
    return [
      {
        id: `ruled-out-${id}`,
        severity: 'info',
        says,
        next: phrase('evidence.next.ruled-out', { cause: id }),
        words: [line],
      },
    ];
  });
}

function sayRedirect(text: string): readonly EvidenceFinding[] {
  const redirect = findRedirect(text);
  if (!redirect) return [];
  const { by, isNode } = redirect;
  const line = redirect.line.trim();
  const says = phrase('evidence.ping-redirect', { line: shortenLine(line, QUOTED), by, isNode: isNode ? 'yes' : 'no' });
  return [
    { id: 'ping-redirect', severity: 'info', says, next: phrase('evidence.next.ping-redirect', { by }), words: [line] },
  ];
}

function sayElsewhere(text: string): readonly EvidenceFinding[] {
  const line = findLine(text, [WITHOUT_POD])?.line.trim();
  if (line === undefined || !/advertis|announc|\barp|speaker/i.test(line)) return [];
  const policy = /\bexternalTrafficPolicy: (Local|Cluster)\b/.exec(text)?.[1] ?? 'none';
  const by = tellAnnouncer(text);
  const says = phrase('evidence.announced-elsewhere', { line: shortenLine(line, QUOTED), policy, by });
  const next = phrase('evidence.next.announced-elsewhere', { by });
  return [{ id: 'announced-elsewhere', severity: 'warning', says, next, words: [line] }];
}

/** Longer texts are dumps. */
const LONGEST_TEXT = 200_000;

/**
 * Finds what a text shows of an address that is not reached from outside: who redirected a ping to it, a node without the Pod that announces
 * it, and each likely cause that a line rules out.
 */
export function findAnnouncement(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts
    .filter(({ text }) => text.length <= LONGEST_TEXT)
    .flatMap(({ text }) => [...sayElsewhere(text), ...sayRedirect(text), ...sayRuledOut(text)]);
}
