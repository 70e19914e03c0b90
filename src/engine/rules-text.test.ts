import { expect, it } from 'vitest';
import type { XtChain, XtRuleset } from '../core/linux/xtables/types';
import { Memo } from '../core/lib/memo';
import { rulesView } from './rules-text';

const CHAINS = 140_000;

/** A chain without rules, which is not asked for any. */
const empty = (name: string): [string, XtChain] => [name, { name, length: 0 } as XtChain];

it('prints any number of chains: they are more than a call has room for arguments', () => {
  const chains = new Map(Array.from({ length: CHAINS }, (_, at) => empty(`C${String(at).padStart(6, '0')}`)));
  const ruleset = { tables: new Map([['nat', { name: 'nat', chains }]]) } as unknown as XtRuleset;
  const { text, offsets } = rulesView({ netns: 'node1', family: 'ipv4', ruleset }, new Memo());
  expect(offsets).toHaveLength(1 + 4 + CHAINS + 1);
  expect(text.split('\n').slice(4, 7)).toEqual([':POSTROUTING ACCEPT [0:0]', ':C000000 - [0:0]', ':C000001 - [0:0]']);
}, 30_000);
