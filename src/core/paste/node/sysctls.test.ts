import { describe, expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../kubernetes/build';
import { PROXY_MODES } from '../../kubernetes/proxy';
import { getMinor, NEWEST_RELEASE } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { thinned } from '../../lib/testing/soaking';
import { networkOfPasted, type PastedNetwork } from '../pasted';
import { nodeText } from '../../questions/reconstruct/testing/node-text';
import { pasted, sendPasted, withFacts } from '../testing/paste';

const sysctlsOf = ({ network }: PastedNetwork): Readonly<Record<string, number>> =>
  [...network.netns.values()].find(({ kind }) => kind === 'node')?.sysctls ?? {};

const assumed = ({ assumptions }: PastedNetwork): string[] =>
  assumptions.flatMap(({ about, value }) => (about === 'sysctl' ? [value] : []));

const CASES = PROXY_MODES.flatMap(({ id, since, until = NEWEST_RELEASE }) => {
  const minors = Array.from({ length: getMinor(until) - getMinor(since) + 1 }, (_, at) => getMinor(since) + at);
  return minors.filter((minor) => minor >= 14).map((minor): [ProxyModeId, string] => [id, `1.${minor}`]);
});

describe('what kube-proxy sets in the kernel, on a node pasted without its sysctls', () => {
  it.each(thinned(CASES))('%s %s', (mode, release) => {
    const made = networkOfPasted(pasted(nodeText(mode, release)));
    const compiler = PROXY_MODES.find(({ id }) => id === mode);
    const input = { cluster: EMPTY_CLUSTER, node: '', family: 'ipv4', config: { mode }, release } as const;
    const wanted = compiler?.syncProxyRules(input).sysctls ?? {};
    expect(sysctlsOf(made)).toMatchObject(wanted);
    expect(assumed(made)).toEqual(
      expect.arrayContaining(Object.entries(wanted).map(([name, value]) => `${name} = ${value}`)),
    );
    const vs = Object.keys(sysctlsOf(made)).filter((name) => name.startsWith('net.ipv4.vs.'));
    expect(vs.toSorted()).toEqual(
      Object.keys(wanted)
        .filter((name) => name.startsWith('net.ipv4.vs.'))
        .toSorted(),
    );
  });

  it('is not set where its configuration, a rule or the release says otherwise', () => {
    const value = (text: string, ...more: readonly string[]): number | undefined =>
      sysctlsOf(networkOfPasted(pasted(text, ...more)))['net.ipv4.conf.all.route_localnet'];
    const rules = nodeText('iptables', '1.31');
    expect(value(rules)).toBe(1);
    const config = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: iptables\n';
    expect(value(rules, `${config}iptables:\n  localhostNodePorts: false\n`)).toBeUndefined();
    const skips = rules.replaceAll(
      '-m addrtype --dst-type LOCAL -j',
      '! -d 127.0.0.0/8 -m addrtype --dst-type LOCAL -j',
    );
    expect(value(skips)).toBeUndefined();
    expect(value(nodeText('ipvs', '1.20'))).toBe(1);
    expect(value(nodeText('ipvs', '1.30'))).toBeUndefined();
  });
});

describe('sysctls that are told', () => {
  const rules = nodeText('ipvs');

  it('are taken, and no longer assumed', () => {
    const made = networkOfPasted(pasted(rules, 'net.ipv4.vs.conntrack = 0\nnet.ipv4.ip_forward = 0\n'));
    expect(sysctlsOf(made)).toMatchObject({ 'net.ipv4.vs.conntrack': 0, 'net.ipv4.ip_forward': 0 });
    expect(assumed(made).join()).not.toMatch(/conntrack|ip_forward/);
  });

  it('decide what becomes of a packet', () => {
    const line = 'eth0 172.18.0.9 -> 172.18.0.3:30080/tcp';
    const ways = (...texts: readonly string[]): string => sendPasted(pasted(rules, ...texts), line).lines.join();
    expect(ways()).not.toContain('from 172.18.0.9');
    expect(ways('net.ipv4.vs.conntrack = 0')).toContain('from 172.18.0.9');
    expect(ways('root@worker-1:~# cat /proc/sys/net/ipv4/ip_forward\n0\n')).not.toContain('answered');
  });

  it('give way to what a person says', () => {
    const node = withFacts(pasted(rules, 'net.ipv4.vs.conntrack = 0'), { sysctls: { 'net.ipv4.vs.conntrack': 1 } });
    expect(sysctlsOf(networkOfPasted(node))['net.ipv4.vs.conntrack']).toBe(1);
  });

  it('of a Pod are not the node’s', () => {
    const inside =
      'root@worker-1:~# kubectl exec -it web-1 -- sh\n/ # sysctl net.ipv4.ip_forward\nnet.ipv4.ip_forward = 0\n';
    expect(sysctlsOf(networkOfPasted(pasted(rules, inside)))['net.ipv4.ip_forward']).toBe(1);
  });

  it('of another name for the same switch settle it', () => {
    const made = networkOfPasted(pasted(nodeText('iptables'), 'net.ipv4.conf.all.forwarding = 0'));
    expect(sysctlsOf(made)['net.ipv4.ip_forward']).toBe(0);
  });

  it('say that bridges do not ask iptables where the module is not loaded', () => {
    const text = 'sysctl: cannot stat /proc/sys/net/bridge/bridge-nf-call-iptables: No such file or directory';
    const made = networkOfPasted(pasted(rules, text));
    expect(sysctlsOf(made)['net.bridge.bridge-nf-call-iptables']).toBe(0);
  });
});

it.each([
  ['links of Pods and no bridge', '3: cali0a1b2c3d4e5@if3: <UP> mtu 1450 qdisc noqueue\n', false],
  ['a bridge', '3: cni0: <UP> mtu 1450 qdisc noqueue\n', true],
  [
    'a port of one with a name of its own',
    '3: p1: <UP> mtu 1450 qdisc noqueue master lan\n4: lan: <UP> mtu 1450\n',
    true,
  ],
])('bridge-nf-call-iptables is asked for only where something crosses a bridge: %s', (_name, links, expected) => {
  const all = `1: lo: <LOOPBACK,UP> mtu 65536 qdisc noqueue\n2: eth0: <UP> mtu 1500 qdisc mq\n    inet 192.168.7.5/24 scope global eth0\n${links}`;
  const said = assumed(networkOfPasted(pasted(nodeText('iptables').slice(nodeText('iptables').indexOf('*')), all)));
  expect(said.some((value) => value.includes('bridge-nf-call-iptables'))).toBe(expected);
});
