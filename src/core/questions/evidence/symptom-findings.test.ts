import { describe, expect, it } from 'vitest';
import { findSymptoms } from './symptom-findings';
import { SYMPTOMS } from './symptoms';
import { findOfWords, findUndecided } from './word-findings';
import { findPending } from './pending-balancer';

const ids = (text: string): readonly string[] => findSymptoms([{ text }]).map(({ id }) => id.replace('symptom-', ''));

const SENTENCES: Readonly<Record<string, string>> = {
  'self-service': 'In kubernetes the till cannot reach itself by its service.',
  'host-vm': 'We use minikube with the docker driver on Windows. The NodePort times out.',
  'svclb-pending': 'svclb-till-x8k2p   0/1   Pending   0   3m',
  'health-local': 'All targets are unhealthy.\nThe Service has externalTrafficPolicy Local.',
  'balancer-inside': 'From inside a pod the load balancer address of our k8s is unreachable.',
  'balancer-outside': 'The external IP of MetalLB cannot be reached from the LAN.',
  'node-address': 'I cannot curl the node IP on port 80. It is a LoadBalancer.',
  closed: 'kubectl get pods is fine.\ncurl: (56) Recv failure: Connection reset by peer',
  'http-answer': 'Our ingress says: 404 page not found',
  sometimes: 'Requests to the service fail randomly since we have three nodes with k3s.',
  'across-nodes': 'A pod cannot ping a pod on another node.',
  'source-address': 'The source IP is always the node’s in our NodePort logs.',
  affinity: 'sessionAffinity does not work in this kubernetes cluster.',
  'port-forward': 'kubectl port-forward works. Through the Service it is refused.',
  'api-service': 'Get "https://10.96.0.1:443/api": dial tcp 10.96.0.1:443: i/o timeout',
  'name-denied': '** server can’t find it: NXDOMAIN (front.shop.svc.cluster.local)',
};

