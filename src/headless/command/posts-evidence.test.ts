import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

/** Sentences of `explain` on a text under “What is wrong” and “What is odd”. */
async function odd(text: string): Promise<string> {
  const { out, err } = await ranCommand(['explain', 'post.txt'], { files: { 'post.txt': text } });
  const wrong = /What is wrong(.*?)(?:What it is|$)/s.exec(out)?.[1] ?? '';
  const odd = /What is odd(.*?)(?:What had to be|What to run|$)/s.exec(out)?.[1] ?? '';
  return (wrong + odd === '' ? err : wrong + odd).replaceAll(/\s+/g, ' ');
}

const SLICE = (owner: string, port: string) => `apiVersion: v1
kind: Service
metadata: {name: ledger, namespace: shop}
spec: {clusterIP: 10.96.7.7, ports: [{port: 5432}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: ledger-1, namespace: shop, labels: {kubernetes.io/service-name: ${owner}}}
addressType: IPv4
ports: [${port}]
endpoints: [{addresses: [192.0.2.40]}]
`;

const LOCAL = (rows: string) => `$ kubectl get nodes -o wide
NAME    STATUS   ROLES    AGE   VERSION   INTERNAL-IP     EXTERNAL-IP
shelf   Ready    <none>   9d    v1.30.3   172.19.0.6      <none>
table   Ready    <none>   9d    v1.30.3   172.19.0.7      <none>
$ kubectl get pods -n shop -o wide
NAME     READY   STATUS    RESTARTS   AGE   IP          NODE
${rows}$ kubectl get svc cart -n shop -o yaml
apiVersion: v1
kind: Service
metadata: {name: cart, namespace: shop}
spec: {type: NodePort, externalTrafficPolicy: Local, clusterIP: 10.96.3.7, selector: {app: cart}, ports: [{port: 80, nodePort: 30080}]}
`;

