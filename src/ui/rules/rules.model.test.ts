import { describe, expect, it } from 'vitest';
import { assertNever } from '../../core/lib/result';
import { makeDatapath, hopInFocus, type Card } from './rules.model';
import { Memo } from '../../core/lib/memo';
import { indexChains } from './rule/rules-view.model';
import { stepsOf } from './testing/steps-of';
import { viewOf } from './testing/view-of';
import type { VisitRow } from './visits.model';

const MEMO = new Memo();

const SVC = '-A KUBE-SVC-W -m statistic --mode random --probability';
const DUMP = `*raw
:PREROUTING ACCEPT [0:0]
COMMIT
*mangle
:PREROUTING ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
COMMIT
*filter
:INPUT ACCEPT [0:0]
:FORWARD DROP [0:0]
:KUBE-FORWARD - [0:0]
-A INPUT -j ACCEPT
-A FORWARD -j KUBE-FORWARD
-A KUBE-FORWARD -m conntrack --ctstate INVALID -j DROP
-A KUBE-FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT
-A KUBE-FORWARD -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
COMMIT
*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-W - [0:0]
:KUBE-SEP-B - [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-POSTROUTING - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A POSTROUTING -j KUBE-POSTROUTING
-A KUBE-SERVICES -d 10.96.0.1/32 -p tcp -j KUBE-SVC-K
-A KUBE-SERVICES -d 10.96.0.2/32 -p tcp -j KUBE-SVC-L
-A KUBE-SERVICES -d 10.96.0.3/32 -p tcp -j KUBE-SVC-M
-A KUBE-SERVICES -d 10.96.98.173/32 -p tcp -m tcp --dport 80 -j KUBE-SVC-W
-A KUBE-SERVICES -d 10.96.0.5/32 -p tcp -j KUBE-SVC-O
-A KUBE-SERVICES -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-SVC-W ! -s 10.244.0.0/16 -d 10.96.98.173/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ
${SVC} 0.33333333349 -j KUBE-SEP-A
${SVC} 0.50000000000 -j KUBE-SEP-B
-A KUBE-SVC-W -j KUBE-SEP-C
-A KUBE-SEP-B -s 10.244.2.7/32 -j KUBE-MARK-MASQ
-A KUBE-SEP-B -p tcp -m tcp -j DNAT --to-destination 10.244.2.7:8080
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A KUBE-POSTROUTING -j MASQUERADE --random-fully
COMMIT
`;
const index = indexChains(viewOf(DUMP), MEMO);

const REQUEST = stepsOf(`
  receive vethc1
  bridge cni0 up
  hook PREROUTING
  policy raw PREROUTING
  conntrack NEW
  policy mangle PREROUTING
  rule nat PREROUTING 1 JUMP KUBE-SERVICES
  skip nat KUBE-SERVICES 1-3
  rule nat KUBE-SERVICES 4 JUMP KUBE-SVC-W
  rule nat KUBE-SVC-W 1 JUMP KUBE-MARK-MASQ
  mark nat KUBE-MARK-MASQ 1 0x4000
  return nat KUBE-MARK-MASQ
  skip nat KUBE-SVC-W 2
  rule nat KUBE-SVC-W 3 JUMP KUBE-SEP-B
  skip nat KUBE-SEP-B 1
  rule nat KUBE-SEP-B 2 ACCEPT
  nat DST rule 10.244.1.9:41522 > 10.244.2.7:8080
  routing forward eth0
  hook FORWARD
  rule filter FORWARD 1 JUMP KUBE-FORWARD
  skip filter KUBE-FORWARD 1-3
  return filter KUBE-FORWARD
  policy filter FORWARD DROP
  stop
`);

function printRow(row: VisitRow): string {
  switch (row.kind) {
    case 'hit':
      return `${row.index + 1} ${row.verdict.kind}`;
    case 'miss':
      return `(${row.index + 1})`;
    case 'run':
      return `(${row.from + 1}-${row.to + 1})`;
    case 'later':
      return `later ${row.index + 1}`;
    case 'rest':
      return `later ${row.from + 1}-${row.to + 1}`;
    case 'back':
      return `back from ${row.chain}`;
    case 'end':
      return `end ${row.verdict?.kind ?? ''}`.trim();
    default:
      return assertNever(row);
  }
}

