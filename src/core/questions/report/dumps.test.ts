import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { LOCALES, type Locale } from '../../../content/languages';
import { SPOKEN } from '../../../content/spoken';
import { createDerive } from '../../document/derive';
import { finished } from '../../lib/scan';
import type { PastedNode } from '../../paste/pasted-types';
import { sheetMarkdown } from '../../sheet/markdown';
import type { RenderedSheet } from '../../sheet/render';
import { sheetOfDumps } from './dumps';
import { HOST } from '../diff/testing/host-text';

const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A PREROUTING -i eth0 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 10.1.0.5:80
COMMIT
*filter
:INPUT DROP [0:0]
:FORWARD DROP [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -i lo -j ACCEPT
-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT
-A FORWARD -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A FORWARD -i eth0 -d 10.1.0.5/32 -p tcp -m tcp --dport 80 -j ACCEPT
COMMIT
`;
const SSH = '-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\n';

const dumped = (title: string, rules: string): PastedNode => ({
  texts: [{ id: title, title: `${title}.txt`, text: HOST + rules }],
  facts: {},
});

const made = (before: string, after: string, limit?: number): RenderedSheet =>
  finished(
    sheetOfDumps(
      { before: dumped('monday', before), after: dumped('friday', after), nodes: false, flows: [] },
      { newDerive: createDerive, ...(limit === undefined ? {} : { limit }) },
    ),
  );

const written = (sheet: RenderedSheet, locale: Locale = 'en'): string =>
  sheetMarkdown(sheet, {
    locale,
    say: createSpeaker(locale, SPOKEN[locale].MORE_PHRASES),
    named: (_walk, netns) => netns,
  });

describe('the Sheet on two dumps', () => {
  it('tells what is stopped now, why on both sides, what was tried, and the rules that differ', () => {
    const sheet = made(RULES, RULES.replace(SSH, ''));
    const text = written(sheet);
    expect(text).toContain('1 kind of packet ends differently.');
    expect(text).toContain('One gets through on the first');
    expect(text).toMatch(/look at it.*tcp .*:22/);
    expect(text).toContain('monday.txt');
    expect(text).toContain('monday.txt: -p tcp -m tcp --dport 22 -j ACCEPT');
    expect(text).toMatch(/before:.*this host takes it/);
    expect(text).toMatch(/after:.*dropped/);
    expect(text).toContain('Connections that got through are stopped');
    // What is sent is not let in “too”.
    expect(text).not.toMatch(/lets in, too: 192\.0\.2\.56[^,]*\.\s*$/m);
    expect(text).toMatch(/changed.*filter INPUT.*1 went, 0 came/);
    expect(text).toMatch(/Looked at: every packet that comes in by/);
    // Every line of it is one that was pasted.
    const lines = sheet.blocks.flatMap((block) =>
      block.kind === 'rows' ? block.rows.flatMap((row) => row.lines ?? []) : [],
    );
    expect(lines.length).toBeGreaterThan(0);
    const pasted = { 'monday.txt': HOST + RULES, 'friday.txt': HOST + RULES.replace(SSH, '') };
    for (const { file, line, text: said = '' } of lines) {
      const all = pasted[file as keyof typeof pasted].split('\n');
      expect((line === undefined ? all : [all[line - 1]]).some((each) => each?.includes(said))).toBe(true);
    }
  });

  it('tells what is let through now, and what comes to another place, as that', () => {
    expect(written(made(RULES.replace(SSH, ''), RULES))).toMatch(/better.*:22[\s\S]*get through, at least/);
    const moved = written(made(RULES, RULES.replaceAll('10.1.0.5', '10.1.0.6')));
    expect(moved).toMatch(/know it.*:8080[\s\S]*10\.1\.0\.6/);
  });

  it('says that nothing differs only where it is proven', () => {
    const same = written(made(RULES, RULES));
    expect(same).toMatch(/No packet that begins a connection.*proven for all of them/);
    expect(same).toContain('No chain, set or virtual server differs.');
    expect(same).not.toContain('stopped');
  });

  it('says why all packets could not be compared, and of flows alone what ends otherwise', () => {
    const text = written(made(RULES, RULES.replaceAll('10.1.0.5', '10.1.0.6'), 500));
    expect(text).toContain('All packets at once could not be compared');
    expect(text).toContain('too large');
    expect(text).toMatch(/Of the .*flows? that the dumps suggest/);
    expect(text).not.toContain('proven');
    expect(text).toMatch(/10\.1\.0\.5:80.*10\.1\.0\.6:80/);
  });

  it.each(LOCALES)('has a sentence for all it says: %s', (locale) => {
    const sheets = [made(RULES, RULES.replace(SSH, '')), made(RULES, '', 500), made(RULES, RULES)];
    for (const sheet of sheets)
      expect(written(sheet, locale)).not.toMatch(/undefined|NaN|\{|\b(?:report|reach|story|document)\.[a-z]/);
  });
});
