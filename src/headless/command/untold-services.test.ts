import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

/** One line of what a call says of a text. */
async function said(verb: string, text: string, more: readonly string[] = []) {
  const { code, out, err } = await ranCommand([verb, 'post.txt', ...more], { files: { 'post.txt': text } });
  return { code, text: `${out}${err}`.replaceAll(/\s+/g, ' ') };
}

const service = (name: string, port: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\nspec: {selector: {app: till}, ports: [${port}]}\n---\n`;
const TWO = service('till', '{port: 80, targetPort: 9100}') + service('count', '{port: 81, targetPort: 9200}');
const TABLE = `$ kubectl get svc
NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
till   ClusterIP   10.97.3.4    <none>        80/TCP    3d
desk   ClusterIP   10.97.3.5    <none>        80/TCP    3d
`;
const PODS = `$ kubectl get pods -o wide
NAME            READY   STATUS    RESTARTS   AGE   IP           NODE     NOMINATED NODE   READINESS GATES
desk-5d8f-xk2   1/1     Running   0          12m   10.244.2.5   node-b   <none>           <none>
ask-77c9-b4rqz  1/1     Running   0          12m   10.244.2.6   node-b   <none>           <none>
`;

describe('Pods that no text tells of', () => {
  it('are shared by Services with equal selectors, and listen for both', async () => {
    for (const to of ['shop/till:80', 'shop/count:81']) {
      const { code, text } = await said('walk', TWO, ['--from', 'node1', '--to', to]);
      expect(text).not.toContain('NO_SOCKET');
      expect([code, text]).toEqual([2, expect.stringContaining('was made up, with all that it listens on')]);
    }
  });

  it('refuse nothing for certain', async () => {
    const { text: made } = await said('explain', TWO);
    expect(made).toContain('A cluster of 2 Nodes (2 made up), 3 Pods (3 made up), 3 Services (1 made up)');
    expect(made).toContain('with kube-proxy 1.30 (assumed) in iptables mode (assumed)');
    expect(made).toContain('No text tells which Pods stand behind shop/till, shop/count: 3 were made up');
  });
});

describe('a Service of a table without its selector', () => {
  it('has somebody or nobody behind it: that cannot be said', async () => {
    const { code, text } = await said('walk', TABLE, ['--from', 'node1', '--to', 'default/till:80']);
    expect([code, text]).toEqual([2, expect.stringContaining('cannot be said')]);
    expect(text).not.toContain('no Pod stands behind');
  });

  it('has Pods that are called after it, which is said to be taken', async () => {
    const { code, text } = await said('walk', TABLE + PODS);
    expect([code, text]).toEqual([2, expect.stringContaining('default/ask-77c9-b4rqz -> default/desk:80/tcp')]);
    expect(text).toContain(
      'whether default/desk-5d8f-xk2 is an endpoint of default/desk: by its name it is taken to be one',
    );
  });
});

it('rows of Pods have no labels: with a selector, too, those of such a name are taken, with Nodes told or not', async () => {
  const wide = `$ kubectl get svc -o wide
NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE   SELECTOR
web    ClusterIP   10.97.3.6    <none>        80/TCP    3d    app=desk
`;
  const nodes =
    '$ kubectl get nodes -o wide\nNAME     STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP\nnode-b   Ready    <none>   9d    v1.32.3   172.19.0.6    <none>\n';
  for (const before of ['', nodes]) {
    const { code, text } = await said('walk', before + wide + PODS);
    expect([code, text]).toEqual([2, expect.stringContaining('arrives at 10.244.2.5:80')]);
    expect(text).toContain('whether default/desk-5d8f-xk2 is an endpoint of default/web');
    expect(text).not.toContain('no Pod stands behind');
  }
});

it('a Pod that declares a port refuses another by a guess', async () => {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: till-0, namespace: shop, labels: {app: till}}\nspec: {containers: [{name: c, ports: [{containerPort: 9100}]}]}\nstatus: {podIP: 10.244.1.9, conditions: [{type: Ready, status: "True"}]}\n---\n';
  const { code, text } = await said('walk', pod + service('till', '{port: 80, targetPort: 9300}'));
  expect([code, text]).toEqual([2, expect.stringContaining('declare 9100, which tells nothing of where they listen')]);
});

describe('what the text says in words', () => {
  it('beats what is taken otherwise: release, mode and one Node', async () => {
    const log = 'I0312 10:11:12.123456       1 server_linux.go:259] "Using ipvs Proxier"\n';
    const { text } = await said('explain', `On a single node with v1.33.4+k3s1:\n${TABLE}\n${log}`);
    expect(text).toContain('A cluster of 1 Node (1 made up)');
    expect(text).toContain('with kube-proxy 1.33 in ipvs mode');
    expect(text).not.toMatch(/Nothing tells the (?:release|mode)/);
  });

  it('of a node too: the release stands among its signs', async () => {
    const rules =
      '# iptables -t nat -S KUBE-SERVICES\n-N KUBE-SERVICES\n-A KUBE-SERVICES -d 10.43.5.8/32 -p tcp -m comment --comment "shop/till cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA\n';
    expect((await said('explain', `k3s v1.30.5+k3s1\n${rules}`)).text).toContain('of release 1.30 (v1.30.5+k3s1');
  });
});

describe('what a table leaves blank', () => {
  const PENDING = `$ kubectl get svc -n shop
NAME   TYPE           CLUSTER-IP   EXTERNAL-IP   PORT(S)        AGE
till   LoadBalancer   10.97.3.4    <pending>     80:31080/TCP   3d
$ kubectl get endpoints -n shop
NAME   ENDPOINTS   AGE
till               3d
`;

  it('is told: no ready endpoint, and no address of a load balancer', async () => {
    const { text } = await said('explain', PENDING);
    expect(text).toContain('shop/till has no endpoints: the text says so');
    expect(text).toContain('shop/till waits for an address');
    expect(text).toContain('only at its node ports (31080)');
    expect(text).not.toContain('Pods (');
  });
});

it('a Server of HTTP is no name server, whatever Name stands far below it', async () => {
  const text =
    'HTTP/1.1 200 OK\nServer: shopd/1.2\nDate: today\nAccept-Ranges: bytes\n\nName:   shelf-1\nRoles:  none\n';
  const { out, err } = await ranCommand(['explain', 'post.txt'], { files: { 'post.txt': text } });
  expect(`${out}${err}`).not.toContain('nslookup');
});
