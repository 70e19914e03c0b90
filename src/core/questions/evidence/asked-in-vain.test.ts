import { expect, it } from 'vitest';
import { openTexts } from '../../public/open-texts';
import { listEvidence, placeEvidence } from './list-evidence';

const RULES = '$ iptables-save\n*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -p tcp -m tcp --dport 80 -j ACCEPT\nCOMMIT\n';
const RULES6 = RULES.replace('iptables', 'ip6tables');
const REFUSED = 'curl: (7) Failed to connect to 2001:db8::7 port 80: Connection refused\n';

function leading(text: string): readonly string[] {
  const opened = openTexts([{ title: 'post.txt', text }]);
  if (!opened.ok) return ['not opened'];
  return placeEvidence(listEvidence(opened.value), opened.value.texts)
    .filter(({ isLeading }) => isLeading)
    .map(({ id, says, line }) => `${id} ${String(says.values?.['other'] ?? '')} ${line?.line ?? ''}`);
}

it.each([
  ['an address', `${RULES}$ curl http://[2001:db8::7]:80/\n${REFUSED}`, 'asked-other-family IPv6 7'],
  [
    'a name and a flag',
    `${RULES}$ curl -6 -v http://till.example.com:80/\ncurl: (7) Failed to connect to till.example.com port 80: Connection refused\n`,
    'asked-other-family IPv6 7',
  ],
  [
    'rules of the other family alone',
    `${RULES6}$ curl -4 http://192.0.2.7:80/\n${REFUSED.replace('2001:db8::7', '192.0.2.7')}`,
    'asked-other-family IPv4 7',
  ],
])('what was asked by a family without rules is said first: %s', (_what, text, expected) =>
  expect(leading(text)).toContain(expected),
);

it.each([
  ['rules of both are there', `${RULES}${RULES6}$ curl http://[2001:db8::7]:80/\n${REFUSED}`],
  [
    'it was asked by the same',
    `${RULES}$ curl -4 http://192.0.2.7:80/\n${REFUSED.replace('2001:db8::7', '192.0.2.7')}`,
  ],
  ['an answer came', `${RULES}$ curl http://[2001:db8::7]:80/\n<html>\n`],
  [
    'tables of nftables may be of both',
    `table inet own {\n\tchain in {\n\t\ttype filter hook input priority 0;\n\t\ttcp dport 80 accept\n\t}\n}\n$ curl http://[2001:db8::7]:80/\n${REFUSED}`,
  ],
])('and not where %s', (_what, text) => expect(leading(text).join()).not.toContain('asked-other-family'));

const POOL =
  'apiVersion: metallb.io/v1beta1\nkind: IPAddressPool\nmetadata: {name: counter, namespace: metallb-system}\nspec: {addresses: [192.0.2.70-192.0.2.79, 198.51.100.0/28]}\n---\napiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata: {name: counter, namespace: metallb-system}\n';
const asks = (host: string, port: number): string =>
  `$ curl http://${host}:${port}/\ncurl: (7) Failed to connect to ${host} port ${port} after 3061 ms: Couldn't connect to server\n\n\`\`\`yaml\n${POOL}\`\`\`\n`;

it.each([
  [asks('192.0.2.71', 31_772), true],
  [asks('198.51.100.9', 30_080), true],
  [asks('192.0.2.80', 31_772), false],
  [asks('192.0.2.71', 80), false],
])('a node port asked at an address of a pool is said first', (text, expected) =>
  expect(leading(text).some((each) => each.startsWith('asked-pool-port'))).toBe(expected),
);
