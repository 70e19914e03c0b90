import { expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { TCP_SEGMENTS, type TcpSegment } from '../net/packet';
import { explore, makeTrace } from '../sim/explore';
import { decodeDocument } from './codec';
import { createDerive } from './derive';
import { type Document, type Flow, encodeDocument } from './document';
import { changeNodeSettings } from './edits/nodes';
import { resolveFlow } from './resolve-flow';

const DOCUMENT = WEB_TWO_NODES.document();
const FLOW = DOCUMENT.flows.find(({ from, to }) => from.kind === 'pod' && to.kind === 'service')!;

/** `INVALID DROPPED`: what the sender's node says of the segment, and what becomes of it; the answers after it. */
function sent(segment: TcpSegment, change: Partial<Document> = {}): string {
  const flow: Flow = { ...FLOW, segment };
  const document = { ...DOCUMENT, ...change, flows: [flow] };
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, flow);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const input = { network, flow: resolved.value, seed: 1 };
  const { outcomes } = explore(input);
  const { legs } = makeTrace(input, outcomes[0]!);
  const steps = legs[0]!.hops.filter(({ netns }) => netns === 'node1').flatMap((hop) => hop.steps);
  const state = steps.find((step) => step.kind === 'conntrack')?.ctState;
  const nat = steps.some((step) => step.kind === 'nat') ? 'translated' : 'as it was';
  return [state, nat, ...legs.map(({ disposition }) => disposition.kind)].join(', ');
}

it.each<[TcpSegment, string]>([
  ['SYN', 'NEW, translated, DELIVERED, DELIVERED'],
  // Nobody asked for it: tcp_new() takes up no connection by a SYN-ACK, a FIN or an RST.
  ['SYN-ACK', 'INVALID, as it was, DROPPED'],
  ['FIN', 'INVALID, as it was, DROPPED'],
  ['RST', 'INVALID, as it was, DROPPED'],
  // nf_conntrack_tcp_loose takes it up as a new connection; the server has none.
  ['ACK', 'NEW, translated, NO_SOCKET, DELIVERED'],
  ['out-of-window', 'INVALID, as it was, DROPPED'],
  ['late-answer', 'INVALID, as it was, DROPPED'],
])('%s to a Service: %s', (segment, expected) => {
  expect(sent(segment)).toBe(expected);
});

/** The story of a late segment of the server: each leg with where it ended, and the states that nodes saw it in. */
function late(change: Partial<Document>, sysctls: Readonly<Record<string, number>> = {}): string[] {
  const flow: Flow = { ...FLOW, segment: 'late-answer' };
  const base: Document = { ...DOCUMENT, ...change, flows: [flow] };
  const document = ['node1', 'node2'].reduce((next, name) => changeNodeSettings(next, { sysctls }, name), base);
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, flow);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const input = { network, flow: resolved.value, seed: 1 };
  const { outcomes } = explore(input);
  return outcomes.map((outcome) => {
    const { legs } = makeTrace(input, outcome);
    const told = legs.map(({ role, hops, disposition }) => {
      const states = hops.flatMap(({ steps }) =>
        steps.flatMap((step) => (step.kind === 'conntrack' ? step.ctState : [])),
      );
      return `${role} ${states.join(' ')} ${disposition.kind}${disposition.kind === 'NO_SOCKET' ? ` ${disposition.reason.id}` : ''}`;
    });
    return told.join(', ');
  });
}

it('a late segment of the server is dropped where kube-proxy drops what is INVALID', () => {
  for (const told of late({ mode: 'iptables' })) expect(told).toBe('request INVALID DROPPED');
});

it('else it reaches the client untranslated, which resets the connection', () => {
  for (const told of late({ mode: 'nftables', release: '1.33' })) {
    expect(told).toMatch(/^request INVALID.* NO_SOCKET sim\.socket\.untranslated, error .*DELIVERED$/);
  }
});

it('the director of IPVS knows the connection by itself and translates it', () => {
  for (const told of late({ mode: 'ipvs' })) expect(told).toMatch(/^request INVALID.* DELIVERED$/);
});

it('where windows are not looked at the client takes it as part of its connection', () => {
  for (const told of late({ mode: 'iptables' }, { 'net.netfilter.nf_conntrack_tcp_be_liberal': 1 })) {
    expect(told).toMatch(/^request ESTABLISHED.* DELIVERED$/);
  }
});

it('without the rule that drops what is INVALID it goes on to the virtual address', () => {
  expect(sent('out-of-window', { mode: 'ipvs' })).not.toContain('DROPPED');
});

it('is kept with the document', () => {
  const document = { ...DOCUMENT, flows: TCP_SEGMENTS.map((segment, at) => ({ ...FLOW, id: `f${at}`, segment })) };
  const read = decodeDocument(encodeDocument(document));
  expect(read.ok && read.value.flows.map(({ segment }) => segment)).toEqual(TCP_SEGMENTS);
});
