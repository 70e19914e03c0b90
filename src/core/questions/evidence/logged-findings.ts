import { readLoggedPacket } from '../../formats/netfilter-log';
import type { SeenPacket } from '../../formats/packets/seen-packet';
import { phrase } from '../../lib/phrase';
import { formatIp } from '../../net/ip';
import { findOfFirewall } from './firewall-findings';
import type { EvidenceFinding } from './evidence-finding';

/** Longer lines are no messages of a kernel, and texts of more lines are not looked through. */
const LONGEST = 1000;
const MOST_LINES = 20_000;
/** So many packets are told. */
const MOST_TOLD = 3;

/**
 * Writers of prefixes of what is then refused: ufw (`ufw-logging-deny`), kube-router (`--nflog-prefix` of a Pod's chain,
 * pkg/controllers/netpol/pod.go), the kernel's own TRACE.
 */
const WRITERS = [
  { kind: 'ufw', prefix: /^\[UFW (?:LIMIT )?BLOCK\]$/ },
  { kind: 'router', prefix: /^DROP by policy (\S{1,200})$/ },
  { kind: 'trace', prefix: /^TRACE: (\S{1,200})$/ },
  // What it says of packets it lets pass.
  { kind: 'passed', prefix: /^\[UFW / },
] as const;

type Writer = (typeof WRITERS)[number]['kind'] | 'told' | 'none';

interface LoggedPacket extends Omit<SeenPacket, 'span'> {
  readonly line: string;
  readonly kind: Writer;
  /** What the writer names: a Pod, a place among rules, the line of a rule. */
  readonly named: string;
}

/** The line of a rule that logs with a prefix, as iptables and nft write it, or list it. */
function findRule(prefix: string, lines: readonly string[]): string | undefined {
  const quoted = [`"${prefix}`, `\`${prefix}`, `prefix ${prefix}`];
  return lines.find((line) => line.includes('prefix') && quoted.some((words) => line.includes(words)))?.trim();
}

function whoWrote(prefix: string, lines: readonly string[]): Pick<LoggedPacket, 'kind' | 'named'> {
  const rule = findRule(prefix, lines);
  for (const { kind, prefix: pattern } of WRITERS) {
    const found = pattern.exec(prefix);
    if (found) return { kind, named: found[1] ?? '' };
  }
  return rule === undefined ? { kind: 'none', named: '' } : { kind: 'told', named: rule };
}

/** The prefix of the first line of LOG in some texts; undefined: there is none. */
export function findLogPrefix(texts: readonly { readonly text: string }[]): string | undefined {
  const hint = /\bIN=\S{0,20} OUT=/;
  const lines = texts.flatMap(({ text }) => (hint.test(text) ? text.split('\n', MOST_LINES) : []));
  const line = lines.find((each) => each.length <= LONGEST && hint.test(each) && readLoggedPacket(each));
  return line === undefined ? undefined : (readLoggedPacket(line)?.prefix ?? 'none');
}

/** Packets that rules of LOG showed, each kind once: not those that {@link findOfFirewall} tells of. */
function listLogged(lines: readonly string[]): readonly LoggedPacket[] {
  const once = new Map<string, LoggedPacket>();
  for (const line of lines) {
    const packet = line.length <= LONGEST ? readLoggedPacket(line) : undefined;
    if (!packet || packet.isAnswer || findOfFirewall(line).length > 0) continue;
    const { prefix = '', indev = '', outdev = '', dst, dport, protocol } = packet;
    const wrote = prefix === '' ? ({ kind: 'none', named: '' } as const) : whoWrote(prefix, lines);
    // The last line of a trace is where it ended.
    const key = wrote.kind === 'trace' ? 'trace' : [prefix, indev, outdev, formatIp(dst), dport, protocol].join(' ');
    if (wrote.kind === 'trace' || !once.has(key)) once.set(key, { ...packet, ...wrote, line });
  }
  return [...once.values()].filter(({ kind }) => kind !== 'passed').slice(0, MOST_TOLD);
}

/** `told` and `none` are rules of LOG: what stands behind them decides. */
const SEVERITIES = {
  ufw: 'error',
  router: 'error',
  trace: 'info',
  told: 'info',
  none: 'warning',
  passed: 'info',
} as const;

function makeValues({ prefix, indev, outdev, src, dst, protocol, dport, kind, named }: LoggedPacket) {
  return {
    kind,
    named,
    prefix: prefix ?? 'none',
    indev: indev ?? 'none',
    outdev: outdev === undefined || outdev === '' ? 'none' : outdev,
    src: formatIp(src),
    dst: formatIp(dst),
    protocol,
    port: protocol === 'icmp' ? 'none' : String(dport),
  };
}

/**
 * Packets that the kernel logged by a rule of LOG, or of a program whose prefix is known, with what is to be done: what has refused
 * them, or what has to be pasted to say so.
 */
export function findLogged(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  if (!texts.some(({ text }) => /\bIN=\S{0,20} OUT=/.test(text))) return [];
  const lines = texts.flatMap(({ text }) => text.split('\n', MOST_LINES));
  return listLogged(lines).map((packet) => ({
    id: `logged-${packet.kind}`,
    severity: SEVERITIES[packet.kind],
    says: phrase('evidence.logged.packet', makeValues(packet)),
    next: phrase('evidence.logged-next.packet', makeValues(packet)),
    words: [packet.line.trim()],
  }));
}
