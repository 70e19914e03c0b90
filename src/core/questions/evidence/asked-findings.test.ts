import { describe, expect, it } from 'vitest';
import { openTexts } from '../../public/open-texts';
import { findOfAsked } from './asked-findings';

const CLUSTER = `$ kubectl get nodes -o wide
NAME    STATUS   ROLES    AGE   VERSION   INTERNAL-IP    EXTERNAL-IP
shelf   Ready    <none>   9d    v1.31.3   172.20.0.6     <none>
$ kubectl get svc,endpoints -n shop
NAME            TYPE           CLUSTER-IP   EXTERNAL-IP    PORT(S)        AGE
service/cart    LoadBalancer   10.96.3.7    203.0.113.40   80:30080/TCP   9d

NAME             ENDPOINTS         AGE
endpoints/cart   10.42.1.5:8080    9d
`;

/** The findings on a cluster with more words behind it. */
function asked(words: string): readonly string[] {
  const text = `${CLUSTER}${words}\n`;
  const opened = openTexts([{ title: 'post', text }]);
  if (!opened.ok || !opened.value.objects) return ['not opened'];
  return findOfAsked(opened.value.objects, [{ title: 'post', text }]).map(
    ({ id, says: { values = {} } }) =>
      `${id} ${['asked', 'is', 'right', 'near'].map((key) => values[key] ?? '-').join(' ')}`,
  );
}

const refused = (place: string) => `$ curl http://${place}/\ncurl: (7) Failed to connect: Connection refused`;

describe('what was asked in vain', () => {
  it.each([
    [
      'a node port at the clusterIP',
      refused('10.96.3.7:30080'),
      'asked-wrong-port 10.96.3.7:30080 nodePort 10.96.3.7:80 -',
    ],
    [
      'a target port at the clusterIP',
      refused('10.96.3.7:8080'),
      'asked-wrong-port 10.96.3.7:8080 targetPort 10.96.3.7:80 -',
    ],
    [
      'a node port at the balancer',
      refused('203.0.113.40:30080'),
      'asked-wrong-port 203.0.113.40:30080 nodePort 203.0.113.40:80 -',
    ],
    [
      'the Service’s port at a Node',
      refused('172.20.0.6:80'),
      'asked-wrong-port 172.20.0.6:80 port 172.20.0.6:30080 -',
    ],
    ['the Service’s port at a Pod', refused('10.42.1.5:80'), 'asked-wrong-port 10.42.1.5:80 port 10.42.1.5:8080 -'],
    ['a node port at nobody’s address', refused('172.30.9.9:30080'), 'asked-stranger 172.30.9.9:30080 - - none'],
    ['an address with a slip', refused('203.0.13.40:80'), 'asked-stranger 203.0.13.40:80 - - 203.0.113.40'],
    ['a ping', '$ ping -c 3 10.96.3.7\n3 packets transmitted, 0 received, 100% packet loss', 'asked-ping - - - -'],
    ['localhost', refused('localhost:30080'), 'asked-localhost - - - -'],
    ['the machine itself', refused('127.0.0.1:30080'), 'asked-localhost - - - -'],
    ['localhost with a name for the port', 'curl http://localhost:<node-port> is refused', 'asked-localhost - - - -'],
  ])('%s', (_name, words, finding) => {
    expect(asked(words)).toEqual([finding]);
  });

  it.each([
    ['at the right place', refused('10.96.3.7:80')],
    ['at a Node', refused('172.20.0.6:30080')],
    ['and was answered', '$ curl http://10.96.3.7:30080/\n<html>'],
    ['of another port at localhost', refused('localhost:8080')],
    ['at localhost, and worked', 'curl http://localhost:<node-port> works'],
    ['of a port that is no node port at nobody’s address', refused('172.30.9.9:8081')],
    ['by a ping that was answered', '$ ping -c 3 10.96.3.7\n3 packets transmitted, 3 received, 0% packet loss'],
    ['of a neighbour in the same network', refused('203.0.113.41:80')],
  ])('nothing, where it was asked %s', (_name, words) => {
    expect(asked(words)).toEqual([]);
  });

  it('a node port at localhost: a Node to ask it at', () => {
    const text = `${CLUSTER}${refused('localhost:30080')}\n`;
    const opened = openTexts([{ title: 'post', text }]);
    if (!opened.ok || !opened.value.objects) throw new Error('not opened');
    const [first] = findOfAsked(opened.value.objects, [{ title: 'post', text }]);
    expect(first?.says.values).toMatchObject({ node: '172.20.0.6', port: '30080', name: 'shop/cart' });
  });

  const service = (spec: string, name = 'cart') =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\nspec: {${spec}}\n---\n`;
  const pod = (name: string, ip: string, more = '') =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}-0, namespace: shop, labels: {app: ${name}}}\nspec: {${more}containers: [{name: c}]}\nstatus: {podIP: ${ip}}\n---\n`;
  const PORTS = (targetPort: number | string) =>
    `selector: {app: cart}, ports: [{port: 80, targetPort: ${targetPort}}]`;

  function askedOf(yaml: string, words: string): readonly string[] {
    const opened = openTexts([{ title: 'objects.yaml', text: yaml }]);
    if (!opened.ok || !opened.value.objects) throw new Error('not opened');
    const found = findOfAsked(opened.value.objects, [{ title: 'post', text: words }]);
    return found.map(({ id, says: { values = {} } }) => `${id} ${values['name'] ?? '-'} ${values['right'] ?? '-'}`);
  }

  it.each([
    ['an externalIP', service(`externalIPs: [203.0.113.77], ${PORTS(8080)}`), '203.0.113.77:8080', '203.0.113.77:80'],
    ['a Pod', service(PORTS(8080)) + pod('cart', '10.42.1.5'), '10.42.1.5:80', '10.42.1.5:8080'],
  ])('%s is asked by objects, too', (_name, yaml, place, right) => {
    expect(askedOf(yaml, refused(place))).toEqual([`asked-wrong-port shop/cart ${right}`]);
  });

  it.each([
    ['of a Pod of another Service', service(PORTS(8080)) + pod('till', '10.42.1.5')],
    ['of a Pod of another namespace', service(PORTS(8080)).replace('shop', 'depot') + pod('cart', '10.42.1.5')],
    ['of a Pod whose port has a name', service(PORTS('http')) + pod('cart', '10.42.1.5')],
    ['of a Pod of a headless Service', service(`clusterIP: None, ${PORTS(8080)}`) + pod('cart', '10.42.1.5')],
    ['of a Pod in the network of its Node', service(PORTS(8080)) + pod('cart', '10.42.1.5', 'hostNetwork: true, ')],
  ])('nothing %s', (_name, yaml) => {
    expect(askedOf(yaml, refused('10.42.1.5:80'))).toEqual([]);
  });
});
