import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWEST_RELEASE } from '../kubernetes/release';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

/** `iptables 1.2-1.36 | Calico | Docker` */
function told(...texts: readonly string[]): string[] {
  return networkOfPasted(pasted(...texts)).identities.map(({ node, proxy, isModeUntold, podNetwork, others }) =>
    [
      ...(node === undefined ? [] : [node]),
      proxy ? `${proxy.mode} ${proxy.from}-${proxy.to}` : isModeUntold ? 'kube-proxy in a mode nothing tells' : 'none',
      podNetwork.join(' '),
      others.join(' '),
    ].join(' | '),
  );
}

const chains = (...names: readonly string[]): string =>
  `*filter\n:INPUT ACCEPT [0:0]\n${names.map((name) => `:${name} - [0:0]\n-A INPUT -j ${name}\n-A ${name} -j RETURN\n`).join('')}COMMIT\n`;

const SVC = 'KUBE-SVC-CUXC5A3HHHVSSN62';
const SEP = 'KUBE-SEP-IY5EMZGCCC7HUEGX';

describe('what a machine is', () => {
  it.each([
    ['none | OVN-Kubernetes | ', chains('OVN-KUBE-EXTERNALIP')],
    ['none | kube-router | ', chains('KUBE-ROUTER-INPUT')],
    ['none |  | Istio', chains('ISTIO_INBOUND')],
    ['none |  | Linkerd', chains('PROXY_INIT_REDIRECT')],
    ['none |  | netavark', chains('NETAVARK_FORWARD')],
    ['none |  | nerdctl', '*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -i nerdctl0 -j ACCEPT\nCOMMIT\n'],
    ['none |  | firewalld', chains('INPUT_ZONES')],
    ['none |  | firewalld', 'table inet firewalld {\n\tchain x {\n\t\taccept\n\t}\n}\n'],
    ['none |  | ufw', chains('ufw-before-input')],
    ['none |  | libvirt', chains('LIBVIRT_INP')],
    ['none |  | OpenWrt', 'table inet fw4 {\n\tchain x {\n\t\taccept\n\t}\n}\n'],
    ['none |  | ', chains('MY-OWN')],
    ['kube-proxy in a mode nothing tells |  | ', chains('KUBE-KUBELET-CANARY')],
    ['kube-proxy in a mode nothing tells |  | ', chains('KUBE-FORWARD', 'KUBE-FIREWALL')],
    [
      'kube-proxy in a mode nothing tells |  | ',
      '*filter\n:INPUT ACCEPT [0:0]\n:KUBE-EXTERNAL-SERVICES - [0:0]\n-A INPUT -j KUBE-EXTERNAL-SERVICES\nCOMMIT\n',
    ],
    ['userspace 1.0-1.25 |  | ', chains('KUBE-NODEPORT-HOST').replace('*filter', '*nat')],
    [`iptables 1.4-${NEWEST_RELEASE} |  | `, chains('KUBE-FW-CUXC5A3HHHVSSN62').replace('*filter', '*nat')],
    ['none | Calico | Docker ufw', chains('DOCKER', 'ufw-after-input', 'cali-INPUT')],
  ])('%s', (identity, text) => {
    expect(told(text)).toEqual([identity]);
  });

  const servers = (...rows: readonly string[]): string =>
    `IP Virtual Server version 1.2.1 (size=4096)\nProt LocalAddress:Port Scheduler Flags\n  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n${rows.join('\n')}\n`;
  const server = (front: string, back: string): string => `${front} rr\n  -> ${back}  Masq 1 0 0`;

  it.each([
    ['none |  | ', 'true', servers(server('TCP  10.7.7.7:80', '192.168.0.2:8080'))],
    ['none |  | ', 'true', servers(server('TCP  192.168.1.112:443', '10.0.0.64:8443'))],
    [`ipvs 1.8-${NEWEST_RELEASE} |  | `, 'undefined', servers(server('TCP  10.7.0.1:443', '192.168.0.2:6443'))],
    [
      `ipvs 1.8-${NEWEST_RELEASE} |  | `,
      'undefined',
      servers(server('TCP  10.7.0.10:53', '10.1.0.2:53'), server('UDP  10.7.0.10:53', '10.1.0.2:53')),
    ],
    [
      `ipvs 1.8-${NEWEST_RELEASE} |  | `,
      'undefined',
      `$ kubectl get svc\nNAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\nweb    ClusterIP   10.7.7.7     <none>        80/TCP    5d\n$ ipvsadm -Ln\n${servers(server('TCP  10.7.7.7:80', '192.168.0.2:8080'))}`,
    ],
    [
      'none | kube-router | ',
      'undefined',
      'create kube-router-pod-subnets hash:net family inet hashsize 1024 maxelem 65536\nadd kube-router-pod-subnets 10.7.0.0/24\n',
    ],
    [
      'none |  | ',
      'undefined',
      '1: lo: <LOOPBACK,UP> mtu 65536\n    inet 127.0.0.1/8 scope host lo\n2: tunl0: <NOARP> mtu 1480 state DOWN\n    link/ipip 0.0.0.0 brd 0.0.0.0\n',
    ],
    ['none | Calico | ', 'undefined', '10.7.2.0/26 via 192.168.10.12 dev tunl0 proto bird onlink\n'],
    [
      'none | Flannel | ',
      'undefined',
      '*nat\n:POSTROUTING ACCEPT [0:0]\n-A POSTROUTING -s 10.7.0.0/16 ! -d 224.0.0.0/4 -j MASQUERADE\nCOMMIT\n',
    ],
    ['none |  | Shorewall', 'undefined', chains('sha-lh-1a2b3c')],
  ])('%s, only virtual servers: %s', (identity, only, text) => {
    expect(told(text)).toEqual([identity]);
    expect(String(networkOfPasted(pasted(text)).identities[0]?.isOnlyServers)).toBe(only);
  });

  it('is said of each machine where texts are of several', () => {
    const of = (node: string, text: string): string => `root@${node}:~# iptables-save\n${text}`;
    expect(told(of('a', chains('DOCKER')) + of('b', chains('ufw-user-input')))).toEqual([
      'a | none |  | Docker',
      'b | none |  | ufw',
    ]);
  });

  it.each([
    ['1.2-1.19', `-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/kuard: cluster IP" -j ${SVC}`],
    [
      `1.20-${NEWEST_RELEASE}`,
      `-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/kuard cluster IP" -j ${SVC}`,
    ],
    ['1.2-1.16', `-A ${SVC} -m statistic --mode random --probability 0.33332999982 -j ${SEP}`],
    [`1.17-${NEWEST_RELEASE}`, `-A ${SVC} -m statistic --mode random --probability 0.33333333349 -j ${SEP}`],
    [
      '1.2-1.12',
      `-A ${SVC} -m comment --comment "default/kuard:" -m statistic --mode random --probability 0.33332999982 -j ${SEP}\n-A ${SEP} -s 10.244.1.5/32 -m comment --comment "default/kuard:" -j KUBE-MARK-MASQ`,
    ],
    [`1.24-${NEWEST_RELEASE}`, `-A ${SVC} -m comment --comment "default/kuard -> 10.244.1.5:8080" -j ${SEP}`],
  ])('tells %s by what a rule of an excerpt says', (range, rules) => {
    expect(told(`${rules}\n`)).toEqual([`iptables ${range} |  | `]);
  });

  it('tells no release by what an excerpt lacks', () => {
    const rule = '-A KUBE-SERVICES -d 10.96.0.10/32 -p udp -m udp --dport 53 -j KUBE-SVC-TCOU7JCQXEZGVUNU\n';
    expect(told(rule)).toEqual([`iptables 1.2-${NEWEST_RELEASE} |  | `]);
  });
});

