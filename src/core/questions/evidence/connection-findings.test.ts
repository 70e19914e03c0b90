import { describe, expect, it } from 'vitest';
import { openTexts } from '../../public/open-texts';
import { findOfConnections, type ConnectionSetting } from './connection-findings';

/** An entry of `conntrack -L`: who asks whom, and what an answer must look like. */
const entry = (sent: string, reply: string, state = '[UNREPLIED] ', proto = 'tcp      6 110 SYN_SENT'): string => {
  const [[src, sport], [dst, dport]] = sent.split(' ').map((place) => place.split(':')) as [string[], string[]];
  const [[by, from], [to, back]] = reply.split(' ').map((place) => place.split(':')) as [string[], string[]];
  return `${proto} src=${src} dst=${dst} sport=${sport} dport=${dport} ${state}src=${by} dst=${to} sport=${from} dport=${back} mark=0 use=1\n`;
};

const SETTING: ConnectionSetting = {
  services: [],
  hasRules: false,
  rulesBy: 'nft list ruleset',
  isNew: () => false,
  isEvent: () => false,
};

function found(text: string, setting: Partial<ConnectionSetting> = {}) {
  const opened = openTexts([{ title: 'post', text }]);
  if (!opened.ok) throw new Error('not opened');
  return findOfConnections(opened.value.derived.connections ?? [], { ...SETTING, ...setting });
}

const SENT = entry('10.244.2.14:4000 10.96.3.7:80', '10.244.1.9:8080 10.244.2.14:4000');
const KEPT = entry('10.244.2.14:4000 10.96.3.7:80', '10.96.3.7:80 10.244.2.14:4000');
const ANSWERED = entry('10.244.2.14:4000 10.96.3.7:80', '10.244.1.9:8080 10.244.2.14:4000', '', 'tcp 6 99 ESTABLISHED');
const HALF = entry('10.244.2.14:4000 10.96.3.7:80', '10.244.1.9:8080 10.244.2.14:4000', '', 'tcp      6 50 SYN_RECV');
const SERVICE = { name: 'shop/cart', address: '10.96.3.7', port: 80, protocol: 'tcp', endpoints: [] } as const;

describe('what an entry of conntrack proves', () => {
  it.each([
    ['translated', SENT, 'conntrack-translated', 'kept', 'none'],
    [
      'translated to another port alone',
      entry('10.244.2.14:4000 10.96.3.7:80', '10.96.3.7:8080 10.244.2.14:4000'),
      'conntrack-translated',
      'kept',
      'none',
    ],
    [
      'masqueraded, too',
      entry('192.0.2.7:4000 192.0.2.30:31080', '10.244.1.9:8080 10.244.0.1:61000'),
      'conntrack-translated',
      '10.244.0.1:61000',
      'none',
    ],
    ['not translated', KEPT, 'conntrack-untranslated', 'kept', 'kubeadm, kind: 10.96.0.0/12'],
    [
      'not translated, of k3s',
      KEPT.replaceAll('10.96.', '10.43.'),
      'conntrack-untranslated',
      'kept',
      'k3s, RKE2: 10.43.0.0/16',
    ],
    ['of nobody', KEPT.replaceAll('10.96.', '198.51.'), 'conntrack-plain', 'kept', 'none'],
  ])('%s', (_name, text, id, source, range) => {
    const [first, ...others] = found(text);
    const values = first?.says.values ?? {};
    expect([first?.id, first?.severity, others.length]).toEqual([id, 'warning', 0]);
    if (id === 'conntrack-translated') expect(values['source']).toBe(source);
    if (id === 'conntrack-untranslated') expect(values['range']).toBe(range);
  });

  it('names the Service of the address, port and protocol', () => {
    const service = (text: string) => found(text, { services: [SERVICE] })[0]?.says.values?.['service'];
    expect(service(SENT)).toBe('shop/cart');
    expect(service(SENT.replace('tcp      6 110 SYN_SENT', 'udp      17 27'))).toBe('none');
    expect(service(SENT.replaceAll('port=80 ', 'port=81 '))).toBe('none');
  });

  it('of those that were answered tells three, where no rules and no others are', () => {
    const many = [1, 2, 3, 4].map((at) => ANSWERED.replaceAll('4000', `400${at}`)).join('');
    expect(found(many).map(({ id }) => id)).toEqual(Array<string>(3).fill('conntrack-answered'));
    expect(found(many, { hasRules: true })).toEqual([]);
    expect(found(many + KEPT).map(({ id }) => id)).toEqual(['conntrack-untranslated']);
  });

  it('half open is an entry, and no event', () => {
    expect(found(HALF)).toMatchObject([
      { id: 'conntrack-half-open', flow: '10.244.2.14:4000 -> 10.96.3.7:80/tcp', severity: 'warning' },
    ]);
    expect(found(HALF, { isEvent: () => true }).map(({ id }) => id)).toEqual(['conntrack-answered']);
  });

  it('says of the event of a first packet that no answer is told', () => {
    expect(found(SENT)[0]?.says.values?.['seen']).toBe('listed');
    expect(found(SENT, { isNew: () => true })[0]?.says.values?.['seen']).toBe('new');
  });

  it('names the endpoints there are, where it leads to none of them', () => {
    const gone = (...addresses: readonly string[]) => {
      const told = { addresses: new Set(addresses), places: addresses.map((address) => `${address}:8080`) };
      return found(SENT, { told })[0]?.next.values?.['gone'];
    };
    expect(gone('10.244.1.9', '10.244.1.10')).toBe('none');
    expect(gone('10.244.1.10')).toBe('10.244.1.10:8080');
  });
});
