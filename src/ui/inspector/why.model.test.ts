import { describe, expect, it } from 'vitest';
import type { Disposition, Trace } from '../../core/sim/trace';
import type { FlatStep } from '../../store/selectors';
import { findPacket, stepsOf } from '../rules/testing/steps-of';
import { jumpPath, collectStory } from './why.model';

const DELIVERED: Disposition = { kind: 'DELIVERED', netns: 'pod2', to: 'default/web' };

function traceOf(steps: readonly FlatStep[], disposition = DELIVERED): Trace {
  const legs = [...new Set(steps.map(({ leg }) => leg))].map((leg) => {
    const ofLeg = steps.filter((step) => step.leg === leg);
    const hops = [...new Set(ofLeg.map(({ hop }) => hop))].map((hop) => {
      const inHop = ofLeg.filter((step) => step.hop === hop);
      return { netns: inHop[0]!.netns, steps: inHop.map(({ data }) => data) };
    });
    return { role: ofLeg[0]!.role, hops, disposition };
  });
  return { legs, assumptions: [], conntrack: {} };
}

function nameOf(step: FlatStep | undefined): string {
  const { data } = step ?? {};
  if (data?.kind === 'rule') return `${data.ref.chain} ${data.ref.index + 1}`;
  return data?.kind === 'policy' ? `${data.chain} policy` : (data?.kind ?? '');
}

function printed(steps: readonly FlatStep[], testsMark = true): string[] {
  return collectStory(traceOf(steps), steps, () => testsMark).flatMap(({ role, causes }) =>
    causes.map(({ kind, rule, path, because }) => {
      const way = [...path, ...(rule ? [rule] : [])].map(nameOf).join(' > ');
      return `${role} ${kind}${way && `: ${way}`}${because ? ` because ${because.index} ${nameOf(because)}` : ''}`;
    }),
  );
}

const DNAT = `
  receive veth
  hook PREROUTING
  conntrack NEW
  rule nat PREROUTING 1 JUMP KUBE-SERVICES
  rule nat KUBE-SERVICES 7 JUMP KUBE-SVC-W
  rule nat KUBE-SVC-W 1 JUMP KUBE-MARK-MASQ
  mark nat KUBE-MARK-MASQ 1 0x4000
  return nat KUBE-MARK-MASQ
  rule nat KUBE-SVC-W 3 JUMP KUBE-SEP-B
  skip nat KUBE-SEP-B 1
  rule nat KUBE-SEP-B 2 ACCEPT
  nat DST rule 203.0.113.9:50000 > 10.244.2.7:8080
  routing forward eth0`;

