import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

/** What a call says of a text, in one line, with its exit code. */
async function said(verb: string, text: string, more: readonly string[] = []) {
  const { code, out, err } = await ranCommand([verb, 'post.txt', ...more], { files: { 'post.txt': text } });
  return { code, text: `${out}${err}`.replaceAll(/\s+/g, ' ') };
}

const LOST =
  'udp      17 27 src=10.244.2.14 dst=10.96.0.11 sport=41522 dport=53 [UNREPLIED] src=10.96.0.11 dst=10.244.2.14 sport=53 dport=41522 mark=0 use=1\n';
const SENT =
  'tcp      6 110 SYN_SENT src=192.168.5.9 dst=192.168.5.30 sport=5061 dport=31999 [UNREPLIED] src=10.244.1.7 dst=10.244.1.1 sport=5060 dport=61000 mark=0 use=1\n';
const EVENT = `    [NEW] ${SENT.replace('SYN_SENT ', '120 SYN_SENT ').replace('110 120', '120')}`;
const ANSWERED =
  'tcp      6 86399 ESTABLISHED src=10.244.2.14 dst=10.43.0.1 sport=41522 dport=443 src=192.168.5.1 dst=10.244.2.14 sport=6443 dport=41522 [ASSURED] mark=0 use=1\n';

describe('an entry of conntrack alone', () => {
  it.each([
    [
      'not translated, for an address of a Service range',
      LOST,
      '10.244.2.14:41522 -> 10.96.0.11:53/udp',
      'nothing was translated',
    ],
    [
      'translated, source and destination',
      SENT,
      '192.168.5.9:5061 -> 192.168.5.30:31999/tcp',
      'it was sent to 10.244.1.7:5060, as 10.244.1.1:61000',
    ],
    ['an event', EVENT, '192.168.5.9:5061 -> 192.168.5.30:31999/tcp', 'whether an answer came is not told'],
    ['answered', ANSWERED, '10.244.2.14:41522 -> 10.43.0.1:443/tcp', 'was sent to 192.168.5.1:6443, and was answered'],
  ])('%s: says what it proves, and that no walk can be', async (_what, text, flow, proof) => {
    const walked = await said('walk', text);
    expect(walked.code).toBe(2);
    expect(walked.text).toContain(flow);
    expect(walked.text).toContain(proof);
    expect(walked.text).toContain('post.txt:1: ');
    expect(walked.text).not.toMatch(/@lo\b|ip_forward is 0/);
    expect((await said('lint', text)).text).toContain(proof);
  });

  it('asks for the rules of the tool that the text names', async () => {
    expect((await said('walk', `kube-proxy runs in nftables mode\n${LOST}`)).text).toContain('(nft list ruleset)');
    expect((await said('walk', LOST)).text).toContain('(nft list ruleset / iptables-save)');
  });

  it('is data too', async () => {
    const { code, out } = await ranCommand(['walk', 'post.txt', '--json'], { files: { 'post.txt': LOST } });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ flows: [], entries: [{ flow: '10.244.2.14:41522 -> 10.96.0.11:53/udp' }] });
  });
});

describe('what ended a packet', () => {
  it.each([
    [
      'an element',
      'see\n10.99.17.4 . tcp . 8080 : drop\n',
      'post.txt:2: 10.99.17.4 . tcp . 8080 : drop (@no-endpoint-services)',
    ],
    [
      'a rule',
      '-A KUBE-EXTERNAL-SERVICES -d 203.0.113.40/32 -p tcp -m comment --comment "a/b:c has no local endpoints" -m tcp --dport 443 -j DROP\n',
      'post.txt:1: -A KUBE-EXTERNAL-SERVICES -d 203.0.113.40/32',
    ],
    [
      'a rule of a chain without its table',
      'chain mine {\n  ip daddr 10.1.0.0/16 tcp dport 443 drop\n}\n',
      'post.txt:2: ip daddr 10.1.0.0/16',
    ],
  ])('%s is quoted with its line', async (_what, text, quote) => {
    const walked = await said('walk', text);
    expect([walked.code, walked.text]).toEqual([1, expect.stringContaining(quote)]);
  });
});

const NFT_HIJACK = (check: string) => `table inet ports {
  chain pre { type nat hook prerouting priority dstnat; policy accept;
    ${check}udp dport 53 dnat ip to 10.88.0.5:53
  }
  chain out { type nat hook output priority dstnat; policy accept;
    fib daddr type local udp dport 53 dnat ip to 10.88.0.5:53
  }
}
`;
const XT_HIJACK = (rule: string) =>
  `*nat\n:PREROUTING ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n:OWN - [0:0]\n-A PREROUTING ${rule}-j OWN\n-A OWN -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.88.0.5:8080\nCOMMIT\n`;

describe('a port translated whatever address is asked', () => {
  it.each([
    ['by nft, though OUTPUT asks', NFT_HIJACK(''), /forwarded-hijack: .*The rule at OUTPUT asks/],
    ['by iptables, in a chain of its own', XT_HIJACK(''), /forwarded-hijack: .*addrtype --dst-type LOCAL/],
  ])('%s', async (_how, text, sentence) => expect((await said('lint', text)).text).toMatch(sentence));

  it.each([
    ['nft asks', NFT_HIJACK('fib daddr type local ')],
    ['iptables asks on the way', XT_HIJACK('-m addrtype --dst-type LOCAL ')],
    ['one address is asked for', XT_HIJACK('-d 10.0.0.10/32 ')],
  ])('nothing is said where %s', async (_how, text) =>
    expect((await said('lint', text)).text).not.toContain('forwarded-hijack'),
  );
});

