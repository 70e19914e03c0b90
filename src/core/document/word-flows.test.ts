import { describe, expect, it } from 'vitest';
import { openTexts } from '../public/open-texts';
import { flowText } from './flow-text';
import { withoutProse } from './prose-around';
import { phrase } from '../lib/phrase';

function open(text: string) {
  const opened = openTexts([{ title: 'post', text }]);
  if (!opened.ok) throw new Error('not opened');
  return opened.value;
}

const first = (text: string): string => {
  const { document } = open(text);
  const [flow] = document.flows;
  return flow ? flowText(flow) : 'none';
};

const PODS = `$ kubectl get pods -A -o wide
NAMESPACE     NAME                    READY   STATUS    RESTARTS   AGE   IP           NODE
shop          tools                   1/1     Running   0          8d    10.42.1.9    shelf
kube-system   coredns-5d78c-x2lmn     1/1     Running   0          8d    10.42.2.4    table
`;
const SERVICE = `$ kubectl -n kube-system get svc
NAME       TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)                  AGE
kube-dns   ClusterIP   10.96.0.10    <none>        53/UDP,53/TCP,9153/TCP   8d
`;
const SILENT = '$ kubectl exec -it tools -- nslookup front\n;; connection timed out; no servers could be reached\n';
const NODE_PORT = `NAME   TYPE       CLUSTER-IP   EXTERNAL-IP   PORT(S)        AGE
cart   NodePort   10.96.3.7    <none>        80:30080/TCP   9d
`;

describe('packets that words ask about', () => {
  it('a name: of the Pod that asked, to the Service of DNS, else the way to a Pod of it', () => {
    expect(first(PODS + SERVICE + SILENT)).toBe('shop/tools -> kube-system/kube-dns:53/udp');
    expect(first(PODS + SILENT)).toBe('shop/tools -> kube-system/coredns-5d78c-x2lmn/icmp');
  });

  it('a Pod and its own Service', () => {
    const table = `${NODE_PORT.replace('NodePort', 'ClusterIP')}
NAME     READY   STATUS    RESTARTS   AGE   IP          NODE
cart-0   1/1     Running   0          9d    10.42.1.5   shelf
`;
    expect(first(`The Pod cannot reach itself by its Service.\n${table}`)).toBe(
      'default/cart-0 -> default/cart:80/tcp',
    );
    expect(first(`Nobody can reach the Service.\n${table}`)).not.toContain('default/cart-0 ->');
  });

  it('whoever waits to run asks nobody, and a Pod that was made up asks no Service for the world outside', () => {
    const pods = `NAME      READY   STATUS    RESTARTS   AGE
cart-0    1/1     Running   0          9d
queue-1   0/1     Pending   0          9d
`;
    expect(first(`${NODE_PORT}\n${pods}`)).toBe('client -> default/cart:80/tcp');
    const two = `${NODE_PORT}queue   ClusterIP   10.96.3.8   <none>   90/TCP   9d\n`;
    expect(first(two)).toBe('client -> default/cart:80/tcp');
  });
});

it('of Services of the control plane the one for the world outside is asked first', () => {
  const table = `$ kubectl get svc -n kube-system
NAME      TYPE           CLUSTER-IP   EXTERNAL-IP    PORT(S)                  AGE
dns       ClusterIP      10.43.0.10   <none>         53/UDP,53/TCP,9153/TCP   9d
entry     LoadBalancer   10.43.9.9    203.0.113.40   80:30080/TCP             9d
`;
  expect(first(table)).toBe('client -> kube-system/entry:80/tcp');
});

describe('a cluster of few words', () => {
  const addresses = (text: string) =>
    open(text).document.cluster.nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address));

  it('a Node has the address that its node port was asked at', () => {
    const asked = `${NODE_PORT}\n$ curl http://198.51.100.77:30080/\ncurl: (7) Failed to connect: Connection refused\n`;
    expect(addresses(asked)[0]).toBe('198.51.100.77');
    expect(addresses(asked.replace(':30080/', ':81/'))).not.toContain('198.51.100.77');
    expect(addresses(asked.replace('198.51.100.77', '127.0.0.1'))).not.toContain('127.0.0.1');
  });

  it('minikube has one, unless more are asked for', () => {
    expect(open(`$ minikube start\n${NODE_PORT}`).document.cluster.nodes).toHaveLength(1);
    expect(open(`$ minikube start --nodes 2\n${NODE_PORT}`).document.cluster.nodes).toHaveLength(2);
  });

  it('a made-up Node is in no network of endpoints', () => {
    const text = `${NODE_PORT}\nNAME   ENDPOINTS          AGE\ncart   172.18.0.3:8080    9d\n`;
    expect(addresses(text).some((address) => address.startsWith('172.18.'))).toBe(false);
  });

  it('a Pod with the first address of its network hangs on no bridge that has it', () => {
    const text = PODS.replace('10.42.2.4', '10.42.2.1');
    const layouts = open(text).document.cluster.nodes.map(
      ({ metadata }) => metadata.annotations?.['rulewalk/pod-layout'],
    );
    expect(layouts).toEqual([undefined, 'routed']);
  });

  it('a row that is cut off within its name is no object', () => {
    const { objects } = open(`${PODS}kube-system   kube-fla`);
    expect(objects?.pods.map(({ metadata }) => metadata.name)).toEqual(['tools', 'coredns-5d78c-x2lmn']);
  });

  it('words around objects are no YAML to correct', () => {
    const error = (line: number) =>
      ({
        severity: 'error',
        code: 'invalid',
        message: phrase('document.manifest.yaml', { detail: '' }),
        span: { line },
      }) as never;
    const text = 'some: words: here\n---\nkind: Service\n: x\n---\nmore';
    expect(withoutProse([error(1), error(4), error(6)], text)).toEqual([error(4)]);
  });
});