function printCard(card: Card): string {
  const at = [card.place.hook, card.place.table].filter(Boolean).join('.');
  if (card.kind === 'event') return `${at}: [${card.step.data.kind}]`;
  if (card.kind === 'closed')
    return `${at}: closed ${card.tables.map((each) => `${each.table}=${each.reason}`).join(' ')}`;
  return `${at}: ${card.chain} | ${card.rows.map(printRow).join(', ')}`;
}

function printed(text: string | typeof REQUEST): string[] {
  return makeDatapath(typeof text === 'string' ? stepsOf(text) : text, index).cards.map(printCard);
}

describe('datapathOf', () => {
  it('shows a walk in the order of the kernel', () => {
    expect(printed(REQUEST)).toEqual([
      ': [receive]',
      ': [bridge]',
      'PREROUTING.raw: closed raw=empty',
      'PREROUTING: [conntrack]',
      'PREROUTING.mangle: closed mangle=empty',
      'PREROUTING.nat: PREROUTING | 1 JUMP',
      'PREROUTING.nat: KUBE-SERVICES | (1-3), 4 JUMP, later 5-6',
      'PREROUTING.nat: KUBE-SVC-W | 1 JUMP, (2), 3 JUMP, later 4',
      'PREROUTING.nat: KUBE-MARK-MASQ | 1 CONTINUE, end',
      'PREROUTING.nat: KUBE-SEP-B | (1), 2 ACCEPT',
      'PREROUTING.nat: [nat]',
      ': [routing]',
      'FORWARD.mangle: closed mangle=empty',
      'FORWARD.filter: FORWARD | 1 JUMP, end DROP',
      'FORWARD.filter: KUBE-FORWARD | (1-3), end',
      'FORWARD.filter: [stop]',
    ]);
  });

  it('draws each jump from the rule that took it', () => {
    const { cards } = makeDatapath(REQUEST, index);
    const edges = cards.flatMap((card) => {
      if (card.kind !== 'chain' || !card.from) return [];
      const from = cards.find((other) => other.id === card.from!.card);
      const { data } = card.from.step;
      return [
        `${from?.kind === 'chain' ? from.chain : '?'} ${data.kind === 'rule' ? data.ref.index + 1 : '?'} > ${card.chain}`,
      ];
    });
    expect(edges).toEqual([
      'PREROUTING 1 > KUBE-SERVICES',
      'KUBE-SERVICES 4 > KUBE-SVC-W',
      'KUBE-SVC-W 1 > KUBE-MARK-MASQ',
      'KUBE-SVC-W 3 > KUBE-SEP-B',
      'FORWARD 1 > KUBE-FORWARD',
    ]);
  });

  it('gives the chain that draws its ladder, whole', () => {
    const card = makeDatapath(REQUEST, index).cards.find(
      (each) => each.kind === 'chain' && each.chain === 'KUBE-SVC-W',
    );
    expect(card).toMatchObject({ ladder: { equal: '1/3' } });
  });

  it('names hooks with rules that the packet did not come by', () => {
    expect(makeDatapath(REQUEST, index).otherHooks).toEqual(['INPUT', 'POSTROUTING']);
  });

  it('closes nat for a connection that is known, and shows its binding', () => {
    expect(
      printed(`
        receive eth0
        hook PREROUTING
        conntrack ESTABLISHED reply
        routing forward cni0
        hook FORWARD
        skip filter FORWARD 1
        policy filter FORWARD
        hook POSTROUTING
        nat SRC binding 10.96.98.173:80 > 10.244.1.9:41522
        transmit veth1
      `),
    ).toEqual([
      ': [receive]',
      'PREROUTING.raw: closed raw=empty',
      'PREROUTING: [conntrack]',
      'PREROUTING.mangle: closed mangle=empty nat=known',
      ': [routing]',
      'FORWARD.mangle: closed mangle=empty',
      'FORWARD.filter: FORWARD | (1), end ACCEPT',
      'POSTROUTING.mangle: closed mangle=empty',
      'POSTROUTING.nat: [nat]',
      ': [transmit]',
    ]);
  });

  it('says that nat is not asked without a connection', () => {
    expect(printed('hook PREROUTING\n conntrack INVALID\n routing local').slice(-2)).toEqual([
      'PREROUTING.mangle: closed mangle=empty nat=untracked',
      ': [routing]',
    ]);
  });

  it('does not say of a table that it was asked after the packet was dropped', () => {
    expect(printed('hook FORWARD\n rule filter FORWARD 1 DROP\n stop filter FORWARD 1').at(-1)).toBe(
      'FORWARD.filter: [stop]',
    );
    expect(printed('hook PREROUTING\n stop').at(-1)).toBe(
      'PREROUTING.raw: closed raw=unreached mangle=unreached nat=unreached',
    );
  });

  it('keeps two visits of one chain apart', () => {
    expect(
      printed(`
        hook PREROUTING
        rule nat PREROUTING 1 JUMP KUBE-SERVICES
        rule nat KUBE-SERVICES 1 JUMP KUBE-MARK-MASQ
        skip nat KUBE-MARK-MASQ 1
        return nat KUBE-MARK-MASQ
        rule nat KUBE-SERVICES 2 JUMP KUBE-MARK-MASQ
        rule nat KUBE-MARK-MASQ 1 ACCEPT
        skip nat KUBE-SERVICES 3-6
        return nat KUBE-SERVICES
        policy nat PREROUTING
      `).slice(1),
    ).toEqual([
      'PREROUTING.nat: PREROUTING | 1 JUMP, end ACCEPT',
      'PREROUTING.nat: KUBE-SERVICES | 1 JUMP, 2 JUMP, (3-6), end',
      'PREROUTING.nat: KUBE-MARK-MASQ | (1), end',
      'PREROUTING.nat: KUBE-MARK-MASQ | 1 ACCEPT',
    ]);
  });

  it('says that a chain has no rules below the rule that jumped to it', () => {
    expect(
      printed(`
        hook FORWARD
        rule filter FORWARD 1 JUMP KUBE-FORWARD
        return filter KUBE-FORWARD
        policy filter FORWARD
      `).slice(1),
    ).toEqual(['FORWARD.filter: FORWARD | 1 JUMP, back from KUBE-FORWARD, end ACCEPT']);
  });

  it('follows a goto and a RETURN back to the right caller', () => {
    expect(
      printed(`
        hook POSTROUTING
        rule nat POSTROUTING 1 JUMP KUBE-POSTROUTING
        rule nat KUBE-POSTROUTING 1 RETURN
        policy nat POSTROUTING
      `).slice(1),
    ).toEqual([
      'POSTROUTING.nat: POSTROUTING | 1 JUMP, end ACCEPT',
      'POSTROUTING.nat: KUBE-POSTROUTING | 1 RETURN, later 2-3',
    ]);
    expect(
      printed(`
        hook PREROUTING
        rule nat PREROUTING 1 GOTO KUBE-SERVICES
        skip nat KUBE-SERVICES 1-6
        return nat KUBE-SERVICES
        policy nat PREROUTING
      `).slice(1),
    ).toEqual(['PREROUTING.nat: PREROUTING | 1 GOTO, end ACCEPT', 'PREROUTING.nat: KUBE-SERVICES | (1-6), end']);
  });

  it('shows what the steps say before the rules are there', () => {
    const cards = makeDatapath(REQUEST, undefined).cards.map(printCard);
    expect(cards).toContain('PREROUTING.nat: KUBE-SERVICES | (1-3), 4 JUMP');
    expect(cards).toContain('PREROUTING.raw: closed raw=empty');
  });

  it('is empty for no steps', () => {
    expect(makeDatapath([], index).cards).toEqual([]);
  });
});

describe('hopInFocus', () => {
  const steps = [
    ...stepsOf('originate client\n transmit eth0', { netns: 'pod' }),
    ...stepsOf('receive veth\n hook PREROUTING', { netns: 'node1', hop: 1, index: 2 }),
    ...stepsOf('receive eth0\n hook PREROUTING', { netns: 'node2', hop: 2, index: 4 }),
    ...stepsOf('receive eth0\n hook PREROUTING', { netns: 'node1', leg: 1, hop: 0, index: 6 }),
  ];

  it.each([
    ['at it', 3, 'node1', 2],
    ['last before', 5, 'node1', 2],
    ['the reply', 7, 'node1', 6],
    ['first after', 0, 'node2', 4],
    ['later, last before', 7, 'node2', 4],
    ['never there', 3, 'node3', undefined],
  ])('%s', (_name, playhead, netns, first) => {
    expect(hopInFocus(steps, playhead, netns)[0]?.index).toBe(first);
  });
});
