import { describe, expect, it } from 'vitest';
import { createRng } from '../lib/random';
import { thinned } from '../lib/testing/soaking';
import { listBoxes } from './boxes';
import { compareHosts, type HostComparison } from './compare-hosts';
import { HostEnds } from './host-end';
import { modelHost, type HostModel } from './host-model';
import { openHostSpace } from './host-space';
import { cofactor, makePacket, sampleHeader } from './sample';
import { sayEnds, walkAll } from './testing/hold-host-to-walk';
import { KUBE_RULES, nodeWith } from './testing/node';

function compare(before: string, after: string): { models: readonly [HostModel, HostModel]; found: HostComparison } {
  const hosts = [nodeWith(before), nodeWith(after)];
  const shared = { space: openHostSpace(hosts), ends: new HostEnds() };
  const models = hosts.map((host) => {
    const made = modelHost(host, shared);
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    return made.value;
  }) as [HostModel, HostModel];
  return { models, found: compareHosts(...models) };
}

/** Lines of rules, by their numbers among all lines. */
const RULE_LINES = KUBE_RULES.split('\n').flatMap((line, at) => (line.startsWith('-A ') ? [at] : []));
const without = (at: number): string =>
  KUBE_RULES.split('\n')
    .filter((_line, i) => i !== at)
    .join('\n');

/** Draws packets of both sides, and of each class; what the walks and the classes do not agree about. */
function disagreements({ models, found }: ReturnType<typeof compare>, seed: number): string[] {
  const [before] = models;
  const { space } = before;
  const rng = createRng(seed);
  const wrong: string[] = [];
  for (const origin of ['received', 'made'] as const) {
    const all = found.differences.filter((each) => each.origin === origin);
    const rest = space.diagrams.minus(before.begins[origin], space.either(...all.map(({ packets }) => packets)));
    // A limit that nobody can say of all packets is full for the first one.
    const own = all.filter((each) => each.before.unknown.length + each.after.unknown.length === 0);
    for (const [kind, packets] of [
      ...own.map((each) => ['differs', each.packets] as const),
      ['alike', rest] as const,
    ]) {
      const tries = packets === 0 ? 0 : 12;
      for (let i = 0; i < tries; i++) {
        const header = sampleHeader(space, packets, () => rng.below(2));
        const skb = makePacket(space, header, origin === 'made' ? 'OUTPUT' : 'PREROUTING');
        const device = origin === 'made' ? undefined : skb.indev;
        const [was, is] = models.map((model) => sayEnds(walkAll(model, skb.packet, device).ends));
        if ((was === is) !== (kind === 'alike')) wrong.push(`${kind} ${origin}: ${was} ${is}`);
        if (cofactor(space, packets, header) !== 1) wrong.push('not of its class');
      }
    }
  }
  return wrong;
}

describe('two hosts for all packets', () => {
  it('are equivalent where they are the same, whatever the order of what has nothing in common', () => {
    expect(compare(KUBE_RULES, KUBE_RULES).found.differences).toEqual([]);
    const web = '-A SVCS -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -j SVC1\n';
    const moved = KUBE_RULES.replace(web, '').replace('-A PORTS -p', `${web}-A PORTS -p`);
    expect(moved).not.toBe(KUBE_RULES);
    expect(compare(KUBE_RULES, moved).found.differences).toEqual([]);
  });

  it.each(thinned(RULE_LINES).map((at) => [KUBE_RULES.split('\n')[at] ?? '', at] as const))(
    'without %s',
    (_line, at) => {
      expect(disagreements(compare(KUBE_RULES, without(at)), at)).toEqual([]);
    },
  );

  it('tells which packets they are, and both ends', () => {
    const line = KUBE_RULES.indexOf('-A FORWARD -d 10.96.0.12/32');
    const gone = KUBE_RULES.slice(0, line) + KUBE_RULES.slice(KUBE_RULES.indexOf('\n', line) + 1);
    const { found } = compare(KUBE_RULES, gone);
    const [first] = found.differences;
    expect(first?.before.ends.map(({ end }) => end.kind)).toEqual(['rejected']);
    expect(first?.after.ends.map(({ end }) => end.kind)).toEqual(['dropped']);
    const { boxes } = listBoxes(found.space, first?.packets ?? 0, 5);
    expect(boxes[0]?.dst).toEqual([{ min: 0x0a60000cn, max: 0x0a60000cn }]);
    expect(boxes[0]?.dport).toEqual([{ min: 80n, max: 80n }]);
    expect(boxes[0]?.protocol).toEqual([{ min: 6n, max: 6n }]);
  });
});
