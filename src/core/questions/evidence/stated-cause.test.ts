import { describe, expect, it } from 'vitest';
import { placeEvidence } from './list-evidence';
import { findStatedCause } from './stated-cause';
import { findOfWords } from './word-findings';

const stated = (text: string) => findStatedCause([{ text }]).map(({ says }) => says.values?.['number']);

describe('a cause that the report states', () => {
  it.each([
    ['Pods are lost.\nThe root cause is that the route of the Pod range is in no table.', [2]],
    ['The actual problem was the label.', [1]],
    ['It fails because the job carries a label.\nBoth are picked because the Service selector matches them.', [2]],
    ['# Batch pods share the selector, causing dead endpoints\n\nSome text.', [1]],
    ['# Endpoints die\n\nThe root cause is unknown.', []],
    ['Maybe the root cause is the firewall.', []],
    ['The underlying issue might be MTU. What is the root cause?', []],
    ['The root cause is not the firewall.', []],
    ['-A FORWARD -m comment --comment "the root cause is here" -j DROP', []],
  ])('%s', (text, expected) => expect(stated(text)).toEqual(expected));

  it('is told first, as the reporter’s word, and what only fits below it', () => {
    const report = (why: string) =>
      `# Service times out across nodes with flannel and firewalld\n\n${why}\nudp port 8472: timeout between nodes.\n`;
    const leading = (text: string) =>
      placeEvidence(findOfWords([{ title: 'a', text }]), [{ title: 'a', text }])
        .filter(({ isLeading, severity }) => isLeading && severity !== 'info')
        .map(({ id }) => id);
    const why = 'The root cause is that `eth1` has no route to the Pod range.';
    expect(leading(report(why))).toEqual(['stated-cause', 'known-tunnel-blocked']);
    expect(leading(report('Nobody knows.'))).toContain('known-tunnel-blocked');
    const [found] = findStatedCause([{ text: report(why) }]);
    expect(found?.says.values?.['line']).toBe('The root cause is that eth1 has no route to the Pod range.');
    expect(found?.next.values).toEqual({ about: 'routes' });
  });
});

describe('a cause that the report only thinks of', () => {
  const told = (text: string) => findStatedCause([{ text }]).map(({ id, says }) => [id, says.values?.['number']]);
  it.each([
    ['Pods are lost.\nCould it be the firewall of the node?', 2],
    ['I suspect that kube-proxy does not sync.', 1],
    ['Is this because the Pod range overlaps?', 1],
    ['It might be caused by the MTU.', 1],
    ['The root cause is the MTU.\nEdit: it was not the MTU at all, same with 1400.', 1],
    ['The reason is the firewall.\nIt turned out that this isn’t it.', 1],
  ])('is quoted as a question: %s', (text, line) => expect(told(text)).toEqual([['asked-cause', line]]));

  it('stands neither before a guess nor as the reporter’s word', () => {
    const text =
      '# Service times out across nodes with flannel\n\nI suspect firewalld.\nudp port 8472: timeout between nodes.\n';
    const placed = placeEvidence(findOfWords([{ title: 'a', text }]), [{ title: 'a', text }]);
    expect(placed[0]?.id).toBe('known-tunnel-blocked');
    expect(placed.map(({ id }) => id)).not.toContain('stated-cause');
  });
});
