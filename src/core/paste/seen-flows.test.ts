import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import type { SuggestedFlow } from './summaries';
import { pasted } from './testing/paste';

const show = ({ device = 'node', from, to, port, protocol }: SuggestedFlow): string =>
  `${device} ${from} -> ${to}:${port}/${protocol}`;
const offers = (text: string): readonly string[] => networkOfPasted(pasted(text)).suggested.map(show);
const devices = (text: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (networkOfPasted(pasted(text)).network.netns.get('node')?.devices ?? []).map(({ name, addresses }) => [
      name,
      addresses.map(({ address }) => address.words.map((word) => word.toString(16)).join(':')),
    ]),
  );

const LOGGED = (ends: string): string =>
  `Nov 21 09:14:02 node-1 kernel: in-drop: ${ends} LEN=60 TOS=0x00 PREC=0x00 TTL=64 ID=1 DF PROTO=TCP SPT=49720 DPT=10250 WINDOW=64860 RES=0x00 SYN URGP=0\n`;
const RULES = `# iptables -S
-P INPUT DROP
-P FORWARD ACCEPT
-P OUTPUT ACCEPT
-A INPUT -i lo -j ACCEPT
-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A INPUT -s 192.168.10.0/24 -p tcp -m tcp --dport 22 -j ACCEPT
-A INPUT -j LOG --log-prefix "in-drop: "
`;

describe('the packet that a text shows is the one offered', () => {
  it.each([
    [
      'logged on its way in',
      LOGGED('IN=cni0 OUT= PHYSIN=veth1 MAC=aa SRC=10.244.1.5 DST=192.168.10.11'),
      'cni0 10.244.1.5 -> 192.168.10.11:10250/tcp',
    ],
    [
      'logged on its way through',
      LOGGED('IN=eth1 OUT=cali123 MAC=aa SRC=198.51.100.9 DST=10.244.1.5'),
      'eth1 198.51.100.9 -> 10.244.1.5:10250/tcp',
    ],
    [
      'logged on its way out',
      LOGGED('IN= OUT=eth0 SRC=192.168.10.11 DST=198.51.100.9'),
      'node 192.168.10.11 -> 198.51.100.9:10250/tcp',
    ],
    [
      'captured',
      'listening on eth0, link-type EN10MB (Ethernet), capture size 262144 bytes\n09:14:02.1234 IP 198.51.100.9.4 > 203.0.113.7.443: Flags [S], seq 1\n',
      'eth0 198.51.100.9 -> 203.0.113.7:443/tcp',
    ],
    [
      'a connection that nobody answered',
      'tcp      6 114 SYN_SENT src=198.51.100.9 dst=203.0.113.7 sport=4 dport=443 [UNREPLIED] src=10.0.0.1 dst=198.51.100.9 sport=443 dport=4 mark=0 use=1\n',
      'eth0 198.51.100.9 -> 203.0.113.7:443/tcp',
    ],
  ])('%s', (_how, line, first) => {
    for (const text of [`${line}${RULES}`, `${RULES}\n${line}`]) {
      const [offer] = networkOfPasted(pasted(text)).suggested;
      expect(offer && show(offer)).toBe(first);
      expect(offer?.reason?.id).toMatch(/^analysis\.offer\./);
    }
  });

  it('an answer is not the question', () => {
    const answer = LOGGED('IN=eth0 OUT= MAC=aa SRC=203.0.113.7 DST=192.168.10.11').replace('SYN', 'ACK SYN');
    const asked = LOGGED('IN= OUT=eth0 SRC=192.168.10.11 DST=203.0.113.7');
    expect(offers(`${answer}${asked}${RULES}`)[0]).toBe('node 192.168.10.11 -> 203.0.113.7:10250/tcp');
  });

  it('the machine has the address that the line says is its own, unless routing comes later', () => {
    const line = LOGGED('IN=ens5 OUT= MAC=aa SRC=198.51.100.9 DST=192.168.10.11');
    expect(Object.values(devices(`${line}${RULES}`)).flat()).toContain('c0a80a0b');
    const early = line.replace('in-drop: ', 'TRACE: raw:PREROUTING:policy:2 ');
    expect(Object.values(devices(`${early}${RULES}`)).flat()).not.toContain('c0a80a0b');
  });

  it('what the kernel found no server for, and who it remembers', () => {
    const servers =
      'TCP  10.96.50.10:80 rr\nTCP  10.96.50.11:443 rr\n  -> 10.244.1.6:8443              Masq    1      0          0\n';
    const log = '[ 817.53] IPVS: rr: TCP 10.96.50.10:80 - no destination available\n';
    expect(offers(`${servers}${log}`)[0]).toMatch(/-> 10\.96\.50\.10:80\/tcp$/);
  });
});

describe('what the machine is called', () => {
  const rules = '*filter\n:INPUT DROP [0:0]\n-A INPUT -i lo -j ACCEPT\nCOMMIT\n';
  const line = (before: string): string =>
    `${before} kernel: seen: IN=cni0 OUT= SRC=10.42.1.5 DST=172.19.0.6 LEN=60 TTL=64 PROTO=TCP SPT=49720 DPT=10250 RES=0x00 SYN URGP=0\n`;
  const title = (text: string): string | undefined => networkOfPasted(pasted(text)).network.netns.get('node')?.title;

  it.each([
    [line('Nov  1 09:14:02 worker-7') + rules, 'worker-7'],
    [line('Nov 21 09:14:02 worker-7') + line('Nov 21 09:14:03 worker-8') + rules, 'node'],
    [`worker-7:/# iptables-save\n${rules}`, 'worker-7'],
    [`http://x.example:/# iptables-save\n${rules}`, 'node'],
  ])('%j: %s', (text, expected) => expect(title(text)).toBe(expected));
});
