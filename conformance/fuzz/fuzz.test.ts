import { describe, expect, it, vi } from 'vitest';
import { IPSET_LIST } from '../../src/core/formats/ipset-list';
import { readText } from '../../src/core/paste/read-text';
import { processorTime } from '../../src/core/lib/testing/processor-time';
import { FORMATS, readAs, type FormatId } from '../../src/core/formats';
import { checkFormat, checkPaste, firstOf, fuzz, textOf, MIXED } from './fuzz';
import { TEXTS } from './texts';
import { SOAKING, THOROUGH } from '../../src/core/lib/testing/soaking';

/** Of the long run: texts that once broke a promise. */
const ONCE_FOUND: readonly (readonly [FormatId, number])[] = [
  ['iptables-list', 34_146],
  ['ip-address', 28],
  ['ipset-save', 84_712],
  ['ip-route', 144_286],
  ['kubectl-table', 738_402],
  ['ip-rule', 271_980],
  ['sysctl', 16_836],
  ['sysctl', 7716],
  ['cilium-status', 16_863],
  ['cilium-status', 10_002_735],
  ['http-answers', 10_033_108],
  ['listening-sockets', 10_048_537],
  ['cilium-ct-list', 10_043_449],
  ['kubectl-describe', 10_028_676],
  ['kubectl-describe', 10_050_087],
  ['hns-policy-list', 10_101_211],
  ['kubeadm-config', 10_113_289],
  ['kubeadm-config', 20_064_451],
  ['calico-status', 10_146_833],
];

describe('mutated texts', () => {
  it('there is a text of every format, and each is read without a complaint', () => {
    expect(Object.keys(TEXTS).toSorted()).toEqual(FORMATS.map(({ id }) => id).toSorted());
    for (const { id } of FORMATS) {
      expect(readAs(id, TEXTS[id]).ok).toBe(true);
      expect([id, checkFormat(id, TEXTS[id])]).toEqual([id, undefined]);
    }
  });

  it('of a mixed paste every part is found', () => {
    expect(checkPaste(MIXED)).toBeUndefined();
    for (const { id } of FORMATS) expect([id, checkFormat(id, MIXED)]).toEqual([id, undefined]);
    const { layers, pieces, others } = readText({ id: 'text', title: 'text', text: MIXED });
    expect(layers.map(({ table }) => table)).toEqual(['nat']);
    expect(pieces.map(({ format }) => format).toSorted()).toEqual(
      ['conntrack', 'ip-address', 'ip-route', 'ipset-list', 'kubectl-table', 'kubernetes-yaml'].toSorted(),
    );
    expect(others.length).toBeGreaterThan(2);
  });

  it('throw nothing, lose nothing, and print what they print again', () => {
    const count = SOAKING ? 20_000 : THOROUGH ? 2000 : 400;
    const { texts, found } = fuzz({ from: firstOf(1), count, pasteEvery: 16, now: () => 0 });
    expect(found).toEqual([]);
    expect(texts).toBe(count);
  });

  it.each(ONCE_FOUND)('%s %d', (format, seed) => {
    const text = textOf(format, seed);
    expect(checkFormat(format, text) ?? checkPaste(text)).toBeUndefined();
  });

  it('are the same for the same seed', () => {
    expect(textOf('ip-route', 7)).toBe(textOf('ip-route', 7));
    expect(textOf('ip-route', 7)).not.toBe(textOf('ip-route', 23));
  });

  it('a broken promise is noticed', () => {
    const [found] = fuzz({ from: 1, count: 1, pasteEvery: 1, now: clock(1500) }).found;
    expect(found?.complaint).toBe('took 1500 ms');
  });

  it('what was tried and what was found is counted, however much that is', () => {
    const { texts, complaints, found } = fuzz({ from: 1, count: 50, pasteEvery: 8, now: clock(1500) });
    expect([texts, complaints, found.length]).toEqual([50, 50, 20]);
  });

  it('runs of other seeds have other texts', () => {
    const textsOfRun = (run: number) => Array.from({ length: 20 }, (_, at) => textOf('mixed', firstOf(run) + at));
    const all = [1, 2, 3, 20_261_127].flatMap(textsOfRun);
    // Two edits may come to the same text.
    expect(new Set(all).size).toBeGreaterThan(all.length * 0.9);
  });

  it('a reader that throws in its fence is a complaint all the same', () => {
    const spy = vi.spyOn(IPSET_LIST, 'reader').mockImplementation(() => {
      throw new Error('planted');
    });
    expect(checkPaste(TEXTS['ipset-list'])).toContain('planted');
    spy.mockRestore();
  });
});

