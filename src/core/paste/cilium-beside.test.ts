import { describe, expect, it } from 'vitest';
import { nodeText } from '../questions/reconstruct/testing/node-text';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

const STATUS = (value: string): string => `KubeProxyReplacement:    ${value}   [eth0 172.18.0.2 (Direct Routing)]
KubeProxyReplacement Details:
  Status:               ${value}
  Socket LB:            Enabled
`;

const LISTED = `ID   Frontend            Service Type   Backend
1    10.96.0.41:80/TCP   ClusterIP      1 => 10.244.1.5:8080/TCP (active)
`;

const SOCKETS = `Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process
tcp   LISTEN 0      4096       127.0.0.1:10249      0.0.0.0:*    users:(("kube-proxy",pid=7,fd=9))
`;

/** What is said of the mode, and how many lines prove it. */
function saidOf(...texts: readonly string[]): Record<string, string> {
  const { assumptions } = networkOfPasted(pasted(texts.join('\n')));
  const modes = assumptions.filter(({ id }) => id.startsWith('mode:cilium') || id === 'mode:kube-proxy');
  return Object.fromEntries(modes.map(({ id, reason }) => [id, reason.id]));
}

describe('a node with Cilium in place of kube-proxy', () => {
  it('is told by its status or by a listing of its load balancer', () => {
    const cilium = { 'mode:cilium': 'analysis.mode.cilium' };
    expect(saidOf(STATUS('True'))).toEqual(cilium);
    expect(saidOf(LISTED)).toEqual(cilium);
  });

  it('has leftovers where rules of kube-proxy lead Services somewhere', () => {
    const said = saidOf(STATUS('True'), nodeText('iptables'));
    expect(said).toEqual({
      'mode:cilium': 'analysis.mode.cilium',
      'mode:kube-proxy': 'analysis.mode.cilium-leftovers',
    });
  });

  it('has both at work where the process listens', () => {
    const said = saidOf(LISTED, nodeText('iptables'), SOCKETS);
    expect(said['mode:kube-proxy']).toBe('analysis.mode.cilium-and-proxy');
  });

  it('has its Pod network of Cilium, and no command is asked for that would settle nothing', () => {
    const { identities, assumptions } = networkOfPasted(pasted(`${LISTED}\n${nodeText('iptables')}`));
    expect(identities?.[0]?.podNetwork).toContain('Cilium');
    const own = assumptions.filter(({ id }) => id === 'mode:cilium' || id === 'mode:kube-proxy');
    expect(own.map(({ settledBy }) => settledBy)).toEqual([undefined, undefined]);
  });

  it('translates what Pods send to clusterIPs where it leaves the rest to kube-proxy, which is said to be unknown', () => {
    const said = { 'mode:cilium-for-pods': 'analysis.mode.cilium-for-pods' };
    expect(saidOf(STATUS('False'), nodeText('iptables'))).toEqual(said);
  });

  it('is none where nothing of Cilium is there', () => {
    expect(saidOf(nodeText('iptables'))).toEqual({});
  });
});
