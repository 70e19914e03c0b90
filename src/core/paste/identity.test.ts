import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

/** `iptables 1.2-1.37 | Calico | Docker` */
function told(...texts: readonly string[]): string[] {
  return networkOfPasted(pasted(...texts)).identities.map(({ node, proxy, podNetwork, others }) =>
    [
      ...(node === undefined ? [] : [node]),
      proxy ? `${proxy.mode} ${proxy.from}-${proxy.to}` : 'none',
      podNetwork.join(' '),
      others.join(' '),
    ].join(' | '),
  );
}

const chains = (...names: readonly string[]): string =>
  `*filter\n:INPUT ACCEPT [0:0]\n${names.map((name) => `:${name} - [0:0]\n-A INPUT -j ${name}\n-A ${name} -j RETURN\n`).join('')}COMMIT\n`;

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
    ['none | Calico | Docker ufw', chains('DOCKER', 'ufw-after-input', 'cali-INPUT')],
  ])('%s', (identity, text) => {
    expect(told(text)).toEqual([identity]);
  });

  it('is said of each machine where texts are of several', () => {
    const of = (node: string, text: string): string => `root@${node}:~# iptables-save\n${text}`;
    expect(told(of('a', chains('DOCKER')) + of('b', chains('ufw-user-input')))).toEqual([
      'a | none |  | Docker',
      'b | none |  | ufw',
    ]);
  });

  it('tells no release by what an excerpt lacks', () => {
    const rule = '-A KUBE-SERVICES -d 10.96.0.10/32 -p udp -m udp --dport 53 -j KUBE-SVC-TCOU7JCQXEZGVUNU\n';
    expect(told(rule)).toEqual(['iptables 1.2-1.37 |  | ']);
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
  });
});
