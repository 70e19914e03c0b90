import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Memo } from '../lib/memo';
import { formatIp } from '../net/ip';
import { networkOfPasted } from './pasted';
import type { SuggestedFlow } from './summaries';
import type { Trace } from '../sim/trace';
import { nodeText } from '../questions/reconstruct/testing/node-text';
import { chainPath, pasted, sendPasted } from './testing/paste';

const lineOf = ({ enters, device, from, to, port, protocol }: SuggestedFlow): string =>
  [enters ? `[${enters}] ` : '', device ? `${device} ` : '', `${from} -> ${to}:${port}/${protocol}`].join('');

/** Is the chain asked by one of the packets that are offered first? */
function isReached(text: string, chain: string): boolean {
  const [node, memo] = [pasted(text), new Memo()];
  return networkOfPasted(node, [], memo)
    .suggested.slice(0, 24)
    .some((flow) =>
      sendPasted(node, lineOf(flow), memo).traces.some(({ legs }) =>
        legs.some(({ hops }) =>
          hops.some(({ steps }) =>
            steps.some(
              (step) =>
                (step.kind === 'rule' && step.ref.chain === chain) || (step.kind === 'skip' && step.chain === chain),
            ),
          ),
        ),
      ),
    );
}

describe('a packet is offered that reaches', () => {
  it.each([
    [
      'KUBE-SEP-AAAAAAAAAAAAAAAA',
      '-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:8080',
    ],
    ['KUBE-MARK-DROP', '-A KUBE-MARK-DROP -j MARK --set-xmark 0x8000/0x8000'],
    ['KUBE-POSTROUTING', '-A KUBE-POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE'],
    ['own', '-A own -s 10.0.0.0/8 -i veth1 -p udp -m udp --dport 53 -j ACCEPT'],
    ['KUBE-FORWARD', '-A KUBE-FORWARD -s 10.244.0.0/16 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT'],
    ['FORWARD', '*filter\n-A FORWARD -i veth7 -d 10.1.0.0/16 -j DROP'],
    ['FORWARD', '*filter\n-A FORWARD -p tcp -j DROP'],
    ['OUTPUT', '*filter\n-A OUTPUT -d 169.254.169.254/32 -j DROP'],
  ])('%s alone', (chain, rules) => {
    expect(isReached(`${rules}\n`, chain)).toBe(true);
  });

  it.each([
    [
      'service-AAAAAAAA-ns/web/tcp/',
      'ip daddr 10.96.0.9 tcp dport 80 ip saddr != 10.244.0.0/16 jump mark-for-masquerade',
    ],
    ['endpoint-BBBBBBBB-ns/web/tcp/__10.244.1.5/8080', 'meta l4proto tcp dnat to 10.244.1.5:8080'],
    ['masquerading', 'ct mark and 0x4000 == 0 return\n\t\tmasquerade fully-random'],
    ['cluster-ips-check', 'ip daddr @cluster-ips reject comment "invalid"'],
    ['guests', 'oifname "virbr0" ip daddr 192.168.122.0/24 ct state established,related counter accept'],
    ['in', 'iifname "lo" accept\n\t\ttcp dport { 22, 80 } accept'],
    ['wgmap', 'ip saddr . meta l4proto . th dport vmap { 10.7.0.2 . udp . 53 : accept }'],
  ])('a regular chain of nftables alone: %s', (name, rules) => {
    const text = `table ip filter {\n\tchain ${name} {\n\t\t${rules}\n\t}\n}\n`;
    expect(isReached(text, name)).toBe(true);
    const [first] = networkOfPasted(pasted(text)).suggested;
    expect(first?.enters).toBe(`ip filter ${name}`);
    const { made } = sendPasted(pasted(text), lineOf(first as SuggestedFlow));
    expect(made.assumptions.map(({ reason }) => reason.id)).toContain('analysis.rule.entered');
  });

  it('a base chain of nftables, by its hook', () => {
    const text =
      'table inet fw {\n\tchain fwd {\n\t\ttype filter hook forward priority filter; policy drop;\n\t\tiifname "veth7" ip daddr 10.1.0.0/16 tcp dport 8443 accept\n\t}\n}\n';
    const [first] = networkOfPasted(pasted(text)).suggested;
    expect(first).toMatchObject({ device: 'veth7', to: '10.1.0.2', port: 8443 });
    expect(first?.enters).toBeUndefined();
    expect(isReached(text, 'fwd')).toBe(true);
  });

  it.each(['nftables', 'iptables'] as const)('every chain alone that kube-proxy writes in its mode %s', (mode) => {
    const all = chainsAlone(nodeText(mode));
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(([chain, text]) => !isReached(text, chain)).map(([name]) => name)).toEqual([]);
  });

  it('a chain whose rules name a bridge that has no address', () => {
    const rules = '-A FORWARD -o docker0 -j DOCKER\n-A FORWARD -i docker0 ! -o docker0 -j ACCEPT\n';
    expect(isReached(`*filter\n${rules}`, 'FORWARD')).toBe(true);
  });

  it.each([
    ['ipset save', 'create A hash:ip,port family inet\nadd A 10.96.0.9,udp:53\n', '10.96.0.9:53/udp'],
    [
      'ipset list',
      'Name: B\nType: hash:net\nRevision: 7\nHeader: family inet hashsize 1024 maxelem 65536\nSize in memory: 0\nReferences: 1\nNumber of entries: 1\nMembers:\n192.0.2.0/24\n',
      '192.0.2.2:80/tcp',
    ],
    [
      'a set of nft',
      'table ip t {\n\tset c {\n\t\ttype ipv4_addr\n\t\telements = { 192.0.2.7 }\n\t}\n}\n',
      '192.0.2.7:80/tcp',
    ],
    [
      'a map of nft',
      'table ip t {\n\tmap d {\n\t\ttype inet_proto . ipv4_addr . inet_service : verdict\n\t\telements = { udp . 10.96.0.9 . 53 : accept }\n\t}\n}\n',
      '10.96.0.9:53/udp',
    ],
  ])('an element of %s alone', (_, text, target) => {
    const [first] = networkOfPasted(pasted(text)).suggested;
    expect(first && lineOf(first)).toMatch(new RegExp(` -> ${target}$`));
    expect(sendPasted(pasted(text), lineOf(first as SuggestedFlow)).lines).not.toEqual([]);
  });

  it('and only that packet is put into a chain that nothing leads to, which is said', () => {
    const text = '-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:8080\n';
    const [first] = networkOfPasted(pasted(text)).suggested;
    expect(first?.enters).toBe('nat KUBE-SEP-AAAAAAAAAAAAAAAA');
    const { made, traces } = sendPasted(pasted(text), lineOf(first as SuggestedFlow));
    expect(chainPath(traces[0] as Trace, 'nat')).toMatch(/> KUBE-SEP-A+$/);
    expect(made.assumptions.map(({ reason }) => reason.id)).toContain('analysis.rule.entered');
    expect(sendPasted(pasted(text), '10.0.0.10 -> 192.0.2.77:80/tcp').lines.join()).not.toContain('DELIVERED');
  });

  it('by addresses and devices that the rules name', () => {
    const text =
      '*mangle\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -s 10.4.0.16/32 -i veth1 -p tcp -m tcp --dport 15008 -j ACCEPT\nCOMMIT\n';
    const [first] = networkOfPasted(pasted(text)).suggested;
    expect(first).toMatchObject({ device: 'veth1', from: '10.4.0.16', port: 15_008 });
  });
});

