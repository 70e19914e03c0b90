import { describe, expect, it } from 'vitest';
import { createTranslator } from 'use-intl';
import { stepsOf } from '../rules/testing/steps-of';
import { INSPECTOR_MESSAGES } from './messages';
import { SENTENCE_IDS, sentenceOf, type SentenceId } from './sentence.model';

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

function translator(locale: 'en' | 'ko') {
  const t = createTranslator({
    locale,
    messages: INSPECTOR_MESSAGES[locale],
    namespace: 'step',
    onError: (error) => {
      throw error;
    },
  });
  return t as unknown as (id: SentenceId, values: Readonly<Record<string, string | number>>) => string;
}

/** conntrack steps of the notation have no entry: give those that found a connection one. */
const steps = stepsOf(STEPS).map(({ data }) =>
  data.kind === 'conntrack' && data.ctState === 'ESTABLISHED' ? { ...data, entry: {} as never } : data,
);
const extra = stepsOf('routing output eth0\n transmit eth0').map(({ data }) => {
  if (data.kind === 'routing') return { ...data, again: true };
  return data.kind === 'transmit' ? { ...data, to: { netns: 'node2', device: 'eth0' } } : data;
});
const all = [...steps, ...extra];

describe.each(['en', 'ko'] as const)('sentences in %s', (locale) => {
  const t = translator(locale);
  it.each(all.map((step) => [sentenceOf(step).id, step] as const))('%s', (_id, step) => {
    const { id, values } = sentenceOf(step);
    const text = t(id, values);
    expect(text).not.toMatch(/[{}]|undefined|\bnone\b/);
    for (const name of INSPECTOR_MESSAGES.en.step[id].matchAll(/\{(\w+)\}/g)) expect(values).toHaveProperty(name[1]!);
  });
});

it('has a sentence for every kind of step', () => {
  expect(new Set(all.map((step) => sentenceOf(step).id))).toEqual(new Set(SENTENCE_IDS));
});

it.each([
  ['skip nat KUBE-SERVICES 2-39', 'nat KUBE-SERVICES rules 2–39 do not match'],
  ['skip nat KUBE-SERVICES 2', 'nat KUBE-SERVICES rule 2 does not match'],
  ['mark nat KUBE-MARK-MASQ 1 0x4000', 'nat KUBE-MARK-MASQ rule 1 matches: mark 0x0 becomes 0x4000'],
  ['hook FORWARD', 'FORWARD is reached'],
])('%s: %s', (text, sentence) => {
  const { id, values } = sentenceOf(stepsOf(text)[0]!.data);
  expect(translator('en')(id, values)).toBe(sentence);
});

it('says the odds only where there was a draw', () => {
  const [step] = stepsOf('rule nat KUBE-SVC-X 2 JUMP KUBE-SEP-B');
  const drawn = sentenceOf({ ...step!.data, odds: '1/2' } as never);
  expect(translator('en')(drawn.id, drawn.values)).toBe(
    'KUBE-SEP-B: nat KUBE-SVC-X rule 2 matches and jumps there (chance 1/2 once reached)',
  );
});
