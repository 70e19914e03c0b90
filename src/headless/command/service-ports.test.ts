import { expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const CLUSTER = `apiVersion: v1
kind: Service
metadata: {name: docs}
spec: {type: ExternalName, externalName: example.com}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: 10.96.0.7, selector: {app: web}, ports: [{port: 80}]}
`;

/** What a call tells of a packet to an end. */
async function told(to: string): Promise<string> {
  const { out, err } = await ranCommand(['story', 'c.yaml', '--from', 'node1', '--to', to], {
    files: { 'c.yaml': CLUSTER },
  });
  return `${out}${err}`.replaceAll(/\s+/g, ' ');
}

it('asks a Service that has no ports as it is: an ExternalName says what it is', async () => {
  expect(await told('default/docs:80')).toMatch(/Service default\/docs is an ExternalName: DNS answers with the name/);
  expect(await told('default/docs')).toMatch(/is an ExternalName/);
});

it('asks for no port of a Service that is pinged', async () => {
  expect(await told('default/web/icmp')).toMatch(/the address of web: web has TCP 80 only, and this is ICMP\./);
  expect(await told('default/web:81')).toMatch(/default\/web has no port 81: it has 80\/tcp\./);
});
