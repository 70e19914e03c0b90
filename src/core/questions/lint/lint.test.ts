import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pasted, withFacts } from '../../paste/testing/paste';
import { thinned } from '../../lib/testing/soaking';
import { CHECKS } from './findings';
import { lintPasted, nextStep } from './lint';

const table = (name: string, ...lines: readonly string[]): string => {
  const hooks =
    name === 'nat'
      ? 'PREROUTING INPUT OUTPUT POSTROUTING'
      : name === 'raw'
        ? 'PREROUTING OUTPUT'
        : 'INPUT FORWARD OUTPUT';
  const own = hooks.split(' ').map((hook) => `:${hook} ${lines.includes(`-P ${hook} DROP`) ? 'DROP' : 'ACCEPT'} [0:0]`);
  const chains = [...new Set(lines.flatMap((line) => /^-A (\S+)/.exec(line)?.[1] ?? []))];
  const more = chains.filter((chain) => !hooks.split(' ').includes(chain)).map((chain) => `:${chain} - [0:0]`);
  return [`*${name}`, ...own, ...more, ...lines.filter((line) => !line.startsWith('-P')), 'COMMIT', ''].join('\n');
};

const SVC = 'KUBE-SVC-CUXC5A3HHHVSSN62';
const SEP = 'KUBE-SEP-IY5EMZGCCC7HUEGX';
const JUMPS = [
  '-A PREROUTING -j KUBE-SERVICES',
  '-A OUTPUT -j KUBE-SERVICES',
  '-A POSTROUTING -j KUBE-POSTROUTING',
  '-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN',
  '-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000',
];
const KUARD = [
  `-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "default/kuard: cluster IP" -m tcp --dport 80 -j ${SVC}`,
  `-A ${SVC} -j ${SEP}`,
  `-A ${SEP} -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:8080`,
];
const NAT = table('nat', ...JUMPS, ...KUARD);
/** What Istio puts into the network of a Pod. */
const MESH = table(
  'nat',
  '-A OUTPUT -p tcp -j ISTIO_OUTPUT',
  '-A ISTIO_OUTPUT -m owner --uid-owner 1337 -j RETURN',
  '-A ISTIO_OUTPUT -j ISTIO_REDIRECT',
  '-A ISTIO_REDIRECT -p tcp -j REDIRECT --to-ports 15001',
);
/** A chain of nat at a hook, that leads to one with a rule. */
const NAT_AT = (hook: string, rule: string): string =>
  `table ip own {\n\tchain own {\n\t\t${rule}\n\t}\n\tchain base {\n\t\ttype nat hook ${hook} priority 100; policy accept;\n\t\tjump own\n\t}\n}\n`;

/** kube-proxy's table of nftables mode, with one Service. */
const NFT = `table ip kube-proxy {
\tmap service-ips {
\t\ttype ipv4_addr . inet_proto . inet_service : verdict
\t\telements = { 10.96.0.10 . tcp . 80 : goto service-AAAAAAAA-a/b/tcp/ }
\t}
\tchain services {
\t\tip daddr . meta l4proto . th dport vmap @service-ips
\t}
\tchain service-AAAAAAAA-a/b/tcp/ {
\t\tdnat to 10.0.0.1:80
\t}
\tchain nat-prerouting {
\t\ttype nat hook prerouting priority dstnat; policy accept;
\t\tjump services
\t}
}
`;
const FORWARD = ['-A FORWARD -j KUBE-FORWARD', '-A KUBE-FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT'];

it.each([
  ['there', FORWARD],
  ['none', []],
])('whether KUBE-FORWARD is in the table behind the rule is said: %s', (own, rules) => {
  const dump = NAT + table('filter', '-A FORWARD -j DROP', ...rules);
  const said = lintPasted(pasted(dump)).map(({ message }) => message);
  expect(said.find(({ id }) => id === 'lint.forward-drop-rule')?.values).toEqual({ rule: 1, own });
});

function found(text: string, sysctls: Record<string, number> = {}): string[] {
  return lintPasted(withFacts(pasted(text), { sysctls })).map(({ severity, id }) => `${severity} ${id}`);
}