/** A router, as `nft list ruleset` shows one: a bridge of containers, a device towards each side. */
const ROUTER = `table ip filter {
	chain FORWARD {
		type filter hook forward priority filter; policy drop;
		ip saddr 192.168.3.0/24 ip daddr 10.60.0.0/24 iifname "eth7" oifname "br-lab" accept
		iifname { "wg0", "docker0" } oifname != "eth7" accept
	}
	chain INPUT {
		type filter hook input priority filter; policy accept;
		ip saddr 192.168.9.0/24 iifname "eth8" drop
		iif vmap { "lo" : accept, "tap3" : drop }
		iifname "veth*" accept
	}
}
table ip nat {
	chain POSTROUTING {
		type nat hook postrouting priority srcnat; policy accept;
		ip saddr 10.100.200.5 ip daddr 10.100.200.5 tcp dport 5000 masquerade
	}
}
`;

describe('a suggested packet comes by a device the node has', () => {
  const devicesIn = (text: string) => {
    const { network, suggested, assumptions } = networkOfPasted(pasted(text));
    const own = network.netns.get('node')?.devices.map(({ name }) => name) ?? [];
    const named = suggested.flatMap(({ device }) => device ?? []);
    const lacking = named.filter((name) => !own.includes(name));
    return { own, named, lacking, suggested, guessed: assumptions.map(({ id }) => id) };
  };

  it('which rules of nftables name, too: each is taken to be there, by its line', () => {
    const { own, named, lacking, guessed } = devicesIn(ROUTER);
    expect(own).toEqual(expect.arrayContaining(['eth7', 'br-lab', 'wg0', 'docker0', 'eth8', 'tap3']));
    expect(own.some((name) => name.startsWith('veth'))).toBe(false);
    expect(guessed).toContain('interface:wg0');
    expect([named[0], lacking]).toEqual(['eth7', []]);
  });

  it('behind which a network is, where a rule that lets through says so', () => {
    const { network, suggested } = networkOfPasted(pasted(ROUTER));
    const networks = (network.netns.get('node')?.devices ?? []).flatMap(({ name, addresses: own }) =>
      name === 'lo' ? [] : own.map(({ address, prefix }) => `${name} ${formatIp(address)}/${prefix}`),
    );
    expect(networks).toEqual(['eth7 192.168.3.1/24', 'br-lab 10.60.0.1/24']);
    const [first] = suggested;
    expect(first).toMatchObject({ device: 'eth7', from: '192.168.3.2', to: '10.60.0.2' });
    expect(sendPasted(pasted(ROUTER), lineOf(first!)).lines).toEqual(['1 LEFT pod:10.60.0.2']);
  });

  const LISTED = `${ROUTER}$ ip addr
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    inet 127.0.0.1/8 scope host lo
2: ens3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
    inet 10.0.0.5/24 scope global ens3
`;

  it.each([
    ['nftables', LISTED],
    [
      'iptables',
      LISTED.replace(/^table ip filter.*?^}/ms, '*filter\n-A FORWARD -s 10.1.0.0/16 -i veth7 -j DROP\nCOMMIT'),
    ],
  ])('and not by one a listing of all devices has not: %s', (_, text) => {
    const { own, named, lacking } = devicesIn(text);
    expect(own.toSorted()).toEqual(['ens3', 'lo']);
    expect(named).toContain('ens3');
    expect(lacking).toEqual([]);
  });

  it('and from somebody who sends: not from an address to itself', () => {
    const { suggested } = devicesIn(ROUTER);
    expect(suggested.length).toBeGreaterThan(1);
    expect(suggested.filter(({ from, to }) => from === to)).toEqual([]);
    for (const flow of suggested) expect(sendPasted(pasted(ROUTER), lineOf(flow)).lines).not.toEqual([]);
  });
});

