import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dearTries } from '../lib/testing/soaking';
import { HostEnds } from './host-end';
import { modelHost } from './host-model';
import { openHostSpace } from './host-space';
import { expectAsMadeAnew } from './testing/edited-states';
import { nodeWith } from './testing/node';

const SERVICES = 80;

/** Chains of a Service: endpoints that are drawn, one alone, or what nobody can say. */
const BODIES = [
  (i: number) =>
    `-A SVC${i} -m statistic --mode random --probability 0.5 -j SEP${i}\n-A SVC${i} -p tcp -j DNAT --to-destination 10.244.1.${i + 1}:80`,
  (i: number) => `-A SVC${i} ! -s 10.244.0.0/16 -j MARKED\n-A SVC${i} -j SEP${i}`,
  (i: number) => `-A SVC${i} -m limit --limit 1/hour -j SEP${i}`,
  (i: number) => `-A SVC${i} -j DRAWN\n-A SVC${i} -j SEP${i}`,
] as const;

/** Matches of a rule of the long chain. */
const FRONTS = [
  (i: number) => `-d 10.96.0.${i}/32 -p tcp -m tcp --dport 80`,
  (i: number) => `-d 10.96.0.${i}/32 -p tcp -m multiport --dports 80,443`,
  (i: number) => `-d 10.96.0.${i & 0xf0}/28 -p udp`,
  () => '-m mark --mark 0x4000/0x4000',
  () => '-m limit --limit 3/sec -p tcp -m tcp --dport 80',
  () => '-m statistic --mode random --probability 0.25',
  () => '-p udp -m udp --dport 53',
] as const;

interface Line {
  readonly service: number;
  readonly front: number;
  readonly body: number;
  /** Absent: a Service's chain. A verdict, or a chain that others lead to as well. */
  readonly target?: string;
}

const TARGETS = ['RETURN', 'DRAWN', 'MARKED', 'ACCEPT', 'MARK --set-xmark 0x2/0x2'];

/** Rules of a host with a long chain of these lines, which two hooks lead to. */
function writeRules(lines: readonly Line[]): string {
  const services = [...new Map(lines.map((line) => [line.service, line])).values()];
  const chains = services.flatMap(({ service }) => [`:SVC${service} -`, `:SEP${service} -`]);
  const long = lines.map(
    ({ service, front, target }) => `-A SVCS ${(FRONTS[front] ?? FRONTS[0])(service)} -j ${target ?? `SVC${service}`}`,
  );
  const short = services.flatMap(({ service, body }) => [
    (BODIES[body] ?? BODIES[0])(service),
    `-A SEP${service} -s 10.244.0.${service}/32 -j MARKED`,
    `-A SEP${service} -p tcp -j DNAT --to-destination 10.244.0.${service}:8080`,
  ]);
  return [
    '*nat\n:PREROUTING ACCEPT\n:OUTPUT ACCEPT\n:POSTROUTING ACCEPT\n:SVCS -\n:MARKED -\n:DRAWN -',
    ...chains,
    '-A PREROUTING -j SVCS\n-A OUTPUT -j SVCS\n-A POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE',
    '-A MARKED -j MARK --set-xmark 0x4000/0x4000\n-A DRAWN -m statistic --mode random --probability 0.125 -j MARKED',
    ...long,
    ...short,
    'COMMIT\n',
  ].join('\n');
}

const lines: fc.Arbitrary<Line> = fc.record(
  {
    service: fc.integer({ min: 0, max: SERVICES + 8 }),
    front: fc.nat(FRONTS.length - 1),
    body: fc.nat(BODIES.length - 1),
    target: fc.constantFrom(...TARGETS),
  },
  { requiredKeys: ['service', 'front', 'body'] },
);

const edits = fc.array(
  fc.record({
    at: fc.nat(SERVICES - 1),
    gone: fc.nat(2),
    come: fc.array(lines, { maxLength: 2 }),
    undone: fc.boolean(),
  }),
  { minLength: 2, maxLength: 5 },
);

const FIRST = Array.from({ length: SERVICES }, (_, service): Line => ({
  service,
  front: service % 9 < 8 ? 0 : 1,
  body: service % 4,
}));

/** Edits of each kind: a rule goes, a Service's chain is another, a rule for all packets to a port comes between. */
const EXAMPLES = [
  [{ at: 20, gone: 1, come: [], undone: false }],
  [{ at: 21, gone: 1, come: [{ service: 21, front: 0, body: 2 }], undone: false }],
  [{ at: 30, gone: 0, come: [{ service: 85, front: 4, body: 1, target: 'RETURN' }], undone: false }],
  [
    { at: 40, gone: 2, come: [{ service: 3, front: 2, body: 0 }], undone: false },
    { at: 0, gone: 0, come: [], undone: true },
  ],
];

it('a long chain of which an edit touches some rules is what it would be if all were made anew', () => {
  fc.assert(
    fc.property(edits, (made) => {
      const states = [FIRST];
      for (const { at, gone, come, undone } of made)
        states.push(undone ? FIRST : (states.at(-1) ?? FIRST).toSpliced(at, gone, ...come));
      const hosts = states.map((state) => nodeWith(writeRules(state)));
      expectAsMadeAnew(hosts);
    }),
    { numRuns: EXAMPLES.length + dearTries(60), examples: EXAMPLES.map((each) => [each]) },
  );
});

it('an edit of one of many Services asks the rules alone that it touches', () => {
  const edited = FIRST.map((line) => (line.service === 40 ? { ...line, front: 1 } : line));
  const hosts = [FIRST, edited].map((state) => nodeWith(writeRules(state)));
  const space = openHostSpace(hosts);
  const ends = new HostEnds();
  const asked = hosts.map((host) => {
    const before = space.asks.count;
    space.beginState();
    expect(modelHost(host, { space, ends }).ok).toBe(true);
    return space.asks.count - before;
  });
  expect(asked[0]).toBeGreaterThan(SERVICES / 2);
  expect(asked[1]).toBeLessThan(10);
});
