import { expect, it } from 'vitest';
import { findOfWords } from './word-findings';

const find = (text: string) => findOfWords([{ title: 'a', text }]);
const ids = (text: string) => find(text).map(({ id }) => id);

const LIST = 'E0301 10:00:00.1 1 proxier.go:1 "Failed to list existing sets" err="signal: segmentation fault"\n';
const SYNC = 'E0301 10:00:01.1 1 proxier.go:2 "nftables sync failed" err="signal: segmentation fault (core dumped)"\n';

it('a crash inside of kube-proxy’s sync: the sync fails by it, and nothing was refused', () => {
  expect(ids(LIST + SYNC)).toEqual(['crash-syncs']);
  expect(ids(`# kube-proxy in nftables mode does not work\n${LIST}${SYNC}`)).toEqual(['crash-syncs']);
  expect(find(SYNC)[0]?.next.values?.['does']).toBe('syncs');
  expect(ids('$ nft list ruleset\nSegmentation fault (core dumped)')).toEqual(['crash-reads']);
  expect(ids(SYNC.replace(/err=.*/, 'err="Error: Could not process rule: File exists"'))).toContain('log-nft-sync');
});
