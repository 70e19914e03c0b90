import { describe, expect, it } from 'vitest';
import { findFirstCommand } from './first-command';
import { placeEvidence } from './list-evidence';
import { findOfWords } from './word-findings';

const find = (text: string) => findOfWords([{ title: 'a', text }]);
const ids = (text: string): readonly string[] => find(text).map(({ id }) => id);
const values = (text: string, of: string) => {
  const found = find(text).find(({ id }) => id === of);
  return { ...found?.says.values, ...found?.next.values };
};
const leading = (text: string): readonly string[] =>
  placeEvidence(find(text), [{ title: 'a', text }])
    .filter(({ isLeading }) => isLeading)
    .map(({ id }) => id);

describe('lines whose words say who speaks', () => {
  const GO =
    'failing or missing response from https://10.254.0.226:443/apis: Get https://10.254.0.226:443/apis: Forbidden';
  it('a proxy that refused CONNECT is no Service', () => {
    expect(leading(`FailedDiscoveryCheck\n${GO}\n`)).toEqual(['log-proxy-answered']);
    expect(ids('Get "https://10.96.0.1:443/api": Service Unavailable')).toContain('log-proxy-answered');
    expect(ids('HEAD https://r.io/v2: unexpected status: 403 Forbidden')).not.toContain('log-proxy-answered');
    expect(ids('Error from server (Forbidden): pods is forbidden, https://a: Forbidden')).not.toContain(
      'log-proxy-answered',
    );
  });

  it('a Pod without a network has no Service', () => {
    const line = 'failed to setup network: plugin type="istio-cni" name="x" failed (add): no ztunnel connection';
    expect(leading(`Pods fail with istio-cni, a sidecar\n${line}\n`)).toEqual(['log-cni-failed']);
    expect(ids('plugin type="istio-cni" is there')).not.toContain('log-cni-failed');
    expect(ids('plugin type="x" failed (add): failed to find plugin "x" in path')).toContain('log-no-plugin');
  });

  it('a rule the kernel refused', () => {
    expect(ids('iptables v1.8.10 (nf_tables):  RULE_APPEND failed (No such file or directory)')).toContain(
      'log-rule-refused',
    );
  });
});

describe('what is not there yet, or at all', () => {
  it('a module of the kernel', () => {
    expect(leading('microk8s fails\nmodprobe: FATAL: Module ip_tables not found in directory /lib/modules/\n')).toEqual(
      ['log-module-absent'],
    );
  });
  it('names of Pods that are not ready', () => {
    const text = 'headless Service of a StatefulSet: a non-ready Pod is unresolvable by DNS, peers never join\n';
    expect(leading(text)).toEqual(['known-unready-names']);
    expect(ids(text.replace('non-ready', 'running'))).not.toContain('known-unready-names');
  });
  it('a controller of Gateways', () => {
    const text = 'Gateway API: PROGRAMMED is Unknown since the upgrade, Services are not created\n';
    expect(leading(text)).toEqual(['known-gateway-untaken']);
    expect(ids(text.replace('Gateway API', 'Gateway').replace('PROGRAMMED', 'state'))).not.toContain(
      'known-gateway-untaken',
    );
  });
  it('an address that no ping reaches', () => {
    expect(leading('the cluster-ip of hello-world is not even pingable\n')).toEqual(['known-ping-of-service']);
  });
});

describe('what a Service remembers', () => {
  it('one socket stays with one Pod, an affinity that is asked for is another thing', () => {
    const text = 'UDP packets from the same source port do not round-robin in a Service\n';
    expect(leading(text)).toEqual(['known-one-flow']);
    expect(ids(`${text}sessionAffinity: ClientIP\n`)).not.toContain('known-one-flow');
  });
  it('a stale entry is told by its protocol, and is not one that ended too early', () => {
    const text = (protocol: string): string =>
      `After a Pod restart ${protocol} traffic goes to the old Pod\nA stale conntrack entry of the established session, it does not expire\n`;
    expect(values(text('SCTP'), 'known-stale-udp')['read']).toBe('SCTP');
    expect(values(text('UDP'), 'known-stale-udp')['read']).toBe('none');
    expect(ids(text('SCTP'))).not.toContain('pair-conntrack-idle');
  });
});

describe('questions of names', () => {
  it('a resolver on the node is no Pod', () => {
    const text = (at: string): string =>
      `NetworkPolicy of egress: DNS fails\nlookup db.shop.svc on ${at}:53: i/o timeout, port 53\n`;
    expect(values(text('169.254.169.254'), 'known-egress-names')['read']).toBe('169.254.169.254');
    expect(values(text('10.96.0.10'), 'known-egress-names')['read']).toBe('none');
  });
});

describe('who takes a Service, and what carries its way', () => {
  const NLB = 'aws-load-balancer-type: nlb\naws-load-balancer-nlb-target-type: ip\n';
  it('annotations of two controllers', () => {
    expect(ids(`NLB fails and asks nodes\n${NLB}`)).toContain('known-nlb-by-other-controller');
    expect(ids(`NLB fails and asks nodes\n${NLB.replace('type: nlb', 'type: external')}`)).not.toContain(
      'known-nlb-by-other-controller',
    );
  });
  it('a tunnel on a device of a VPN that starts anew', () => {
    const text = 'VXLAN routes are gone after tailscale restarts, flannel.1 disappears, cross-node fails\n';
    expect(ids(text)).toContain('known-link-below-gone');
    expect(ids(text.replace('tailscale', 'the machine'))).not.toContain('known-link-below-gone');
  });
  it('a range of node ports over those of the node', () => {
    const text = (range: string): string =>
      `Pods on a specific node are unreachable\nservice-node-port-range:\n- ${range}\n`;
    expect(ids(text('0-32767'))).toContain('known-wide-node-port-range');
    expect(ids(text('30000-32767'))).not.toContain('known-wide-node-port-range');
  });
  it('a port that the container does not listen on, and a template', () => {
    expect(
      leading(
        'Service of the chart\n503: the Service was forwarding it on port 80, exposed on the pod in port 3036, not correctly\n',
      ),
    ).toEqual(['known-other-target-port']);
    expect(ids('Wrong Ingress Service port\nnumber: {{ $svcPort }}\n')).toContain('known-ports-of-template');
  });
  it('a Pod’s device against that of the VPN, as people write it', () => {
    const text =
      "each node's `tailscale0` interface will have an MTU of 1280\neach container's `eth0` interfaces will have an MTU of 1500\n";
    expect(values(text, 'mtu-too-big')['podMtu']).toBe('1500');
    expect(ids(text.replace("container's", "node's"))).not.toContain('mtu-too-big');
  });
});

it('where the next step of a cause decides, no other command is first', () => {
  const ping = 'ClusterIP of the Service cannot be pinged\nping 10.96.0.9: 100% packet loss, service ip\n';
  expect(ids(ping)).toContain('known-ping-of-service');
  expect(findFirstCommand(find(ping), [{ text: ping }])).toEqual([]);
  const asked = 'The Service is refused, it does not work: curl: (7) Connection refused\n';
  expect(findFirstCommand(find(asked), [{ text: asked }])).toHaveLength(1);
  const told = `${asked}Endpoints:    10.244.1.2:8080\n`;
  expect(findFirstCommand(find(told), [{ text: told }])).toEqual([]);
  const other = 'Pods on different nodes time out over flannel\n';
  expect(findFirstCommand(find(other), [{ text: other }])).toHaveLength(1);
});
