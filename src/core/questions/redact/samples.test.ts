import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../../paste/pasted';
import { flowEnds } from '../diff/compare-dumps';
import { pasted } from '../../paste/testing/paste';
import { createRedactor } from './redact-text';
import { SAMPLES } from './testing/samples';
import { shapeOf } from './testing/shape-of';

const SEED = 'a seed for tests';

describe('samples', () => {
  it.each(Object.entries(SAMPLES))('%s: nothing of the original is left', (_, { text, secrets }) => {
    const redacted = createRedactor(SEED, [text]).text(text).toLowerCase();
    expect(secrets.filter((secret) => !text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
    expect(secrets.filter((secret) => redacted.includes(secret.toLowerCase()))).toEqual([]);
  });

  it.each(Object.entries(SAMPLES))('%s: is understood as it was', (_, { text }) => {
    expect(shapeOf(createRedactor(SEED, [text]).text(text))).toEqual(shapeOf(text));
  });

  it.each(Object.entries(SAMPLES))('%s: says what it replaced', (_, { text }) => {
    const redactor = createRedactor(SEED, [text]);
    const redacted = redactor.text(text);
    const replaced = redactor.replaced();
    expect(replaced.length).toBeGreaterThan(3);
    for (const { before, after } of replaced) {
      expect(text).toContain(before);
      expect(redacted).toContain(after);
    }
    expect(redactor.kept().every((name) => redacted.includes(name))).toBe(true);
  });

  it('keeps a device and its link-local address apart from their MAC', () => {
    const redacted = createRedactor(SEED, []).text('link/ether 52:54:00:ab:cd:ef\ninet6 fe80::5054:ff:feab:cdef/64');
    expect(redacted).toMatch(/^link\/ether (?:[\da-f]{2}:){5}[\da-f]{2}\ninet6 fe80::[\da-f:]+\/64$/);
  });
});

/** A Pod of the node asks for the Service. */
const FLOW = { from: '10.211.3.9', to: '10.96.44.5' };

/** What becomes of the suggested flows and of one more; addresses that no text holds are made up and left out. */
function story(text: string, addressOf: (address: string) => string, own: typeof FLOW): string[] {
  const suggested = networkOfPasted(pasted(text)).suggested;
  const more = { device: 'cni0', ...own, protocol: 'tcp' as const, port: 8443 };
  const flows = [...suggested, more].map(({ device, from, to, protocol, port }) => ({
    from: { kind: 'interface', address: from, ...(device === undefined ? {} : { device }) },
    to: { kind: 'address', address: to },
    protocol,
    port,
  }));
  const { network } = networkOfPasted(pasted(text), flows);
  const known = (address: string | undefined): string =>
    address !== undefined && text.includes(address) ? addressOf(address) : 'made up';
  const lines = flows.flatMap((flow) => {
    const { ends } = flowEnds(network, flow);
    return ends.map(({ disposition, probability, answered, backend, deciding }) =>
      [
        flow.protocol,
        flow.port,
        known(flow.to.address),
        probability,
        disposition?.kind,
        answered,
        known(backend?.replace(/:\d+$/, '')),
        deciding.map(({ what, ref }) => `${what} ${ref?.table} ${ref?.index}`).join(', '),
      ].join(' '),
    );
  });
  return lines.toSorted();
}

/** The same story told of the text and of the redacted text. */
function stories(text: string): [string[], string[]] {
  const redactor = createRedactor(SEED, [text]);
  const hidden = { from: redactor.address(FLOW.from), to: redactor.address(FLOW.to) };
  return [story(text, redactor.address, FLOW), story(redactor.text(text), (address) => address, hidden)];
}

describe('the picture', () => {
  it.each(Object.entries(SAMPLES).slice(0, 3))('of %s stays: every flow ends alike', (_, { text }) => {
    const [before, after] = stories(text);
    expect(before.some((line) => line.includes(' destination '))).toBe(true);
    expect(after).toEqual(before);
  });
});

const SHARED = process.env['RULEWALK_SHARED'] ?? join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared');
const golden = join(SHARED, 'golden/kube-proxy-1.30.5');

/** Of a few dozen recordings some, and none whose ends are told in part. */
const MOST = 40_000;
const files = (existsSync(golden) ? readdirSync(golden) : [])
  .map((name) => ({ name, file: join(golden, name, 'node1', 'iptables.save') }))
  .filter(({ file }, at) => at % 4 === 0 && existsSync(file) && statSync(file).size < MOST);

describe.skipIf(files.length === 0)('recorded nodes', () => {
  it.each(files)('$name: every suggested flow ends alike', ({ file }) => {
    const [before, after] = stories(readFileSync(file, 'utf8'));
    expect(after).toEqual(before);
  });
});
