import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../../content/examples/web-two-nodes';
import { changeProxy } from '../../../core/document/edits/proxy';
import { scaleDeployment } from '../../../core/document/edits/pods';
import type { ProxyModeId } from '../../../core/kubernetes/types';
import { changesBetween, type Changes } from './changes.model';
import { engineAtHand } from '../../../engine/testing/engine';

const summary = ({ groups }: Changes): string[] =>
  groups.map(({ name, added, removed, moved }) => `${name} +${added} -${removed}${moved ? ` ↕${moved}` : ''}`);
const save = (lines: readonly string[]): string => ['*nat', ':A - [0:0]', ...lines, 'COMMIT', ''].join('\n');

describe('two listings', () => {
  it.each<[string, string[], string[], string[], number[]]>([
    ['alike', ['-A A -j B'], ['-A A -j B'], [], []],
    ['one more', ['-A A -j B'], ['-A A -j C', '-A A -j B'], ['nat A +1 -0'], [2]],
    ['one changed', ['-A A -j B', '-A A -j D'], ['-A A -j C', '-A A -j D'], ['nat A +1 -1'], [2]],
    ['counters only', ['[1:2] -A A -j B'], ['[3:4] -A A -j B'], [], []],
    ['moved', ['-A A -j B', '-A A -j C', '-A A -j D'], ['-A A -j D', '-A A -j B', '-A A -j C'], ['nat A +0 -0 ↕1'], []],
    [
      'moved past a new one',
      ['-A A -j B', '-A A -j C'],
      ['-A A -j C', '-A A -j E', '-A A -j B'],
      ['nat A +1 -0 ↕1'],
      [3],
    ],
    [
      'one of two alike moved',
      ['-A A -j B', '-A A -j B', '-A A -j C'],
      ['-A A -j B', '-A A -j C', '-A A -j B'],
      ['nat A +0 -0 ↕1'],
      [],
    ],
    ['two alike, one gone', ['-A A -j B', '-A A -j C', '-A A -j B'], ['-A A -j C', '-A A -j B'], ['nat A +0 -1'], []],
  ])('%s', (_name, before, after, groups, lines) => {
    const changes = changesBetween(save(before), save(after));
    expect(summary(changes)).toEqual(groups);
    expect([...changes.lines]).toEqual(lines);
  });

  it('a chain that goes is told with all its lines', () => {
    const changes = changesBetween(save([':GONE - [0:0]', '-A GONE -j A']), save([]));
    expect(summary(changes)).toEqual(['nat GONE +0 -2']);
    expect(changes.removed).toBe(2);
  });
});

describe.each<[ProxyModeId, string, readonly RegExp[]]>([
  ['iptables', '1.30', [/^nat KUBE-SVC-\w+ \+2 -1$/, /^nat KUBE-SEP-\w+ \+3 -0$/]],
  ['ipvs', '1.30', [/^TCP 10\.\S+:80 \+1 -0$/, /^set KUBE-LOOP-BACK \+1 -0$/]],
  ['nftables', '1.33', [/^kube-proxy service-\S+ \+1 -1$/, /^kube-proxy endpoint-\S+ \+\d -0$/]],
])('one Pod more in %s', (mode, release, wanted) => {
  it('is told by chain, set and server, and every line it names is there', () => {
    const document = changeProxy(WEB_TWO_NODES.document(), { mode, release });
    const engine = engineAtHand();
    const listing = (shown: typeof document): string => {
      engine.open(shown);
      return engine.rules('node1', 'ipv4').text;
    };
    const before = listing(document);
    const after = listing(scaleDeployment(document, { namespace: 'default', name: 'web' }, 4));
    const changes = changesBetween(before, after);
    for (const pattern of wanted)
      expect(summary(changes)).toEqual(expect.arrayContaining([expect.stringMatching(pattern)]));
    const lines = after.split('\n');
    for (const { kind, text, line } of changes.groups.flatMap((group) => group.lines)) {
      if (kind === 'added') expect(lines[line]).toContain(text);
    }
    expect(changesBetween(after, before)).toMatchObject({
      added: changes.removed,
      removed: changes.added,
      moved: changes.moved,
    });
  });
});