/** A clock that goes on by a step each time it is looked at. */
function clock(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

const HOSTILE: readonly (readonly [string, (size: number) => string])[] = [
  ['one endless line', (size) => 'a'.repeat(size)],
  ['blanks', (size) => ' '.repeat(size)],
  ['NUL', (size) => '\0'.repeat(size)],
  ['opening braces', (size) => '{"cniVersion":'.repeat(size / 14)],
  ['braces on lines', (size) => '{\n'.repeat(size / 2)],
  ['quotes', (size) => `add a 10.0.0.1 comment ${'"'.repeat(size)}`],
  ['sets on one line', (size) => 'create a hash:ip '.repeat(size / 17)],
  ['names of tables', (size) => 'NAME READY '.repeat(size / 11)],
  ['digits and blanks', (size) => '1: '.repeat(size / 3)],
  ['virtual servers on one line', (size) => 'TCP 10.0.0.1:80 rr '.repeat(size / 19)],
  ['connections on one line', (size) => '6 src=1 dst=2 '.repeat(size / 14)],
  ['names without types', (size) => 'Name: a\n'.repeat(size / 8)],
  ['devices', (size) => '1: a: <UP> mtu 1\n    inet 10.0.0.1/8 scope global a\n'.repeat(size / 52)],
  ['many devices', (size) => Array.from({ length: size / 24 }, (_, i) => `${i}: a${i}: <UP> mtu 1500\n`).join('')],
  ['routes', (size) => '10.0.0.0/8 via 10.0.0.1 dev eth0\n'.repeat(size / 33)],
  ['long routes', (size) => `10.0.0.0/8 dev a ${'mtu 1 '.repeat(1300)}\n`.repeat(size / 7800)],
  ['growing indentation', (size) => steps(Math.sqrt(size * 2), (i) => `${' '.repeat(i)}a:\n`)],
  ['objects that grow inwards', (size) => `kind: a\n${steps(Math.sqrt(size * 2), (i) => `${' '.repeat(i)}a:\n`)}`],
  ['objects that never close', (size) => `{"kind": "List",\n${'{\n'.repeat(size / 2)}`],
  ['rules between prose', (size) => 'so\n-A INPUT -j LOGGED\n'.repeat(size / 22)],
  [
    'listings',
    (size) => 'Chain INPUT (policy ACCEPT)\nACCEPT  tcp  --  10.0.0.0/8  0.0.0.0/0\n\nso\n'.repeat(size / 76),
  ],
  ['tables', (size) => '*nat\n-A INPUT -j LOGGED\nCOMMIT\n'.repeat(size / 31)],
  ['prompts', (size) => 'root@a:~# ip route show\n'.repeat(size / 24)],
  ['flags', (size) => 'kube-proxy --proxy-mode=ipvs --v=2\n'.repeat(size / 35)],
  ['entered Pods', (size) => 'kubectl exec -it a -- ip a\n1: lo: <UP> mtu 1\n'.repeat(size / 45)],
];

function steps(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

/** Characters of the shorter text. */
const LENGTH = SOAKING ? 100_000 : 12_000;

describe('hostile texts', () => {
  it.each(HOSTILE)(
    '%s: time grows with the text, not faster',
    (_name, make) => {
      const measure = (size: number): number => {
        const text = make(size);
        return processorTime(() => expect(checkPaste(text)).toBeUndefined());
      };
      measure(LENGTH / 5);
      const small = measure(LENGTH);
      // Four times the text; a square would be sixteen. Below some milliseconds the clock says nothing.
      expect(measure(4 * LENGTH)).toBeLessThan(Math.max(150, small * 10));
    },
    60_000,
  );
});
