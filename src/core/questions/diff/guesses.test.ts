import { expect, it } from 'vitest';
import { finished } from '../../lib/scan';
import { pasted } from '../../paste/testing/paste';
import { compareDumps } from './compare-dumps';

const HEAD = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
`;
const server = (virtual: string, ...servers: readonly string[]): string =>
  `TCP  ${virtual} rr\n${servers.map((each) => `  -> ${each}           Masq    1      0          0\n`).join('')}`;
const API = server('10.233.0.1:443', '10.0.3.31:6443');

it('what is guessed otherwise around two dumps is no difference of their packets', () => {
  const before = HEAD + API + server('10.233.0.3:53', '10.233.64.5:53');
  const after = HEAD + API + server('10.233.0.3:53', '10.233.64.5:53', '10.233.65.9:53');
  const compared = finished(compareDumps({ before: pasted(before), after: pasted(after), nodes: false, flows: [] }));
  const changed = compared.flows.filter((each) => each.changed).map(({ flow }) => `${flow.to.address}:${flow.port}`);
  expect(compared.flows.map(({ flow }) => flow.to.address)).toContain('10.233.0.1');
  expect([...new Set(changed)]).toEqual(['10.233.0.3:53']);
});
