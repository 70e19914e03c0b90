import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const between = (from: string, to: string): string[] =>
  `changes cluster.yaml --from ${from} --to ${to} --all-packets`.split(' ');

describe('changes --all-packets', () => {
  it('proves that a release does to no packet of a node what the other did not, and ends with 0', async () => {
    const { code, out } = await ranCommand(between('iptables@1.30', 'iptables@1.35'));
    expect(out).toContain('proven for all of');
    expect(code).toBe(0);
  });

  it('finds what flows do not ask for: addresses of no Service', async () => {
    const { code, out } = await ranCommand(between('iptables@1.35', 'nftables@1.35'));
    expect(out).toContain('Drop traffic to');
    expect(code).toBe(1);
    // Behind the node, too: nobody listens where another address had a node port, and an answer may not come back.
    expect(out).toContain('Followed to the machine and the process that gets them');
  });

  it('ends with 2 where nothing can be said of a node', async () => {
    const { code, out } = await ranCommand(between('iptables@1.35', 'kernelspace@1.35'));
    expect(out).toContain('not looked at');
    expect(code).toBe(2);
  });

  it('does not take a mode of a release that never had it', async () => {
    const { code, err } = await ranCommand(between('iptables@1.35', 'nftables@1.20'));
    expect(err).toContain('nftables is known from 1.29');
    expect(code).toBe(64);
  });
});
