import { describe, expect, it } from 'vitest';
import { examineTexts } from '../questions/examine';
import { finished } from '../lib/scan';
import { Memo } from '../lib/memo';
import { findHookByName } from './chain-hooks';

const LISTED = (chain: string) => `Chain ${chain} (1 references)
target     prot opt source               destination
ACCEPT     all  --  0.0.0.0/0            0.0.0.0/0            ctstate RELATED,ESTABLISHED
DROP       all  --  0.0.0.0/0            0.0.0.0/0
`;

/** The destination of the first packet that is offered of a listing of one chain. */
function offered(chain: string): string | undefined {
  const pasted = { texts: [{ id: 'a', title: 'a', text: LISTED(chain) }], facts: {} };
  return finished(examineTexts(pasted, new Memo())).suggested?.[0]?.to;
}

describe('the hook of a chain that nothing in the text leads to', () => {
  it.each([
    ['cali-tw-cali0123456789a', 'FORWARD'],
    ['KUBE-POD-FW-ABCDEFGH01234567', 'FORWARD'],
    ['IN_public', 'INPUT'],
    ['FWDI_public', 'FORWARD'],
    ['KUBE-FIREWALL', undefined],
    ['MY-RULES', undefined],
  ] as const)('%s: %s', (chain, hook) => expect(findHookByName('filter', chain)).toBe(hook));

  it('is not that of packets for the machine itself where the chain is of a Pod', () => {
    const own = offered('IN_public');
    expect(own).toBeDefined();
    expect(offered('cali-tw-cali0123456789a')).not.toBe(own);
  });
});
