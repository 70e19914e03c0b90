import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CILIUM_CT_LIST } from './cilium-ct-list';
import { CILIUM_LB_LIST, type ListedLbEntry } from './cilium-lb-list';
import { CILIUM_NAT_LIST } from './cilium-nat-list';
import { CILIUM_SERVICE_LIST } from './cilium-service-list';
import { CILIUM_STATUS, toCiliumConfig } from './cilium-status';
import { detectFormats } from './index';
import type { LineFormat, LinesParsed } from './lines/line-format';

function read<T>(format: LineFormat<string, T>, text: string): LinesParsed<T> {
  const parsed = format.parse(text);
  if (!parsed.ok) throw new Error(parsed.error[0]?.message.id);
  return parsed.value;
}

/** Reads, prints and reads again: both must say the same; the lines left aside. */
function roundTrip<T>(format: LineFormat<string, readonly T[]>, text: string): number {
  const { value, ignored } = read(format, text);
  const again = read(format, format.print(value));
  const bare = (values: readonly T[]): unknown =>
    JSON.parse(JSON.stringify(values, (key, each: unknown) => (key === 'span' ? undefined : each)));
  expect(bare(again.value)).toEqual(bare(value));
  expect(again.ignored).toEqual([]);
  return ignored.length;
}

const SERVICES = `ID   Frontend                 Service Type   Backend
1    10.96.62.28:80/TCP       ClusterIP      1 => 10.244.1.149:4245/TCP (active)
2    172.18.0.2:30080/TCP/i   NodePort       1 => 10.244.1.69:53/TCP (active)
                                             2 => 10.244.1.109:53/TCP (terminating)
3    [fd00::1]:80/TCP         LoadBalancer
`;

describe('cilium-dbg service list', () => {
  it('prints back what it read', () => {
    expect(CILIUM_SERVICE_LIST.print(read(CILIUM_SERVICE_LIST, SERVICES).value)).toBe(SERVICES);
  });

  it('reads scopes, states and frontends without backends, and old rows without protocols', () => {
    const { value } = read(CILIUM_SERVICE_LIST, SERVICES.replaceAll('/TCP', ''));
    expect(value.map(({ id, type, backends }) => [id, type, backends.length])).toEqual([
      [1, 'ClusterIP', 1],
      [2, 'NodePort', 2],
      [3, 'LoadBalancer', 0],
    ]);
    const scoped = read(CILIUM_SERVICE_LIST, SERVICES).value[1];
    expect([scoped?.frontend.scope, scoped?.backends[1]?.state]).toEqual([1, 'terminating']);
  });

  it('stops at what is something else', () => {
    const { value, ignored } = read(CILIUM_SERVICE_LIST, `$ cilium-dbg service list\n${SERVICES}root@node:~# exit\n`);
    expect([value.length, ignored.length]).toEqual([3, 2]);
  });
});

const OLD = `SERVICE ADDRESS       BACKEND ADDRESS
100.72.178.101:80     100.64.5.159:8000 (14)
                      100.64.3.128:8000 (14)
                      0.0.0.0:0 (14) [ClusterIP]
100.64.5.14:30157     0.0.0.0:0 (30) [NodePort]
`;
const NEW = `SERVICE ADDRESS               BACKEND ADDRESS (REVNAT_ID) (SLOT)
10.96.0.41:80/TCP (1)         10.244.1.5:8080/TCP (1) (1)
10.96.0.41:80/TCP (0)         0.0.0.0:0 (1) (0) [ClusterIP, non-routable]
172.18.0.2:30080/TCP/i (0)    0.0.0.0:0 (3) (0) [NodePort, Local, two-scopes]
172.18.0.2:30080/TCP/i (1)    backend 9 not found (3) (1)
[fd00::41]:80/TCP (1)         [fd00:1::5]:8080/TCP (4) (1)
10.96.0.42:80/TCP (0)         0 2[1] (5) [0x0 0x10]
`;
const NUMBERED = `ID   BACKEND ADDRESS
1    TCP://10.244.1.5
2    TCP://10.244.1.6   [zone-a]

ID   SERVICE ADDRESS (REVNAT_ID)
1    10.96.0.41:80
2    [fd00::41]:80

SERVICE ADDRESS     SOURCE RANGE
10.96.0.41:80/TCP   10.0.0.0/8

SVC ID   LOOKUP TABLE
[2]/v4   [1, 2, 1, 2]
`;

describe('cilium-dbg bpf lb list', () => {
  it('reads old blocks: keys without slot and protocol, values that share a key', () => {
    const { value, ignored } = read(CILIUM_LB_LIST, OLD);
    expect(ignored).toEqual([]);
    const services = value.filter(
      (entry): entry is Extract<ListedLbEntry, { kind: 'service' }> => entry.kind === 'service',
    );
    expect(services.map(({ key, value: each }) => [key.port, each.kind])).toEqual([
      [80, 'slot'],
      [80, 'slot'],
      [80, 'master'],
      [30157, 'master'],
    ]);
  });

  it('reads new keys, and prints and reads the same of every variant', () => {
    for (const text of [OLD, NEW, NUMBERED]) expect(roundTrip(CILIUM_LB_LIST, text)).toBe(0);
    const kinds = read(CILIUM_LB_LIST, NEW).value.map((entry) =>
      entry.kind === 'service' ? entry.value.kind : entry.kind,
    );
    expect(kinds).toEqual(['slot', 'master', 'master', 'missing', 'slot', 'numbers']);
    expect(read(CILIUM_LB_LIST, NUMBERED).value.map(({ kind }) => kind)).toEqual([
      'backend',
      'backend',
      'revnat',
      'revnat',
      'source-range',
      'maglev',
    ]);
  });
});

