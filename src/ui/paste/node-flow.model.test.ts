import { describe, expect, it } from 'vitest';
import { phrase } from '../../core/lib/phrase';
import type { FoundService } from '../../core/paste/pasted-types';
import { NODE_ID } from '../../core/paste/sender';
import {
  beginningAt,
  endpointsOfDraft,
  chooseOffers,
  isDraftOf,
  offerLine,
  listSenderDevices,
  makeDraft,
  EMPTY_FLOW_DRAFT,
  getFlow,
  matchingServices,
  sharedOdds,
  towards,
  type FlowDraft,
} from './node-flow.model';

const REASON = phrase('analysis.offer.unreplied');

const WEB: FoundService = {
  name: 'default/web:http',
  address: '10.96.7.7',
  port: 80,
  protocol: 'tcp',
  nodePort: 30_080,
  endpoints: ['10.244.1.5:8080', '10.244.2.6:8080'],
  odds: ['1/2', '1/2'],
};
const DRAFT: FlowDraft = {
  device: 'cni0',
  from: '10.244.1.9',
  to: '10.96.7.7',
  protocol: 'tcp',
  port: '80',
  title: '',
  node: '',
  enters: '',
  sourcePort: '',
  before: '',
  ago: '',
  segment: 'SYN',
};

describe('the form of a packet', () => {
  it.each([
    [DRAFT, undefined],
    [{ ...DRAFT, device: '', from: '' }, undefined],
    [{ ...DRAFT, from: '' }, 'needsSource'],
    [{ ...DRAFT, device: '', from: 'x' }, 'needsSource'],
    [{ ...DRAFT, to: '10.96.7' }, 'needsTarget'],
    [{ ...DRAFT, port: '0' }, 'needsPort'],
    [{ ...DRAFT, port: '70000' }, 'needsPort'],
    [{ ...DRAFT, port: '', protocol: 'icmp' as const }, undefined],
    [EMPTY_FLOW_DRAFT, 'needsTarget'],
  ])('%o: %s', (draft, problem) => {
    const read = getFlow(draft);
    expect(read.ok ? undefined : read.error).toBe(problem);
  });

  it('becomes a flow of the document', () => {
    const read = getFlow({ ...DRAFT, title: 'default/web:http' });
    expect(read.ok && read.value).toEqual({
      title: 'default/web:http',
      from: { kind: 'interface', device: 'cni0', address: '10.244.1.9' },
      to: { kind: 'address', address: '10.96.7.7' },
      protocol: 'tcp',
      port: 80,
    });
  });

  it('is filled by a suggestion and aimed by a Service', () => {
    const suggested = makeDraft({
      title: 't',
      device: 'cni0',
      from: '10.244.1.9',
      to: '1.2.3.4',
      protocol: 'udp',
      port: 53,
      reason: REASON,
    });
    expect(suggested).toEqual({
      device: 'cni0',
      from: '10.244.1.9',
      node: '',
      enters: '',
      sourcePort: '',
      before: '',
      ago: '',
      segment: 'SYN',
      to: '1.2.3.4',
      protocol: 'udp',
      port: '53',
      title: 't',
    });
    expect(towards(suggested, WEB)).toMatchObject({ to: '10.96.7.7', port: '80', protocol: 'tcp', from: '10.244.1.9' });
    expect(towards(suggested, { ...WEB, port: 0, address: '' })).toMatchObject({ to: '', port: '' });
  });
});

describe('the list of Services', () => {
  it('says shared odds once', () => {
    expect(sharedOdds(WEB)).toBe('1/2');
    expect(sharedOdds({ ...WEB, odds: ['1/3', '2/3'] })).toBeUndefined();
    expect(sharedOdds({ ...WEB, odds: ['1'] })).toBeUndefined();
  });

  it('is filtered by name, address, nodePort and endpoint', () => {
    const all = [WEB, { ...WEB, name: 'kube-system/kube-dns:dns', address: '10.96.0.10', nodePort: 1, endpoints: [] }];
    const names = (words: string): string[] => matchingServices(all, words).map(({ name }) => name);
    expect(names('')).toHaveLength(2);
    expect(names('DNS')).toEqual(['kube-system/kube-dns:dns']);
    expect(names('10.96.7.7:80')).toEqual(['default/web:http']);
    expect(names('30080')).toEqual(['default/web:http']);
    expect(names('10.244.2.6')).toEqual(['default/web:http']);
    expect(names('nothing')).toEqual([]);
  });
});

describe('a source port', () => {
  it('is sent where it is written, and is said to be none where it is none', () => {
    const at = (sourcePort: string) => getFlow({ ...DRAFT, sourcePort });
    const told = at('43145');
    expect(told.ok && told.value.sourcePort).toBe(43_145);
    const any = at(' ');
    expect(any.ok && 'sourcePort' in any.value).toBe(false);
    for (const odd of ['0', '70000', 'x']) expect(at(odd)).toEqual({ ok: false, error: 'needsPort' });
  });
});