describe('storyOf', () => {
  it('tells a Service request with masquerade, and its reply', () => {
    const request = stepsOf(
      `${DNAT}
       hook POSTROUTING
       rule nat POSTROUTING 1 JUMP KUBE-POSTROUTING
       skip nat KUBE-POSTROUTING 1
       mark nat KUBE-POSTROUTING 2 0
       rule nat KUBE-POSTROUTING 3 ACCEPT
       nat SRC rule 172.18.0.2:50000 > 10.244.2.7:8080
       transmit eth0`,
      { packet: findPacket('203.0.113.9:50000 > 10.96.98.173:80') },
    );
    const there = stepsOf('receive eth0\n deliver web', { netns: 'pod2', hop: 1, index: request.length });
    const reply = stepsOf(
      `receive eth0
       hook PREROUTING
       conntrack ESTABLISHED reply
       nat DST binding 10.244.2.7:8080 > 203.0.113.9:50000
       hook POSTROUTING
       nat SRC binding 10.96.98.173:80 > 203.0.113.9:50000
       transmit eth0`,
      { leg: 1, role: 'reply', index: request.length + 2, packet: findPacket('10.244.2.7:8080 > 172.18.0.2:50000') },
    );
    expect(printed([...request, ...there, ...reply])).toEqual([
      'request dnat: PREROUTING 1 > KUBE-SERVICES 7 > KUBE-SVC-W 3 > KUBE-SEP-B 2',
      'request snat: POSTROUTING 1 > KUBE-POSTROUTING 3 because 5 KUBE-SVC-W 1',
      'request arrived',
      'reply unbind because 18 nat',
      'reply unbind because 11 nat',
    ]);
    const all = [...request, ...there, ...reply];
    const causes = collectStory(traceOf(all), all, () => true).flatMap((leg) => leg.causes);
    const { mark, clearedBy } = causes.find(({ kind }) => kind === 'snat')?.carried ?? {};
    // What the jump to the marking chain had was no mark at all; what POSTROUTING asks for is what that chain set.
    expect([mark, nameOf(clearedBy)]).toEqual([0x4000, 'KUBE-POSTROUTING 2']);
  });

  it('says that the source was kept, and which rule said so', () => {
    const steps = stepsOf(`
      receive veth
      hook POSTROUTING
      rule nat POSTROUTING 1 JUMP KUBE-POSTROUTING
      rule nat KUBE-POSTROUTING 1 RETURN
      policy nat POSTROUTING
      transmit eth0`);
    expect(printed(steps)).toEqual(['request source-kept: POSTROUTING 1 > KUBE-POSTROUTING 1']);
  });

  it.each([
    [
      'a rule',
      'hook FORWARD\n rule filter FORWARD 2 JUMP KUBE-FORWARD\n rule filter KUBE-FORWARD 1 DROP\n stop filter KUBE-FORWARD 1',
      'request refused: FORWARD 2 > KUBE-FORWARD 1',
    ],
    [
      'a policy',
      'hook FORWARD\n skip filter FORWARD 1-2\n policy filter FORWARD DROP\n stop',
      'request refused: FORWARD policy',
    ],
    [
      'a reject',
      'hook FORWARD\n rule filter FORWARD 1 REJECT icmp-port-unreachable\n stop filter FORWARD 1',
      'request refused: FORWARD 1',
    ],
    ['routing', 'hook PREROUTING\n policy nat PREROUTING\n routing none\n stop', 'request ended'],
    ['nothing that is known', 'hook PREROUTING\n policy nat PREROUTING\n stop unknown', 'request unknown'],
  ])('names what ended it: %s', (_name, text, cause) => {
    expect(printed(stepsOf(`receive eth0\n ${text}`)).at(-1)).toBe(cause);
  });

  it('says what was known of a packet that is refused: its connection, its way', () => {
    const text =
      'receive eth0\n hook PREROUTING\n conntrack NEW new\n routing forward\n hook FORWARD\n policy filter FORWARD DROP\n stop';
    const steps = stepsOf(text);
    const causes = collectStory(traceOf(steps), steps, () => false).flatMap((leg) => leg.causes);
    expect(causes.at(-1)?.given?.map(({ data }) => data.kind)).toEqual(['conntrack', 'routing']);
  });

  it('gives no mark as a reason that was not set', () => {
    const steps = stepsOf(`
      receive veth
      hook POSTROUTING
      rule nat POSTROUTING 1 ACCEPT
      nat SRC rule 172.18.0.2:1 > 10.96.98.173:80
      transmit eth0`);
    expect(printed(steps)).toEqual(['request snat: POSTROUTING 1']);
    const marked = stepsOf(`
      hook PREROUTING
      mark nat KUBE-MARK-MASQ 1 0x4000
      hook POSTROUTING
      rule nat POSTROUTING 1 ACCEPT
      nat SRC rule 172.18.0.2:1 > 10.96.98.173:80`);
    expect(printed(marked, true)).toEqual(['request snat: POSTROUTING 1 because 1 KUBE-MARK-MASQ 1']);
    expect(printed(marked, false)).toEqual(['request snat: POSTROUTING 1']);
  });

  it('has nothing to say of an empty trace', () => {
    expect(collectStory(traceOf([]), [], () => true)).toEqual([]);
  });
});

it('leaves jumps out that had returned', () => {
  const hop = stepsOf(DNAT);
  expect(jumpPath(hop, hop[6]!).map(nameOf)).toEqual(['PREROUTING 1', 'KUBE-SERVICES 7', 'KUBE-SVC-W 1']);
  expect(jumpPath(hop, hop[8]!).map(nameOf)).toEqual(['PREROUTING 1', 'KUBE-SERVICES 7']);
});
