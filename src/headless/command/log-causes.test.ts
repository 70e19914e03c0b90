import { describe, expect, it } from 'vitest';
import { LOG_CAUSES } from '../../core/questions/evidence/log-causes';
import { findOfLogs } from '../../core/questions/evidence/log-findings';
import { ranCommand } from './testing/run-command';

/** A line of each cause, as its program writes it. */
const LINES: Readonly<Record<string, string>> = {
  'table-full': '[ 812.41] nf_conntrack: nf_conntrack: table full, dropping packet',
  'no-conntrack':
    'E0311 09:10:11.000001       1 server.go:90] "Error running ProxyServer" err="open /proc/sys/net/netfilter/nf_conntrack_tcp_timeout_established: no such file or directory"',
  'no-sysctl': 'sysctl: cannot stat /proc/sys/net/ipv4/conf/shelf0/rp_filter: No such file or directory',
  'firewall-reload': 'It is gone after firewall-cmd --reload on the node.',
  'rules-flushed': '# iptables -F && iptables -t nat -F',
  'entries-deleted': 'conntrack -D -p udp --dport 53',
  'docker-desktop': 'I use Docker Desktop with a kind cluster on a laptop.',
  'lock-held': 'Another app is currently holding the xtables lock. Perhaps you want to use the -w option?',
  'unknown-option': 'iptables-restore v1.8.9 (nf_tables): unknown option "--queue-balanced"',
  'no-such-chain': 'iptables: No chain/target/match by that name.',
  'docker-chain': 'iptables failed: iptables -t nat -A DOCKER -p tcp: iptables: No chain/target/match by that name.',
  'node-port-taken':
    'E0311 x.go:1] "can\'t open port, skipping it" err="listen tcp4 :30777: bind: address already in use"',
  'health-port-taken':
    'E0311 x.go:1] Failed to start node healthz on 0.0.0.0:10256: listen tcp: bind: address already in use',
  'hns-exists':
    'E0311 x.go:1] "Policy creation failed" err="hcnCreateLoadBalancer failed in Win32: The port already exists."',
  'hns-missing':
    'E0311 x.go:1] Unable to find HNS Network specified by shelf0. Please check network name and CNI deployment',
  'hns-refused':
    'E0311 x.go:1] "Policy creation failed" err="hcnCreateLoadBalancer failed in Win32: Access is denied."',
  'no-conntrack-tool': 'E0311 x.go:1] error deleting entries: exec: "conntrack": executable file not found in $PATH',
  'chains-failed': 'E0311 x.go:1] "Failed to ensure chain exists" err="exit status 3" table="nat" chain="KUBE-SHELF"',
  'no-cluster-cidr': 'W0311 x.go:1] "ClusterCIDR unset, defaulting to no-op detect-local"',
  'no-api': 'E0311 x.go:1] failed to list *v1.EndpointSlice: Get "https://192.0.2.4:6443": connect: connection refused',
  'ipvs-empty': '[ 817.53] IPVS: rr: TCP 10.96.50.10:80 - no destination available',
  'rules-lockup': '[ 817.53] watchdog: BUG: soft lockup - CPU#3 stuck for 24s! [nft:4711]',
  'syn-flood': '[ 817.53] TCP: request_sock_TCP: Possible SYN flooding on port 8080. Sending cookies.',
  'module-absent': 'modprobe: FATAL: Module ip_vs not found in directory /lib/modules/6.12.9',
  'proxy-answered': 'Get "https://10.96.0.1:443/apis": Proxy Authentication Required',
  'rule-refused':
    'iptables v1.8.10 (nf_tables):  RULE_APPEND failed (No such file or directory): rule in chain FORWARD',
  'cni-failed': 'plugin type="shelf-cni" name="shelf" failed (add): dial unix /run/shelf.sock: connect: no such file',
  'ports-used-up': 'dial tcp 10.96.3.4:5432: connect: cannot assign requested address',
  'no-such-address': 'listen udp 192.0.2.77:53: bind: cannot assign requested address',
  'ovs-refused': 'E0311 x.go:1] Received OpenFlow1.3 error: OFPBAC_BAD_OUT_PORT on message OFPT_FLOW_MOD',
  'felix-rules': '[ERROR][88] felix/table.go 77: Failed to program iptables, loading diags before panic.',
  'bird-down':
    'Error querying BIRD: unable to connect to socket: dial unix /var/run/bird/bird.ctl: connect: no such file or directory',
  'felix-not-ready': 'calico/node is not ready: felix is not ready: readiness probe reporting 503',
  'ufw-routed': 'Default: deny (incoming), allow (outgoing), deny (routed)',
  'no-such-rule': 'iptables: Bad rule (does a matching rule exist in that chain?).',
  'incompatible-table': "iptables v1.8.9 (nf_tables): table `filter' is incompatible, use 'nft' tool.",
  'table-missing':
    "iptables v1.8.7 (legacy): can't initialize iptables table `nat': Table does not exist (do you need to insmod?)",
  'restore-failed':
    'E0311 09:10:11.000001       1 proxier.go:1500] "Failed to execute iptables-restore" err="exit status 1"',
  'nft-sync': 'E0311 09:10:11.000001       1 proxier.go:1800] "nftables sync failed" err="exit status 1"',
  'nft-busy': 'Error: Could not process rule: Device or resource busy',
  'nft-missing': 'Error: Could not process rule: No such file or directory',
  'nft-cleanup': 'E0311 09:10:11.000001       1 proxier.go:700] "Error cleaning up nftables rules" err="exit status 1"',
  'no-iptables':
    'E0311 09:10:11.000001       1 server.go:500] "Error running ProxyServer" err="iptables is not available on this host"',
  'nft-unsupported': 'Error: Could not process rule: Operation not supported',
  'nft-exists': 'Error: Could not process rule: File exists',
  'nft-too-old': 'kube-proxy in nftables mode requires kernel 5.13 or later',
  'no-bridge-filter': 'sysctl: cannot stat /proc/sys/net/bridge/bridge-nf-call-iptables: No such file or directory',
  'no-forwarding':
    '[ERROR FileContent--proc-sys-net-ipv4-ip_forward]: /proc/sys/net/ipv4/ip_forward contents are not set to 1',
  'no-ipvs': 'E0311 09:10:11.000001       1 server_linux.go:90] "Can\'t use the IPVS proxier" err="ipset is missing"',
  'node-unknown':
    'E0311 09:10:11.000001       1 server.go:600] "Failed to retrieve node info" err="nodes \\"shelf-1\\" not found"',
  forbidden:
    'services is forbidden: User "system:serviceaccount:kube-system:shelf" cannot list resource "services" in API group ""',
  'dns-loop': '[FATAL] plugin/loop: Loop (127.0.0.1:55001 -> :53) detected for zone "."',
  'dns-upstream': '[ERROR] plugin/errors: 2 example.org. A: read udp 10.244.3.2:40011->192.0.2.53:53: i/o timeout',
  'dns-waits': '[INFO] plugin/kubernetes: waiting for Kubernetes API before starting server',
  'subnet-env':
    'plugin type="flannel" failed (add): failed to load flannel \'subnet.env\' file: open /run/flannel/subnet.env: no such file or directory',
  'no-pod-cidr':
    'E0311 09:10:11.000001       1 main.go:320] Error registering network: failed to acquire lease: node "shelf-1" pod cidr not assigned',
  'no-plugin': 'failed to find plugin "bridge" in path [/opt/cni/bin]',
  'no-cni':
    'container runtime network not ready: NetworkReady=false message:Network plugin returns error: cni plugin not initialized',
  'bridge-address': 'failed to set bridge addr: "cni0" already has an IP address different from 10.244.3.1/24',
  'no-vxlan': 'failed to create vxlan device: operation not supported',
  'bgp-down': 'calico/node is not ready: BIRD is not ready: BGP not established with 192.0.2.12',
  'probe-failed': 'Warning  Unhealthy  2s  kubelet  Readiness probe failed: HTTP probe failed with statuscode: 503',
  'pool-empty':
    'Warning  AllocationFailed  2s  metallb-controller  Failed to allocate IP for "shop/till": no available IPs',
  certificate:
    'tls: failed to verify certificate: x509: certificate is valid for 10.96.0.1, 192.0.2.10, not 192.0.2.99',
  martian: '[ 812.41] IPv4: martian source 10.244.3.2 from 10.96.3.4, on dev eth1',
  'neighbours-full': '[ 812.41] neighbour: arp_cache: neighbor table overflow!',
  'forward-policy': 'It works after `iptables -P FORWARD ACCEPT`.',
  'firewall-off': '$ sudo systemctl stop firewalld',
  checksum: 'ethtool -K flannel.1 tx-checksum-ip-generic off',
  refused: 'curl: (7) Failed to connect to 10.96.3.4 port 80 after 1 ms: Connection refused',
  'timed-out': 'curl: (28) Connection timed out after 3001 milliseconds',
  unreachable: 'curl: (7) Failed to connect to 10.96.3.4 port 80: No route to host',
};

