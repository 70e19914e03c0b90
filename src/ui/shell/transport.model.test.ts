import { describe, expect, it } from 'vitest';
import { ip } from '../../core/net/ip';
import type { Leg, TraceStep } from '../../core/sim/trace';
import type { FlatStep } from '../../store/selectors';
import type { NetnsView } from '../../engine/protocol';
import { legChoices, outcomeLines, scrubHops, stepAtPlace, trackPlace } from './transport.model';

/** `p p n1 n1 | n1 p`: a letter group a step, `|` begins the reply; a change of name begins a hop. */
function walk(text: string): FlatStep[] {
  const steps: FlatStep[] = [];
  let [leg, hop, step] = [0, 0, 0];
  let before: string | undefined;
  for (const word of text.split(' ')) {
    if (word === '|') {
      [leg, hop, step, before] = [leg + 1, 0, 0, undefined];
      continue;
    }
    if (before !== undefined && word !== before) [hop, step] = [hop + 1, 0];
    const address = { leg, hop, step };
    const role = leg === 0 ? 'request' : 'reply';
    steps.push({ index: steps.length, ...address, address, role, netns: word, data: {} as TraceStep });
    before = word;
    step++;
  }
  return steps;
}

function netns(id: string, title: string, address: string): NetnsView {
  const device = { name: 'eth0', kind: 'veth', up: true, addresses: [{ address: ip(address), prefix: 24 }] } as const;
  return { id, title, kind: 'pod', devices: [device], routes: [], sockets: [] };
}

describe('the scrubber', () => {
  it('has a field for each hop of each leg', () => {
    const hops = scrubHops(walk('p p n1 n1 n2 | n2 n2 n1'), [netns('p', 'default/client', '10.244.1.9')]);
    expect(hops.map(({ title, role, first, last }) => `${title} ${role} ${first}-${last}`)).toEqual([
      'client request 0-1',
      'n1 request 2-3',
      'n2 request 4-4',
      'n2 reply 5-6',
      'n1 reply 7-7',
    ]);
  });

  it('finds the step at every place of the track, and back', () => {
    for (const count of [1, 2, 7, 100]) {
      for (let index = 0; index < count; index++) expect(stepAtPlace(trackPlace(index, count), count)).toBe(index);
    }
    expect([-1, 2].map((place) => stepAtPlace(place, 5))).toEqual([0, 4]);
    expect(stepAtPlace(0.5, 0)).toBe(0);
  });
});

it('lists outcomes with their odds and who was reached', () => {
  const arrived = { family: 'ipv4', src: ip('10.244.1.9'), dst: ip('10.244.2.7'), ttl: 62 } as const;
  const delivered = { kind: 'DELIVERED', netns: 'w', to: 'default/web-1' } as const;
  const lines = outcomeLines(
    [
      {
        path: [0],
        probability: '1/3',
        disposition: delivered,
        answered: true,
        arrived: { ...arrived, l4: { proto: 'udp', sport: 1, dport: 2 } },
      },
      {
        path: [1],
        disposition: { kind: 'UNKNOWN', netns: 'n1', reason: { id: 'sim.routing.local' } as const },
        answered: false,
      },
    ],
    [netns('w', 'default/web-1', '10.244.2.7')],
  );
  expect(lines.map(({ odds, backend, address }) => [odds, backend, address])).toEqual([
    ['1/3', 'web-1', '10.244.2.7'],
    [undefined, undefined, undefined],
  ]);
});

it('says what a proxy answered by itself, beside the outcome and at the leg that carries it', () => {
  const at = { disposition: { kind: 'DELIVERED', netns: 'w', to: 'default/web-1' }, answered: true } as const;
  const lines = outcomeLines(
    [
      { path: [0], ...at, http: 404 },
      { path: [1], ...at, http: 'passed' },
      { path: [2], ...at },
    ],
    [],
  );
  expect(lines.map(({ status }) => status)).toEqual([404, undefined, undefined]);
  const leg = (role: Leg['role'], http?: number): Leg =>
    ({ role, hops: [{ netns: 'w', steps: [{ kind: 'originate', http }] }] }) as unknown as Leg;
  const legs = legChoices({ legs: [leg('request'), leg('reply'), leg('reply', 503)], conntrack: {}, assumptions: [] });
  expect(legs.map(({ status }) => status)).toEqual([undefined, undefined, 503]);
});
