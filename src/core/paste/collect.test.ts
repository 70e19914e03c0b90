import { describe, expect, it } from 'vitest';
import { FORMATS } from '../formats';
import { collectOfCluster, collectOnNode } from './collect';
import { readText } from './read-text';

/** What each command of the node's collection prints, and the format that reads it. */
const PRINTS: Readonly<Record<string, readonly [format: string, text: string]>> = {
  'iptables-save': ['iptables-save', '*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -j ACCEPT\nCOMMIT'],
  'ip6tables-save': ['iptables-save', '# ip6\n*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -s fd00::1/128 -j ACCEPT\nCOMMIT'],
  'nft list table ip kube-proxy': ['nft-ruleset', 'table ip kube-proxy {\n\tchain services {\n\t\taccept\n\t}\n}'],
  'nft list table ip6 kube-proxy': ['nft-ruleset', 'table ip6 kube-proxy {\n\tchain services {\n\t\taccept\n\t}\n}'],
  'ipset save': [
    'ipset-save',
    'create KUBE-LOOP-BACK hash:ip,port,ip family inet\nadd KUBE-LOOP-BACK 10.0.0.1,tcp:80,10.0.0.1',
  ],
  'ipvsadm -Ln': [
    'ipvsadm',
    'IP Virtual Server version 1.2.1 (size=4096)\nTCP  10.96.0.1:443 rr\n  -> 172.18.0.2:6443              Masq    1      0          0',
  ],
  'ip -d addr': [
    'ip-address',
    '2: eth0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP\n    link/ether 02:42:ac:12:00:03 brd ff:ff:ff:ff:ff:ff promiscuity 0\n    veth numtxqueues 1\n    inet 172.18.0.3/16 scope global eth0',
  ],
  'ip route show table all': [
    'ip-route',
    'default via 172.18.0.1 dev eth0\nlocal 172.18.0.3 dev eth0 table local proto kernel scope host src 172.18.0.3',
  ],
  'ip rule': ['ip-rule', '0:\tfrom all lookup local\n32766:\tfrom all lookup main'],
  'bridge -d link': [
    'ip-address',
    '5: veth1@if2: <BROADCAST,UP> mtu 1500 master cni0 state forwarding priority 32 cost 2\n    hairpin on guard off root_block off',
  ],
  'sysctl -a -r ^net[.]': ['sysctl', 'net.ipv4.ip_forward = 1'],
  'conntrack -L': [
    'conntrack',
    'tcp      6 86397 ESTABLISHED src=10.244.1.2 dst=10.96.0.1 sport=40000 dport=443 src=172.18.0.2 dst=10.244.1.2 sport=6443 dport=40000 [ASSURED] mark=0 use=1',
  ],
  'ss -lntu': [
    'listening-sockets',
    'Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port\ntcp   LISTEN 0      128          0.0.0.0:10250      0.0.0.0:*',
  ],
  'cat /etc/cni/net.d/*.conflist': [
    'cni-conflist',
    '{\n  "cniVersion": "0.3.1",\n  "name": "net",\n  "plugins": [ { "type": "bridge", "bridge": "cni0", "ipam": { "type": "host-local", "subnet": "10.244.1.0/24" } } ]\n}',
  ],
};
const COMMANDS = [...collectOnNode().matchAll(/'([^']+)'/g)].map(([, command = '']) => command);

describe('one command for everything', () => {
  it('asks a node for nothing that is not read', () => {
    expect(Object.keys(PRINTS)).toEqual(COMMANDS);
    const ids = new Set<string>(FORMATS.map(({ id }) => id));
    expect(Object.values(PRINTS).filter(([format]) => !ids.has(format))).toEqual([]);
  });

  it('is read in one paste: each part by its format, the machine by the name in the prompts', () => {
    const text = COMMANDS.map((command) => `root@worker-7:~# ${command}\n${PRINTS[command]?.[1] ?? ''}\n`).join('');
    const read = readText({ id: 'a', title: 'a', text });
    const formats = new Set([...read.layers.map(({ format }) => format), ...read.pieces.map(({ format }) => format)]);
    const wanted = [...new Set(Object.values(PRINTS).map(([format]) => format))];
    expect(wanted.filter((format) => !formats.has(format as never))).toEqual([]);
    expect(read.layers.map(({ family }) => family)).toEqual(['ipv4', 'ipv6']);
    expect(read.hostname).toBe('worker-7');
  });

  it('asks a cluster for what formats name as their command', () => {
    const commands: readonly string[] = FORMATS.map(({ command }) => command);
    for (const part of collectOfCluster().split('; echo ---; ')) expect(commands).toContain(part);
  });
});
