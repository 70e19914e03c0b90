import { describe, expect, test } from 'vitest';
import { clusterDocument, runToEnd, lived } from '../../core/timeline/testing/documents';
import { createEngine } from '../engine';
import { walkFiles } from './export';
import { moment, request } from './moment';
import { rules } from './rules';
import { run } from './run';

const document = clusterDocument({
  duration: 20_000,
  events: [{ at: 3000, do: 'delete-pod', pod: 'default/web0' }],
  clients: [{ flow: 'tcp', perSecond: 20, sends: 'new' }],
  delays: { minSync: 4000, syncBase: 500 },
});
const failed = lived(document).requests.find(({ outcome }) => outcome !== 'served');

describe('a moment on the bench', () => {
  test('shows the objects, what differs, and the rules of each node as they are then', () => {
    const engine = createEngine();
    const before = runToEnd(moment(engine, { document, time: { at: 1000 } }));
    expect(before.moment).toMatchObject({ at: 1000, differs: [] });
    const rulesBefore = rules(engine, { netns: 'node1', family: 'ipv4' });
    const during = runToEnd(moment(engine, { document, time: { at: failed?.at ?? 0 } }));
    expect(during.moment?.differs.map(({ node }) => node)).toContain(failed?.node);
    expect(during.moment?.cluster.pods.length).not.toBe(before.moment?.cluster.pods.length);
    expect(rules(engine, { netns: 'node1', family: 'ipv4' }).edition).toBe(rulesBefore.edition);
    runToEnd(moment(engine, { document, time: { at: 19_000 } }));
    expect(rules(engine, { netns: 'node1', family: 'ipv4' }).edition).not.toBe(rulesBefore.edition);
  });

  test('a request is walked as it was sent; another of its ways can be shown, and it leaves the page as it is', async () => {
    const engine = createEngine();
    const place = { at: failed?.at ?? 0, client: 0 };
    const bench = runToEnd(moment(engine, { document, time: place }));
    expect(bench.moment?.flowId).toBe('tcp');
    const shown = request(engine, { place, flowId: 'tcp' });
    expect(shown.problem).toBeUndefined();
    expect(shown.outcomes[shown.shown]?.disposition.kind).not.toBe('DELIVERED');
    expect(request(engine, { place, flowId: 'tcp' })).toMatchObject({ shown: shown.shown });
    const served = shown.outcomes.findIndex(({ disposition }) => disposition.kind === 'DELIVERED');
    expect(request(engine, { place, flowId: 'tcp', outcome: served }).shown).toBe(served);
    expect(run(engine, { flowId: 'udp' }).outcomes.length).toBeGreaterThan(0);
    const files = await walkFiles(createEngine(), { document, flowId: 'tcp', outcome: shown.shown, time: place });
    expect(files.result.outcomes[shown.shown]).toEqual(shown.outcomes[shown.shown]);
  });

  test('of a request nobody sends then, that is said', () => {
    const engine = createEngine();
    runToEnd(moment(engine, { document, time: { at: 1, client: 0 } }));
    expect(request(engine, { place: { at: 1, client: 0 }, flowId: 'tcp' }).problem).toBeDefined();
  });
});
