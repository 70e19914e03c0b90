import { expect, it } from 'vitest';
import { findFault } from './prose';

it.each([
  [
    'spec: {type: ClusterIP, clusterIP: 10.96.61.7, sessionAffinityConfig: {clientIP: {timeoutSeconds: 600}}}',
    undefined,
  ],
  ['      "failureThreshold": 3, "clusterIP": "10.96.61.7",', undefined],
  ['The clusterIP of our shop is fine, but with timeoutSeconds: 600 it times out.', 'clusterIP'],
  ['curl of the cluster IP ends in a timeout', 'clusterIP'],
  ['Since the upgrade our Service does not work.', 'clusterIP'],
  ['The pods on node-3 cannot be reached.', 'pods'],
  ['Our Services work.', undefined],
])('names of fields are nobody’s complaint: %s', (line, expected) => {
  expect(findFault([line])).toBe(expected);
});
