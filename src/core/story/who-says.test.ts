import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { emptyDocument, type Document, type Flow } from '../document/document';
import { inMode } from '../document/edits/proxy';
import { openManifest } from '../document/open-manifest';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { finished } from '../lib/scan';
import { moments } from './moments';
import { pastedWalk } from './testing/pasted-walks';
import { walkShown } from './testing/walks';

const say = createSpeaker('en');

const node = (name: string, at: number): string => `
apiVersion: v1
kind: Node
metadata: {name: ${name}}
spec: {podCIDR: 10.244.${at}.0/24}
status: {addresses: [{type: InternalIP, address: 172.18.0.${at}}]}
---`;

const pod = (name: string, spec: string, ip: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec: {${spec}}
status: {podIP: ${ip}, conditions: [{type: Ready, status: "True"}]}
---`;

const service = (name: string, spec: string): string => `
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {${spec}}
---`;

const CLUSTER = [
  node('n1', 1),
  node('n2', 2),
  pod('client', 'nodeName: n1', '10.244.1.5'),
  pod('agent', 'nodeName: n1, hostNetwork: true', '172.18.0.1'),
  pod('web', 'nodeName: n2, containers: [{name: c, ports: [{containerPort: 8080}]}]', '10.244.2.9'),
  pod('api', 'nodeName: n2, containers: [{name: c, ports: [{containerPort: 8080}]}]', '10.244.2.8'),
  service('empty', 'selector: {app: nobody}, clusterIP: 10.96.0.9, ports: [{port: 80}]'),
  service('web', 'selector: {app: web}, clusterIP: 10.96.0.7, ports: [{port: 80, targetPort: 8080}]'),
  service('of-node', 'selector: {app: web}, externalIPs: [172.18.0.1], ports: [{port: 81, targetPort: 8080}]'),
  service('first', 'selector: {app: web}, externalIPs: [192.0.2.10], ports: [{port: 80, targetPort: 8080}]'),
  service('second', 'selector: {app: api}, externalIPs: [192.0.2.10], ports: [{port: 80, targetPort: 8080}]'),
].join('');

const opened = (text: string): Document =>
  finished(openManifest({ document: emptyDocument(''), texts: [text] })).document!;
const BENCH = opened(CLUSTER);
const CLIENT: Flow['from'] = { kind: 'pod', namespace: 'default', name: 'client' };

/** Sentences with their causes, of a packet to an address. */
function told(mode: ProxyModeId, address: string, { port = 80, from = CLIENT, bench = BENCH } = {}): readonly string[] {
  const flow: Flow = { id: 'f', from, to: { kind: 'address', address }, port, protocol: 'tcp' };
  const { walked } = walkShown({ ...inMode(bench, mode), flows: [flow] });
  return moments(walked).map(({ sentence, cause }) => `${say(sentence)} ${cause ? say(cause) : ''}`.trim());
}

describe('who says no', () => {
  it('is the system call, where a program is asked at the socket: no packet is there to be refused', () => {
    expect(told('ebpf', '10.96.0.9').at(-1)).toMatch(
      /^The system call connect\(\) fails: no Pod stands behind empty\./,
    );
  });

  it('is a process that accepted and closes; who asked hears of it', () => {
    const [closes, , learns] = told('userspace', '10.96.0.9').slice(-3);
    expect(closes).toMatch(/^kube-proxy closes the connection of client\. kube-proxy accepted .* There is none/);
    expect(learns).toBe('client learns that it failed. It got TCP FIN: the other end closed the connection.');
  });

  it('is nobody at once, where the next hop has to be asked for in vain', () => {
    const said = told('iptables', '10.244.1.99').slice(-3, -1);
    expect(said).toEqual([
      'client finds nobody to hand the packet to. Nobody on eth0 answers for the next hop.',
      'client tells itself in the end. It sends ICMP 3/1 once it has asked for the next hop and nobody answered.',
    ]);
    expect(told('iptables', '172.18.0.1', { port: 22 }).slice(-2)[0]).toMatch(/at once\. It sends TCP RST, so that/);
  });

  it('is nft that refused all rules, and not the Service that is empty: what rejects for it is not there either', () => {
    expect(told('nftables', '10.96.0.9').at(-1)).toMatch(/the address of empty: nft refused what kube-proxy gave it/);
  });
});

describe('who is meant', () => {
  it('is the Service of the virtual server, where a node’s own address is that of a Service', () => {
    const said = told('ipvs', '172.18.0.1', { port: 81 }).join('\n');
    expect(said).toMatch(/n1 knows the address: it is of-node\. IPVS has a virtual server for of-node\./);
    expect(said).toContain('Only one endpoint of of-node can take it');
  });

  it('is the virtual server, and no machine, where nobody names whose it is', () => {
    const text = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  172.35.0.100:30781 rr
  -> 192.167.2.231:80             Masq    1      0          0
TCP  10.96.98.173:80 rr
  -> 192.167.2.231:80             Masq    1      0          0
`;
    const stories = [0, 1].map((nth) => moments(walkShown(pastedWalk(text, nth)).walked));
    const said = stories.map((story) => story.map(({ sentence }) => say(sentence)).join('\n')).join('\n');
    expect(said).toContain('node knows the address: it is 172.35.0.100:30781.');
    expect(said).not.toMatch(/it is node\b/);
  });

  it('is of two Services at one address and port the one whose endpoints stand there', () => {
    const said = told('ipvs', '192.0.2.10').join('\n');
    expect(said).toMatch(/^api is the only one to choose\. Only one endpoint of second can take it/m);
    expect(told('iptables', '192.0.2.10').join('\n')).toContain('Only one endpoint of first can take it');
  });

  it('is the node that asks a Service from the address of that Service, which IPVS binds to it', () => {
    const from: Flow['from'] = { kind: 'node', name: 'n2' };
    const said = told('ipvs', '10.96.0.7', {
      from,
      bench: opened(CLUSTER.replace(/externalIPs: \[172[^\]]*\], /, '')),
    });
    expect(said.join('\n')).not.toMatch(/Who really asked|is for web again/);
    expect(said).toContain('web gets it, and sees n2. The source is another address of n2 itself.');
    expect(said.find((each) => each.startsWith('The reply is for'))).toMatch(/^The reply is for n2 again\./);
  });

  it('is the API server, and no Pod that only has its node’s address', () => {
    const said = told('iptables', '10.96.0.1', { port: 443 });
    expect(said).toContain('kube-apiserver gets it, and sees client. The source is still the one it was sent with.');
  });
});

it('a packet passes the node of its Pod on its way to another Pod there: it crosses to no machine', () => {
  const text = CLUSTER.replaceAll('nodeName: n2', 'nodeName: n1');
  const document = finished(
    openManifest({ document: { ...emptyDocument(), release: '1.30' }, texts: [text] }),
  ).document;
  const flow: Flow = {
    id: 'flow',
    from: { kind: 'pod', namespace: 'default', name: 'client' },
    to: { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' },
    protocol: 'tcp',
    port: 80,
  };
  const said = moments(walkShown(inMode({ ...(document as Document), flows: [flow] }, 'ebpf')).walked).map(
    ({ sentence }) => say(sentence),
  );
  expect(said).toContain('The packet passes n1.');
  expect(said.filter((each) => each.startsWith('The packet crosses'))).toEqual([]);
});
