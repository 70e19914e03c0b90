import { describe, expect, it } from 'vitest';
import { findOfLogs } from '../../core/questions/evidence/log-findings';
import { ranCommand } from './testing/run-command';

const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: till, namespace: shop }
spec:
  clusterIP: 10.96.7.9
  sessionAffinity: ClientIP
  selector: { app: till }
  ports: [{ port: 80, targetPort: 8080 }]
---
apiVersion: v1
kind: Pod
metadata: { name: till-1, namespace: shop, labels: { app: till } }
spec: { nodeName: shelf-1, containers: [{ name: a, ports: [{ containerPort: 8080 }] }] }
status: { podIP: 10.0.1.9, conditions: [{ type: Ready, status: "True" }] }
`;
const ids = (text: string) => findOfLogs([{ text }]).map(({ id }) => id);

async function asked(verb: string, text: string): Promise<string> {
  const { out, err } = await ranCommand([verb, 'post.txt'], { files: { 'post.txt': text } });
  return `${out}${err}`.replaceAll(/\s+/g, ' ');
}

describe('Cilium that words tell of', () => {
  it('beside kube-proxy: no verdict is given by rules of kube-proxy and a bridge, and its commands settle it', async () => {
    const text = `We run helm upgrade cilium with --set kubeProxyReplacement=false\n\n${SERVICE}`;
    const walk = await asked('walk', text);
    expect(walk).toContain('cannot be said: Cilium runs beside kube-proxy');
    expect(walk).not.toContain('is answered; it sees');
    expect(walk).toContain('cilium-dbg bpf lb list');
    expect(ids(text)).toEqual(['cilium-part', 'cilium-affinity']);
  });

  it('beside rules of kube-proxy: of a Pod’s packet to a Service no verdict is given, of one from outside it is', async () => {
    const node = `$ kubectl -n kube-system exec ds/cilium -- cilium status --verbose
