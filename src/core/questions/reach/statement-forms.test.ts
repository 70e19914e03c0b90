import { describe, expect, it } from 'vitest';
import { exampleById } from '../../../content/examples';
import { createDerive } from '../../document/derive';
import { checkStatements } from './always';
import { openSide, fateBetween } from './cells';
import { readStatementFile } from './statement';
import { listStatementForms, statementOfCell } from './statement-forms';

const document = exampleById('web-two-nodes')!.document();

describe('lines that are offered', () => {
  it('are one of each form, and each is understood', () => {
    const forms = listStatementForms(document.cluster);
    const claims = readStatementFile(forms.map(({ text }) => text).join('\n')).map(({ claim }) => claim);
    expect(claims.map((claim) => claim.ok && claim.value.kind)).toEqual([
      'reaches',
      'reaches',
      'never',
      'reaches',
      'only-on',
      'same',
      'rules-decide',
    ]);
  });

  it('are none of a cluster without a Service', () => {
    expect(listStatementForms({ ...document.cluster, services: [] })).toEqual([]);
  });

  it('state what a cell shows: none of them is broken by it', () => {
    const derive = createDerive();
    const side = openSide(document, derive, 'ipv4');
    const named = side.destinations.filter(({ asks, onlyFrom }) => asks.role === 'port' && onlyFrom === undefined);
    const texts = side.callers.flatMap((caller) =>
      named.flatMap((destination) => {
        const fate = fateBetween(side, caller, destination);
        const text = fate && statementOfCell(caller, destination, fate);
        return text === undefined ? [] : [{ text, cell: `${caller.id} ${destination.id}` }];
      }),
    );
    const lines = readStatementFile(texts.map(({ text }) => text).join('\n'));
    const results = [...checkStatements({ document, derive, family: 'ipv4' }, lines)];
    const broken = results.filter(({ breaking }, nth) =>
      breaking.some(({ caller, destination }) => `${caller.id} ${destination.id}` === texts[nth]?.cell),
    );
    expect(texts.length).toBeGreaterThan(20);
    expect(broken.map(({ statement }) => statement.text)).toEqual([]);
    // A node that a Service leads to itself is none of those who ask it.
    const unread = results.filter(({ state, statement }) => state === 'unread' && !statement.text.startsWith('node '));
    expect(unread.map(({ statement, says }) => [statement.text, says])).toEqual([]);
  });

  it('name the ways to a Service that were walked', () => {
    const text = 'Pods -> web\nPods -> web via node port';
    const results = [...checkStatements({ document, derive: createDerive(), family: 'ipv4' }, readStatementFile(text))];
    expect(results.map(({ ways }) => ways)).toEqual([['service'], ['node-port']]);
  });
});
