import { phrase, type Phrase } from '../../lib/phrase';
import { shortenLine } from '../../lib/shorten';
import { findCilium, type CiliumPart } from '../../paste/machine/cilium-words';
import type { EvidenceFinding } from './evidence-finding';

/** How a text tells of a Service that keeps its clients at one Pod. */
const AFFINITY = /^\s{0,20}["']?session ?affinity["']?: {0,20}["']?ClientIP/im;
/** A Service of type LoadBalancer with its node port: a row of kubectl, or fields. */
const NODE_PORT = /\bLoadBalancer\b[^\n]{0,200}\b\d{1,5}:3[0-2]\d{3}\/|\bnodePort: {0,4}\d/;

/** `192.0.2.80   80:31080/TCP`: the load balancer's address, and the node port. */
const ROW_PORT = /\s(\S{3,60})\s{1,12}\d{1,5}:(3[0-2]\d{3})\//;

const LONGEST_QUOTED = 200;

const find = (id: 'part' | 'affinity' | 'node-port', says: Phrase, line: string): EvidenceFinding => ({
  id: `cilium-${id}`,
  severity: 'info',
  says,
  next: phrase(`evidence.cilium-next.${id}`),
  words: [line],
});

/** The first line of texts that a pattern fits. */
function lineWith(pattern: RegExp, texts: readonly { readonly text: string }[]): string | undefined {
  const lines = texts.flatMap(({ text }) => (pattern.test(text) ? text.split('\n') : []));
  return lines.find((line) => pattern.test(line))?.trim();
}

/**
 * Findings that Cilium carries Services in a text's cluster, or stands beside kube-proxy, with the line that shows it, and what of it counts for
 * the Services told (docs.cilium.io: Kubernetes Without kube-proxy; cilium/cilium#35518 of node ports, #16179 of affinity, #10651).
 */
export function findOfCilium(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = findCilium(texts);
  if (!found) return [];
  const { part, line, words } = found;
  const says = phrase('evidence.cilium.part', { line: words, part });
  return [find('part', says, line), ...findAffinity(part, texts), ...findNodePort(part, texts)];
}

function findAffinity(part: CiliumPart, texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const line = part === 'beside' ? lineWith(AFFINITY, texts) : undefined;
  return line === undefined ? [] : [find('affinity', phrase('evidence.cilium.affinity', { line }), line)];
}

function findNodePort(part: CiliumPart, texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const isListed = texts.some(({ text }) => /\bcilium(?:-dbg)? (?:service|bpf lb) list\b/.test(text));
  const line = part === 'whole' || isListed ? lineWith(NODE_PORT, texts) : undefined;
  if (line === undefined) return [];
  const found = find(
    'node-port',
    phrase('evidence.cilium.node-port', { line: shortenLine(line, LONGEST_QUOTED) }),
    line,
  );
  const [, address, port] = ROW_PORT.exec(line) ?? [];
  return [address === undefined ? found : { ...found, flow: `client -> ${address}:${port}` }];
}
