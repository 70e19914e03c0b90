import { KUBERNETES_YAML } from '../../../formats/kubernetes-yaml';
import { emptyDocument, type Document, type Flow } from '../../../document/document';
import { replaceCluster } from '../../../document/edits/cluster';
import { changeNodeSettings } from '../../../document/edits/nodes';
import { addPasted, setSubject } from '../../../document/edits/pasted';
import { changeServiceSpec } from '../../../document/edits/services';

const outside: Flow['from'] = { kind: 'external' };
const pod = (name: string): Flow['from'] => ({ kind: 'pod', namespace: 'default', name });
const node = (name: string): Flow['from'] => ({ kind: 'node', name });
const by = (device: string | undefined, address: string): Flow['from'] => ({
  kind: 'interface',
  address,
  ...(device === undefined ? {} : { device }),
});
const web = (via: 'clusterIP' | 'nodePort' | 'externalIP' | 'loadBalancer', of?: string): Flow['to'] => ({
  kind: 'service',
  namespace: 'default',
  name: 'web',
  via,
  ...(of === undefined ? {} : { node: of }),
});
const to = (address: string): Flow['to'] => ({ kind: 'address', address });
type ProblemFlow = Omit<Flow, 'id'>;
const tcp = (from: Flow['from'], target: Flow['to'], port = 80): ProblemFlow => ({
  from,
  to: target,
  protocol: 'tcp',
  port,
});
const udp = (from: Flow['from'], target: Flow['to'], sourcePort: number): ProblemFlow => ({
  from,
  to: target,
  protocol: 'udp',
  port: 53,
  sourcePort,
});

/** A problem somebody reported: what was pasted, the packet they sent, and what Why says of it. */
export interface ReportedProblem {
  readonly file: string;
  readonly flow: ProblemFlow;
  readonly change?: Partial<Document>;
  readonly edit?: (document: Document) => Document;
  readonly cause: RegExp;
  /** The first change that is offered; absent: none is known to mend it, and none is offered. */
  readonly first?: RegExp;
  /** What comes of it: an answer, unless told. Who is behind a router is not known; what was delivered needs none. */
  readonly after?: 'on its way' | 'not tried';
}

/** What ends well, as it should: nothing is a cause, and the packet is answered. */
export const NO_PROBLEMS: readonly Pick<ReportedProblem, 'file' | 'flow'>[] = [
  { file: '05b-source-ip-dump.txt', flow: tcp(by('eth0', '198.51.100.9'), to('203.0.113.7')) },
  { file: '06b-hairpin-dump.txt', flow: tcp(by('veth33334444', '10.244.1.9'), to('10.96.50.10')) },
  { file: '20b-external-ip.yaml', flow: tcp(outside, web('externalIP')) },
  { file: '23-host-port.yaml', flow: tcp(outside, to('192.168.10.11'), 443) },
];

