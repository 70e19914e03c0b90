import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import type { Document } from '../../core/document/document';
import { addPasted } from '../../core/document/edits/pasted';
import { changeProxy } from '../../core/document/edits/proxy';
import { scaleDeployment } from '../../core/document/edits/pods';
import type { ProxyModeId } from '../../core/kubernetes/types';
import { engineAtHand, linesOf } from '../testing/engine';
import type { Changes } from './changes';

const summary = ({ groups }: Changes): string[] =>
  groups.map(({ name, added, removed, moved }) => `${name} +${added} -${removed}${moved ? ` ↕${moved}` : ''}`);
const DOCUMENT = WEB_TWO_NODES.document();
const pasted = (lines: readonly string[]): Document =>
  addPasted(DOCUMENT, [
    { title: 'a', text: ['*nat', ':A - [0:0]', ':B - [0:0]', ':C - [0:0]', ...lines, 'COMMIT', ''].join('\n') },
  ]);

/** What is else in a node's rules after another document, and its lines then. */
function changed(before: Document, after: Document, netns?: string) {
  const engine = engineAtHand();
  const first = netns ?? engine.open(before).rules[0]?.netns ?? '';
  engine.open(before);
  engine.rules(first, 'ipv4');
  engine.open(after);
  const view = engine.rules(first, 'ipv4');
  const changes = engine.changes(view);
  if (!changes) throw new Error('no changes are known');
  return { changes, lines: linesOf(view), again: engine.changes({ ...view, edition: view.edition - 1 }) };
}

describe('two listings', () => {
  it.each<[string, string[], string[], string[], string[]]>([
    ['one more', ['-A A -j B'], ['-A A -j C', '-A A -j B'], ['nat A +1 -0'], ['-A A -j C']],
    ['one changed', ['-A A -j B', '-A A -j A'], ['-A A -j C', '-A A -j A'], ['nat A +1 -1'], ['-A A -j C']],
    ['counters only', ['[1:2] -A A -j B'], ['[3:4] -A A -j B'], [], []],
    ['moved', ['-A A -j B', '-A A -j C', '-A A'], ['-A A', '-A A -j B', '-A A -j C'], ['nat A +0 -0 ↕1'], []],
    [
      'moved past a new one',
      ['-A A -j B', '-A A -j C'],
      ['-A A -j C', '-A A', '-A A -j B'],
      ['nat A +1 -0 ↕1'],
      ['-A A'],
    ],
    [
      'one of two alike moved',
      ['-A A -j B', '-A A -j B', '-A A -j C'],
      ['-A A -j B', '-A A -j C', '-A A -j B'],
      ['nat A +0 -0 ↕1'],
      [],
    ],
    ['two alike, one gone', ['-A A -j B', '-A A -j C', '-A A -j B'], ['-A A -j C', '-A A -j B'], ['nat A +0 -1'], []],
  ])('%s', (_name, before, after, groups, added) => {
    const { changes, lines } = changed(pasted(before), pasted(after));
    expect(summary(changes)).toEqual(groups);
    expect([...changes.lines].map((line) => lines[line]?.replace(/^\[.*?\] /, ''))).toEqual(added);
  });

  it('a chain that goes is told with all its lines', () => {
    const { changes } = changed(pasted([':GONE - [0:0]', '-A GONE -j A']), pasted([]));
    expect(summary(changes)).toEqual(['nat GONE +0 -2']);
    expect(changes.removed).toBe(2);
  });
});

describe.each<[ProxyModeId, string, readonly RegExp[]]>([
  ['iptables', '1.30', [/^nat KUBE-SVC-\w+ \+2 -1$/, /^nat KUBE-SEP-\w+ \+3 -0$/]],
  ['ipvs', '1.30', [/^TCP 10\.\S+:80 \+1 -0$/, /^set KUBE-LOOP-BACK \+1 -0$/]],
  ['nftables', '1.33', [/^kube-proxy service-\S+ \+1 -1$/, /^kube-proxy endpoint-\S+ \+\d -0$/]],
])('one Pod more in %s', (mode, release, wanted) => {
  const before = changeProxy(DOCUMENT, { mode, release });
  const after = scaleDeployment(before, { namespace: 'default', name: 'web' }, 4);

  it('is told by chain, set and server, and every line it names is there', () => {
    const { changes, lines, again } = changed(before, after, 'node1');
    for (const pattern of wanted)
      expect(summary(changes)).toEqual(expect.arrayContaining([expect.stringMatching(pattern)]));
    for (const { kind, text, line } of changes.groups.flatMap((group) => group.lines)) {
      if (kind === 'added') expect(lines[line]).toContain(text);
    }
    expect(changed(after, before, 'node1').changes).toMatchObject({
      added: changes.removed,
      removed: changes.added,
      moved: changes.moved,
    });
    // Rules that are not the last any more: nothing is said of them.
    expect(again).toBeUndefined();
  });

  it('is all that differs: every other line of both is in both', () => {
    const { changes, lines } = changed(before, after, 'node1');
    const old = engineAtHand();
    old.open(before);
    const count = (of: readonly string[]): number => of.filter((line) => /\S/.test(line) && line.trim() !== '}').length;
    expect(count(lines) - count(linesOf(old.rules('node1', 'ipv4')))).toBe(changes.added - changes.removed);
  });
});
