import { describe, expect, it } from 'vitest';
import { finished } from '../lib/scan';
import { namespacedName } from '../kubernetes/types';
import { emptyDocument } from './document';
import { openManifest, type ManifestAnswer } from './open-manifest';

const HEADER = 'NAME    TYPE       CLUSTER-IP   EXTERNAL-IP   PORT(S)        AGE';
const ROW = 'shelf   NodePort   10.43.5.8    <none>        80:31080/TCP   4d';
const PLAIN = `$ kubectl get svc\n${HEADER}\n${ROW}\n`;
const WIDE = `$ kubectl get svc -n shop -o wide\n${HEADER}   SELECTOR\n${ROW}    app=shelf\n`;
const ALL = `$ kubectl get svc -A\nNAMESPACE   ${HEADER}\nshop        ${ROW}\n`;
const OTHER = `$ kubectl get svc -n shop\n${HEADER}\nshelf   ClusterIP  10.43.5.8    <none>        80/TCP         4d\n`;
const DESCRIBED = `$ kubectl describe svc shelf
Name:                     shelf
Namespace:                shop
Labels:                   <none>
Selector:                 app=shelf
Type:                     NodePort
IP:                       10.43.5.8
Port:                     http  80/TCP
TargetPort:               8080/TCP
NodePort:                 http  31080/TCP
Endpoints:                10.42.1.14:8080
Session Affinity:         None
`;

const open = (text: string, state?: 'first' | 'last'): ManifestAnswer =>
  finished(openManifest({ document: emptyDocument(), texts: [text], ...(state ? { state } : {}) }));

const servicesOf = ({ objects }: ManifestAnswer): readonly string[] =>
  (objects?.services ?? []).map(
    (each) => `${namespacedName(each)} ${each.spec.type} ${JSON.stringify(each.spec.selector)}`,
  );

describe('a Service that is listed twice', () => {
  it.each([
    ['without a namespace and with one', PLAIN + ALL, ['shop/shelf NodePort undefined']],
    ['short and wide', ALL + WIDE, ['shop/shelf NodePort {"app":"shelf"}']],
    ['in a table and described', PLAIN + DESCRIBED, ['shop/shelf NodePort {"app":"shelf"}']],
  ])('is one: %s', (_how, text, services) => {
    const answer = open(text);
    expect(servicesOf(answer)).toEqual(services);
    expect(answer.document?.cluster.services.filter(({ metadata }) => metadata.name === 'shelf')).toHaveLength(1);
    expect(answer.states).toBeUndefined();
  });

  const MANIFEST = `apiVersion: v1
kind: Service
metadata: {name: shelf, namespace: shop}
spec:
  type: NodePort
  selector: {app: shelf}
  ports: [{name: web, port: 80, targetPort: 8080}]
`;
  it.each([`\`\`\`\n${MANIFEST}\`\`\`\n${ALL}`, `${ALL}\`\`\`\n${MANIFEST}\`\`\`\n`])(
    'has of a table what its manifest leaves out',
    (text) => {
      const [service] = open(text).objects?.services ?? [];
      expect([service?.spec.clusterIP, service?.spec.selector, service?.spec.ports?.[0]?.targetPort]).toEqual([
        '10.43.5.8',
        { app: 'shelf' },
        8080,
      ]);
    },
  );

  it('is two where the addresses differ', () => {
    expect(servicesOf(open(PLAIN + ALL.replace('10.43.5.8 ', '10.43.5.9 ').replace('31080', '31081')))).toHaveLength(2);
  });

  it.each([
    ['in tables', OTHER + ALL],
    ['in a table and described', OTHER + DESCRIBED],
  ])('is asked about where what is told contradicts: %s', (_how, text) => {
    expect(open(text).states).toEqual(['Service shop/shelf']);
    expect(servicesOf(open(text, 'first'))[0]).toContain('shop/shelf ClusterIP');
    const last = open(text, 'last');
    expect(servicesOf(last)[0]).toContain('shop/shelf NodePort');
    expect(last.diagnostics.map(({ message }) => message.id)).toContain('document.manifest.states');
  });

  it('is opened as the words say that it does not work, and is asked about where they say nothing', () => {
    const fenced = (yaml: string): string => `\`\`\`\n${yaml}\`\`\`\n`;
    const other = MANIFEST.replace('type: NodePort', 'type: ClusterIP');
    const text = (words: string): string => `Hello\n${fenced(MANIFEST)}\n${words}\n${fenced(other)}`;
    const told = open(text('This fixed it:'));
    expect([told.states, servicesOf(told)]).toEqual([undefined, ['shop/shelf NodePort {"app":"shelf"}']]);
    const ids = new Set<string>(told.diagnostics.map(({ message }) => message.id));
    expect([ids.has('document.manifest.times'), ids.has('document.manifest.states')]).toEqual([true, false]);
    expect(servicesOf(open(text('This fixed it:'), 'last'))).toEqual(['shop/shelf ClusterIP {"app":"shelf"}']);
    expect(open(text('And')).states).toEqual(['Service shop/shelf']);
  });
});
