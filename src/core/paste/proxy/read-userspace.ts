import { phrase } from '../../lib/phrase';
import { readKubeComment } from '../kube-services';
import { Evidence, PortDraft, type SeenRule, type XtReader } from './xt-reader';
import type { ReadPort, ReadProxy, ReleaseClue } from './types';

interface Reading {
  readonly from: XtReader;
  readonly drafts: Map<string, PortDraft>;
}

/**
 * kube-proxy's userspace mode as one family's rules show it (pkg/proxy/userspace/proxier.go openPortal):
 * its rules lead to the process, and only the process knows the endpoints. Undefined: there are none of
 * its rules.
 */
export function readUserspace(from: XtReader): ReadProxy | undefined {
  const reading: Reading = { from, drafts: new Map() };
  for (const rule of rulesOf(from, /^KUBE-PORTALS-/)) portal(reading, rule);
  for (const rule of rulesOf(from, /^KUBE-NODEPORT-(?:CONTAINER|HOST)$/)) nodePort(reading, rule);
  const evidence = new Evidence();
  const hosts = hostsOf(from, evidence);
  const bind = bindOf(from, evidence);
  const ports = [...reading.drafts.values()].map((draft) => draft.done());
  if (ports.length === 0 && !from.chains('nat').has('KUBE-PORTALS-HOST')) return undefined;
  return {
    family: from.family,
    ports,
    nodeInside: [],
    nodeAddresses: hosts,
    ...(bind === undefined ? {} : { bindAddress: bind }),
    evidence: evidence.places,
    clues: cluesOf(from, ports),
  };
}

function* rulesOf(from: XtReader, names: RegExp): Generator<SeenRule> {
  for (const name of from.chains('nat').keys()) if (names.test(name)) yield* from.rules('nat', name);
}

/** One draft a name and protocol; rules without a name tell of nothing that could be asked for again. */
function draftOf({ from, drafts }: Reading, rule: SeenRule): PortDraft | undefined {
  const comment = rule.comment === undefined ? undefined : readKubeComment(rule.comment);
  if (!comment || !rule.protocol) return undefined;
  const key = `${comment.namespace}/${comment.name}:${comment.port ?? ''} ${rule.protocol}`;
  let draft = drafts.get(key);
  if (!draft) drafts.set(key, (draft = new PortDraft(from.family, { service: comment.name, proto: rule.protocol })));
  draft.name(comment.namespace, comment.name, comment.port ?? '', rule.witness);
  // Whether anybody answers is not in the rules: they are there all the same.
  draft.values.hasEndpoints = true;
  return draft;
}

const EXTERNAL = /--physdev-is-in|--dst-type LOCAL/;

/** The clusterIP comes first, external IPs have matches of their own, the others are a load balancer's. */
function portal(reading: Reading, rule: SeenRule): void {
  const { dst, dport, witness } = rule;
  const draft = dst === undefined || dport === undefined ? undefined : draftOf(reading, rule);
  if (!draft || dst === undefined || dport === undefined) return;
  draft.tell('port', dport, witness);
  if (EXTERNAL.test(rule.text())) draft.add('externalIPs', dst, witness);
  else if (draft.values.clusterIP === undefined || draft.values.clusterIP === dst)
    draft.tell('clusterIP', dst, witness);
  else draft.add('loadBalancerIPs', dst, witness);
}

function nodePort(reading: Reading, rule: SeenRule): void {
  if (rule.dst !== undefined || rule.dport === undefined) return;
  draftOf(reading, rule)?.tell('nodePort', rule.dport, rule.witness);
}

/** The node's own packets are sent to its own address. */
function hostsOf(from: XtReader, evidence: Evidence): string[] {
  const found = new Set<string>();
  for (const rule of rulesOf(from, /^KUBE-(?:PORTALS|NODEPORT)-HOST$/)) {
    const host = hostOf(rule.dnat);
    if (host === undefined || found.has(host)) continue;
    found.add(host);
    evidence.note('nodeAddresses', rule.witness);
  }
  return [...found];
}

/** `--bind-address`: where it listens on one address, REDIRECT would lead to another. */
function bindOf(from: XtReader, evidence: Evidence): string | undefined {
  for (const rule of rulesOf(from, /^KUBE-(?:PORTALS|NODEPORT)-CONTAINER$/)) {
    const host = hostOf(rule.dnat);
    if (host === undefined) return undefined;
    evidence.note('bindAddress', rule.witness);
    return host;
  }
  return undefined;
}

function hostOf(place: string | undefined): string | undefined {
  return place?.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '');
}

/** Up to 1.19 the name of an unnamed port ends in a colon. */
function cluesOf(from: XtReader, ports: readonly ReadPort[]): ReleaseClue[] {
  if (ports.every(({ portName }) => portName !== '')) return [];
  for (const rule of rulesOf(from, /^KUBE-(?:PORTALS|NODEPORT)-/)) {
    const comment = rule.comment === undefined ? undefined : readKubeComment(rule.comment);
    if (!comment || comment.port !== undefined) continue;
    const why = phrase('reconstruct.clue.said', { sign: `"${rule.comment ?? ''}"` });
    return [{ ...(comment.trailingColon ? { to: 19 } : { from: 20 }), why, evidence: [rule.witness] }];
  }
  return [];
}