describe('what posted texts prove', () => {
  it('a warning that the cluster gives itself, once, unless its cause is told already', async () => {
    const event =
      '  Warning  AllocationFailed  2m (x12 over 17m)  metallb-controller  Failed to allocate: unknown pool "shelf"\n';
    const listed = '3m   Warning   FailedToUpdateEndpoint   endpoints/till   it did not fit\n';
    const said = await odd(`Events:\n${event}${event}$ kubectl get events\n${listed}`);
    expect(
      said.match(/an event AllocationFailed \(metallb-controller\): Failed to allocate: unknown pool/g),
    ).toHaveLength(1);
    expect(said).toContain('let the Service name one of these');
    expect(said).toContain('an event FailedToUpdateEndpoint (endpoints/till): it did not fit');
    const known = '  Warning  Unhealthy  2s  kubelet  Readiness probe failed: HTTP probe failed with statuscode: 503\n';
    expect(await odd(`Events:\n${known}`)).not.toContain('by an event');
  });

  it('a slice of a Service that is not there, and ports of another name', async () => {
    expect(await odd(SLICE('ledgers', '{port: 5432}'))).toContain(
      'label --overwrite endpointslice ledger-1 kubernetes.io/service-name=ledger',
    );
    expect(await odd(SLICE('ledger', '{name: sql, port: 5432}'))).toContain(
      'its port 5432 has no name, and no slice of it has a port without one',
    );
    expect(await odd(SLICE('ledger', '{port: 5432}'))).not.toMatch(/slice/);
  });

  it('the nodes on which a Local Service has no endpoint', async () => {
    expect(await odd(LOCAL('cart-0   1/1     Running   0          8d    10.42.1.5   shelf\n'))).toContain(
      'and table has none, going by the names of Pods',
    );
    const both =
      'cart-0   1/1     Running   0          8d    10.42.1.5   shelf\ncart-1   1/1     Running   0          8d    10.42.2.5   table\n';
    expect(await odd(LOCAL(both))).not.toContain('has none');
  });

  it('an entry of conntrack once, with what takes it away', async () => {
    const entry =
      'udp 17 29 src=10.244.3.7 dst=10.96.0.10 sport=38012 dport=53 [UNREPLIED] src=10.244.1.4 dst=10.244.3.7 sport=53 dport=38012 mark=0 use=1\n';
    const listed =
      '$ kubectl -n kube-system get endpoints kube-dns\nNAME       ENDPOINTS        AGE\nkube-dns   10.244.2.19:53   210d\n';
    const said = await odd(entry + entry + listed);
    expect(said.match(/was sent to 10\.244\.1\.4:53/g)).toHaveLength(1);
    expect(said).toContain('10.244.1.4 is none of the endpoints of that port that the texts show (10.244.2.19:53)');
    expect(said).toContain('“conntrack -D -p udp --orig-dst 10.96.0.10 --orig-port-dst 53”');
    expect(await odd(entry + listed.replace('2.19', '1.4'))).not.toContain('none of the endpoints');
  });

  it('virtual addresses for which every node answers ARP', async () => {
    const text = (ignore: number) =>
      `# ip a show kube-ipvs0\n5: kube-ipvs0: <BROADCAST,NOARP> mtu 1500 qdisc noop state DOWN group default\n    inet 172.16.5.200/32 scope global kube-ipvs0\n# sysctl net.ipv4.conf.all.arp_ignore\nnet.ipv4.conf.all.arp_ignore = ${ignore}\n`;
    expect(await odd(text(0))).toContain('Set ipvs.strictARP: true');
    expect(await odd(text(1))).not.toContain('strictARP');
  });

  it('a chain of an excerpt of nftables is not stale', async () => {
    const text = `# nft list chain ip kube-proxy service-ZNGLFKHN-default/web/tcp/http
table ip kube-proxy {
	chain service-ZNGLFKHN-default/web/tcp/http {
		ip daddr 172.30.0.41 tcp dport 80 ip saddr != 10.0.0.0/8 jump mark-for-masquerade
	}
}
# nft list map ip kube-proxy no-endpoint-services
table ip kube-proxy {
	map no-endpoint-services {
		type ipv4_addr . inet_proto . inet_service : verdict
		elements = { 172.30.0.46 . tcp . 80 : goto reject-chain }
	}
}
`;
    const said = await odd(text);
    expect(said).toContain('172.30.0.46:80/tcp has no endpoints');
    expect(said).not.toContain('Nothing leads to');
  });

  it('Pods of a Node to which no route leads, and what hangs on the gateway then', async () => {
    const text = (routes: string) => `[root@shelf ~]# ip route
default via 10.10.0.1 dev ens3 src 10.10.0.21
10.10.0.0/24 dev ens3 proto kernel scope link src 10.10.0.21
10.244.0.0/24 dev cni0 proto kernel scope link src 10.244.0.1
10.244.1.0/24 via 10.10.0.22 dev ens3
${routes}[root@shelf ~]# ping 10.244.2.5
4 packets transmitted, 0 received, 100% packet loss, time 3070ms
[root@shelf ~]# kubectl get pods -o wide
NAME    READY   STATUS    RESTARTS   AGE   IP           NODE
a       1/1     Running   0          5m    10.244.0.7   shelf
b       1/1     Running   0          5m    10.244.1.3   table
c       1/1     Running   0          5m    10.244.2.5   chair
`;
    expect(await odd(text(''))).toContain('No route leads to the Pods of chair: 10.244.2.5 goes to 10.10.0.1');
    const { out, code } = await ranCommand(['walk', 'post.txt'], { files: { 'post.txt': text('') } });
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /10\.10\.0\.21 -> 10\.244\.2\.5\/icmp \? cannot be said.*that it knows the way to that Pod is taken/,
    );
    expect(code).toBe(2);
    expect(await odd(text('10.244.2.0/24 via 10.10.0.23 dev ens3\n'))).not.toContain('No route leads');
  });
});
