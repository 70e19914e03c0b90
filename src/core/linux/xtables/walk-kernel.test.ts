import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TABLE_ORDER } from '../hooks';
import { createState } from '../state';
import { eventLines, rulesetOf, visitOf, walkVisit } from './testing/walk-text';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'testdata/walk');
const FILES = readdirSync(FOLDER);

/** One recorded scenario: rules, then for each hook visit what the real kernel's TRACE said. */
function replay(text: string): { wanted: string[]; got: string[] } {
  const ruleset = rulesetOf(text.slice(0, text.indexOf('\n>')));
  const state = createState();
  const wanted = text.slice(text.indexOf('\n>') + 1).trim();
  const got: string[] = [];
  for (const line of wanted.split('\n').filter((each) => each.startsWith('>'))) {
    got.push(line);
    const visit = visitOf(line.slice(2));
    for (const name of TABLE_ORDER[visit.hook]) {
      const table = ruleset.tables.get(name);
      if (!table?.chains.has(visit.hook)) continue;
      const { events, marks, verdict } = walkVisit(table, visit, { state });
      got.push(...eventLines(events, marks));
      if (verdict !== 'ACCEPT') break;
    }
  }
  return { wanted: wanted.split('\n'), got };
}

describe('the walk against what the kernel did', () => {
  it('has recordings', () => expect(FILES.length).toBeGreaterThan(8));

  it.each(FILES)('%s', (file) => {
    const { wanted, got } = replay(readFileSync(join(FOLDER, file), 'utf8'));
    expect(wanted.length).toBeGreaterThan(4);
    expect(got).toEqual(wanted);
  });
});
