import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finished } from '../../lib/scan';
import { tries } from '../../lib/testing/soaking';
import { openTexts } from '../../public/open-texts';
import type { PlacedEvidence } from './list-evidence';
import { proveOpened } from './prove-texts';

/** Findings that are proven and walked of a text, as `explain` tells them. */
function prove(text: string): readonly PlacedEvidence[] {
  const opened = openTexts([{ title: 'a', text }]);
  if (!opened.ok) throw new Error(opened.error.kind);
  const suggested = opened.value.examined?.suggested ?? [];
  return finished(proveOpened({ ...opened.value, suggested }, opened.value.memo));
}

const ofWalk = (text: string) => prove(text).find(({ id }) => id === 'walked' || id === 'unwalked');

const service = (name: string, namespace: string, port: string) => `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  clusterIP: 10.96.40.40
  ports: [${port}]
`;
const slice = (name: string, namespace: string, port: string) => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: ${name}-1, namespace: ${namespace}, labels: {kubernetes.io/service-name: ${name}}}
addressType: IPv4
ports: [${port}]
endpoints: [{addresses: [192.0.2.31]}]
`;
const pod = (
  name: string,
  namespace: string,
  { labels = `{app: ${name}}`, port = 8080, ip = '10.244.1.7' } = {},
) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}-0, namespace: ${namespace}, labels: ${labels}}
spec: {nodeName: n1, containers: [{name: c, ports: [{containerPort: ${port}}]}]}
status: {phase: Running, podIP: ${ip}, conditions: [{type: Ready, status: 'True'}]}
`;
const COMPLAINT = '# connections time out\n';
const joined = (...objects: readonly string[]) => objects.join('---\n');
const NAME = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/);

describe('the packet of texts, walked', () => {
  it('ports that are joined by name and called otherwise: the cause, and the name that was tried', () => {
    fc.assert(
      fc.property(NAME, NAME, NAME, fc.boolean(), (name, namespace, called, isTurned) => {
        const objects = [
          service(name, namespace, '{port: 3306}'),
          slice(name, namespace, `{name: ${called}, port: 3306}`),
        ];
        const found = ofWalk(joined(...(isTurned ? objects.toReversed() : objects)));
        expect(found).toMatchObject({ id: 'walked', severity: 'error', isLeading: true });
        expect(found?.also?.[0]?.values).toMatchObject({ service: `${namespace}/${name}`, name: '""', has: called });
        expect(found?.next).toMatchObject({
          id: 'document.why.service',
          values: { name: `${namespace}/${name}`, field: 'ports[0].name', value: called },
        });
      }),
      { numRuns: tries(20) },
    );
  });

  it('of several ports only the one that was asked gets the name; one that has it needs none', () => {
    const named = slice('web', 'shop', '{name: http, port: 80}');
    const found = ofWalk(joined(service('web', 'shop', '{name: www, port: 80}, {name: adm, port: 81}'), named));
    expect(found?.next.values).toMatchObject({ field: 'ports[0].name', value: 'http' });
    expect(ofWalk(joined(service('web', 'shop', '{name: http, port: 80}'), named))?.severity).not.toBe('error');
  });

  it('a port on which no container listens hangs on a guess, and the change is one of what is told', () => {
    const text = (port: number) =>
      COMPLAINT +
      joined(
        service('till', 'shop', `{port: 80, targetPort: ${port}}`) + '  selector: {app: till}\n',
        pod('till', 'shop'),
        pod('asker', 'shop', { ip: '10.244.1.8' }),
      );
    const found = ofWalk(text(9999));
    expect(found?.says.values).toMatchObject({ kind: 'NO_SOCKET', answer: 'never' });
    expect(found).toMatchObject({ id: 'walked', severity: 'warning' });
    expect(found?.next.values).toMatchObject({ name: 'shop/till', value: expect.stringContaining('8080') });
    expect(ofWalk(text(8080))).toMatchObject({ severity: 'info', shows: 'served' });
  });

  it('a selector is not changed to labels of Pods that were made up', () => {
    const found = ofWalk(
      joined(service('a', 'b', '{port: 80}'), slice('a', 'b', '{name: z, port: 80}, {name: y, port: 81}')),
    );
    expect(found?.says.values).toMatchObject({ kind: 'REJECTED', answer: 'never' });
    expect(found?.next.id).toBe('evidence.next.walked-unmended');
  });

  it('who asks is not an endpoint of the Service, unless words ask about its own packet', () => {
    const text = joined(
      service('kiln', 'clay', '{port: 80}') + '  selector: {app: kiln}\n',
      pod('kiln', 'clay', { port: 80 }),
    );
    expect(ofWalk(`# the Service does not answer\n${text}`)?.says.values?.['flow']).toBe('n1 -> clay/kiln:80/tcp');
    const own = '# a Pod cannot reach itself by the Service, it times out\n';
    expect(ofWalk(own + text)?.says.values?.['flow']).toBe('clay/kiln-0 -> clay/kiln:80/tcp');
  });
});

