import { describe, expect, it } from 'vitest';
import { lineStarts } from '../../lib/scan';
import { undressed } from './undressed';

describe('what is left as it is', () => {
  it.each([
    ['signs that stand as themselves, too', '-m comment --comment "a &quot;b&quot; c"\n'],
    ['an ampersand of its own', 'a &lt; b && c\n'],
    ['counters and lists in brackets', '[5:300] -A INPUT -j LOG --log-prefix "[10m] "\n'],
    ['numbers of rules and devices', '1: lo: <UP>\n2: eth0: <UP>\n'],
    ['rows of a table with bars', '3c89 |  10.96.0.41 | 11fc\n3c90 |  10.96.0.42 | 11fd\n'],
    ['letters that join others', '--comment "👩\u200d🔧"\n'],
    ['requests and answers of curl -v', '> GET / HTTP/1.1\n< HTTP/1.1 200 OK\n< a: b\n'],
    ['objects that are not indented', 'apiVersion: v1\nitems:\n  - kind: Service\n'],
    ['a backslash at the end of what is no command', 'a: "b \\\n  c"\n'],
    ['one line alone that is numbered', '1\tlo\n'],
    ['IPv6 routes', '2001:db8:1::/64 dev eth0\n2001:db8:2::/64 dev eth0\n2001:db8:3::/64 dev eth0\n'],
  ])('%s', (_, text) => {
    expect(undressed(text)).toBe(text);
  });

  it('lines keep their numbers', () => {
    const text = '> a\n>\n> > b\r\n\n> \u001b[1mc\u001b[0m\n';
    expect(undressed(text)).toBe('a\n\nb\r\n\nc\n');
  });

  it.each(['> a\n> b\n> ', '\u200b', ' kind: Service\n ', 'a\n\u001b[0m'])('%j has as many lines as it had', (text) => {
    expect(lineStarts(undressed(text)).length).toBe(lineStarts(text).length);
  });

  it.each([
    ['iptables –t nat –L –n', 'iptables -t nat -L -n'],
    ['iptables -A X –-dport 80 –j DROP', 'iptables -A X –-dport 80 -j DROP'],
    ['ipset add a \\\n  10.0.0.1\n', 'ipset add a 10.0.0.1\n\n'],
  ])('%j', (text, bare) => {
    expect(undressed(text)).toBe(bare);
  });

  it('what is undressed is not undressed further', () => {
    const text = '> &lt;a&gt;\n> “b”\n> c\u00a0d\n';
    expect(undressed(undressed(text))).toBe(undressed(text));
  });
});
