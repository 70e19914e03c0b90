import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const HOST = `$ ip addr
1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP> mtu 1500
    inet 192.0.2.10/24 brd 192.0.2.255 scope global eth0
$ ip route
default via 192.0.2.1 dev eth0
192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.10
$ iptables-save
*filter
:INPUT DROP [0:0]
:FORWARD DROP [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT
COMMIT
`;
const files = { 'monday.txt': HOST, 'friday.txt': HOST.replace('--dport 22', '--dport 2222') };

describe('changes --markdown', () => {
  it('writes the Sheet on two dumps of a host, in either language', async () => {
    const call = ['changes', 'monday.txt', '--after', 'friday.txt', '--markdown'];
    const { code, out } = await ranCommand(call, { files });
    expect(code).toBe(1);
    expect(out).toMatch(/^# What changed on this node\n/);
    expect(out).toMatch(/look at it.*:22/);
    expect(out).toMatch(/better.*:2222/);
    const korean = await ranCommand([...call, '--lang', 'ko'], { files });
    expect(korean.out).toMatch(/^# 이 노드에서 무엇이 바뀌었나\n/);
  });

  it('writes the Sheet on one cluster in two modes', async () => {
    const { out } = await ranCommand('changes cluster.yaml --from ipvs@1.31 --to nftables@1.33 --markdown'.split(' '));
    expect(out).toMatch(/^# We leave IPVS for nftables\n/);
    expect(out).toContain('## In this order');
  });

  it('does not write one of two clusters, and says of what there is one', async () => {
    const { code, err } = await ranCommand(
      'changes cluster.yaml --after cluster.yaml --from ipvs@1.31 --to nftables@1.33 --markdown'.split(' '),
    );
    expect(code).toBe(64);
    expect(err).toContain('Leave --after out');
  });
});
