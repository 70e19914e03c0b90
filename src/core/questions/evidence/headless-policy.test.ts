import { expect, it } from 'vitest';
import { findHeadlessPolicy } from './headless-policy';

const FENCED = (...lines: readonly string[]) => `Mine:\n\`\`\`yaml\n${lines.join('\n')}\n\`\`\`\n`;
const find = (text: string) =>
  findHeadlessPolicy([{ text }]).map(({ says: { values } }) =>
    ['from', 'to', 'pods', 'namespaces', 'blocks'].map((key) => values?.[key]).join(' '),
  );

it('a spec of a NetworkPolicy without its head', () => {
  expect(find(FENCED('podSelector: {}', 'policyTypes: [Ingress]'))).toEqual(['3 4 all 0 0']);
  expect(
    find(
      FENCED(
        'podSelector:',
        '  matchLabels: {app: till}',
        'ingress:',
        '- from:',
        '  - namespaceSelector: {}',
        '  - ipBlock:',
      ),
    ),
  ).toEqual(['3 8 some 1 1']);
});

it('one with its head, and what is no policy', () => {
  expect(find(FENCED('kind: NetworkPolicy', 'podSelector: {}', 'policyTypes: [Ingress]'))).toEqual([]);
  expect(find(FENCED('podSelector: {}', 'replicas: 2'))).toEqual([]);
  expect(find('podSelector: {}\npolicyTypes: [Ingress]\n')).toEqual([]);
});
