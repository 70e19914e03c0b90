import { describe, expect, it } from 'vitest';
import { FORMS } from '../../formats/testing/forms';
import { createRng } from '../../lib/random';
import { SOAKING } from '../../lib/testing/soaking';
import { createRedactor } from './redact-text';
import { SAMPLES } from './testing/samples';
import { partsOf, SHAPES } from './testing/secrets';

/** Forms of text that no format reads whole, and in which addresses are written in other ways. */
const OTHERS: Readonly<Record<string, string>> = {
  'log of the kernel':
    'Nov 27 10:00:00 gw kernel: [12345.67] ufw-block: IN=eth0 OUT=eth1 MAC=52:54:00:ab:cd:ef:52:54:00:12:34:56:08:00 SRC=203.0.113.77 DST=198.51.100.9 LEN=60 TOS=0x00 TTL=63 ID=4711 DF PROTO=TCP SPT=4444 DPT=22 WINDOW=64240 SYN URGP=0 MARK=0x4000',
  '/proc/net/route':
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\neth0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000',
  '/proc/net/tcp':
    '  sl  local_address rem_address   st tx_queue\n   0: 4D7100CB:1F90 0101A8C0:0050 01 00000000:00000000',
  tcpdump:
    '10:11:12.123456 IP 10.1.2.3.443 > 10.1.2.4.55555: Flags [S.], seq 1234567890, ack 99, win 502, options [mss 1460,sackOK,TS val 123 ecr 0,nop,wscale 7], length 0\n10:11:13.1 ARP, Request who-has 10.1.2.3 tell 10.1.2.4, length 28',
  brctl: 'bridge name\tbridge id\t\tSTP enabled\tinterfaces\ndocker0\t\t8000.024242c712ba\tno\t\tveth02ab1c2',
  docker:
    'CONTAINER ID   IMAGE     COMMAND   CREATED       STATUS       PORTS                  NAMES\n3fa9b8c7d6e5   nginx     "nginx"   2 hours ago   Up 2 hours   0.0.0.0:80->80/tcp     web',
  'rules of many kinds':
    '*filter\n:INPUT ACCEPT [12:34]\n:web - [0:0]\n[5:600] -A INPUT -m u32 --u32 "12=0xcb00714d:0xcb007150" -j DROP\n-A INPUT -m bpf --bytecode "4,32 0 0 12,21 0 1 3405803853,6 0 0 65535,6 0 0 0" -j DROP\n-A INPUT -m string --string "abc" --algo bm --to 65535 -j LOG --log-prefix "x: " --log-level 4\n-A INPUT -m recent --rcheck --seconds 60 --name web --mask 255.255.255.255 --rsource -m comment --comment "a b c" -j web\n-A INPUT -i eth0+ -m statistic --mode random --probability 0.33332999982 -m set --match-set s src -j MARK --set-xmark 0x4000/0x4000\nCOMMIT',
  'iptables -L of old':
    "Chain INPUT (policy ACCEPT 1 packets, 2 bytes)\n pkts bytes target     prot opt in     out     source               destination\n    1    60 LOG        tcp  --  eth0   *       10.0.0.7             0.0.0.0/0            tcp dpt:ssh /* a b */ LOG flags 0 level 4 prefix `x: '\n    1    60 web        all  --  *      *       0.0.0.0/0            0.0.0.0/0            recent: SET name: web side: source match-set s src",
  'a shell':
    '[root@node ~]# kubectl -n shop get pods -o wide | grep web\n$ ssh -i key.pem admin@node sudo iptables -t nat -S > /tmp/rules.txt\n/ # cat /etc/resolv.conf',
  'an annotation':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {"apiVersion":"v1","kind":"Service","metadata":{"annotations":{},"name":"web","labels":{"app":"web"}},"spec":{"clusterIP":"10.96.0.9"}}\n    note: "call me" # a remark\nspec:\n  selector: {app: web}\n  ports: [{name: http, port: 80, appProtocol: x/y}]',
  prose: 'Please look at the rules below: the master node drops new connections since Monday, see ticket.',
};

const TEXTS = [
  ...FORMS.map(([form, text]) => [form, text] as const),
  ...Object.entries(SAMPLES).map(([name, { text }]) => [name, text] as const),
  ...Object.entries(OTHERS),
];
const TOKEN = /[^\s"',;(){}[\]<>|]+/g;
/** Of all shapes so many stand at each place; a soak tries each. */
const AT_EACH = SOAKING ? Object.keys(SHAPES).length : 1;

interface Planted {
  readonly shape: string;
  readonly secret: string;
  readonly text: string;
}

function* plant(text: string, rng: ReturnType<typeof createRng>): Generator<Planted> {
  const shapes = Object.entries(SHAPES);
  let next = rng.below(shapes.length);
  for (const { index, 0: token } of text.matchAll(TOKEN)) {
    for (let nth = 0; nth < AT_EACH; nth++) {
      const [shape, make] = shapes[next++ % shapes.length]!;
      const secret = make((below) => rng.below(below));
      yield { shape, secret, text: text.slice(0, index) + secret + text.slice(index + token.length) };
    }
  }
}

describe('a secret at any place of any form', () => {
  it.each(TEXTS)('%s', (form, text) => {
    const rng = createRng(form.length * 7919 + text.length + Number(process.env['PROPERTY_SEED'] ?? 0));
    const left: string[] = [];
    for (const { shape, secret, text: planted } of plant(text, rng)) {
      const redacted = createRedactor(1, [planted]).text(planted).toLowerCase();
      const parts = partsOf(secret).filter((part) => redacted.includes(part) && !text.toLowerCase().includes(part));
      if (parts.length > 0)
        left.push(`${shape}: ${secret}: ${parts.join(' ')} in ${lineWith(redacted, parts[0] ?? '')}`);
    }
    expect(left).toEqual([]);
  });
});

function lineWith(text: string, part: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.includes(part))
      ?.slice(0, 300) ?? ''
  );
}
