import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** A packet that Cilium dropped, as hubble and `cilium-dbg monitor` print it. */
interface DroppedByCilium {
  readonly line: string;
  readonly src: string;
  readonly dst: string;
  readonly reason: string;
}

/** Reasons by their cause (cilium/cilium pkg/monitor/api/drop.go; bpf/lib/drop.h). */
const REASONS = [
  { kind: 'backend', of: /service backend not found/i },
  { kind: 'policy', of: /policy denied|denied by policy/i },
  { kind: 'table', of: /map insertion failed/i },
  { kind: 'nat', of: /no mapping for nat masquerade|nat46|snat|masquerade/i },
  { kind: 'route', of: /fib lookup failed|no tunnel|unroutable|no egress gateway|unknown connection tracking state/i },
  { kind: 'source', of: /invalid source (?:ip|mac)/i },
  { kind: 'size', of: /fragmentation needed|fragment/i },
  { kind: 'authentication', of: /authentication required/i },
  { kind: 'clusterIP', of: /is a clusterip/i },
  { kind: 'protocol', of: /unsupported l[23]|unknown l[34]|forbidden icmpv6/i },
  { kind: 'start', of: /host (?:datapath )?not ready|missed tail call|stale or unroutable/i },
] as const;

type DropKind = (typeof REASONS)[number]['kind'];

/** Severity of what is no fault of a Service: noise of a network. */
const NOISE: ReadonlySet<DropKind> = new Set<DropKind>(['protocol']);

/** Says what a reason of Cilium's means and what mends it; undefined: the reason is not known. */
export function sayDrop({ line, src, dst, reason }: DroppedByCilium): EvidenceFinding | undefined {
  const kind = REASONS.find(({ of }) => of.test(reason))?.kind;
  if (kind === undefined) return undefined;
  return {
    id: `cilium-drop-${kind}`,
    severity: NOISE.has(kind) ? 'info' : 'error',
    says: phrase('evidence.cilium.drop', { src, dst, reason, kind }),
    next: phrase('evidence.cilium-next.drop', { kind, dst }),
    flow: `${src} -> ${dst}`,
    words: [line],
  };
}

/** `xx drop (Policy denied) flow 0x0 to endpoint 7, …, identity 9->7: 10.0.0.1:41000 -> 10.0.0.2:80 tcp SYN`. */
const MONITORED = /\bdrop \(([^\n]{1,100}?)\) flow [^\n]{1,300}: (\S{3,60}) -> (\S{3,60}) \w/;
const LONGEST = 800;
const MOST_LINES = 20_000;
/** So many are told. */
const MOST_TOLD = 3;

/** Packets that `cilium-dbg monitor --type drop` shows, each reason of one way once. */
export function findOfMonitor(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const once = new Map<string, EvidenceFinding>();
  for (const { text } of texts) {
    for (const line of text.includes(' drop (') ? text.split('\n', MOST_LINES) : []) {
      const found = line.length <= LONGEST ? MONITORED.exec(line) : null;
      if (!found) continue;
      const [, reason = '', src = '', dst = ''] = found;
      const said = sayDrop({ line: line.trim(), src, dst, reason });
      if (said && !once.has(`${said.id} ${dst}`)) once.set(`${said.id} ${dst}`, said);
    }
  }
  return [...once.values()].slice(0, MOST_TOLD);
}

/** Names of reasons that nobody uses but Cilium, as people quote them without the packet. */
const QUOTED =
  /\b(?:[Ss]ervice backend not found|CT: Map insertion failed|No mapping for NAT masquerade|FIB lookup failed|No tunnel\/encapsulation endpoint|Invalid source ip|Is a ClusterIP|Authentication required)\b/;

/** A reason that a text of Cilium quotes, where it shows no packet of it. */
export function findOfQuoted(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }) => {
    const reason = /cilium/i.test(text) ? QUOTED.exec(text)?.[0] : undefined;
    const said = reason === undefined ? undefined : sayDrop({ line: reason, src: 'none', dst: 'none', reason });
    return said ? [said] : [];
  });
  return found.slice(0, 1).map(({ flow: _flow, ...each }) => each);
}
