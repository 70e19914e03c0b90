import { describe, expect, it } from 'vitest';
import { add, formatFraction, parseFraction, ZERO } from '../lib/fraction';
import { createRng, type Rng } from '../lib/random';
import type { Choice } from '../linux/chain-walk';
import type { Network } from '../linux/netns';
import { formatIp, ip } from '../net/ip';
import { hasPorts, type Packet, formatEndpoint } from '../net/packet';
import { explore } from './explore';
import { simulate, type SimFlow } from './simulate';
import { ipvsBench, VIP } from './testing/ipvs-bench';
import type { SimState } from './world';
import { tries } from '../lib/testing/soaking';

const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'sed', 'nq', 'sh', 'dh', 'mh', 'lblc', 'lblcr'];
const SERVERS = [
  '10.244.1.5:8080',
  '10.244.1.6:8080',
  '10.244.2.5:8080',
  '172.18.0.2:6443',
  '10.244.2.5:99',
  '9.9.9.9:1',
];
const CALLERS = ['a', 'b', 'client', 'node1'];

const pick = <T>(rng: Rng, list: readonly T[]): T => list[rng.below(list.length)] as T;

interface World {
  readonly network: Network;
  readonly flows: readonly SimFlow[];
  readonly text: string;
}

/** A virtual service with some servers, settings of the director, and flows to it. */
function generate(seed: number): World {
  const rng = createRng(seed);
  const scheduler = pick(rng, SCHEDULERS);
  const servers = SERVERS.filter(() => rng.below(2) === 0).map((server) => `${server}*${rng.below(4)}`);
  const words = [
    ...(rng.below(3) === 0 ? [`persistent=${1 + rng.below(100)}`, `mask=${pick(rng, [8, 24, 32])}`] : []),
    ...(rng.below(3) === 0 ? [`flags=${scheduler}-port,${scheduler}-fallback`] : []),
  ];
  const line = `TCP 10.96.0.1:80 ${[scheduler, ...words].join(' ')} : ${servers.join(' ')}`;
  const names = [
    'conntrack',
    'expire_nodest_conn',
    'expire_quiescent_template',
    'conn_reuse_mode',
    'snat_reroute',
    'sloppy_tcp',
  ];
  const sysctls = Object.fromEntries(
    names.filter(() => rng.below(3) === 0).map((name) => [`net.ipv4.vs.${name}`, rng.below(2)]),
  );
  const network = ipvsBench({ services: [line], sysctls, hairpin: rng.below(2) === 0 });
  const flows = Array.from({ length: 4 }, (): SimFlow => {
    const udp = rng.below(8) === 0;
    const dst = rng.below(10) === 0 ? ip('172.18.0.2') : VIP;
    return { netns: pick(rng, CALLERS), dst, proto: udp ? 'udp' : 'tcp', sport: 1024 + rng.below(4), dport: 80 };
  });
  return { network, flows, text: `${line} ${JSON.stringify(sysctls)}` };
}

const WORLDS = Array.from({ length: tries(240) }, (_, seed) => generate(seed + 1));

const ends = ({ src, dst, l4 }: Packet): [string, string] =>
  hasPorts(l4) ? [formatEndpoint(src, l4.sport), formatEndpoint(dst, l4.dport)] : [formatIp(src), formatIp(dst)];

/** Draws with a generator of its own, so that a run can be repeated. */
function decider(seed: number): (choice: Choice) => number {
  const rng = createRng(seed);
  return (choice) => {
    if (choice.kind === 'unknown') return 0;
    const possible = choice.probabilities.flatMap(({ num }, branch) => (num === 0n ? [] : [branch]));
    return pick(rng, possible);
  };
}

/** All flows of a world one after the other, as traces. */
function runAll({ network, flows }: World, seed: number) {
  const state: SimState = new Map();
  const decide = decider(seed);
  return flows.map((flow) => simulate({ network, flow, state, decide, seed }));
}

describe('any virtual service', () => {
  it('has odds that sum to one, also after other connections', () => {
    for (const world of WORLDS) {
      const state: SimState = new Map();
      for (const flow of world.flows) {
        const { outcomes } = explore({ network: world.network, flow, state });
        const sum = outcomes.reduce((total, { probability }) => add(total, parseFraction(probability ?? '0')), ZERO);
        expect(`${world.text}: ${formatFraction(sum)}`).toBe(`${world.text}: 1`);
        simulate({ network: world.network, flow, state, decide: decider(7) });
      }
    }
  });

  it('gives the same traces for the same seed, and exploring changes nothing', () => {
    for (const world of WORLDS) {
      const first = JSON.stringify(runAll(world, 5));
      for (const flow of world.flows) explore({ network: world.network, flow });
      expect(JSON.stringify(runAll(world, 5))).toBe(first);
    }
  });

  it('answers from the address and port that were asked, to the one that asked', () => {
    let answers = 0;
    for (const world of WORLDS) {
      for (const { legs } of runAll(world, 9)) {
        const sent = legs[0]?.hops[0]?.steps[0]?.packet;
        const reply = legs.find(({ role, disposition }) => role === 'reply' && disposition.kind === 'DELIVERED');
        const got = reply?.hops.at(-1)?.steps.at(-1)?.packet;
        if (!sent || !got || reply?.hops.at(-1)?.netns !== legs[0]?.hops[0]?.netns) continue;
        answers++;
        expect(ends(got)).toEqual(ends(sent).reverse());
      }
    }
    expect(answers).toBeGreaterThan(0.7 * WORLDS.length);
  });

  it('never sends round in circles, and every leg ends', () => {
    for (const world of WORLDS) {
      for (const { legs } of runAll(world, 3)) {
        expect(legs.length).toBeLessThan(6);
        for (const { hops, disposition } of legs) {
          expect(disposition.kind).not.toBe('LOOP');
          expect(hops.length).toBeLessThan(9);
        }
      }
    }
  });

  it('never hands a new connection to a server of weight 0', () => {
    let scheduled = 0;
    for (const world of WORLDS) {
      const steps = runAll(world, 11).flatMap(({ legs }) =>
        legs.flatMap(({ hops }) => hops.flatMap((hop) => hop.steps)),
      );
      for (const step of steps) {
        if (step.kind !== 'ipvs' || step.from !== 'scheduler' || step.chosen === undefined) continue;
        scheduled++;
        expect(step.candidates.find(({ server }) => server === step.chosen)?.weight).toBeGreaterThan(0);
      }
    }
    expect(scheduled).toBeGreaterThan(0.7 * WORLDS.length);
  });
});
