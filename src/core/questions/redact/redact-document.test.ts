import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../document/codec';
import { encodeDocument, emptyDocument, type Document } from '../../document/document';
import { redactDocument, type RedactedDocument } from './redact-document';

function redacted(document: Document, seed = 'a seed for tests'): RedactedDocument {
  const steps = redactDocument(document, seed);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const TEXT = `root@node-7:~# iptables-save
*filter
:INPUT ACCEPT [0:0]
-A INPUT -s 192.168.77.9/32 -i acmenic0 -m comment --comment "ask Bob" -j DROP
COMMIT
Please call Alice if this is down
`;

const DOCUMENT: Document = {
  ...emptyDocument('Acme payroll'),
  settings: { ...emptyDocument().settings, clusterDomain: 'acme.example' },
  pasted: {
    texts: [{ id: 'text-1', title: 'node-7.acme.txt', text: TEXT }],
    facts: {
      interfaces: [{ name: 'acmenic0', addresses: ['192.168.77.31/24'] }],
      routes: [{ dst: '10.211.0.0/16', via: '192.168.77.32', dev: 'eth0' }],
      sysctls: { 'net.ipv4.conf.acmenic0.rp_filter': 1, 'net.ipv4.ip_forward': 1 },
    },
  },
  flows: [
    {
      id: 'flow-1',
      title: 'payroll/ledger:grpc',
      from: { kind: 'interface', device: 'eth0', address: '192.168.77.9' },
      to: { kind: 'address', address: '192.168.77.31' },
      protocol: 'tcp',
      port: 22,
    },
  ],
};
const SECRETS = ['acme', 'payroll', 'ledger', 'grpc', 'node-7', '192.168.77', '10.211', 'acmenic0', 'bob', 'alice'];

describe('a redacted document', () => {
  const made = redacted(DOCUMENT);

  it('holds nothing of the original', () => {
    const text = encodeDocument(made.document).toLowerCase();
    expect(SECRETS.filter((secret) => !encodeDocument(DOCUMENT).toLowerCase().includes(secret))).toEqual([]);
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('is a document that opens', () => {
    expect(checkDocument(JSON.parse(JSON.stringify(made.document))).ok).toBe(true);
  });

  it('what a person said of machines goes with their prompts', () => {
    const said = { ...DOCUMENT.pasted.texts[0]!, machines: { 'node-7': 'acme-db' } };
    const facts = DOCUMENT.pasted.facts;
    const pasted = {
      texts: [said, { ...said, id: 'text-2', node: 'acme-db' }],
      facts,
      nodes: { 'acme-db': { facts } },
    };
    const { document } = redacted({ ...DOCUMENT, pasted });
    const [first, second] = document.pasted.texts;
    const host = /^root@(\S+):~#/.exec(first?.text ?? '')?.[1] ?? '';
    const name = second?.node ?? '';
    expect([Object.keys(first?.machines ?? {}), Object.values(first?.machines ?? {})]).toEqual([[host], [name]]);
    expect(Object.keys(document.pasted.nodes ?? {})).toEqual([name]);
    expect(encodeDocument(document)).not.toContain('acme');
  });

  it('calls the same thing the same everywhere', () => {
    const { flows, pasted } = made.document;
    const [flow] = flows;
    const [device] = pasted.facts.interfaces ?? [];
    expect(flow?.from).toMatchObject({ device: 'eth0' });
    expect(pasted.texts[0]?.text).toContain(`-i ${device?.name} `);
    expect(Object.keys(pasted.facts.sysctls ?? {})).toContain(`net.ipv4.conf.${device?.name}.rp_filter`);
    const address = flow?.from.kind === 'interface' ? flow.from.address : '';
    expect(pasted.texts[0]?.text).toContain(`-s ${address}/32 `);
  });

  it('says what was replaced, and what was not recognised', () => {
    const kinds = new Set(made.replaced.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['address', 'name']);
    expect(made.unreadCount).toBe(made.unread.length);
    expect(made.unread.map(({ line }) => line)).toContain(6);
    expect(made.unread.some(({ text }) => text.includes('Alice'))).toBe(false);
  });

  it('is another with another seed', () => {
    expect(encodeDocument(redacted(DOCUMENT, 'other').document)).not.toBe(encodeDocument(made.document));
  });
});