describe('a packet of several machines', () => {
  const flow = { title: 'default/web', to: '10.96.7.7', protocol: 'tcp', port: 80, reason: REASON } as const;
  const other = { ...flow, title: 'default/dns', to: '10.96.0.10', port: 53 };
  const SUGGESTED = [
    { ...flow, node: 'a', device: 'cni0', from: '10.244.1.2' },
    { ...other, node: 'b', device: 'cni0', from: '10.244.2.3' },
    { ...flow, node: 'b', device: 'cbr0', from: '10.244.2.2' },
  ];

  it('begins at the one that is chosen, and goes where it went', () => {
    const moved = beginningAt(DRAFT, 'b', SUGGESTED);
    expect(moved).toEqual({ ...DRAFT, node: 'b', device: 'cbr0', from: '10.244.2.2' });
    const read = getFlow(moved);
    expect(read.ok && read.value.from).toEqual({ kind: 'interface', device: 'cbr0', address: '10.244.2.2', node: 'b' });
  });

  it('with nothing to ask for yet as is suggested there; where nothing is, it is to be filled in', () => {
    expect(beginningAt(EMPTY_FLOW_DRAFT, 'b', SUGGESTED)).toEqual({ ...makeDraft(SUGGESTED[1]!) });
    expect(beginningAt(DRAFT, 'c', SUGGESTED)).toEqual({ ...DRAFT, node: 'c', device: '', from: '' });
  });

  it('devices say whose they are', () => {
    const devices = [{ name: 'eth0' }];
    const machines = [
      { id: NODE_ID, title: 'a.example', devices },
      { id: `${NODE_ID}:b`, title: 'b.example', devices },
    ];
    expect(listSenderDevices(machines, 'a').map(({ node }) => node)).toEqual(['a', 'b']);
    expect(listSenderDevices(machines.slice(0, 1), undefined)).toEqual([{ name: 'eth0', addresses: [] }]);
  });
});

it('a segment that is not the first of a connection is sent as it is, where the protocol has segments', () => {
  const segmentOf = (draft: FlowDraft): unknown => {
    const read = getFlow(draft);
    return read.ok ? read.value.segment : read.error;
  };
  expect(segmentOf({ ...DRAFT, segment: 'out-of-window' })).toBe('out-of-window');
  expect(segmentOf({ ...DRAFT, segment: 'out-of-window', protocol: 'udp' })).toBeUndefined();
  expect(segmentOf(DRAFT)).toBeUndefined();
});

describe('the packets that are offered', () => {
  const one = {
    title: 'a',
    device: 'eth0',
    from: '192.0.2.10',
    to: '10.96.7.7',
    protocol: 'tcp',
    port: 80,
    reason: REASON,
  } as const;
  const own = { title: 'b', from: '10.0.0.2', to: 'fd00::7', protocol: 'udp', port: 53, reason: REASON } as const;

  it('are few, each once, in their order', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ ...one, port: 80 + at }));
    expect(chooseOffers([one, { ...one, title: 'again' }, own, ...many]).map(({ port }) => port)).toEqual([
      80, 53, 81, 82, 83,
    ]);
  });

  it('say who sends what where; the one in the form is told from the others', () => {
    expect(offerLine(one, 'this node')).toBe('eth0 192.0.2.10 → 10.96.7.7:80/tcp');
    expect(offerLine(own, 'this node')).toBe('this node 10.0.0.2 → [fd00::7]:53/udp');
    expect([one, own].map((offer) => isDraftOf(makeDraft(own), offer))).toEqual([false, true]);
  });
});

describe('a client that came before', () => {
  const again = (before: string, ago = '') => {
    const read = getFlow({ ...DRAFT, before, ago });
    return read.ok ? read.value.again : read.error;
  };

  it.each<[string, string, unknown]>([
    ['', '', undefined],
    ['', '30', undefined],
    ['10.244.1.5:8080', '', { to: { kind: 'address', address: '10.244.1.5' } }],
    [' 10.244.1.5 ', '30', { to: { kind: 'address', address: '10.244.1.5' }, seconds: 30 }],
    ['[fd00::5]:8080', '', { to: { kind: 'address', address: 'fd00::5' } }],
    ['cart-0', '', 'needsBefore'],
    ['10.244.1.5', '-1', 'needsBefore'],
  ])('%o, %o seconds ago', (before, ago, expected) => expect(again(before, ago)).toEqual(expected));

  it('endpoints of the Service that is asked are proposed', () => {
    expect(endpointsOfDraft({ ...DRAFT, to: '10.96.7.7', port: '80' }, [WEB])).toEqual(WEB.endpoints);
    expect(endpointsOfDraft({ ...DRAFT, port: '81' }, [WEB])).toEqual([]);
  });
});