export const PROBLEMS: readonly ReportedProblem[] = [
  {
    file: '01-forward-drop.txt',
    flow: tcp(by('cni0', '10.244.1.9'), to('10.96.50.10')),
    cause: /^No rule of filter FORWARD accepted it, and the policy of the chain is DROP/,
    first: /-A FORWARD -s 10\.244\.1\.9\/32 -d 10\.244\.2\.5\/32 -p tcp -m tcp --dport 8080 -j ACCEPT/,
  },
  {
    file: '02-grep-only.txt',
    flow: tcp(by('eth0', '192.168.10.50'), to('192.168.10.11'), 31_218),
    cause: /^Service port bad-srv:management-port has no endpoints/,
    first: /^A ready Pod that Service unknown\/bad-srv selects/,
  },
  {
    file: '02c-no-endpoints-minimal.txt',
    flow: tcp(by(undefined, ''), to('10.96.50.10')),
    cause: /^Service port default\/web:http has no endpoints/,
    first: /^A ready Pod that Service default\/web selects/,
  },
  {
    file: '03-etp-local.yaml',
    flow: tcp(outside, web('nodePort', 'node-b')),
    cause: /^externalTrafficPolicy of Service default\/web is Local, and node-b has none of its endpoints/,
    first: /externalTrafficPolicy → Cluster/,
  },
  {
    file: '04-itp-local.yaml',
    flow: tcp(pod('client'), web('clusterIP')),
    cause: /^internalTrafficPolicy of Service default\/web is Local, and node-b has none of its endpoints/,
    first: /internalTrafficPolicy → Cluster/,
  },
  {
    file: '05-source-ip.yaml',
    // As it was reported: with the policy that loses the sender.
    edit: (document) =>
      changeServiceSpec(document, { namespace: 'default', name: 'web' }, { externalTrafficPolicy: 'Cluster' }),
    flow: tcp(outside, web('loadBalancer')),
    cause: /because externalTrafficPolicy is Cluster: nat KUBE-EXT-\S+ 1 marks what comes from outside/,
    first: /externalTrafficPolicy → Local/,
  },
  {
    file: '06-hairpin.yaml',
    edit: (document) => changeNodeSettings(document, { hairpin: false }),
    flow: tcp(pod('web-1'), web('clusterIP')),
    cause: /^The frame would have to go back out of \S+, and hairpin mode is off/,
    first: /^Hairpin mode on for the ports of cni0 on node-a/,
  },
  {
    file: '06b-hairpin-dump.txt',
    flow: tcp(by('veth11112222', '10.244.1.5'), to('10.96.50.10')),
    cause: /^The frame would have to go back out of veth11112222, and hairpin mode is off/,
    first: /^Hairpin mode on for the ports of cni0 on node-a/,
  },
  {
    file: '07-bridge-nf-0.txt',
    flow: tcp(by('cni0', '10.244.1.9'), to('10.96.50.10')),
    cause: /^The answer crosses the bridge without iptables .* from 10\.244\.1\.5:8080 instead of 10\.96\.50\.10:80/,
    first: /^Sysctl net\.bridge\.bridge-nf-call-iptables = 1/,
  },
  {
    file: '07b-cat-proc.txt',
    flow: tcp(by('cni0', '10.244.1.9'), to('10.96.50.10')),
    cause: /^The answer crosses the bridge without iptables/,
    first: /^Sysctl net\.bridge\.bridge-nf-call-iptables = 1/,
  },
  {
    file: '09-invalid-rst.txt',
    flow: { ...tcp(by('cni0', '10.244.1.9'), to('10.96.50.10')), sourcePort: 41_522, segment: 'late-answer' },
    cause:
      /^conntrack disowned the segment.* comes from 10\.244\.2\.5:8080, while the connection .* is with 10\.96\.50\.10:80/,
    first: /^Sysctl net\.netfilter\.nf_conntrack_tcp_be_liberal = 1/,
    after: 'on its way',
  },
  {
    file: '10-ipvs-host.yaml',
    change: { mode: 'ipvs' },
    edit: (document) => changeNodeSettings(document, { sysctls: { 'net.ipv4.vs.conntrack': 0 } }),
    flow: tcp(node('node-b'), web('clusterIP')),
    cause: /own addresses, yet the packet came in by eth0: dropped as a martian/,
    first: /^Sysctl of node-b: net\.ipv4\.vs\.conntrack = 1/,
  },
  {
    file: '10-ipvs-host.yaml',
    change: { mode: 'ipvs' },
    flow: tcp(pod('client'), to('10.96.50.10'), 22),
    cause: /^Service default\/web has no port 22; it has 80/,
    first: /^The caller asks port 80 instead/,
  },
  {
    file: '10-ipvs-host.yaml',
    change: { mode: 'ipvs', release: '1.25' },
    flow: tcp(pod('client'), to('10.96.50.10'), 22),
    cause: /^Service default\/web has no port 22; it has 80/,
    first: /^The caller asks port 80 instead/,
  },
  {
    file: '14-lb-inside-ipvs.yaml',
    change: { mode: 'ipvs', release: '1.20' },
    flow: tcp(pod('client'), web('loadBalancer')),
    cause: /^externalTrafficPolicy of Service default\/web is Local, and node-b has none of its endpoints/,
    first: /externalTrafficPolicy → Cluster/,
  },
  {
    file: '06-hairpin.yaml',
    flow: tcp(pod('web-1'), web('clusterIP')),
    cause: /instead of 10\.244\.1\.5, because the endpoint chosen is the sender itself: nat KUBE-SEP-\S+ 1 marks it/,
    first: /./,
    after: 'not tried',
  },
  {
    file: '08-udp-stale.txt',
    flow: udp(by('cni0', '10.244.1.9'), to('10.96.50.10'), 43_145),
    cause: /^The nat table was not asked.*leads to 10\.96\.50\.10:53, which is no endpoint of default\/web/,
    first: /conntrack -D -s 10\.244\.1\.9 -d 10\.96\.50\.10 --sport 43145 --dport 53/,
  },
  {
    file: '08b-udp-stale-pod.txt',
    flow: udp(by('cni0', '10.244.1.9'), to('10.96.50.10'), 43_145),
    cause: /^The nat table was not asked.*leads to 10\.244\.2\.77:53, which is no endpoint of default\/web/,
    first: /conntrack -D -s 10\.244\.1\.9/,
  },
  {
    file: '11-localhost.yaml',
    change: { mode: 'nftables', release: '1.31' },
    flow: tcp(node('node-a'), to('127.0.0.1'), 30_080),
    cause: /^In nftables mode nodePort 30080 .* is answered on .* not on 127\.0\.0\.1/,
    first: /kube-proxy runs in iptables mode/,
  },
  {
    file: '12-affinity-two-ports.yaml',
    flow: tcp(pod('client'), web('clusterIP'), 81),
    cause: /ClientIP affinity is kept for each of them alone/,
    first: /^Both kinds of traffic over port 80/,
  },
  {
    file: '13-source-ranges.yaml',
    flow: tcp(outside, web('loadBalancer')),
    cause: /^192\.168\.10\.250 is in none of the loadBalancerSourceRanges/,
    first: /loadBalancerSourceRanges → \+ 192\.168\.10\.250\/32/,
  },
  {
    file: '15-two-backends.txt',
    flow: tcp(by('cni0', '10.244.1.9'), to('10.96.50.10')),
    cause: /^The rule ip filter FORWARD 1 ended it: -j REJECT --reject-with icmp-host-prohibited/,
    first: /^Added in front of what stops it, for this flow alone: -A FORWARD -s 10\.244\.1\.9/,
  },
  {
    file: '16-hostport-ipvs.txt',
    flow: tcp(by('cni0', '10.244.1.9'), to('10.96.0.1'), 443),
    cause:
      /^It went to 10\.244\.1\.5:443, which is no endpoint of .*: the rule nat CNI-DN-\S+ 1 of CNI plugins took it/,
    first: /^The rule nat PREROUTING 1 comes after nat PREROUTING 2/,
  },
  {
    file: '17-cluster-cidr.yaml',
    change: { kubeProxy: { mode: 'iptables', clusterCIDR: '10.0.0.0/16' } },
    flow: tcp(pod('client'), web('clusterIP')),
    cause: /because 10\.244\.2\.9 is not local traffic \(10\.0\.0\.0\/16\): nat KUBE-SVC-\S+ 1 marks it/,
    first: /clusterCIDR → 10\.244\.0\.0\/16/,
  },
  {
    file: '18-rolling.yaml',
    change: { release: '1.24' },
    flow: tcp(outside, web('nodePort', 'node-a')),
    cause: /its only endpoint on node-a, default\/web-1, is terminating: kube-proxy 1\.24 sends it nothing new/,
    first: /kube-proxy of release 1\.26/,
  },
  {
    file: '19-wrong-target-port.yaml',
    flow: tcp(pod('client'), web('clusterIP')),
    cause: /^Service default\/web sends to port 9999 of Pod default\/web-1, which listens on 8080/,
    first: /targetPort → 8080/,
  },
  {
    file: '20-external-ip.yaml',
    flow: tcp(outside, web('externalIP')),
    cause: /is Local, and node-b has none of its endpoints/,
    first: /externalTrafficPolicy → Cluster/,
  },
  {
    file: '20-external-ip.yaml',
    flow: tcp(pod('client'), to('192.168.10.12')),
    cause: /^192\.168\.10\.12 is an externalIP of Service default\/web and node-b's own address/,
    first: /./,
    after: 'not tried',
  },
  {
    file: '23-host-port.yaml',
    flow: tcp(outside, to('192.168.10.12'), 443),
    cause: /^Port 443 is a hostPort of Pod default\/web-1: it is open only on node-a.*; node-b was asked/,
    first: /^Pod default\/web-1 runs on node-b/,
  },
  {
    file: '21-firewalld.txt',
    flow: tcp(by('eth0', '10.244.2.9'), to('10.244.1.5'), 8080),
    cause: /^The rule inet firewalld filter_FWD_public 2 of firewalld ended it: reject with icmpx admin-prohibited/,
    first: /ip saddr 10\.244\.2\.9 ip daddr 10\.244\.1\.5 tcp dport 8080 accept/,
    after: 'on its way',
  },
];

/** The document a person has after pasting the text of a problem and describing the packet. */
export function documentOf(
  { file, flow, change, edit = (document) => document }: Pick<ReportedProblem, 'file' | 'flow' | 'change' | 'edit'>,
  text: string,
): Document {
  const empty = { ...emptyDocument(file), ...change };
  const flows = [{ id: 'flow-1', ...flow }];
  if (!file.endsWith('.yaml')) return { ...addPasted(empty, [{ title: file, text }]), flows };
  const parsed = KUBERNETES_YAML.parse(text);
  if (!parsed.ok) throw new Error(file);
  return { ...edit(setSubject(replaceCluster(empty, parsed.value.value.cluster), 'cluster')), flows };
}
