import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { narrate, narrateAlone, tell } from '../../core/sim/narrate';
import type { IpvsStep, TraceStep } from '../../core/sim/trace';
import { ip } from '../../core/net/ip';
import { stepsOf } from '../rules/testing/steps-of';
import { stepMark } from './StepSentence';
import { splitSentence } from './trace-list.model';

const STEPS = `
  originate default/client
  receive veth1
  bridge cni0 up
  bridge cni0 forward
  bridge cni0 discard
  hook PREROUTING
  conntrack NEW
  conntrack ESTABLISHED original
  conntrack ESTABLISHED reply
  conntrack INVALID
  rule nat PREROUTING 1 JUMP KUBE-SERVICES
  rule nat PREROUTING 1 GOTO KUBE-SERVICES
  rule nat KUBE-SVC-X 2 RETURN
  rule nat KUBE-SEP-X 2 ACCEPT
  rule filter FORWARD 3 DROP
  rule filter FORWARD 3 REJECT icmp-port-unreachable
  rule filter FORWARD 3 STOLEN NFQUEUE
  rule filter FORWARD 3 CONTINUE
  mark nat KUBE-MARK-MASQ 1 0x4000
  skip nat KUBE-SERVICES 1
  skip nat KUBE-SERVICES 2-39
  return nat KUBE-SERVICES
  policy filter FORWARD DROP
  nat DST rule 10.244.1.9:41522 > 10.244.2.7:8080
  nat SRC rule 172.18.0.2:41522 > 10.244.2.7:8080
  nat SRC binding 10.244.1.9:41522 > 10.244.2.7:8080
  nat DST binding 10.244.1.9:41522 > 10.96.0.1:80
  routing local
  routing forward eth0
  routing output eth0
  routing none
  transmit eth0
  deliver default/web
  stop filter FORWARD 3`;

const speakers = { en: createSpeaker('en'), ko: createSpeaker('ko') };

function spoken(step: TraceStep, locale: 'en' | 'ko' = 'en'): string {
  return speakers[locale](tell(narrateAlone(step), 'trace'));
}

const TUPLE = { protocol: 6, src: ip('10.0.0.1'), sport: 1, dst: ip('10.0.0.2'), dport: 2 };
const ENTRY = { original: TUPLE, reply: TUPLE };

/** conntrack steps of the notation have no entry: give those that found a connection one. */
const steps = stepsOf(STEPS).map(({ data }) =>
  data.kind === 'conntrack' && data.ctState === 'ESTABLISHED' ? { ...data, entry: ENTRY as never } : data,
);
const extra = stepsOf('routing output eth0').map(({ data }) =>
  data.kind === 'routing' ? { ...data, again: true } : data,
);
const ipvs = stepsOf('hook INPUT').flatMap(({ data }): IpvsStep[] => {
  const { packet, mark } = data;
  const of = {
    service: 'TCP 10.96.0.10:80',
    scheduler: 'rr',
    candidates: [],
    reason: { id: 'sim.routing.local' } as const,
    packet,
    mark,
  };
  const chosen = '10.244.1.5:8080';
  return [
    { kind: 'ipvs', at: 'in', from: 'scheduler', ...of },
    { kind: 'ipvs', at: 'in', from: 'scheduler', chosen, before: packet, odds: '1/3', ...of },
    { kind: 'ipvs', at: 'in', from: 'connection', chosen, before: packet, ...of },
    { kind: 'ipvs', at: 'out', from: 'connection', chosen, before: packet, ...of },
  ];
});
/** An entry that nobody has answered yet, and an error about a known connection. */
const entries = stepsOf('conntrack NEW\n conntrack RELATED').map(
  ({ data }) => ({ ...data, created: false, entry: ENTRY }) as unknown as TraceStep,
);
const all = [...steps, ...extra, ...ipvs, ...entries];

describe.each(['en', 'ko'] as const)('sentences in %s', (locale) => {
  it.each(all.map((step) => [narrateAlone(step).id, step] as const))('%s', (_id, step) => {
    const text = spoken(step, locale);
    expect(text).not.toMatch(/[{}]|undefined|\bnone\b/);
    // The badge shows the verdict's word; the sentence has it too, for who only hears it.
    expect(text.startsWith(stepMark(step)?.word ?? '')).toBe(true);
  });
});

it.each([
  ['skip nat KUBE-SERVICES 2-39', 'Rules 2–39 of nat KUBE-SERVICES do not match'],
  ['skip nat KUBE-SERVICES 2', 'Rule 2 of nat KUBE-SERVICES does not match'],
  ['mark nat KUBE-MARK-MASQ 1 0x4000', 'MARK: 0x0 becomes 0x4000 — nat KUBE-MARK-MASQ rule 1 matches'],
  ['hook FORWARD', 'FORWARD is reached'],
  ['conntrack NEW', 'conntrack: NEW — no entry yet, so one is made, and nat is asked this once'],
])('%s: %s', (text, sentence) => expect(spoken(stepsOf(text)[0]!.data)).toBe(sentence));

it.each([
  ['DST', 'en', /^ACCEPT: the connection gets a new destination — nat KUBE-SEP-X rule 2 matches$/],
  ['SRC', 'ko', /출발지를 바꿉니다/],
] as const)('says of a rule that rewrites what it gives: %s, %s', (side, locale, said) => {
  const walk = stepsOf(`rule nat KUBE-SEP-X 2 ACCEPT
 nat ${side} rule 10.244.1.9:41522 > 10.244.2.7:8080`);
  expect(speakers[locale](tell(narrate(walk[0]!, walk), 'trace'))).toMatch(said);
});

it('says the odds only where there was a draw', () => {
  const [step] = stepsOf('rule nat KUBE-SVC-X 2 JUMP KUBE-SEP-B');
  expect(spoken({ ...step!.data, odds: '1/2' } as TraceStep)).toBe(
    'JUMP to KUBE-SEP-B — nat KUBE-SVC-X rule 2 matches, a chance of 1/2 once reached',
  );
  expect(spoken({ ...step!.data, odds: '1/3', kernelOdds: '715820724/2^31' } as TraceStep)).toMatch(
    /a chance of 1\/3 as meant; as written 715820724\/2\^31 = 0\.33333, once reached$/,
  );
  expect(spoken({ ...step!.data, odds: '1/3', kernelOdds: '1431655766/2^32' } as TraceStep)).toContain(
    '; as drawn 1431655766/2^32',
  );
});

it('does not count one rule as many in Korean', () => {
  expect(spoken(stepsOf('skip nat KUBE-SERVICES 2')[0]!.data, 'ko')).toBe(
    'nat KUBE-SERVICES 규칙 2: 일치하지 않습니다',
  );
});

it.each([
  ['JUMP to X — nat A rule 1 matches', 'JUMP', ' to X', 'nat A rule 1 matches'],
  ['ACCEPT: it passes', 'ACCEPT', ': it passes', undefined],
  ['It leaves by eth0', undefined, 'It leaves by eth0', undefined],
  ['It leaves by eth0', '', 'It leaves by eth0', undefined],
])('splits "%s"', (text, word, head, tail) => expect(splitSentence(text, word)).toEqual({ head, tail }));
