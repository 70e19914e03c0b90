import { expect, it } from 'vitest';
import { phrase } from '../../lib/phrase';
import { placeEvidence } from './list-evidence';
import { classifyFinding } from './strength';
import type { EvidenceFinding } from './evidence-finding';
import { findFirstCommand } from './first-command';
import { findOfWords } from './word-findings';

const WORDS = phrase('evidence.next.misnamed-slice', { namespace: 'shop', service: 'web', slice: 'web-1' });
const finding = (id: string, severity: EvidenceFinding['severity']): EvidenceFinding => ({
  id,
  severity,
  says: WORDS,
  next: WORDS,
});
const place = (...found: readonly EvidenceFinding[]) =>
  placeEvidence(found, [{ title: 'a', text: 'Service web of the shop' }]).map(
    ({ id, isLeading }) => `${id}${isLeading ? ' first' : ''}`,
  );

const PROOF = finding('no-pod-selected', 'error');
const FITS = [1, 2, 3, 4].map((at) => finding(`known-${at}`, 'warning'));
const LIST = finding('pair-flannel', 'warning');
const REMARK = finding('cilium-runs', 'info');

it('a proof stands before what fits, that before lists, these before remarks; three are told first', () => {
  expect(place(REMARK, LIST, ...FITS, PROOF)).toEqual([
    'no-pod-selected first',
    'known-1 first',
    'known-2 first',
    'known-3',
    'known-4',
    'pair-flannel',
    'cilium-runs',
  ]);
});

it('where nothing is proven the command that decides stands behind what fits, and before lists', () => {
  expect(place(LIST, REMARK)).toEqual(['first-command first', 'pair-flannel first', 'cilium-runs']);
  expect(place(FITS[0] ?? LIST, LIST)).toEqual(['known-1 first', 'first-command first', 'pair-flannel']);
  expect(place(finding('local-policy', 'warning'), LIST)).toEqual(['local-policy first', 'pair-flannel']);
  expect(place(REMARK)).toEqual(['cilium-runs first']);
  expect(place(finding('local-policy', 'warning'), PROOF)[0]).toBe('no-pod-selected first');
});

it('the command is of the kind of fault, with the names of the text', () => {
  const first = (text: string) => placeEvidence(findOfWords([{ title: 'a', text }]), [{ title: 'a', text }])[0];
  const outside =
    'MetalLB\n\nThe external IP of our LoadBalancer is unreachable from outside, no ARP.\nNAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S)\ntill   LoadBalancer   10.96.1.1   192.0.2.9   80:30001/TCP\n';
  expect(first(outside)?.id).toBe('first-command');
  expect(first(outside)?.next.values).toMatchObject({ kind: 'announced', service: 'till' });
  expect(first('The NetworkPolicy blocks our Service.')?.next.values?.['kind']).toBe('policy');
});

it('that a probe fails is an outcome, and stands behind a likely cause', () => {
  expect(place(finding('log-probe-failed', 'warning'), ...FITS.slice(0, 1)).at(0)).toBe('known-1 first');
  expect(place(finding('log-probe-failed', 'warning'), ...FITS.slice(0, 1))).not.toContain('log-probe-failed first');
  const event = (reason: string) =>
    findOfWords([{ title: 'a', text: `  Warning  ${reason}  2m (x9 over 4m)  kubelet  something ended here\n` }]);
  expect(event('BackOff').map(({ severity }) => severity)).toEqual(['info']);
  expect(event('NetworkNotReady').map(({ severity }) => severity)).toEqual(['warning']);
});

it('what hangs on something that no text shows is asked, and no fault', () => {
  const open = { ...finding('pool-unannounced', 'warning'), isOpen: true };
  expect([open, FITS[0] ?? LIST, LIST, PROOF, REMARK].map(classifyFinding)).toEqual([
    'next',
    'likely',
    'next',
    'cause',
    'finding',
  ]);
  expect(place(open, PROOF)).toEqual(['no-pod-selected first', 'pool-unannounced']);
});

it.each([
  ['type: ExternalName\n  externalName: db.example.org', false],
  ['We checked: the endpoints are correctly created.', false],
  ['The endpoints are not correctly created.', true],
  ['There are no endpoints present.', true],
  ['kubectl get svc', true],
])('whether the Service has an endpoint is not asked where “%s” answers it', (told, isAsked) => {
  const found = findFirstCommand(
    [finding('symptom-closed', 'warning')],
    [{ text: `Our Service is unreachable.\n${told}\n` }],
  );
  expect(found.map(({ id }) => id)).toEqual(isAsked ? ['first-command'] : []);
});
