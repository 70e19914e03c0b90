import { expect, test } from 'vitest';
import { dnsBytes, type DnsMessage } from './message';

const NAME = 'web.default.svc.cluster.local';
const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
const A = (value: string) => ({ name: NAME, type: 'A', value, ttl: 30 }) as const;
const QUESTION = '037765620764656661756c740373766307636c7573746572056c6f63616c00';

test.each<[string, DnsMessage, string]>([
  ['a question', { name: NAME, type: 'A' }, `000101000001000000000000${QUESTION}00010001`],
  [
    'an answer, its name a pointer to the question',
    { name: NAME, type: 'A', reply: { rcode: 'NOERROR', records: [A('10.96.7.7')], extra: [] } },
    `000185000001000100000000${QUESTION}00010001c00c000100010000001e00040a600707`,
  ],
  [
    'an alias within the zone, its end a pointer',
    {
      name: NAME,
      type: 'A',
      reply: {
        rcode: 'NOERROR',
        records: [{ name: NAME, type: 'CNAME', value: 'x.svc.cluster.local.', ttl: 30 }],
        extra: [],
      },
    },
    `000185000001000100000000${QUESTION}00010001c00c000500010000001e00040178c018`,
  ],
  [
    'no answer',
    { name: NAME, type: 'AAAA', reply: { rcode: 'SERVFAIL', records: [], extra: [] } },
    `000181020001000000000000${QUESTION}001c0001`,
  ],
])('%s', (_, message, expected) => {
  expect(hex(dnsBytes(message))).toBe(expected);
});

test('records that do not fit are left out, and the answer says so', () => {
  const records = Array.from({ length: 40 }, (_, i) => A(`10.244.1.${i + 1}`));
  const whole = dnsBytes({ name: NAME, type: 'A', reply: { rcode: 'NOERROR', records, extra: [] } });
  const cut = dnsBytes({ name: NAME, type: 'A', reply: { rcode: 'NOERROR', records, extra: [], most: 512 } });
  expect([whole.length, whole[2], whole[7]]).toEqual([12 + 31 + 4 + 40 * 16, 0x85, 40]);
  expect([cut.length, cut[2], cut[7]]).toEqual([12 + 31 + 4 + 29 * 16, 0x87, 29]);
});

test('the machine an SRV record leads to is written in full, and its address comes along', () => {
  const target = `a.${NAME}`;
  const record = { name: `_http._tcp.${NAME}`, type: 'SRV', value: `0 100 80 ${target}.`, ttl: 30 } as const;
  const extra = [{ name: target, type: 'A', value: '10.244.1.5', ttl: 30 } as const];
  const bytes = dnsBytes({ name: record.name, type: 'SRV', reply: { rcode: 'NOERROR', records: [record], extra } });
  expect(hex(bytes)).toContain(`c00c002100010000001e00270000006400500161${QUESTION}`);
  expect(bytes.slice(4, 12)).toEqual([0, 1, 0, 1, 0, 0, 0, 1]);
});
