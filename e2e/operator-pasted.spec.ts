import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test, type App } from './app';
import { bring, type Brought } from './bring';

/** What operators brought, through the page as they would: pasted as it stands, what is offered first is taken, or what they typed. */
interface Case extends Pick<Brought, 'packet' | 'flow' | 'added'> {
  readonly file: string;
  /** Stands in the window while the text lies there. */
  readonly read: readonly RegExp[];
  /** Stands on the left once it is open. */
  readonly stands?: readonly RegExp[];
  /** Why tells it. */
  readonly why?: readonly RegExp[];
}

const FOLDER = 'src/engine/questions/testdata/operator/';
const WEB = { 'comes in by': 'eth0', from: '198.51.100.9', to: '203.0.113.70', port: '80' };

const CASES: readonly Case[] = [
  {
    file: '01-before-generated-header.txt',
    read: [
      /24 lines: 21 read \(ip addr \/ link 3, ip route 3, iptables-save 15\)/,
      /cni0 10\.244\.1\.2 → 10\.96\.50\.10:80/,
    ],
    why: [/Request\s*✓\s*delivered/, /Reply\s*✓\s*delivered/],
  },
  {
    file: '03-pod-on-its-own-link.txt',
    read: [/cali0a1b2c3d4e5 10\.244\.1\.5 → 10\.96\.50\.10:80/, /Pod network by Calico/],
    why: [/Reply\s*✓\s*delivered/],
  },
  {
    file: '05-excerpt-of-ipvs-filter.txt',
    read: [/in 1 chain excerpt/],
    packet: WEB,
    why: [/The rule filter KUBE-IPVS-FILTER 3 of kube-proxy ended it/],
  },
  {
    file: '07-one-faulty-object.yaml',
    read: [/Service shop\/cart: spec\.ports\[0\]\.nodePort should be number/],
    stands: [/front shop\s*10\.96\.50\.10:80/],
  },
  {
    file: '10-kubectl-tables.txt',
    read: [/17 lines: 13 read/, /Open as a cluster/],
    stands: [
      /node-a\s*192\.168\.10\.11/,
      /node-b\s*192\.168\.10\.12/,
      /front-1\s*10\.244\.2\.6/,
      /front\s*10\.96\.50\.10/,
    ],
  },
  {
    file: '12-pods-without-nodes.yaml',
    read: [/16 read/],
    stands: [/node-a\s*192\.168\.10\.11/, /node-b\s*192\.168\.10\.12/, /front-0\s*10\.244\.1\.5/],
  },
  {
    file: '14-docker-exec-ip6tables.txt',
    read: [/iptables-save IPv4 nat 3 rules/, /iptables-save IPv6 nat 2 rules/],
  },
  {
    file: '16-netfilter-log-line.txt',
    read: [/cni0 10\.244\.1\.5 → 192\.168\.10\.11:10250\/tcp The packet of line 1/],
    why: [/the policy of the chain is DROP/, /--dport 10250 -j ACCEPT/],
  },
  {
    file: '18-iptables-L-grep-no-local.txt',
    read: [/which rules drop here: it has no endpoint on this node/],
    why: [/shop\/front:http has no endpoint on this node, and its traffic policy is Local/],
  },
  {
    file: '20-notrack-starves-a-policy.txt',
    read: [/veth11112222 10\.244\.1\.5 → 169\.254\.20\.10:53\/udp/],
    why: [
      /UNTRACKED because of raw OUTPUT 1 \(NOTRACK\), so RELATED,ESTABLISHED in filter to-pod 1 cannot match/,
      /Without the rules that keep it from being tracked/,
    ],
  },
  { file: '22-why-mark.yaml', read: [/Open as a cluster/], why: [/Because it carried mark 0x4000/] },
  {
    file: '24-plain-lvs.txt',
    read: [
      /A director of Linux Virtual Server, not kube-proxy: 1 virtual service, scheduled by wlc, .*persistent.*Route/,
    ],
    why: [/Request\s*\?\s*unknown/, /reached by route, which is not simulated/, /what becomes of it is not known here/],
  },
  {
    file: '26-swarm-published-port.txt',
    read: [/eth0 192\.0\.2\.10 → 10\.0\.0\.10:8080\/tcp/],
    why: [/Reply\s*✓\s*delivered/],
  },
  {
    file: '28-masquerade-takes-the-devices-address.txt',
    read: [/made by the node itself 192\.0\.2\.1 → 10\.96\.50\.10:80/],
    why: [
      /takes the first address of the device the packet leaves by, eth1: 192\.168\.1\.2/,
      /-j SNAT --to-source 192\.0\.2\.1/,
    ],
  },
  {
    file: '30-ipvs-answer-across-the-bridge.txt',
    read: [/in ipvs mode/],
    packet: { 'comes in by': 'cni0', from: '10.244.0.9', to: '10.96.50.10', port: '8080' },
    why: [/The answer crosses the bridge without iptables/, /Sysctl net\.bridge\.bridge-nf-call-iptables = 1/],
  },
  {
    file: '33-preferclose-before-its-release.yaml',
    read: [/Open as a cluster/],
    why: [/trafficDistribution: PreferClose .* is not used: .* on by default since 1\.31/],
  },
  {
    file: '36-nft-refuses-the-rules.yaml',
    read: [/Open as a cluster/],
    why: [/nft refused what kube-proxy gave it on na/, /iif takes no pattern/],
  },
  {
    file: '37-objects-without-kind.json',
    read: [/front-0 does not say its kind: it is read as a Pod, since it has spec\.containers/, /Open as a cluster/],
    stands: [/front-0 shop\s*10\.244\.1\.5/, /node-a\s*192\.168\.10\.11/],
  },
  {
    file: '40-single-stack-asked-by-ipv6.yaml',
    read: [/Open as a cluster/],
    added: { from: 'outside', to: 'an address …', address: 'fd00:1::11', port: '30080' },
    why: [/Service default\/front has no IPv6 \(SingleStack\)/, /ipFamilyPolicy → RequireDualStack/],
  },
  {
    file: '41-pod-network-beside-the-nodes.yaml',
    read: [/Open as a cluster/],
    added: { from: 'outside', to: 'shop/front nodePort @ node-b' },
    why: [/Request\s*✕\s*dropped/, /is Local, and node-b has none of its endpoints/],
  },
];

async function expectAll(place: { innerText: () => Promise<string> }, wanted: readonly RegExp[]): Promise<void> {
  await expect(async () => {
    const shown = await place.innerText();
    for (const each of wanted) expect(shown).toMatch(each);
  }).toPass({ timeout: 20_000 });
}

function bringCase(page: Page, { file, read, ...rest }: Case): Promise<App> {
  const text = readFileSync(FOLDER + file, 'utf8');
  return bring(page, { ...rest, texts: [text], whilePasted: (window) => expectAll(window, read) });
}

for (const each of CASES) {
  test(each.file, async ({ page }) => {
    test.setTimeout(90_000);
    const app = await bringCase(page, each);
    await expectAll(app.left, each.stands ?? []);
    if (!each.why) return;
    await app.tab('Why');
    await expectAll(app.inspector, each.why);
    expect(app.problems).toEqual([]);
  });
}
