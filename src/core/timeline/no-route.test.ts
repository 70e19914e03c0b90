import { expect, test } from 'vitest';
import { changeNodeSettings } from '../document/edits/nodes';
import { clusterDocument, lived } from './testing/documents';

/** A machine that does not forward says nothing (`ip_error`, net/ipv4/route.c). */
test.each([
  ['forwards', {}, 'served'],
  ['does not forward', { sysctls: { 'net.ipv4.ip_forward': 0 } }, 'timed-out'],
] as const)('a node that %s', (_, settings, outcome) => {
  const script = { duration: 3000, clients: [{ flow: 'tcp', perSecond: 10, sends: 'new' }] } as const;
  const made = clusterDocument(script, { nodes: 3 });
  const { counts } = lived(changeNodeSettings(made, settings, 'node1'));
  const ends = Object.entries(counts).flatMap(([each, count]) => (count > 0 ? [each] : []));
  expect(ends).toContain(outcome);
  expect(ends).not.toContain('refused');
});
