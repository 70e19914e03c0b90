import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const said = async (verb: string, text: string) => {
  const { out, err, code } = await ranCommand([verb, 'post.txt'], { files: { 'post.txt': text } });
  return { text: `${out}${err}`.replaceAll(/\s+/g, ' '), code };
};

const TABLE = `NAME   TYPE           CLUSTER-IP   EXTERNAL-IP    PORT(S)        AGE
cart   LoadBalancer   10.96.3.7    203.0.113.40   80:30080/TCP   9d

NAME   ENDPOINTS         AGE
cart   10.42.1.5:8080    9d
`;

describe('a post, walked', () => {
  it('what was seen stands beside what the walk comes to', async () => {
    const { text, code } = await said(
      'walk',
      `${TABLE}\n$ curl http://203.0.113.40/\ncurl: (7) Failed to connect: Connection refused\n`,
    );
    expect(text).toContain('client -> default/cart:80/tcp');
    expect(text).toContain('an answer that refuses, at once. The walk ends otherwise (answered)');
    expect(text).toContain('Next: On the node that is asked: does kube-proxy write its rules');
    expect(code).toBe(2);
  });

  it('why no packet is offered: masked, or nobody’s', async () => {
    const nodes =
      'NAME    STATUS   ROLES    AGE   VERSION   INTERNAL-IP\nshelf   Ready    <none>   9d    v1.31.3   172.20.0.6\n';
    const masked = await said('walk', `${nodes}The address 10.x.x.9:30080 is not accessible.\n`);
    expect(masked).toMatchObject({
      code: 64,
      text: expect.stringContaining('10.x.x.9:30080, an address that is masked'),
    });
    const nobody = await said('walk', `${nodes}$ curl 172.20.0.9:30080\ncurl: (28) Connection timed out\n`);
    expect(nobody.text).toContain('The texts ask 172.20.0.9:30080, and do not tell whose that is');
  });

  it('Services with what a table shows of them', async () => {
    expect((await said('explain', TABLE)).text).toContain(
      'default/cart: LoadBalancer at 10.96.3.7, EXTERNAL-IP 203.0.113.40, ports 80:30080/tcp.',
    );
    expect((await said('explain', TABLE.replace('203.0.113.40', '203.x.x.40  '))).text).toContain(
      'EXTERNAL-IP 203.x.x.40 (masked',
    );
    expect((await said('explain', TABLE.replace('203.0.113.40', '<pending>   '))).text).toContain(
      'EXTERNAL-IP pending, ports',
    );
    const named =
      'apiVersion: v1\nkind: Service\nmetadata: {name: cart}\nspec: {type: ExternalName, externalName: 192.0.2.9}\n';
    const { text } = await said('explain', named);
    expect(text).toContain('default/cart: ExternalName. DNS answers its name with the name 192.0.2.9');
    expect(text).toContain('which is an address: DNS answers such a Service with a name');
  });
});
