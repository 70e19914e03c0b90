import { describe, expect, it } from 'vitest';
import { undressed } from '../formats/lines/undressed';
import { openTexts } from './open-texts';

const open = (text: string): ReturnType<typeof openTexts> => openTexts([{ title: 'a', text }]);
const WORDS = 'The balancer has no address\n\nWe run it so:\n\n';
const FIELD_REF = `${WORDS}\`\`\`
        env:
        - name: node
          valueFrom:
            fieldRef:
              apiVersion: v1
              fieldPath: spec.nodeName
        image: a/b:1
\`\`\`
`;
const CUT = `${WORDS}\`\`\`\napiVersion: v1\ndata:\n  Corefile: |\n    .:53 {\n    }\n\`\`\`\n`;
const BROKEN = `${WORDS}\`\`\`\napiVersion: v1\nkind: Service\nmetadata:\n  name: web\n ports: [80\n\`\`\`\n`;
const SLICE = `addressType: IPv4
apiVersion: discovery.k8s.io/v1
endpoints:
- addresses: [10.244.1.5]
  conditions: {ready: true}
kind: EndpointSlice
metadata:
  labels: {kubernetes.io/service-name: web}
  name: web-1
ports:
- {name: "", port: 8080, protocol: TCP}
`;
const SERVICE = `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  clusterIP: 10.96.0.9
  ports: [{port: 80, targetPort: 8080}]
  selector: {app: web}
`;

const countSlices = (text: string): number | undefined => {
  const opened = open(text);
  return opened.ok ? opened.value.objects?.endpointSlices.length : undefined;
};

describe('fragments of objects among words', () => {
  it.each([
    ['a reference to a field', FIELD_REF],
    ['an object that is cut off', CUT],
    ['an object that is no YAML', BROKEN],
  ])('%s refuses nothing but itself', (_what, text) => {
    const opened = open(text);
    expect(opened.ok ? 'opened' : opened.error.kind).toBe('unread');
  });
  it('says of what is no YAML its own line', () => {
    const opened = open(BROKEN);
    const said = !opened.ok && opened.error.kind === 'unread' ? opened.error.examined.diagnostics : [];
    expect(said.filter(({ code }) => code === 'syntax').map(({ span }) => span?.line)).toContain(10);
  });
  it('a file of objects that is no YAML is refused, with its line', () => {
    const opened = open('apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n ports: [80\n');
    expect(opened.ok ? 'opened' : opened.error.kind).toBe('objects');
  });
});

describe('an EndpointSlice as kubectl prints it', () => {
  it.each([
    ['alone behind words', `${WORDS}${SLICE}`],
    ['behind another object', `${WORDS}${SERVICE}${SLICE}`],
    ['indented as code', `${WORDS}${SLICE.replaceAll(/^/gm, '    ')}`],
  ])('%s', (_how, text) => expect(countSlices(text)).toBe(1));
});

describe('code that a page does not tell by fences', () => {
  it.each([
    ['in single backticks', `${WORDS}\`${SERVICE.trimEnd()}\`\n\nmore words\n`],
    ['indented', `${WORDS}${SERVICE.replaceAll(/^/gm, '    ')}\nmore words\n`],
  ])('%s', (_how, text) => {
    const opened = open(text);
    expect(opened.ok && opened.value.objects?.services.map(({ metadata: { name } }) => name)).toStrictEqual(['web']);
  });
  it('leaves a backtick that nothing closes', () => {
    const text = 'a `word\n\n`another\nline\n\nmore';
    expect(undressed(text)).toBe(text);
  });
  it('leaves out what a person wrote behind an arrow', () => {
    expect(undressed('chain raw {   ← priority: raw (-300)\n    notrack ← all\n}')).toBe('chain raw {\n    notrack\n}');
  });
});