/** As somebody writes down what they remember: rules of several releases, and none of the others. */
const HAND_WRITTEN = [
  '*nat',
  ':PREROUTING ACCEPT [0:0]',
  ':KUBE-SERVICES - [0:0]',
  ':KUBE-SVC-CUXC5A3HHHVSSN62 - [0:0]',
  ':KUBE-SEP-IY5EMZGCCC7HUEGX - [0:0]',
  ':KUBE-POSTROUTING - [0:0]',
  '-A PREROUTING -j KUBE-SERVICES',
  '-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/kuard cluster IP" -j KUBE-SVC-CUXC5A3HHHVSSN62',
  '-A KUBE-SVC-CUXC5A3HHHVSSN62 -m comment --comment "default/kuard -> 10.244.1.5:8080" -j KUBE-SEP-IY5EMZGCCC7HUEGX',
  '-A KUBE-SEP-IY5EMZGCCC7HUEGX -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:8080',
  '-A KUBE-POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE',
  'COMMIT',
  '*filter',
  ':FORWARD ACCEPT [0:0]',
  'COMMIT',
  '',
].join('\n');

describe('what tells the release', () => {
  const proxyOf = (text: string) => networkOfPasted(pasted(text)).identities[0]?.proxy;

  it('is named: what the rules have, and the releases whose rules have it', () => {
    const comment = '"default/kuard -> 10.244.1.5:8080"';
    expect(proxyOf(`-A ${SVC} -m comment --comment ${comment} -j ${SEP}\n`)).toMatchObject({
      signs: [{ sign: comment, from: '1.24' }],
      against: [],
    });
  });

  it('contradicts itself in a text that no release writes, and both are named', () => {
    const { signs = [], against = [] } = proxyOf(HAND_WRITTEN) ?? {};
    expect([...signs, ...against].map(({ sign }) => sign)).toContain('"default/kuard -> 10.244.1.5:8080"');
    expect(against).not.toEqual([]);
  });
});

const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';
const GOLDEN = [
  ['1.20', join(SHARED, 'golden/releases/1.20/clusterip/node1/iptables.save')],
  ['1.30', join(SHARED, 'golden/kube-proxy-1.30.5/clusterip/node1/iptables.save')],
] as const;

describe('the release range of a recorded kube-proxy', () => {
  it.skipIf(!existsSync(GOLDEN[0][1])).each(GOLDEN)('has %s in it', (release, file) => {
    const [proxy] = networkOfPasted(pasted(readFileSync(file, 'utf8'))).identities.map((each) => each.proxy);
    const minor = (text = ''): number => Number(text.split('.')[1]);
    expect(proxy?.mode).toBe('iptables');
    expect(minor(proxy?.from)).toBeLessThanOrEqual(minor(release));
    expect(minor(proxy?.to)).toBeGreaterThanOrEqual(minor(release));
    expect(proxy?.against).toEqual([]);
  });
});

/** A note of other people, read in place. */
const NOTE = join(SHARED, 'seeds');
const KUARD = existsSync(NOTE) ? readdirSync(NOTE).find((name) => name.startsWith('003')) : undefined;

it.skipIf(KUARD === undefined)('the listings of 2019 are of 1.10 to 1.12, as the cluster made of them is', () => {
  const text = readFileSync(join(NOTE, KUARD ?? ''), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, inside = '']) => inside);
  const listings = blocks.filter((inside) => /^-A KUBE-|\$ iptables/m.test(inside)).join('\n');
  expect(told(listings)).toEqual(['iptables 1.10-1.12 | Calico | Docker']);
});
