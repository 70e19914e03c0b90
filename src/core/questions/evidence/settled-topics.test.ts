import { expect, it } from 'vitest';
import { partLeading } from './strength';
import { findOfWords } from './word-findings';

const ids = (text: string): readonly string[] => findOfWords([{ title: 'a', text }]).map(({ id }) => id);

const SIZES = 'Pods on different nodes hang in the TLS handshake, a timeout over VXLAN\nRHEL, curl; a ping works\n';
const WALLS = 'A Pod on another node times out over VXLAN of flannel\n';
const POLICY =
  'The webhook of our NetworkPolicy controller\nfailed calling webhook "a.b": Post "https://a.b.svc:443/": deadline exceeded\n';

it('what a report found in order is not named as its cause', () => {
  expect(ids(`${SIZES}mtu 1450\n`)).toContain('known-size-of-packets');
  const left = ids(`${SIZES}MTU settings are correct (1500, and 1450 on the tunnel).\n`);
  expect(left).not.toContain('known-size-of-packets');
  expect(left).toContain('known-tunnel-checksums');
  expect(ids(WALLS)).toContain('known-tunnel-blocked');
  expect(ids(`${WALLS}firewalld is confirmed to be inactive and disabled.\n`)).not.toContain('known-tunnel-blocked');
  expect(ids(POLICY)).toContain('known-policy-webhook');
  expect(ids(`${POLICY}There are no Kubernetes NetworkPolicy resources in place.\n`)).not.toContain(
    'known-policy-webhook',
  );
});

it('what mended it when it was switched off is no such thing', () => {
  expect(ids(`${WALLS}With firewalld disabled it works fine.\n`)).toContain('known-tunnel-blocked');
  expect(ids(`${WALLS}firewalld is disabled, that did not help.\n`)).not.toContain('known-tunnel-blocked');
});

it('what lines prove is kept, whatever is said', () => {
  const proven = '2: eth0: <UP> mtu 1500\n3: wg0: <UP> mtu 1420\n9: veth1: <UP> mtu 1500\n';
  expect(ids(`${proven}The MTU is correct.\n`)).toContain('mtu-too-big');
  expect(partLeading(findOfWords([{ title: 'a', text: proven }])).leading.map(({ id }) => id)).toEqual(['mtu-too-big']);
});

it('a policy that is Cluster is not Local', () => {
  const text = 'externalTrafficPolicy Local? The node port of the Service is refused, it fails\n';
  const plain = text.replace(' Local?', '');
  expect(ids(text)).toContain('pair-local-balancer');
  expect(ids(plain + 'backed by a single endpoint (externalTrafficPolicy set to Cluster).\n')).not.toContain(
    'pair-local-balancer',
  );
  expect(ids(`${text}externalTrafficPolicy set to Cluster works, Local does not\n`)).toContain('pair-local-balancer');
});