describe('what lines of logs say of their cause', () => {
  it.each(LOG_CAUSES.map(({ id }) => id))('%s', (id) => {
    const line = LINES[id] ?? '';
    const [found, ...others] = findOfLogs([{ text: `some words before\n  ${line}\nand behind` }]);
    expect([found?.id, found?.words, others]).toEqual([`log-${id}`, [line], []]);
  });

  it('each is said in words, with what to do next', async () => {
    const text = LOG_CAUSES.map(({ id }) => LINES[id] ?? '').join('\n');
    const { out, err } = await ranCommand(['lint', 'post.txt'], { files: { 'post.txt': `${text}\n` } });
    const nexts = `${out}${err}`.match(/^ +Next: /gm) ?? [];
    expect(nexts.length).toBeGreaterThanOrEqual(LOG_CAUSES.length);
    expect(`${out}${err}`).not.toContain('evidence.log');
  });

  it('each entry says where its cause is written down, and has a sample', () => {
    expect(LOG_CAUSES.filter(({ id, source }) => source === '' || LINES[id] === undefined)).toEqual([]);
  });

  it('says a cause once, at its first line, and nothing of lines that it does not know', () => {
    const text = `${LINES['refused']}\n${LINES['refused']}\nE0311 09:10:11.000001 1 x.go:1] "Something else" err="x"\n`;
    expect(findOfLogs([{ text }]).map(({ id }) => id)).toEqual(['log-refused']);
  });
});

