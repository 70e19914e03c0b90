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
    [
      'a long request of curl -v',
      'it fails:\nso\nand\nthen\nthis\n\n> GET / HTTP/1.1\n> Host: a\n> Accept: */*\n>\n< HTTP/1.1 200 OK\n',
    ],
    ['two lines that a shell asks on with', '$ cat <<EOF\n> a: 1\n> EOF\n$ b\n$ c\n$ d\n'],
    ['objects that are not indented', 'apiVersion: v1\nitems:\n  - kind: Service\n'],
    ['a backslash at the end of what is no command', 'a: "b \\\n  c"\n'],
    ['strings among other lines', '{\n  "a": "b",\n  "c": "d",\n  "e": [\n    "f"\n  ]\n}\n'],
    ['one line alone that is numbered', '1\tlo\n'],
    ['IPv6 routes', '2001:db8:1::/64 dev eth0\n2001:db8:2::/64 dev eth0\n2001:db8:3::/64 dev eth0\n'],
  ])('%s', (_, text) => {
    expect(undressed(text)).toBe(text);
  });

  it.each([3, 5, 40])('a block of %s lines that is quoted among others', (count) => {
    const block = Array.from({ length: count }, (_, at) => `row ${at}   <none>`);
    const quoted = block.map((line, at) => (at % 2 === 0 ? `> ${line}` : ` > > ${line}`));
    const around = ['I ran this:', 'and then', 'it was so', '', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const text = [...around, ...around, ...around, ...around, ...quoted, '', 'thanks'].join('\n');
    const bare = [...around, ...around, ...around, ...around, ...block, '', 'thanks'].join('\n');
    expect(undressed(text)).toBe(bare);
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
    [
      "iptables -A A \\  # to the Service\n  -d 10.0.0.1 \\ # don't\n  -j DROP\n",
      'iptables -A A -d 10.0.0.1 -j DROP\n\n\n',
    ],
    ['-A A -m comment --comment "a \\ # b"\n-A B -j DROP', '-A A -m comment --comment "a \\ # b"\n-A B -j DROP'],
  ])('%j', (text, bare) => {
    expect(undressed(text)).toBe(bare);
  });

  it.each([
    [
      'Mine:\n\n    apiVersion: v1\n    kind: Pod\n\n    spec: {}\nThat is all.\n',
      'Mine:\n\napiVersion: v1\nkind: Pod\n\nspec: {}\nThat is all.\n',
    ],
    ['1. so\n   ```yaml\n   kind: Pod\n   spec: {}\n   ```\n', '1. so\n   ```yaml\nkind: Pod\nspec: {}\n```\n'],
    ['data:\n  a: |\n    kind: Pod\n', 'data:\n  a: |\n    kind: Pod\n'],
  ])('an object that Markdown indents: %j', (text, bare) => {
    expect(undressed(text)).toBe(bare);
  });

  const RULE = '-A KUBE-SEP-AAAA -s 10.1.1.9/32 -m comment --comment "demo/web:http" -j KUBE-MARK-MASQ';
  const cut = (at: number): string => `${RULE.slice(0, at)}\n${RULE.slice(at)}`;
  it.each([
    ['within a quotation', `${cut(66)}\n-A B -j DROP\n`, `${RULE}\n\n-A B -j DROP\n`],
    ['within a word of one', `-A B\n${cut(64)}`, `-A B\n${RULE}\n`],
    ['before its target', `${cut(72)}\n`, `${RULE}\n\n`],
    ['over three lines', `${RULE.slice(0, 40)}\n${RULE.slice(40, 80)}\n${RULE.slice(80)}`, `${RULE}\n\n`],
  ])('a rule that a terminal broke %s', (_, text, bare) => {
    // The column that a terminal broke at may be a blank, which is not copied.
    expect(undressed(text).replaceAll(/ {2,}/g, ' ').replace(/\n $/, '\n')).toBe(bare);
    expect(lineStarts(undressed(text)).length).toBe(lineStarts(text).length);
  });

  it.each([
    ['a sentence behind a rule', '-A A -j DROP\nThis one drops.\n'],
    ['a sentence behind a rule that only counts', '-A A -p tcp\nand so on\n'],
    ['a real server behind a virtual one', '-A -f 1 -s sh\n-a -f 1 -r 10.1.1.9:0 -g -w 1\n'],
    ['a prompt behind a rule', '-A A -j DROP\nnode1:~$ iptables -L A\n'],
  ])('%s stays behind it', (_, text) => {
    expect(undressed(text)).toBe(text);
  });

  it.each([
    [
      'a list of strings',
      '[\n  "*nat",\n  ":A - [0:0]",\n  "-A A -m comment --comment \\"a b\\" -j DROP",\n  "COMMIT"\n]',
      '[\n*nat\n:A - [0:0]\n-A A -m comment --comment "a b" -j DROP\nCOMMIT\n]',
    ],
    ['a frame', '│*nat   │\n│:A - [0:0]  │\n│-A A -j B  │\n│COMMIT│', '*nat\n:A - [0:0]\n-A A -j B\nCOMMIT'],
    [
      'a diff',
      '--- a\n+++ b\n@@ -1,2 +1,2 @@\n *nat\n--A A -j B\n+-A A -j C\n COMMIT\n',
      '--- a\n+++ b\n@@ -1,2 +1,2 @@\n*nat\n\n-A A -j C\nCOMMIT\n',
    ],
  ])('%s', (_, text, bare) => {
    expect(undressed(text)).toBe(bare);
  });

  it('what is undressed is not undressed further', () => {
    const text = '> &lt;a&gt;\n> “b”\n> c\u00a0d\n';
    expect(undressed(undressed(text))).toBe(undressed(text));
  });
});