describe('what people say does not work', () => {
  it('has a sentence for each of the table', () => {
    expect(Object.keys(SENTENCES).toSorted()).toEqual(SYMPTOMS.map(({ id }) => id).toSorted());
  });

  it.each(Object.entries(SENTENCES))('%s', (id, text) => {
    expect(ids(text)).toContain(id);
  });

  it.each([
    'The cart Service has two endpoints, and all is well.',
    'The load balancer is in front of the nodes.',
    '-A KUBE-SERVICES -d 10.96.3.7/32 -p tcp -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA',
    'kubectl get pods',
    'Pods cannot resolve it, though they reach internet services and the nodes themselves.',
    '',
  ])('nothing of “%s”', (text) => {
    expect(ids(text)).toEqual([]);
  });

  it('names: a Pod of CoreDNS that answers itself leaves the Service’s rules', () => {
    const rows = 'coredns-5d78c-x2lmn   1/1   Running   0   3h   10.42.3.4   shelf\n';
    const silent =
      '$ kubectl exec -it tools -- nslookup front.shop\n;; connection timed out; no servers could be reached\n';
    const answered =
      '$ kubectl exec -it tools -- nslookup front.shop 10.42.3.4\nServer: 10.42.3.4\nName:   front.shop\n';
    const direct = (text: string) => findSymptoms([{ text }])[0]?.says.values?.['direct'];
    expect(direct(rows + silent)).toBe('none');
    expect(direct(rows + silent + answered)).toBe('10.42.3.4');
    // Who answers is no Pod of it.
    expect(direct(silent + answered)).toBe('none');
  });

  it('names: says whether the server was pinged in vain', () => {
    const silent = 'kubectl exec tools -- nslookup front\n;; no servers could be reached\nnameserver 10.96.0.10\n';
    const pinged = (text: string) => findSymptoms([{ text: silent + text }])[0]?.says.values?.['pinged'];
    const lost = '3 packets transmitted, 0 received, 100% packet loss\n';
    expect(pinged(`$ ping 10.96.0.10\n${lost}`)).toBe('yes');
    expect(pinged(`$ ping 10.96.0.11\n${lost}`)).toBe('no');
    expect(pinged('$ ping 10.96.0.10\n64 bytes\n')).toBe('no');
  });

  it('names: an answer far behind the question is of another one', () => {
    const asked =
      'coredns-5d78c-x2lmn 10.42.3.4\nkubectl exec t -- nslookup a 10.42.3.4\nno servers could be reached\n';
    const direct = (lines: number) =>
      findSymptoms([{ text: `${asked}${'\n'.repeat(lines)}Name: a\n` }])[0]?.says.values?.['direct'];
    expect([direct(2), direct(20)]).toEqual(['10.42.3.4', 'none']);
  });

  it.each<[string, readonly string[]]>([
    ['Pods on different nodes cannot talk, with flannel.', ['flannel']],
    ['We cannot reach pods on other nodes.', ['other']],
    ['Calico: ping fails across nodes', ['calico']],
    ['With k3s we cannot reach pods on other nodes.', ['flannel']],
    ['We cannot reach pods on other nodes, and 8472 is open.', ['flannel']],
    ['Cilium: we cannot reach pods on other nodes.', ['cilium']],
    ['We use canal and cannot reach pods on other nodes.', ['calico']],
    ['Weave: we cannot reach pods on other nodes.', ['weave']],
    ['Pods on different nodes reach each other.', []],
    ['The Pod does not start on this node.', []],
  ])('between nodes, by the network that is named: %s', (text, networks) => {
    const found = findSymptoms([{ text }]).filter(({ id }) => id === 'symptom-across-nodes');
    expect(found.map(({ next }) => next.values?.['by'])).toEqual(networks);
  });

  it('what is beside it takes a cause away', () => {
    const beside = (text: string) =>
      findOfWords([{ title: '', text }]).map(({ id, says }) => [id, says.values?.['known']]);
    const vain = 'The external IP of MetalLB cannot be reached.';
    expect(beside(vain)).toEqual([['symptom-balancer-outside', 'none']]);
    expect(beside(`${vain}\ncurl: (7) connection refused`)).toContainEqual(['symptom-balancer-outside', 'answered']);
    expect(beside(`${vain}\nkind: L2Advertisement`)).toContainEqual(['symptom-balancer-outside', 'advertised']);
  });

  it('a command on a node that is answered says that the address works there', () => {
    const inside = (text: string) =>
      findSymptoms([{ text: `The external IP of MetalLB cannot be reached.\n${text}` }])[0]?.says.values?.['inside'];
    const asked = '$ curl -I http://192.0.2.4\nHTTP/1.1 200 OK\n';
    expect(inside(`Works on a worker node:\n${asked}`)).toBe('3');
    expect(inside(`On my laptop:\n${asked}`)).toBe('no');
    expect(inside('Works on a worker node:\n$ curl -I http://192.0.2.4\ncurl: (28) Timeout\n')).toBe('no');
  });

  it('an address that works outside has who announces it, and its own node no tunnel in between', () => {
    const outside = 'The VIP of kube-vip works from outside.\nThe VIP cannot be reached from pods of the same node.';
    expect(ids(outside)).toEqual(['balancer-inside']);
    expect(ids('The VIP of kube-vip cannot be reached from outside.')).toEqual(['balancer-outside']);
  });

  it('is another one with a word that speaks against it', () => {
    const host = SENTENCES['host-vm']!;
    expect(ids(`${host}\nextraPortMappings:`)).not.toContain('host-vm');
    const outside = SENTENCES['balancer-outside']!;
    expect(ids(outside.replace('reached', 'reached by its nodePort'))).not.toContain('balancer-outside');
  });

  it('quotes its line, tells three, and reads no dump', () => {
    const all = Object.values(SENTENCES).join('\n');
    expect(findSymptoms([{ text: `Hello. ${SENTENCES['affinity']}` }])[0]?.words).toEqual([
      `Hello. ${SENTENCES['affinity']}`,
    ]);
    expect(ids(all)).toHaveLength(3);
    expect(ids(`${SENTENCES['affinity']}\n${'x\n'.repeat(100_000)}`)).toEqual([]);
  });

  it('takes the place of what says only that nobody answered', () => {
    const text = '$ kubectl exec -it tools -- nslookup front\n;; connection timed out; no servers could be reached\n';
    expect(findOfWords([{ title: '', text }]).map(({ id }) => id)).toEqual(['symptom-names']);
  });

  it('what a narrower cause explains is not said again', () => {
    const told = (text: string) => findOfWords([{ title: '', text }]).map(({ id }) => id);
    const balancer = 'The load balancer of MetalLB cannot be reached.';
    expect(told(balancer)).toEqual(['symptom-balancer-outside']);
    expect(told(`${balancer} It is Docker Desktop and kind create cluster.`)).toEqual(['log-docker-desktop']);
    expect(told('A pod sometimes cannot reach the service on another node.')).toEqual(['symptom-across-nodes']);
  });

  it('a fault that objects do not decide: which commands do', () => {
    const undecided = (text: string) => findUndecided([{ title: '', text }])[0]?.says.values?.['symptom'];
    expect(undecided('I cannot connect to the cluster IP')).toBe('clusterIP');
    expect(undecided('It fails.\n    Host Port:   0/TCP')).toBeUndefined();
    expect(undecided('I can connect to the cluster IP')).toBeUndefined();
  });
});

describe('a load balancer without an address', () => {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'till' },
    spec: { type: 'LoadBalancer' },
  } as const;
  const waiting = { ...service, status: { loadBalancer: {} } };
  const where = (text: string) => findPending([waiting], [{ text }])[0]?.next.values?.['where'];

  it.each([
    ['minikube start', 'minikube'],
    ['k3s v1.31', 'k3s'],
    ['kind create cluster', 'kind'],
    ['on AKS', 'cloud'],
    ['bare metal', 'none'],
  ])('%s', (text, named) => {
    expect(where(text)).toBe(named);
  });

  it('is one where words say so, and none where they do not', () => {
    expect(findPending([service], [{ text: 'its external IP stays <pending>' }])).toHaveLength(1);
    expect(findPending([service], [{ text: 'its Pods stay Pending' }])).toEqual([]);
    const given = { ...service, status: { loadBalancer: { ingress: [{ ip: '203.0.113.4' }] } } };
    expect(findPending([given], [{ text: 'external IP pending' }])).toEqual([]);
  });
});
