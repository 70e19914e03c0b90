import { expect, it } from 'vitest';
import { withoutContradicted } from './contradicted';
import type { EvidenceFinding } from './evidence-finding';
import { findOfWords } from './word-findings';

const BLOCKED = {
  id: 'known-tunnel-blocked',
  severity: 'warning',
  says: { id: 'x' },
  next: { id: 'x' },
} as unknown as EvidenceFinding;
const isLeft = (text: string): boolean => withoutContradicted([BLOCKED], [{ text }]).length > 0;

it.each([
  // Pods of other nodes are reached by their own address.
  ['The ClusterIP fails across nodes. Direct pod IP access works.', false],
  ['Curl to the Pod IP succeeds, but the Service times out from other nodes', false],
  ['Cross-node access works; same-node access to the Service fails.', false],
  ['From the same node the Service times out, nodes reach each other', false],
  // Nothing is said of another node.
  ['Requests on the same node are redirected to the host port', false],
  // The way between nodes is open.
  ['It works on the same node and times out across nodes', true],
  ['The pod IP works only from the same node; from another node it times out', true],
  ['Pod IPs do not work across nodes', true],
  ['The Service times out from another node', true],
])('%s', (text, left) => expect(isLeft(text)).toBe(left));

it('what a text says is asked in the one place where its findings are put together', () => {
  const text = (way: string) => `Service with flannel times out across nodes, udp 8472\nPod IP ${way} from node2\n`;
  const ids = (way: string) => findOfWords([{ title: 'a', text: text(way) }]).map(({ id }) => id);
  expect(ids('fails')).toContain('known-tunnel-blocked');
  expect(ids('works')).not.toContain('known-tunnel-blocked');
});