const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';

/** Every chain of a text alone: a block of `iptables -L`, or its lines of a dump. */
function chainsAlone(text: string): [string, string][] {
  const listed = [...text.matchAll(/^[ \t]*Chain (\S+) \([^\n]*\n(?:[ \t]*\S[^\n]*\n?)+/gm)];
  const found = listed.map(([block, name = '']): [string, string] => [name, block]);
  const saved = new Map<string, string>();
  for (const [line, name = ''] of text.matchAll(/^[ \t]*(?:\[\d+:\d+\] )?-A (\S+) [^\n]*/gm)) {
    saved.set(name, `${saved.get(name) ?? ''}${line.trim()}\n`);
  }
  for (const [, table = '', body = ''] of text.matchAll(/^table (\S+ \S+) \{\n(.*?)^\}/gms)) {
    for (const [block, name = ''] of body.matchAll(/^\tchain (\S+) \{\n.*?^\t\}\n/gms)) {
      if (block.trim().split('\n').length > 2) found.push([name, `table ${table} {\n${block}}\n`]);
    }
  }
  return [...found.filter(([, block]) => block.trim().split('\n').length > 2), ...saved];
}

describe.skipIf(!existsSync(join(SHARED, 'seeds')))('the seeds and the operators\u2019 cases (in place)', () => {
  it('offer a packet for every chain alone', { timeout: 600_000 }, () => {
    const texts = readdirSync(join(SHARED, 'seeds')).map((name) => readFileSync(join(SHARED, 'seeds', name), 'utf8'));
    const all = texts.flatMap(chainsAlone);
    const none = all.filter(([, text]) => networkOfPasted(pasted(text)).suggested.length === 0);
    expect(none.map(([name]) => name)).toEqual([]);
    const missed = all.filter(([chain, text]) => !isReached(text, chain)).map(([name]) => name);
    expect(missed).toEqual([]);
  });

  it('offer a packet wherever rules name a device', () => {
    const text = readFileSync(join(SHARED, 'corpus/operator-cases/6-no-flow-offered.txt'), 'utf8');
    const devices = networkOfPasted(pasted(text)).suggested.map(({ device }) => device);
    expect(devices).toContain('veth1ae58883');
    expect(devices).toContain('istioin');
  });
});
