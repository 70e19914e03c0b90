import { expect, test } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { clusterDocument, lived } from '../../core/timeline/testing/documents';
import { listTimelineRows } from './timeline.model';

/** A rollout of two Pods, as somebody has it who reads the list and sees no picture: a line each, in words. */
const timeline = lived(
  clusterDocument(
    {
      duration: 30_000,
      events: [{ at: 2000, do: 'roll-out', deployment: 'default/web0' }],
      clients: [{ flow: 'tcp', perSecond: 20, sends: 'new' }],
    },
    { replicas: 2 },
  ),
);

interface Line {
  readonly at: number;
  readonly where: string;
  readonly what: string;
}

const say = createSpeaker('en');
const lines = listTimelineRows(timeline).map(({ at, event, request }): Line => {
  if (event) return { at, where: event.lane, what: say(event.says) };
  return { at, where: 'client', what: `${request?.outcome} ${request?.pod}` };
});

const find = (what: RegExp, where = /./, after = 0): Line | undefined =>
  lines.find((line) => line.at >= after && what.test(line.what) && where.test(line.where));
const allOf = (what: RegExp): readonly string[] => lines.flatMap((line) => what.exec(line.what)?.[1] ?? []);

test('the list alone tells a rollout: which Pods came, which went, when each node knew, and who failed meanwhile', () => {
  const begun = find(/^Roll out a new version of default\/web0/, /user/);
  expect(begun?.at).toBe(2000);
  const made = allOf(/^Pod (\S+) is made$/);
  const deleted = allOf(/^Pod (\S+) is being deleted$/);
  expect([made.length, deleted.length]).toEqual([2, 2]);
  for (const pod of made) {
    const ready = find(new RegExp(`^Pod ${pod}: Ready$`));
    expect(find(new RegExp(`^The process of ${pod} listens$`))?.at).toBeLessThanOrEqual(ready?.at ?? -1);
  }
  for (const pod of deleted) {
    const going = find(new RegExp(`^Pod ${pod} is being deleted$`));
    const ended = find(new RegExp(`^The process of ${pod} has ended$`));
    expect(ended?.at).toBeGreaterThan(going?.at ?? Infinity);
    const known = ['node1', 'node2', 'node3'].map(
      (node) => find(/has new rules/, new RegExp(`^kernel ${node}$`), going?.at)?.at ?? -1,
    );
    expect(Math.min(...known)).toBeGreaterThan(going?.at ?? Infinity);
    // Who failed by it, failed from its end until the node of the client had new rules.
    const failed = lines.filter(({ what }) => what.endsWith(` ${pod}`) && /^(refused|timed-out)/.test(what));
    for (const { at } of failed) {
      expect(at).toBeGreaterThanOrEqual(ended?.at ?? Infinity);
      expect(at).toBeLessThanOrEqual(known[0] ?? -1);
    }
  }
});

test('each line has words in both languages', () => {
  const korean = createSpeaker('ko');
  for (const { says } of timeline.events) {
    expect(say(says)).not.toMatch(/timeline\.|[{}]/);
    expect(korean(says)).not.toMatch(/timeline\.|[{}]/);
  }
});
