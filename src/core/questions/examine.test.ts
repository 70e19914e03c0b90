import { describe, expect, it } from 'vitest';
import { SLICE_OF_LINES } from '../lib/scan';
import { examineTexts } from './examine';
import { SOAKING, thinned } from '../lib/testing/soaking';

/** The steps of examining a text: how far each was, and what came out. */
function run(text: string): { readonly steps: readonly number[]; readonly said: readonly string[] } {
  const work = examineTexts({ texts: [{ id: 'text', title: 'text', text }], facts: {} });
  const steps: number[] = [];
  let step = work.next();
  while (!step.done) {
    steps.push(step.value);
    step = work.next();
  }
  return { steps, said: step.value.diagnostics.map(({ message }) => message.id) };
}

const LINES = SLICE_OF_LINES * 3;

/** Texts of so many lines; most formats are looked for in each. */
const LONG: readonly (readonly [string, string])[] = [
  ['prose', `${'so it goes, said nobody '.repeat(15)}\n\n`],
  ['rules', '-A KUBE-SERVICES -d 10.96.0.1/32 -p tcp -m tcp --dport 443 -j KUBE-SVC-A\n'],
  ['rules of no table', '-A LOGGED -s 10.0.0.1/32 -j ACCEPT\n'],
  ['routes', '10.0.0.0/8 via 10.0.0.1 dev eth0\n'],
  ['connections', 'udp 17 28 src=10.0.0.1 dst=10.0.0.2 sport=5 dport=53 src=10.0.0.2 dst=10.0.0.1 sport=53 dport=5\n'],
  ['a list of objects', '- kind: Service\n'],
];

describe('examine', () => {
  it.each(thinned(LONG))('%s: hands back control every so many lines of every part of the work', (_name, line) => {
    const head = line.startsWith('- kind') ? 'kind: List\nitems:\n' : '';
    const { steps } = run(head + line.repeat(LINES));
    expect(steps.filter((at) => at > 0 && at < 0.4).length).toBeGreaterThan(LINES / SLICE_OF_LINES);
    expect(steps.toSorted((a, b) => a - b)).toEqual(steps);
    expect([steps[0], Math.max(...steps) <= 1]).toEqual([0, true]);
  });

  it.each([
    ['routes', (i: number) => `10.${i >> 8}.${i & 255}.0/24 via 10.0.0.1 dev eth0\n`],
    [
      'connections',
      (i: number) =>
        `udp 17 28 src=10.0.0.1 dst=10.0.0.2 sport=${i} dport=53 src=10.0.0.2 dst=10.0.0.1 sport=53 dport=${i}\n`,
    ],
  ])('%s: and while it puts together what they say of the machine', (_name, line) => {
    const { steps } = run(Array.from({ length: LINES }, (_, i) => line(i)).join(''));
    const together = steps.filter((at) => at > 0.44 && at < 0.49);
    expect(together.length).toBeGreaterThanOrEqual(LINES / SLICE_OF_LINES);
  });

  it.runIf(SOAKING)('two hundred thousand routes are no more arguments than a call may have', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255} dev eth0\n`);
    expect(run(lines.join('')).said).not.toContain('analysis.text.nothing');
  });

  it('a text of few lines has as many steps as one of none, but for the pieces of its objects', () => {
    expect(run('a'.repeat(3_000_000)).steps.length).toBeLessThan(30);
  });

  const deep = Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join('');
  const bomb = Array.from('bcdefghij', (name, i) => `${name}: &${name} [${`*${'abcdefghi'[i] ?? ''},`.repeat(9)}]\n`);
  const HOSTILE = [
    ['nesting by indentation', `kind: Service\napiVersion: v1\n${deep}`, 'document.manifest.too-deep'],
    ['nesting by dashes', `kind: Service\na:\n${'- '.repeat(3000)}a\n`, 'document.manifest.too-deep'],
    ['nesting by brackets', `kind: Service\na: ${'['.repeat(3000)}\n`, 'document.manifest.too-deep'],
    ['aliases of aliases', `kind: Service\na: &a [x,x]\n${bomb.join('')}`, 'document.manifest.yaml'],
    ['one endless document', `kind: Service\na:\n${'  b: c\n'.repeat(80_000)}`, 'document.manifest.too-long'],
    [
      'very many objects',
      `kind: List\nitems:\n${'- kind: Service\n'.repeat(260_000)}`,
      'analysis.text.objects-too-long',
    ],
  ] as const;
  it.each(thinned(HOSTILE))('%s: said, not read', (_name, text, id) => {
    const { said } = run(text);
    expect(said).toContain(id);
  });
});
