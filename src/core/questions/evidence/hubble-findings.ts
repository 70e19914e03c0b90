import { phrase } from '../../lib/phrase';
import { sayDrop } from './cilium-drops';
import type { EvidenceFinding } from './evidence-finding';

/**
 * `shop/web-1:40210 (ID:1259) -> shop/till:80 (ID:2) policy-verdict:none INGRESS DENIED (TCP Flags: SYN)`, behind a time and a node: what
 * `hubble observe` prints of one packet or one system call (cilium/cilium hubble/pkg/printer; api/v1/flow/flow.proto: Verdict).
 */
const FLOW =
  /(?:^|[\s:])(\S{1,200}?)(?: {1,12}\([\w:-]{1,60}\))? (->|<-|<>) (\S{1,200})(?: {1,12}\([\w:-]{1,60}\))? ([\w:. -]{1,100}?) ?\b(FORWARDED|DROPPED|ERROR|AUDIT|REDIRECTED|TRACED|TRANSLATED|DENIED)(?: [A-Z][A-Z_ ]{1,80})?(?: \(|$)/;
const LONGEST = 600;
const MOST_LINES = 20_000;
/** So many are told. */
const MOST_TOLD = 4;

interface HubbleFlow {
  readonly line: string;
  readonly src: string;
  readonly dst: string;
  readonly why: string;
  readonly verdict: string;
}

function readFlow(line: string): HubbleFlow | undefined {
  const found = line.length <= LONGEST ? FLOW.exec(line) : null;
  if (!found) return undefined;
  const [, one = '', arrow, two = '', why = '', verdict = ''] = found;
  const [src, dst] = arrow === '<-' ? [two, one] : [one, two];
  return { line: line.trim(), src, dst, why: why.trim(), verdict };
}

const SEVERITIES: Readonly<Record<string, EvidenceFinding['severity']>> = {
  DROPPED: 'error',
  DENIED: 'error',
  ERROR: 'error',
  AUDIT: 'warning',
};

/** Packets that Cilium tells the fate of, each verdict of one way once, those it dropped first. */
export function findOfHubble(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const once = new Map<string, HubbleFlow>();
  for (const { text } of texts) {
    if (!/ (?:->|<-|<>) /.test(text)) continue;
    for (const line of text.split('\n', MOST_LINES)) {
      const flow = readFlow(line);
      const key = flow && `${flow.verdict} ${flow.src.replace(/:\d+$/, '')} ${flow.dst}`;
      if (flow && key !== undefined && !once.has(key)) once.set(key, flow);
    }
  }
  const isBad = ({ verdict }: HubbleFlow): boolean => SEVERITIES[verdict] === 'error';
  const told = [...once.values()].toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)));
  return told.slice(0, MOST_TOLD).map(sayFlow);
}

/** Towards the Service or back from it (cilium bpf/lib/trace_sock.h: enum xlate_point; bpf_sock.c: `__sock4_xlate_rev` of recvmsg and getpeername). */
const findPoint = (why: string): 'fwd' | 'rev' => (/xlate-rev\b/.test(why) ? 'rev' : 'fwd');

function sayFlow({ line, src, dst, why, verdict }: HubbleFlow): EvidenceFinding {
  // Of policies the flow itself says all that is known.
  const known = verdict === 'DROPPED' && !/policy/i.test(why) ? sayDrop({ line, src, dst, reason: why }) : undefined;
  return (
    known ?? {
      id: `hubble-${verdict.toLowerCase()}`,
      severity: SEVERITIES[verdict] ?? 'info',
      says: phrase('evidence.hubble.flow', { src, dst, why: why || 'none', verdict, point: findPoint(why) }),
      next: phrase('evidence.hubble-next.flow', { verdict, src, dst }),
      words: [line],
    }
  );
}
