import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readByFormat } from '../../src/core/formats';
import { SOAKING, tries } from '../../src/core/lib/testing/soaking';
import { DISGUISES, meaningOf } from './disguises';
import { MIXED } from './fuzz';
import { TEXTS } from './texts';

const ALL: Readonly<Record<string, string>> = { ...TEXTS, mixed: MIXED };
const MEANT = new Map<string, readonly string[]>();

function meant(name: string): readonly string[] {
  const known = MEANT.get(name) ?? meaningOf(ALL[name] ?? '');
  MEANT.set(name, known);
  return known;
}

/** Formats that begin where a line is not indented: indented they are not told from a part of something else. */
const OUTDENTED = new Set(['cilium-status', 'hns-policy-list']);
const saysNothingOf = (name: string, disguise: string): boolean =>
  disguise.startsWith('indented') && OUTDENTED.has(name);

const names = fc.constantFrom(...Object.keys(ALL));
const disguises = fc.constantFrom(...Object.keys(DISGUISES));

describe('a text that went through mails, pages, terminals and loggers', () => {
  it('means what it meant', () => {
    fc.assert(
      fc.property(names, disguises, (name, disguise) => {
        fc.pre(!saysNothingOf(name, disguise));
        expect(meaningOf(DISGUISES[disguise]?.(ALL[name] ?? '') ?? '')).toEqual(meant(name));
      }),
      { numRuns: tries(200) },
    );
  }, 60_000);

  it.skipIf(!SOAKING)(
    'each in each way',
    () => {
      const other = Object.keys(ALL).flatMap((name) =>
        Object.entries(DISGUISES).flatMap(([disguise, put]) =>
          saysNothingOf(name, disguise) || String(meaningOf(put(ALL[name] ?? ''))) === String(meant(name))
            ? []
            : [`${name}, ${disguise}`],
        ),
      );
      expect(other).toEqual([]);
    },
    300_000,
  );

  it.each(Object.entries(DISGUISES))('%s: rules stay rules', (_, put) => {
    expect(meaningOf(put(ALL['iptables-save'] ?? ''))).toEqual(meant('iptables-save'));
  });

  it.each(Object.entries(DISGUISES))('%s: a mixed paste stays what it is', (_, put) => {
    expect(meaningOf(put(MIXED))).toEqual(meant('mixed'));
  });

  it('is found to be of its format', () => {
    const read = readByFormat(DISGUISES['quoted in a mail']?.(ALL['iptables-list'] ?? '') ?? '');
    expect(read.ok && read.value.format).toBe('iptables-list');
  });

  it('a rule more is seen', () => {
    expect(meaningOf(`${ALL['iptables-save'] ?? ''}*mangle\n-A INPUT -j ACCEPT\nCOMMIT\n`)).not.toEqual(
      meant('iptables-save'),
    );
  });
});