const CT = `TCP SVC 192.0.2.10:41000 -> 172.18.0.2:30080 expires=16784 (remaining: 7993 sec(s)) Packets=0 Bytes=0 RxFlagsSeen=0x00 LastRxReport=0 TxFlagsSeen=0x1a LastTxReport=8791 Flags=0x0010 [ SeenNonSyn ] RevNAT=3 SourceSecurityID=0 BackendID=1
TCP OUT 10.244.2.113:39126 -> 10.244.3.114:8080 expires=289 RxPackets=0 RxBytes=0 TxFlagsSeen=0x02 Flags=0x0000 [ ] RevNAT=0 SourceSecurityID=25142 IfIndex=0
TCP IN 2a00:23c8:bcb:5101:cce4:dbf7:957:33a4:47224 -> fd85:ee78:d8a6:8607::1:fe5:8000 expires=26562518 Packets=0 Flags=0x0013 [ RxClosing TxClosing SeenNonSyn ] RevNAT=0 BackendID=0
`;

describe('cilium-dbg bpf ct list', () => {
  it('prints back what it read, of old and new versions and both families', () => {
    const { value, ignored } = read(CILIUM_CT_LIST, CT);
    expect([CILIUM_CT_LIST.print(value), ignored]).toEqual([CT, []]);
    expect(value.map(({ direction, dst, flags, remaining }) => [direction, dst.port, flags.length, remaining])).toEqual(
      [
        ['SVC', 30080, 1, 7993],
        ['OUT', 8080, 0, undefined],
        ['IN', 8000, 3, undefined],
      ],
    );
  });
});

const NAT = `TCP OUT 192.0.2.10:41000 -> 10.244.2.7:8080 XLATE_SRC 172.18.0.2:41000 Created=12sec ago NeedsCT=0
TCP IN 10.244.2.7:8080 -> 172.18.0.2:41000 XLATE_DST 192.0.2.10:41000 Created=12sec ago NeedsCT=0
`;

describe('cilium-dbg bpf nat list', () => {
  it('prints back what it read', () => {
    const { value, ignored } = read(CILIUM_NAT_LIST, NAT);
    expect([CILIUM_NAT_LIST.print(value), ignored]).toEqual([NAT, []]);
  });
});

const STATUS = `KubeProxyReplacement:    True   [eth0 172.18.0.2 (Direct Routing)]
Routing:                 Network: Tunnel [vxlan]   Host: BPF
Masquerading:            BPF   [eth0]   10.244.0.0/16 [IPv4: Enabled, IPv6: Disabled]
KubeProxyReplacement Details:
  Status:               True
  Socket LB:            Enabled
  Socket LB Coverage:   Hostns-only
  Mode:                 Hybrid
  DSR Dispatch Mode:    IP Option/Extension
  Backend Selection:    Maglev (Table Size: 1021)
  XDP Acceleration:     Disabled
  Services:
  - ClusterIP:      Enabled
  - NodePort:       Enabled (Range: 30000-31000)
  Annotations:          (n/a)
Encryption:              Disabled
`;

describe('cilium-dbg status --verbose', () => {
  it('tells the flags of the agent', () => {
    const [status] = read(CILIUM_STATUS, STATUS).value;
    expect(status && toCiliumConfig(status)).toEqual({
      'kube-proxy-replacement': true,
      'bpf-lb-sock-hostns-only': true,
      'bpf-lb-mode': 'hybrid',
      'bpf-lb-dsr-dispatch': 'opt',
      'bpf-lb-algorithm': 'maglev',
      'bpf-lb-maglev-table-size': '1021',
      'bpf-lb-acceleration': 'disabled',
      'node-port-range': '30000-31000',
      'routing-mode': 'tunnel',
      'tunnel-protocol': 'vxlan',
      'enable-host-legacy-routing': false,
      'enable-bpf-masquerade': true,
    });
  });

  it('prints and reads the same, and leaves the rest of the status aside', () => {
    expect(roundTrip(CILIUM_STATUS, STATUS)).toBe(1);
  });
});

const PASTES = join(process.env['RULEWALK_SHARED'] ?? '../shared', 'corpus/cilium/pastes');
const FORMAT_OF: Readonly<Record<string, string>> = {
  'bpf-ct': 'cilium-ct-list',
  'bpf-lb': 'cilium-lb-list',
  'service-list': 'cilium-service-list',
};

describe.skipIf(!existsSync(PASTES))('listings of the corpus (read in place; skipped where they are not)', () => {
  const files = (existsSync(PASTES) ? readdirSync(PASTES) : []).filter((name) => !name.startsWith('bpftool'));

  it.each(files)('%s', (file) => {
    const text = readFileSync(join(PASTES, file), 'utf8');
    const expected = Object.entries(FORMAT_OF).find(([begin]) => file.startsWith(begin))?.[1];
    expect(detectFormats(text)[0]?.id).toBe(expected);
    const formats: Readonly<Record<string, (text: string) => number>> = {
      'cilium-ct-list': (each) => roundTrip(CILIUM_CT_LIST, each),
      'cilium-lb-list': (each) => roundTrip(CILIUM_LB_LIST, each),
      'cilium-service-list': (each) => roundTrip(CILIUM_SERVICE_LIST, each),
    };
    // The one line left aside is where it comes from.
    expect(formats[expected ?? '']?.(text)).toBe(1);
  });
});
