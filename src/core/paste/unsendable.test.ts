import { expect, it } from 'vitest';
import { findUnsendable } from './unsendable';

it.each([
  ['(203.x.x.9:31080) is not accessible', 'masked 203.x.x.9:31080'],
  ['curl http://x.x.x.x:80', 'masked x.x.x.x:80'],
  ['$ curl 203.0.113.9:31080\ncurl: (28) timed out', 'untold 203.0.113.9:31080'],
  [';; connection timed out; no servers could be reached', 'untold kube-dns:53/udp'],
  ['nameserver 169.254.25.10\n;; no servers could be reached', 'untold 169.254.25.10:53/udp'],
  ['nameserver 10.0.0.2\nnameserver 10.0.0.3\nno servers could be reached', 'untold kube-dns:53/udp'],
  ['curl 203.0.113.9:31080\n<html>', undefined],
  ['release 1.x.2:44 is out', undefined],
])('what a text asks that cannot be sent: %s', (text, said) => {
  const place = findUnsendable([text]);
  expect(place && `${place.is} ${place.words}`).toBe(said);
});