KVStore:                 Disabled
Kubernetes:              Ok         1.27 (v1.27.3) [linux/amd64]
KubeProxyReplacement:    False   [ens5 10.3.0.7]
Cilium:                  Ok   1.14.5 (v1.14.5-85db28be)
Masquerading:            IPTables [IPv4: Enabled, IPv6: Disabled]
$ iptables-save -t nat
*nat
:PREROUTING ACCEPT [0:0]
:CILIUM_PRE_nat - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -j CILIUM_PRE_nat
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 172.20.40.4/32 -p tcp -m comment --comment "obs/loki:http cluster IP" -m tcp --dport 3100 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "obs/loki:http -> 10.0.1.88:3100" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.0.1.88:3100
COMMIT
`;
    const walk = await asked('walk', node);
    expect(walk).toContain('@lxc0 -> 172.20.40.4:3100/tcp ? cannot be said: Cilium leaves Services to kube-proxy here');
    const { out } = await ranCommand(['walk', 'post.txt', '--flow', '192.0.2.10@eth0 -> 172.20.40.4:3100'], {
      files: { 'post.txt': node },
    });
    expect(out).not.toContain('cannot be said');
  });

  it('whole: its programs are walked, and no rule of kube-proxy', async () => {
    const walk = await asked('walk', `helm install cilium --set kubeProxyReplacement=true\n\n${SERVICE}`);
    expect(walk).not.toMatch(/KUBE-SERVICES|cni0/);
    expect(walk).toContain('taken as they are by default');
  });

  it('without it the same objects are walked as ever', async () => {
    const walk = await asked('walk', SERVICE);
    expect(walk).not.toMatch(/[Cc]ilium/);
    expect(walk).toContain('10.0.1.9:8080');
  });

  it('asks for no rules alone where nothing else is there', async () => {
    const said = await asked('explain', '# cilium service list\nIt does not work.\n');
    expect(said).toContain('cilium-dbg service list');
    expect(said).not.toContain('Paste iptables-save');
  });
});

describe('what hubble prints', () => {
  const at = 'Mar  2 08:14:11.020: ';

  it.each([
    [
      `${at}shop/till-1:40210 (ID:1259) <> shop/safe:80 (ID:88) Policy denied DROPPED (TCP Flags: SYN)`,
      'hubble-dropped',
    ],
    [
      `${at}shop/till-1:40210 (ID:1259) -> shop/safe:80 (ID:88) to-endpoint FORWARDED (TCP Flags: ACK)`,
      'hubble-forwarded',
    ],
    [
      `${at}shop/till-1:40210 (ID:1) -> shop/cart:80 (ID:2) Service backend not found DROPPED EGRESS SERVICE_BACKEND_NOT_FOUND (TCP Flags: SYN)`,
      'cilium-drop-backend',
    ],
    [
      'xx drop (CT: Map insertion failed) flow 0x1 to endpoint 7, ifindex 9, file x.c:1, , identity 9->7: 10.0.0.1:41000 -> 10.0.0.2:80 tcp SYN',
      'cilium-drop-table',
    ],
    ['Our Cilium says CT: Map insertion failed, now and then.', 'cilium-drop-table'],
    [`${at}shop/till-1 (ID:1259) <> 192.0.2.80:443 (world) pre-xlate-fwd TRACED (TCP)`, 'hubble-traced'],
    [`${at}shop/till-1 (ID:1259) <> 10.0.1.9:8443 (ID:7) post-xlate-fwd TRANSLATED (TCP)`, 'hubble-translated'],
  ])('%s', (line, id) => expect(ids(line)).toEqual([id]));

  it('tells who sent to whom, and the reason, those it dropped first', async () => {
    const flow = (verdict: string) => `${at}shop/till-1:4 (ID:1) -> shop/safe:80 (ID:2) ${verdict} (TCP Flags: SYN)\n`;
    const found = findOfLogs([{ text: flow('to-endpoint FORWARDED') + flow('Policy denied DROPPED').repeat(2) }]);
    expect(found.map(({ id }) => id)).toEqual(['hubble-dropped', 'hubble-forwarded']);
    expect(found[0]?.says.values).toEqual({
      src: 'shop/till-1:4',
      dst: 'shop/safe:80',
      why: 'Policy denied',
      verdict: 'DROPPED',
      point: 'fwd',
    });
    expect(await asked('explain', flow('Policy denied DROPPED'))).toContain('it dropped the packet there');
  });

  it('what comes back to a socket is no request of it', async () => {
    const back = `${at}127.0.0.1:39065 (world) <> shop/till-1 (ID:9) pre-xlate-rev TRACED (UDP)\n`;
    expect(await asked('explain', back)).toContain('told of the other end (recvmsg, getpeername)');
    expect(await asked('explain', back)).not.toContain('address it asked for');
    const put = back.replace('pre-xlate-rev TRACED', 'post-xlate-rev TRANSLATED');
    expect(await asked('explain', put)).toContain('put back in its place');
    expect(await asked('explain', back.replace('rev', 'fwd'))).toContain('address it asked for');
  });

  it('is not what only has an arrow', () => expect(ids('read udp 10.0.1.2:4->10.0.0.10:53 FAILED (x)')).toEqual([]));
});

describe('commands that make a Service', () => {
  it.each([
    [
      'kubectl create service nodeport till --tcp=80:8080',
      { type: 'NodePort', name: 'till', port: '80', target: '8080' },
    ],
    ['k -n shop create svc clusterip till --tcp=443', { type: 'ClusterIP', port: '443', target: '443', how: 'create' }],
    [
      'kubectl expose deployment till --port=80 --target-port=8080 --type=LoadBalancer',
      { how: 'expose', of: 'deployment till', type: 'LoadBalancer', port: '80', target: '8080' },
    ],
  ])('%s', (line, values) => expect(findOfLogs([{ text: line }])[0]?.says.values).toMatchObject(values));
});

describe('prose that names a fault', () => {
  it.each([
    ['The nodePort is not reachable from my laptop.', 'FORWARD'],
    ['Our load balancer times out since Monday.', 'arping'],
    ['Names are not resolved, CoreDNS is broken.', 'nslookup'],
    ['With Cilium, the ClusterIP cannot be reached.', 'cilium-dbg bpf lb list'],
  ])('%s', async (text, command) => {
    const said = await asked('explain', text);
    expect(said).toContain('proves nothing');
    expect(said).toContain(command);
  });
});
