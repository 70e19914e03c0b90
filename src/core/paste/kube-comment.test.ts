import { describe, expect, it } from 'vitest';
import { hash16 } from '../lib/sha';
import { hashedText, readCommentOf, readKubeComment, servicePortText } from './kube-services';

describe('what kube-proxy says in a comment', () => {
  it.each([
    ['default/kuard: cluster IP', 'default/kuard', 'cluster IP'],
    ['default/kuard:', 'default/kuard', ''],
    ['default/kuard', 'default/kuard', ''],
    ['kube-system/kube-dns:dns-tcp cluster IP', 'kube-system/kube-dns:dns-tcp', 'cluster IP'],
    ['ns1/lb:http loadbalancer IP', 'ns1/lb:http', 'loadbalancer IP'],
    ['ns1/svc1:p80 has no endpoints', 'ns1/svc1:p80', 'has no endpoints'],
    ['masquerade traffic for ns1/svc1:p80 external destinations', 'ns1/svc1:p80', 'external destinations'],
    ['pod traffic for ns1/svc1 external destinations', 'ns1/svc1', 'external destinations'],
  ])('%s', (text, name, note) => {
    const read = readKubeComment(text);
    expect(read && servicePortText(read)).toBe(name);
    expect(read?.note).toBe(note);
  });

  it('whose namespace was taken away is told by kube-proxy’s own words, or by where its rule leads', () => {
    const cut = readKubeComment('bad-srv:management-port has no endpoints');
    expect(cut).toMatchObject({ namespace: '', name: 'bad-srv', port: 'management-port', note: 'has no endpoints' });
    expect(cut && servicePortText(cut)).toBe('bad-srv:management-port');
    expect(readKubeComment('bad-srv:management-port')).toBeUndefined();
    const leading = (target: string) => readCommentOf({ comment: 'bad-srv:management-port', target });
    expect(leading('KUBE-SVC-GQKCP75KCV7PRX6J')?.name).toBe('bad-srv');
    expect(leading('MY-CHAIN')).toBeUndefined();
  });

  it('reads the endpoint behind the arrow, of both families', () => {
    expect(readKubeComment('ns1/svc1:p80 -> 10.0.0.1:80')?.endpoint).toBe('10.0.0.1:80');
    expect(readKubeComment('ns1/svc1 -> [fd00::1]:80')?.endpoint).toBe('[fd00::1]:80');
  });

  it.each([
    'kubernetes service portals',
    'cali:Cz_u1IQiXIMmKD4c',
    '',
    'Policy explicitly accepted packet.',
    '!fw3: a/b',
    'x'.repeat(10_000),
  ])('is not %s', (text) => expect(readKubeComment(text)).toBeUndefined());

  it.each([
    ['default/kuard:', 'tcp', 'CUXC5A3HHHVSSN62'],
    ['default/kuard', 'tcp', 'KONBHUEJ3TRSITPT'],
    ['default/kubernetes:https', 'tcp', 'NPX46M4PTMTKRN6Y'],
    ['kube-system/kube-dns:dns', 'udp', 'TCOU7JCQXEZGVUNU'],
  ])('%s %s hashes to the chain KUBE-SVC-%s', (text, protocol, hash) => {
    const read = readKubeComment(text);
    expect(read && hash16(`${hashedText(read)}${protocol}`)).toBe(hash);
  });
});
