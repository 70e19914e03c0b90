import { expect, it } from 'vitest';
import { findOfPolicies } from './policy-findings';

const MANY = '-A FORWARD -j ACCEPT\n'.repeat(100);
const find = (text: string) =>
  findOfPolicies([{ text }]).map(({ id, severity, says: { values } }) => [
    id,
    severity,
    values?.['hits'],
    values?.['pod'],
  ]);
const ENDS = (hits: string) =>
  `    ${hits}   720 DROP  all  --  *  *  0.0.0.0/0  0.0.0.0/0  /* cali:x */ /* Drop if no policies passed packet */\n`;
const CALI = 'Chain cali-tw-cali0123456789a (1 references)\n';
const ROUTER = (hits: string) =>
  `[${hits}:720] -A KUBE-POD-FW-ABCDEFGH01234567 -m comment --comment "rule to REJECT traffic destined for POD name:till-1 namespace: shop" -m mark ! --mark 0x10000/0x10000 -j REJECT\n`;

it('chains of policies are told where packets ended in them', () => {
  expect(find(CALI + ENDS('12'))).toEqual([['policy-chain-calico', 'warning', '12', 'none']]);
  expect(find(CALI + ENDS('0') + MANY)).toEqual([]);
  expect(find(ROUTER('7'))).toEqual([['policy-chain-router', 'warning', '7', 'shop/till-1']]);
  expect(find(ROUTER('0') + MANY)).toEqual([]);
  expect(find(CALI + ENDS('0'))).toEqual([['policy-chain-calico', 'info', 'none', 'none']]);
});

it('or where a person says so', () => {
  expect(find(`The packet is dropped there.\n${CALI}`)).toEqual([['policy-chain-calico', 'info', 'none', 'none']]);
  expect(find('The packet is dropped there.\nChain FORWARD\n')).toEqual([]);
});

it('the rule that ended packets is the one that is quoted, with its chain', () => {
  const [found] = findOfPolicies([{ text: CALI + ENDS('0') + ROUTER('0') + ENDS('12') }]);
  expect([found?.says.values?.['hits'], found?.words]).toEqual(['12', [ENDS('12').trim()]]);
  const other = ROUTER('0').replace('ABCDEFGH', 'ZYXWVUTS');
  const [router] = findOfPolicies([{ text: other + ROUTER('7') }]);
  expect(router?.says.values?.['chain']).toBe('KUBE-POD-FW-ABCDEFGH01234567');
});

it('what a rule says of itself no person says', () => {
  const rule = '-A FORWARD -m comment --comment "dropped by policy"\n';
  expect(find(CALI + rule + MANY)).toEqual([]);
});
