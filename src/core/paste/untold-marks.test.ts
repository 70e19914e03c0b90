import { describe, expect, it } from 'vitest';
import { openTexts } from '../public/open-texts';
import { exploreFlow } from '../document/explored';
import { rankAssumptions } from './asking';
import { makeTrace } from '../sim/explore';

const filter = (rules: string): string =>
  `*filter\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]\n:OUTPUT ACCEPT [0:0]\n${rules}COMMIT\n`;
const MANGLE =
  '*mangle\n:PREROUTING ACCEPT [0:0]\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n:POSTROUTING ACCEPT [0:0]\nCOMMIT\n';
const ASKS = '-A FORWARD -m mark --mark 0x1/0x1 -j ACCEPT\n';

/** How a packet through a node may end, and which tables would settle it, what decides first. */
function ends(...texts: readonly string[]) {
  const opened = openTexts(texts.map((text, at) => ({ title: `${at}`, text })));
  if (!opened.ok) throw new Error('not opened');
  const { document, derived } = opened.value;
  const flow = {
    id: 'f',
    from: { kind: 'interface', address: '192.0.2.10', device: 'eth0' },
    to: { kind: 'address', address: '10.0.0.5' },
    protocol: 'tcp',
    port: 80,
  } as const;
  const explored = exploreFlow({ document, derived, explored: new Map() }, flow);
  if ('id' in explored) throw new Error(explored.id);
  const { outcomes } = explored.exploration;
  const [first] = outcomes;
  const trace = first && makeTrace(explored.input, first);
  const ranked = trace ? rankAssumptions(derived.assumptions, trace).onTheWay : [];
  return {
    ends: outcomes.map(
      ({ disposition, probability }) => `${disposition.kind} ${probability === undefined ? '?' : '1'}`,
    ),
    asked: derived.assumptions.flatMap(({ reason, settledBy }) =>
      reason.id === 'analysis.table.marks' ? settledBy : [],
    ),
    first: ranked[0]?.settledBy,
  };
}

describe('a mark that only a table nobody pasted could set', () => {
  it('is not known, and the command that tells comes first', () => {
    expect(ends(filter(ASKS))).toEqual({
      ends: ['LEFT ?', 'DROPPED ?'],
      asked: ['iptables-save -t mangle'],
      first: 'iptables-save -t mangle',
    });
    expect(ends(filter(ASKS.replace('mark --mark', 'connmark --mark'))).ends).toEqual(['LEFT ?', 'DROPPED ?']);
    expect(ends(filter(ASKS.replace('--mark', '! --mark'))).ends).toEqual(['LEFT ?', 'DROPPED ?']);
  });

  it('is known where the table was pasted, by itself or in a dump of all tables', () => {
    for (const texts of [[filter(ASKS), MANGLE], [filter(ASKS) + MANGLE]])
      expect(ends(...texts)).toMatchObject({ ends: ['DROPPED 1'], asked: [] });
    expect(ends(`*nat\n:PREROUTING ACCEPT [0:0]\nCOMMIT\n${filter(ASKS)}`)).toMatchObject({ ends: ['DROPPED 1'] });
  });

  it('is known where a rule here sets it, or a program asks for its own', () => {
    expect(ends(filter(`-A FORWARD -s 203.0.113.0/24 -j MARK --set-xmark 0x1/0x1\n${ASKS}`)).asked).toEqual([]);
    expect(
      ends(
        filter(
          ':KUBE-FORWARD - [0:0]\n-A FORWARD -j KUBE-FORWARD\n-A KUBE-FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT\n',
        ),
      ),
    ).toMatchObject({ ends: ['DROPPED 1'], asked: [] });
  });

  it('is not known where a rule only clears it, or a Pod network asks whose setter is not in the text', () => {
    expect(ends(filter(`${ASKS}-A FORWARD -j MARK --set-xmark 0x0/0x1\n`)).ends).toEqual(['LEFT ?', 'DROPPED ?']);
    const chain = 'KUBE-POD-FW-ABCDEFGH01234567';
    const own = `:${chain} - [0:0]\n-A FORWARD -j ${chain}\n-A ${chain} -m mark ! --mark 0x10000/0x10000 -j REJECT\n`;
    expect(ends(filter(own)).ends).toEqual(['REJECTED ?', 'DROPPED ?']);
  });

  it('decides nothing where what is known of the mark does already', () => {
    const both = '-A FORWARD -j MARK --set-xmark 0x2/0x2\n-A FORWARD -m mark --mark 0x1/0x3 -j ACCEPT\n';
    expect(ends(filter(both))).toMatchObject({ ends: ['DROPPED 1'], asked: ['iptables-save -t mangle'] });
  });
});
