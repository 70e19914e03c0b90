import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { findLine } from './ruled-out';

/** CoreDNS that is not well, in somebody’s words or as kubectl lists it. */
const UNWELL =
  /\b(?:coredns|kube-dns)\b.{0,80}\b(?:0\/1|crash\w*|wrong|fail\w*|unhealthy|root cause|not (?:ready|running|healthy|starting|come up)|stuck|pending)\b|\b(?:wrong|fail\w*|unhealthy|crash\w*|not ready|broken)\b.{0,40}\b(?:coredns|kube-dns)\b|plugin\/(?:ready|kubernetes).{0,60}(?:waiting|fail|not ready|unreachable)/i;
/** The Service of the API server, by its name. */
const API_SERVICE =
  /[`'"“]kubernetes[`'"”] (?:service|svc)\b|\b(?:service|svc) [`'"“]kubernetes[`'"”]|\bdefault\/kubernetes\b|\bkubernetes\.default\b|\bkubernetes (?:service|svc) (?:ip|address|is|has)\b/i;
const LONGEST_TEXT = 200_000;

/**
 * Finds a CoreDNS that is not well beside the Service kubernetes: a name server that waits for the API server answers nobody, so the packet
 * in question is its own. Which step of it fails is not told by such words.
 */
export function findDnsOfApi(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => {
    const unwell = text.length > LONGEST_TEXT ? undefined : findLine(text, [UNWELL]);
    const api = unwell && findLine(text, [API_SERVICE]);
    if (!unwell || !api) return [];
    const values = { unwell: String(unwell.number), api: String(api.number) };
    const says = phrase('evidence.dns-of-api', values);
    return [
      {
        id: 'dns-of-api',
        severity: 'warning',
        says,
        next: phrase('evidence.next.dns-of-api'),
        words: [api.line.trim()],
      },
    ];
  });
}