const SERVERS = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  192.168.40.10:6443 rr
  -> 192.168.40.11:6443           Masq    1      0          0
TCP  10.96.0.1:443 rr
  -> 192.168.40.11:6443           Masq    1      0          0
  -> 192.168.40.12:6443           Masq    1      0          0
`;

it('virtual servers: fewer servers than another has, and an address kube-proxy gives to none', async () => {
  const { text } = await said('lint', SERVERS);
  expect(text).toContain('fewer-servers: 192.168.40.10:6443/tcp has one server, and 10.96.0.1:443/tcp has 2');
  expect(text).toContain('foreign-server: 192.168.40.10:6443/tcp');
  expect(text).not.toContain('foreign-server: 10.96.0.1');
});

it('a node that drops for want of local endpoints is told both ways out', async () => {
  const element = '203.0.113.7 . tcp . 443 comment "shop/cart:https" : drop\n';
  expect((await said('lint', element)).text).toMatch(
    /warning no-endpoints: .*health check port, or set the policy to Cluster/,
  );
});

it('a packet that a node keeps for an address that no text names hangs on that', async () => {
  const rules = '*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -p tcp -m tcp --dport 8443 -j ACCEPT\nCOMMIT\n';
  const kept = await said('walk', rules, ['--from', 'outside', '--to', '198.51.100.7:8443']);
  expect(kept.code).toBe(2);
  expect(kept.text).toContain('cannot be said, for it hangs on a guess: The packet comes in by eth0 for 198.51.100.7');
  expect((await said('walk', rules)).code).toBe(0);
});

it('no route is no verdict where no text tells routes', async () => {
  const walked = await said('walk', LOST, ['--from', '10.244.2.14@lo', '--to', '10.96.0.11:53/udp']);
  expect(walked).toEqual({ code: 2, text: expect.stringContaining('No text tells the routes of node') as unknown });
});

it('a walk that ends at a process of the userspace mode is no delivery', async () => {
  const rule =
    '-A KUBE-PORTALS-CONTAINER -d 10.0.117.4/32 -p tcp -m comment --comment "a/db:" -m tcp --dport 3306 -j REDIRECT --to-ports 43318';
  const walked = await said('walk', `${rule}\n`);
  expect(walked.code).toBe(2);
  expect(walked.text).toContain('hangs on a guess: In the userspace mode rules lead to the process kube-proxy');
});

it('a server of weight 0 is said to get no new connection', async () => {
  const { text } = await said(
    'lint',
    SERVERS.replace('192.168.40.12:6443           Masq    1', '192.168.40.12:6443           Masq    0'),
  );
  expect(text).toContain('idle-server: 10.96.0.1:443/tcp has servers of weight 0 (192.168.40.12:6443)');
});

it('rules and kubectl that tell other endpoints are said to differ', async () => {
  const rules = [
    '-A KUBE-SERVICES -d 10.100.9.9/32 -p tcp -m comment --comment "shop/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA',
    '-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "shop/web -> 10.244.1.5:8080" -j KUBE-SEP-BBBBBBBBBBBBBBBB',
    '-A KUBE-SEP-BBBBBBBBBBBBBBBB -p tcp -m comment --comment "shop/web" -m tcp -j DNAT --to-destination 10.244.1.5:8080',
  ].join('\n');
  const listed = (places: string) =>
    `\n$ kubectl get endpoints -n shop\nNAME   ENDPOINTS   AGE\nweb    ${places}   5d\n`;
  expect((await said('lint', rules + listed('10.244.1.5:8080,10.244.2.9:8080'))).text).toContain(
    'kubectl lists 10.244.2.9:8080, to which no rule leads',
  );
  expect((await said('lint', rules + listed('10.244.1.5:8080'))).text).not.toContain('other-endpoints');
});

describe('a stale entry of UDP', () => {
  const ENTRY =
    'udp      17 29 src=10.244.3.7 dst=10.96.200.5 sport=51234 dport=8125 [UNREPLIED] src=10.244.1.19 dst=10.244.3.7 sport=8125 dport=51234 mark=0 use=1\n';
  const RULE =
    '# iptables-save | grep 10.96.200.5\n-A KUBE-SERVICES -d 10.96.200.5/32 -p udp -m comment --comment "shop/till has no endpoints" -m udp --dport 8125 -j REJECT --reject-with icmp-port-unreachable\n';

  it('decides before any rule: the walk goes where the entry leads, and who is there is not told', async () => {
    const { text } = await said('walk', ENTRY + RULE);
    expect(text).toContain('leaves by eth0 towards 10.244.1.19:8125');
    expect(text).not.toMatch(/is refused|is answered/);
  });

  it('is taken away by a command that is named', async () => {
    const { text } = await said('explain', ENTRY + RULE);
    expect(text).toContain('conntrack -D -p udp --orig-dst 10.96.200.5 --orig-port-dst 8125');
  });
});

it('an address of its own beside the network that holds it is a virtual one', async () => {
  const listed =
    '2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000\n    inet 192.168.40.11/24 brd 192.168.40.255 scope global eth0\n    inet 192.168.40.10/32 scope global eth0\n';
  expect((await said('explain', listed)).text).toContain('192.168.40.10 stands on eth0 by itself');
  expect((await said('explain', listed.replace('40.10/32', '77.10/32'))).text).not.toContain('by itself');
});