it('beside what is proven the packet is one to that Service, and told with the change that mends it', () => {
  const of = (name: string, address: string, called: string) => [
    service(name, 'shop', '{name: http, port: 80}').replace('10.96.40.40', address),
    slice(name, 'shop', `{name: ${called}, port: 80}`),
  ];
  const text = (web: string, api: string) => joined(...of('web', '10.96.40.1', web), ...of('api', '10.96.40.2', api));
  const flow = (found: string) => ofWalk(`It times out.\n---\n${found}`)?.says.values?.['flow'];
  expect(flow(text('www', 'http'))).toMatch(/ -> shop\/web:80\/tcp$/);
  expect(flow(text('http', 'www'))).toMatch(/ -> shop\/api:80\/tcp$/);
  const NONE =
    'It times out.\n\nNAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\nservice/web   ClusterIP   10.96.12.7   <none>        80/TCP    3d\n\nNAME            ENDPOINTS   AGE\nendpoints/web   <none>      3d\n';
  expect(prove(NONE)[0]?.id).toBe('no-endpoints');
  expect(ofWalk(NONE)).toBeUndefined();
});

it('a cause that says a Service has nobody is not told where the walk shows it served', () => {
  const WORDS =
    'Service of the chart\n503: the Service was forwarding it on port 80, exposed on the pod in port 3036, not correctly\n\n';
  const table = (endpoints: string) =>
    `NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\ntill   ClusterIP   10.96.3.7    <none>        80/TCP    9d\n\nNAME   ENDPOINTS   AGE\ntill   ${endpoints}   9d\n`;
  const ids = (endpoints: string) => prove(WORDS + table(endpoints)).map(({ id }) => id);
  expect(ids('<none>')).toContain('known-other-target-port');
  const served = ids('10.42.1.5:3036');
  expect(served).toContain('walked');
  expect(served).not.toContain('known-other-target-port');
  expect(served).not.toContain('first-command');
});

describe('a Service that kubectl describes', () => {
  const described = (target: string, endpoint: number, containers = '') => `Name:       agora
Namespace:  forum
Selector:   app=agora
Type:       ClusterIP
IP:         None
IPs:        None
Port:       web  80/TCP
TargetPort: ${target}/TCP
Endpoints:  10.1.7.21:${endpoint}

Name:         agora-0
Namespace:    forum
Node:         n1/192.0.2.4
Labels:       app=agora
Status:       Running
IP:           10.1.7.21
${containers}`;
  const found = (text: string) =>
    prove(text).flatMap(({ id, says }) =>
      /^(?:headless-port|target-name)$/.test(id) ? [[id, says.values?.['target']]] : [],
    );

  it('is headless, and the port of its endpoints is another one, by name or number', () => {
    expect(found(described('http', 8000))).toEqual([['headless-port', '8000']]);
    expect(found(described('8000', 8000))).toEqual([['headless-port', '8000']]);
    expect(found(described('http', 80))).toEqual([]);
  });
  it('lacks no name of a container whose description was cut off', () => {
    const whole = 'Containers:\n  c:\n    Image:  x\n    Port:   8000/TCP\n    State:  Running\n';
    expect(found(described('http', 80, whole)).map(([id]) => id)).toEqual(['target-name']);
  });
});