describe('a healthy node', () => {
  it('has no findings', () => {
    expect(found(NAT + table('filter', ...FORWARD))).toEqual([]);
    expect(found(NFT)).toEqual([]);
  });
});

describe('a connection', () => {
  it('that leads to an endpoint is no finding, nor is one of another Service', () => {
    const entry = (to: string, port: number): string =>
      `tcp      6 86390 ESTABLISHED src=10.244.1.9 dst=10.96.0.10 sport=41522 dport=${port} src=${to} dst=10.244.1.9 sport=8080 dport=41522 [ASSURED] mark=0 use=1\n`;
    expect(found(NAT + entry('10.244.1.5', 80))).not.toContain('info stale-connection');
    expect(found(NAT + entry('10.244.2.77', 81))).not.toContain('info stale-connection');
  });
});

describe('findings', () => {
  it.each([
    ['warning stale-chain', NAT.replace('COMMIT', ':KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]\nCOMMIT')],
    ['error empty-service-chain', table('nat', ...JUMPS, KUARD[0] ?? '').replace('COMMIT', `:${SVC} - [0:0]\nCOMMIT`)],
    [
      'warning no-endpoints',
      NAT +
        table(
          'filter',
          '-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/web has no endpoints" -m tcp --dport 80 -j REJECT',
          '-A OUTPUT -j KUBE-SERVICES',
        ),
    ],
    [
      'warning no-endpoints',
      NAT +
        table(
          'filter',
          '-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/web has no local endpoints" -m tcp --dport 80 -j DROP',
          '-A OUTPUT -j KUBE-SERVICES',
        ),
    ],
    ['info public-endpoints', NAT.replaceAll('10.244.', '192.167.')],
    ['warning other-mode', NAT + table('filter', '-A KUBE-IPVS-FILTER -j RETURN', '-A INPUT -j KUBE-IPVS-FILTER')],
    ['warning other-mode', NAT.replace('COMMIT', ':KUBE-PORTALS-HOST - [0:0]\nCOMMIT')],
    ['error forward-drop', NAT + table('filter', '-P FORWARD DROP', '-A FORWARD -i docker0 -j ACCEPT')],
    ['error forward-drop', NAT + table('filter', '-A FORWARD -j DROP', ...FORWARD)],
    [
      'warning refused-packets',
      table('filter', '[7:420] -A INPUT -s 192.0.2.0/24 -j REJECT --reject-with icmp-port-unreachable'),
    ],
    ['info refused-packets', '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [9:540]\n:OUTPUT ACCEPT [0:0]\nCOMMIT\n'],
    ['error missing-jump', table('nat', ...JUMPS.filter((line) => !line.startsWith('-A POSTROUTING')), ...KUARD)],
    ['error missing-jump', table('nat', '-A PREROUTING -j ACCEPT', ...JUMPS, ...KUARD)],
    ['error dangling-jump', table('filter', '-A INPUT -j GONE')],
    [
      'warning mark-overlap',
      NAT + table('filter', '-A INPUT -j MARK --set-xmark 0x4000/0xffffffff').replace('*filter', '*mangle'),
    ],
    [
      'warning two-backends',
      `# iptables-legacy-save\n${NAT}# iptables-nft-save\n${table('filter', '-A INPUT -s 192.0.2.1/32 -j DROP')}`,
    ],
    [
      'warning two-backends',
      `# Generated by iptables-save v1.8.7 (nf_tables)\n${NAT}# Warning: iptables-legacy tables present, use iptables-legacy-save to see them\n`,
    ],
    [
      'warning never-matches',
      table('filter', '-A INPUT -p tcp -j ACCEPT', '-A INPUT -s 10.0.0.0/8 -p tcp -m tcp --dport 22 -j DROP'),
    ],
    [
      'warning covered',
      table(
        'filter',
        '-A INPUT -s 10.0.0.0/9 -p tcp -j ACCEPT',
        '-A INPUT -j OWN',
        '-A INPUT -s 10.0.0.0/8 -p tcp -m tcp --dport 22 -j DROP',
        '-A OWN -s 10.128.0.0/9 -j ACCEPT',
      ),
    ],
    ['info duplicate-rule', table('filter', '-A INPUT -p tcp -j OWN', '-A INPUT -p tcp -j OWN', '-A OWN -j RETURN')],
    [
      'warning missing-set',
      `${table('filter', '-A INPUT -m set --match-set GONE src -j DROP')}create HERE hash:ip family inet\n`,
    ],
    ['warning no-real-servers', '-A -t 10.96.0.10:53 -s rr\n'],
    ['warning no-real-servers', '-A -t 10.96.0.10:53 -s rr\n-a -t 10.96.0.10:53 -r 10.0.0.1:53 -m -w 0\n'],
    ['warning other-mode', `${NAT}-A -t 10.96.0.10:53 -s rr\n-a -t 10.96.0.10:53 -r 10.0.0.1:53 -m -w 1\n`],
    ['warning other-mode', `${NAT}${NFT}`],
    ['error dangling-jump', NFT.replace('goto service-AAAAAAAA-a/b/tcp/ ', 'goto gone ')],
    ['info stale-chain', NFT.replace('goto service-AAAAAAAA-a/b/tcp/ ', 'drop ')],
    [
      'warning two-backends',
      `# Generated by iptables-save v1.8.7 (legacy)\n${NAT}# Warning: table ip nat is managed by iptables-nft, do not touch!\n`,
    ],
    [
      'info mark-overlap',
      NAT + table('filter', '-A OUTPUT -p udp -m udp --dport 6081 -j MARK --set-xmark 0x0/0xffffffff'),
    ],
    [
      'info stale-connection',
      `${NAT}tcp      6 86390 ESTABLISHED src=10.244.1.9 dst=10.96.0.10 sport=41522 dport=80 src=10.244.2.77 dst=10.244.1.9 sport=8080 dport=41522 [ASSURED] mark=0 use=1\n`,
    ],
    [
      'warning stale-connection',
      `${NAT.replaceAll('tcp', 'udp')}udp      17 29 src=10.244.1.9 dst=10.96.0.10 sport=43145 dport=80 [UNREPLIED] src=10.96.0.10 dst=10.244.1.9 sport=80 dport=43145 mark=0 use=1\n`,
    ],
    ['error nat-hook', NAT_AT('input', 'tcp dport 80 dnat to 10.0.0.9')],
    ['error nat-hook', NAT_AT('prerouting', 'masquerade')],
    ['info mesh-proxy', MESH],
    ['error notrack', NAT + table('raw', '-A PREROUTING -j CT --notrack')],
    ['warning notrack', NAT + table('raw', '-A PREROUTING -d 10.96.0.10/32 -p tcp -j CT --notrack')],
  ])('%s', (expected, text) => {
    expect(found(text)).toContain(expected);
  });

  it.each([
    [
      'no rule can be proven unreachable by one that counts',
      table('filter', '-A INPUT -p tcp -m limit --limit 3/min -j ACCEPT', '-A INPUT -p tcp -m tcp --dport 22 -j DROP'),
    ],
    [
      'no rule can be proven unreachable by a narrower one',
      table('filter', '-A INPUT -s 10.0.0.0/8 -p tcp -j ACCEPT', '-A INPUT -p tcp -j DROP'),
    ],
    [
      'a jump by way of another chain',
      table('nat', ...JUMPS.map((line) => line.replace('-A PREROUTING', '-A own')), '-A PREROUTING -j own', ...KUARD),
    ],
    [
      'KUBE-FORWARD by way of another chain',
      NAT +
        table(
          'filter',
          '-P FORWARD DROP',
          ...FORWARD.map((line) => line.replace('-A FORWARD', '-A own')),
          '-A FORWARD -j own',
        ),
    ],
    [
      'packets left untracked where not every packet comes',
      NAT + table('raw', '-A own -j CT --notrack', '-A PREROUTING -i eth9 -j own'),
    ],
    [
      'packets left untracked behind a rule that keeps some',
      NAT + table('raw', '-A PREROUTING -i eth9 -j ACCEPT', '-A PREROUTING -j CT --notrack'),
    ],
    ['a REDIRECT of somebody else', MESH.replaceAll('ISTIO_', 'MY_')],
    ['a mesh that redirects nothing', MESH.replace('REDIRECT --to-ports 15001', 'RETURN')],
    ['a policy of DROP with KUBE-FORWARD', NAT + table('filter', '-P FORWARD DROP', ...FORWARD)],
    [
      'kube-proxy’s own bit, set or cleared on purpose',
      NAT +
        table('filter', '-A own -j MARK --set-xmark 0x4000/0x4000', '-A own -j MARK --set-xmark 0x0/0x4000').replace(
          '*filter',
          '*mangle',
        ),
    ],
    [
      'the same bits elsewhere',
      NAT + table('filter', '-A INPUT -j MARK --set-xmark 0x2000/0x2000').replace('*filter', '*mangle'),
    ],
    ['a translation at a hook of its own', NAT_AT('prerouting', 'tcp dport 80 dnat to 10.0.0.9')],
    ['a source that is changed as a packet comes in', NAT_AT('input', 'snat to 10.0.0.9')],
  ])('none: %s', (_, text) => {
    expect(found(text).filter((each) => !each.includes('info'))).toEqual([]);
  });

  it.each([
    ['warning route-localnet', { 'net.ipv4.conf.all.route_localnet': 0 }, true],
    ['error route-localnet', { 'net.ipv4.conf.all.route_localnet': 1 }, false],
    ['error route-localnet', { 'net.ipv4.conf.eth0.route_localnet': 1 }, false],
    ['info rp-filter', { 'net.ipv4.conf.all.rp_filter': 0, 'net.ipv4.conf.eth0.rp_filter': 1 }, true],
  ])('%s', (expected, sysctls, guarded) => {
    const guard =
      '-A KUBE-FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
    const text = NAT + table('filter', ...FORWARD, ...(guarded ? [guard, '-A INPUT -j KUBE-FIREWALL'] : []));
    expect(found(text, sysctls)).toContain(expected);
  });

  it('route_localnet of one device is enough, of the default it is of no device', () => {
    const guard = '-A KUBE-FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -j DROP';
    const guarded = NAT + table('filter', ...FORWARD, guard, '-A INPUT -j KUBE-FIREWALL');
    const sysctls = { 'net.ipv4.conf.all.route_localnet': 0, 'net.ipv4.conf.cni0.route_localnet': 1 };
    expect(found(guarded, sysctls)).not.toContain('warning route-localnet');
    const open = { 'net.ipv4.conf.default.route_localnet': 1 };
    expect(found(NAT + table('filter', ...FORWARD), open)).not.toContain('error route-localnet');
  });

  it('every kind has a next step', () => {
    expect(CHECKS.filter(({ id }) => nextStep(id) === undefined)).toEqual([]);
  });

  it('tell the rule they are about', () => {
    const [finding] = lintPasted(pasted(table('filter', '-A INPUT -j GONE')));
    expect(finding?.places).toEqual([
      { family: 'ipv4', table: 'filter', chain: 'INPUT', index: 0, text: '-A INPUT -j GONE' },
    ]);
  });

  it('every check has a case', () => {
    const source = readFileSync(fileURLToPath(import.meta.url), 'utf8');
    expect(
      CHECKS.map(({ id }) => id).filter((id) => !new RegExp(`(?:error|warning|info) ${id}'`).test(source)),
    ).toEqual([]);
  });
});

const SHARED = process.env['RULEWALK_SHARED'] ?? join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared');
const recordings = join(SHARED, 'golden/kube-proxy-1.30.5');

describe.skipIf(!existsSync(recordings))('recordings of a healthy kube-proxy', () => {
  it('have no finding but Services without endpoints', () => {
    const odd = thinned(readdirSync(recordings)).flatMap((name) => {
      const file = join(recordings, name, 'node1', 'iptables.save');
      if (!existsSync(file) || !statSync(file).isFile()) return [];
      return found(readFileSync(file, 'utf8')).map((finding) => `${name} ${finding}`);
    });
    expect(
      odd.filter(
        (finding) =>
          !finding.endsWith('no-endpoints') &&
          !finding.endsWith('info never-matches') &&
          !finding.endsWith('info covered'),
      ),
    ).toEqual([]);
  });
});