it.each(['explain', 'lint'])('%s tells it beside what is read, and of a text that is nothing else', async (verb) => {
  const table =
    'NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\ntill   ClusterIP   10.97.3.4    <none>        80/TCP    3d\n';
  for (const before of ['', table]) {
    const { out, err } = await ranCommand([verb, 'post.txt'], {
      files: { 'post.txt': `${before}\n${LINES['dns-loop']}\n` },
    });
    expect(`${out}${err}`.replaceAll(/\s+/g, ' ')).toContain('resolvConf: /run/systemd/resolve/resolv.conf');
  }
});

describe('a program that crashed', () => {
  const ids = (text: string) => findOfLogs([{ text }]).map(({ id }) => id);

  it.each([
    ['# nft -a list ruleset\nSegmentation fault', ['crash-reads']],
    ["Core was generated by `nft list tables'.\nProgram terminated with signal SIGSEGV", ['crash-reads']],
    ['E0311 x.go:1] "Failed to list existing maps" err="signal: segmentation fault"', ['crash-reads']],
    ['# nft -f shelf.nft\nSegmentation fault (core dumped)', ['crash-writes']],
    ['iptables-restore < shelf\nSegmentation fault', ['crash-writes']],
    ['./shelf\nSegmentation fault', []],
  ])('%s', (text, expected) => expect(ids(text)).toEqual(expected));

  it('while it listed is never said to have written', async () => {
    const { out, err } = await ranCommand(['lint', 'post.txt'], {
      files: { 'post.txt': '# nft list ruleset\nSegmentation fault\n' },
    });
    expect(`${out}${err}`).toContain('stay in force');
    expect(`${out}${err}`).not.toMatch(/not in force|writing/);
  });
});

describe('a long line', () => {
  it('is quoted with its end, where the cause stands', () => {
    const end = 'open /proc/sys/net/netfilter/nf_conntrack_buckets: no such file or directory"';
    const [found] = findOfLogs([{ text: `E0311 x.go:1] "Error" tail="${'shelf '.repeat(60)}" err="${end}` }]);
    expect(found?.says.values?.['line']).toContain(end);
  });

  it('of Docker Desktop says nothing where nothing of it is a cluster in containers', () => {
    expect(findOfLogs([{ text: 'Docker Desktop 4.1\nkind: Service\n' }])).toEqual([]);
  });
});
