import { expect, it } from 'vitest';
import { renamedChains } from './chains-diff';

const sep = (hash: string, comment: string) => ({
  name: `KUBE-SEP-${hash}`,
  rules: [
    `-s 10.244.1.5/32 -m comment --comment "${comment}" -j KUBE-MARK-MASQ`,
    `-p tcp -m comment --comment "${comment}" -m tcp -j DNAT --to-destination 10.244.1.5:8080`,
  ],
});

it('pairs chains that differ by their hash alone, though several are alike', () => {
  const gone = [sep('AAAAAAAAAAAAAAAA', 'default/web:http'), sep('BBBBBBBBBBBBBBBB', 'default/web:ws')];
  const come = [sep('CCCCCCCCCCCCCCCC', 'default/web:ws'), sep('DDDDDDDDDDDDDDDD', 'default/web:http')];
  expect(Object.fromEntries(renamedChains(gone, come))).toEqual({
    'KUBE-SEP-CCCCCCCCCCCCCCCC': 'KUBE-SEP-BBBBBBBBBBBBBBBB',
    'KUBE-SEP-DDDDDDDDDDDDDDDD': 'KUBE-SEP-AAAAAAAAAAAAAAAA',
  });
});

it('does not guess where one side has more of them', () => {
  const gone = [sep('AAAAAAAAAAAAAAAA', 'a'), sep('BBBBBBBBBBBBBBBB', 'b')];
  expect([...renamedChains(gone, [sep('CCCCCCCCCCCCCCCC', 'c')])]).toEqual([]);
});
