import { expect, it } from 'vitest';
import { networkOfPasted } from '../pasted';
import { pasted, sendPasted } from '../testing/paste';

const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-NODEPORTS - [0:0]
:KUBE-POSTROUTING - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-EXT-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A POSTROUTING -j KUBE-POSTROUTING
-A KUBE-SERVICES -d 10.99.3.3/32 -p tcp -m comment --comment "lab/app:web cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SERVICES -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-NODEPORTS -p tcp -m comment --comment "lab/app:web" -m tcp --dport 30888 -j KUBE-EXT-AAAAAAAAAAAAAAAA
-A KUBE-EXT-AAAAAAAAAAAAAAAA -j KUBE-MARK-MASQ
-A KUBE-EXT-AAAAAAAAAAAAAAAA -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MASQUERADE --random-fully
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "lab/app:web -> 10.210.3.44:8080" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.210.3.44:8080
COMMIT
`;
const CAPTURE = `# tcpdump -nn -i any
14:02:11.102938 ens18 In  IP 198.51.100.77.51544 > 10.30.0.13.30888: Flags [S], seq 1829, win 64240, length 0
14:02:11.103001 cali5f5f5f5f5f5 Out IP 10.30.0.13.51544 > 10.210.3.44.8080: Flags [S], seq 1829, win 64240, length 0
`;

it('an address under which a packet that came in for it goes on is the machine’s, and who gets it is behind that link', () => {
  const { lines, made } = sendPasted(pasted(CAPTURE + RULES), 'ens18 198.51.100.77 -> 10.30.0.13:30888/tcp');
  expect(lines).toEqual(['1 DELIVERED pod:10.210.3.44 from 10.30.0.13 answered']);
  const node = made.network.netns.get('node');
  const devices = node?.devices.map(({ name, addresses }) => `${name} ${addresses.length}`);
  expect(devices).toContain('cali5f5f5f5f5f5 0');
  expect(devices?.some((device) => device.startsWith('cni0'))).toBe(false);
});

it.each([
  [
    'the answer to it',
    CAPTURE.replace(
      '10.30.0.13.51544 > 10.210.3.44.8080: Flags [S]',
      '10.30.0.13.30888 > 198.51.100.77.51544: Flags [S.]',
    ),
  ],
  ['a packet from another address', CAPTURE.replace('10.30.0.13.51544 >', '10.30.0.99.51544 >')],
])('%s tells nothing of whose address it is', (_what, capture) => {
  const { assumptions } = networkOfPasted(pasted(capture + RULES));
  expect(assumptions.filter(({ reason }) => reason.values?.['how'] === 'seen')).toEqual([]);
});

it('Pods hang on the bridge that a route shows in their network, as Weave’s, and on no second one', () => {
  const routes = `$ ip route
default via 172.31.5.1 dev eno1
10.32.0.0/12 dev weave proto kernel scope link src 10.40.0.0
172.31.5.0/24 dev eno1 proto kernel scope link src 172.31.5.62
`;
  const rules = RULES.replaceAll('10.210.3.44', '10.36.0.3').replace(
    '-A KUBE-SVC-AAAAAAAAAAAAAAAA ',
    '-A KUBE-SVC-AAAAAAAAAAAAAAAA ! -s 10.32.0.0/12 -d 10.99.3.3/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ\n-A KUBE-SVC-AAAAAAAAAAAAAAAA ',
  );
  const { made } = sendPasted(pasted(routes + rules), 'weave 10.32.0.2 -> 10.99.3.3:80/tcp');
  expect(made.suggested.map(({ device }) => device)).not.toContain('cni0');
  const node = made.network.netns.get('node');
  expect(node?.devices.filter(({ kind }) => kind === 'bridge').map(({ name }) => name)).toEqual(['weave']);
});

it('what a line of LOG says is passed on goes out by the device it names, and is for nobody here', () => {
  const line =
    'Jun 11 02:13:40 lb01 kernel: FWD: IN=eth0 OUT=flannel.1 SRC=198.51.100.5 DST=10.42.2.17 LEN=60 TTL=51 ID=3 DF PROTO=TCP SPT=44321 DPT=8096 WINDOW=64240 RES=0x00 SYN URGP=0\n';
  const { made, outcomes } = sendPasted(pasted(line), 'eth0 198.51.100.5 -> 10.42.2.17:8096/tcp');
  expect(made.assumptions.map(({ reason }) => reason.id)).not.toContain('analysis.address.arrives');
  expect(outcomes.map(({ disposition }) => disposition.netns)).toEqual(['host:10.42.2.17']);
  const routes = made.network.netns.get('node')?.routes.map(({ dst, dev }) => `${dst.prefix} ${dev}`);
  expect(routes).toContain('32 flannel.1');
});