describe('rules of a node', () => {
  const REFUSED = (service_: string, port: number) =>
    `-A KUBE-EXTERNAL-SERVICES -p tcp -m comment --comment "${service_}:http has no local endpoints" -m addrtype --dst-type LOCAL -m tcp --dport ${port} -j DROP\n`;

  it.each([
    ['shop/web', 30_080],
    ['a/b-c', 31_999],
  ])('what refuses %s at %s is told with the command that mends it', (name, port) => {
    const found = ofWalk(`The node port does not answer.\n${REFUSED(name, port)}`);
    expect(found).toMatchObject({ id: 'walked', severity: 'error' });
    expect(found?.says.values).toMatchObject({ kind: 'DROPPED', answer: 'never' });
    const [namespace, own] = name.split('/');
    expect(found?.next.values).toMatchObject({
      about: 'policy',
      patch: `kubectl -n ${namespace} patch service ${own} -p '{"spec":{"externalTrafficPolicy":"Cluster"}}'`,
    });
    expect(found?.line?.line).toBe(2);
  });

  const FILTER = (policy: string, more = '') =>
    `*filter\n:FORWARD ${policy} [0:0]\n:KUBE-FORWARD - [0:0]\n-A FORWARD -j KUBE-FORWARD\n-A FORWARD -i docker0 -o docker0 -j ACCEPT\n${more}-A KUBE-FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT\n-A KUBE-FORWARD -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT\nCOMMIT\n`;
  const ASKS = 'The NodePort is reachable on one node only, other nodes time out.\n';
  const ids = (text: string) => prove(text).map(({ id }) => id);

  it('a packet that is made for a rule is nobody’s: what to name is said, to whoever complains', () => {
    expect(ofWalk(ASKS + FILTER('ACCEPT'))?.says.values).toMatchObject({ why: 'nobody' });
    expect(ofWalk(FILTER('ACCEPT'))).toBeUndefined();
    // Where something is shown to be wrong nobody has to paste more first.
    expect(ofWalk(ASKS + FILTER('DROP'))).toBeUndefined();
  });

  it('a policy of FORWARD that keeps packets from Pods', () => {
    expect(ids(ASKS + FILTER('DROP'))).toContain('forward-closed');
    expect(ids(FILTER('DROP'))).not.toContain('forward-closed');
    expect(ids(ASKS + FILTER('ACCEPT'))).not.toContain('forward-closed');
    for (const open of ['-s 10.244.0.0/16 -j ACCEPT', '-m mark --mark 0x10000/0x10000 -j ACCEPT', '-j cali-FORWARD']) {
      expect(ids(ASKS + FILTER('DROP', `-A FORWARD ${open}\n`))).not.toContain('forward-closed');
    }
  });

  it('another address that was asked in vain is not this packet', () => {
    const dump =
      '-A KUBE-SERVICES -d 10.96.0.11/32 -p tcp -m comment --comment "shop/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-TCOU7JCQXEZGVUNU\n';
    const found = ofWalk(`curl: (7) Failed to connect to 203.0.113.7 port 8443: Connection refused\n${dump}`);
    expect(found?.says.values).toMatchObject({ why: 'untold', place: '203.0.113.7:8443' });
  });
});

it('a packet to a Service that was made up beside the texts is none of theirs', () => {
  const pod =
    'The cluster is down, nothing answers.\n```\nName:             lb-web-c219f\nNamespace:        kube-system\nNode:             <none>\nLabels:           app=lb\nStatus:           Pending\nIP:\nContainers:\n  c:\n    Image:      lb\n    Port:       80/TCP\n    Host Port:  80/TCP\n```\n';
  expect(ofWalk(pod)?.id).not.toBe('walked');
});
