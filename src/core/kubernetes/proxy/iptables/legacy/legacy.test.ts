import { describe, expect, test } from 'vitest';
import { parseRule } from '../../../../linux/xtables/rule-text';
import { endpoints, service } from '../../../build';
import type { EndpointSliceObject, ServiceObject } from '../../../types';
import type { SyncInput } from '../../mode';
import { syncIptablesRules } from '../sync-proxy-rules';
import { FAR, PAIR, eraInput, eraRules, webService } from './testing/era-rules';

const RELEASES = Array.from({ length: 36 }, (_, i) => `1.${2 + i}`);

const WEB = webService({});

const inputOf = (release: string, web: ServiceObject, slice?: EndpointSliceObject): SyncInput =>
  eraInput({ release, web, slice });

/** The rules of the chain that begins so, of nat unless it says filter. */
function rules(release: string, place: string, web: ServiceObject, slice?: EndpointSliceObject): string[] {
  return eraRules({ release, web, slice }, place.includes(' ') ? place : `nat ${place}`) ?? [];
}

describe('names', () => {
  test.each([
    ['default/kuard', '', 'tcp', '1.16', 'CUXC5A3HHHVSSN62'],
    ['default/kuard', '', 'tcp', '1.19', 'CUXC5A3HHHVSSN62'],
    ['default/kuard', '', 'tcp', '1.20', 'KONBHUEJ3TRSITPT'],
    ['kube-system/kubernetes-dashboard', '', 'tcp', '1.16', 'XGLOHA7QRQ3V22RZ'],
    ['kube-system/calico-etcd', '', 'tcp', '1.16', 'NTYB37XIWATNM25Y'],
    ['default/my-nginx-loadbalancer', '', 'tcp', '1.16', 'TNQCJ2KHUMKABQTD'],
    ['kube-system/kube-dns', 'dns', 'udp', '1.16', 'TCOU7JCQXEZGVUNU'],
    ['kube-system/kube-dns', 'dns', 'udp', '1.30', 'TCOU7JCQXEZGVUNU'],
    ['kube-system/kube-dns', 'dns-tcp', 'tcp', '1.16', 'ERIFXISQEP7F7OF4'],
    ['default/kubernetes', 'https', 'tcp', '1.16', 'NPX46M4PTMTKRN6Y'],
  ])('%s:%s/%s in %s is KUBE-SVC-%s', (owner, name, proto, release, hash) => {
    const protocol = proto.toUpperCase() as 'TCP';
    const object = service(owner, {
      clusterIP: '10.96.0.11',
      ports: [{ ...(name ? { name } : {}), port: 80, protocol }],
    });
    const slice = endpoints(owner, [{ name, protocol, port: 8080 }], ['10.244.1.5']);
    const chains = syncIptablesRules(inputOf(release, object, slice)).xtables.tables.get('nat');
    expect([...(chains?.keys() ?? [])].filter((chain) => chain.startsWith('KUBE-SVC-'))).toEqual([`KUBE-SVC-${hash}`]);
  });

  test('an endpoint of an unnamed port too: the listing of 2019', () => {
    const object = service('kuard', { clusterIP: '10.96.0.11', ports: [80] });
    const chains = syncIptablesRules(
      inputOf('1.16', object, endpoints('kuard', 8080, ['192.168.162.1', '192.168.236.129'])),
    ).xtables.tables.get('nat');
    expect(['KUBE-SEP-IY5EMZGCCC7HUEGX', 'KUBE-SEP-N7OVRTBYAU5DSTM3'].map((name) => chains?.has(name))).toEqual([
      true,
      true,
    ]);
  });
});

describe('a ClusterIP', () => {
  const masquerade = (name: string, ip: string) =>
    `-m comment --comment "default/${name} cluster IP" -m tcp -p tcp -d ${ip} --dport 80 ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ`;
  const jump = (name: string, ip: string) =>
    `-m comment --comment "default/${name} cluster IP" -m tcp -p tcp -d ${ip} --dport 80 -j KUBE-SVC`;

  test.each([
    ['1.16', [masquerade('web:', '10.96.0.11/32'), jump('web:', '10.96.0.11/32')]],
    ['1.20', [masquerade('web', '10.96.0.11/32'), jump('web', '10.96.0.11/32')]],
    ['1.22', [jump('web', '10.96.0.11/32')]],
    ['1.23', [jump('web', '10.96.0.11')]],
    ['1.30', [jump('web', '10.96.0.11')]],
  ])('dispatch in %s', (release, expected) => {
    expect(rules(release, 'KUBE-SERVICES', WEB, PAIR).slice(0, -1)).toEqual(expected);
  });

  test.each([
    ['1.16', ['-m statistic --mode random --probability 0.50000 -j KUBE-SEP', '-j KUBE-SEP']],
    ['1.17', ['-m statistic --mode random --probability 0.5000000000 -j KUBE-SEP', '-j KUBE-SEP']],
    [
      '1.18',
      [
        '-m comment --comment default/web: -m statistic --mode random --probability 0.5000000000 -j KUBE-SEP',
        '-m comment --comment default/web: -j KUBE-SEP',
      ],
    ],
    [
      '1.22',
      [
        masquerade('web', '10.96.0.11/32'),
        '-m comment --comment default/web -m statistic --mode random --probability 0.5000000000 -j KUBE-SEP',
        '-m comment --comment default/web -j KUBE-SEP',
      ],
    ],
    [
      '1.24',
      [
        masquerade('web', '10.96.0.11'),
        '-m comment --comment "default/web -> 10.244.1.5:8080" -m statistic --mode random --probability 0.5000000000 -j KUBE-SEP',
        '-m comment --comment "default/web -> 10.244.2.6:8080" -j KUBE-SEP',
      ],
    ],
  ])('balancing in %s', (release, expected) => {
    expect(rules(release, 'KUBE-SVC', WEB, PAIR)).toEqual(expected);
  });

  test.each([
    ['1.21', 'Local', ['10.244.1.5', '10.244.2.6']],
    ['1.22', 'Local', ['10.244.1.5']],
    ['1.22', 'Cluster', ['10.244.1.5', '10.244.2.6']],
  ] as const)(
    'in %s with internalTrafficPolicy %s has the endpoints %j',
    (release, internalTrafficPolicy, expected) => {
      const { tables } = syncIptablesRules(inputOf(release, webService({ internalTrafficPolicy }), PAIR)).xtables;
      const dnat = [...(tables.get('nat')?.values() ?? [])].flatMap(({ rules: list }) =>
        list.map(({ text }) => / --to-destination (\S+):/.exec(text)?.[1] ?? []),
      );
      expect(dnat.flat()).toEqual(expected);
    },
  );
});

describe('policy Local without an endpoint on the node', () => {
  const local = webService({ type: 'NodePort', externalTrafficPolicy: 'Local' });

  test.each([
    ['1.23', 'KUBE-XLB', '-m comment --comment "default/web has no local endpoints" -j KUBE-MARK-DROP'],
    ['1.24', 'KUBE-SVL', '-m comment --comment "default/web has no local endpoints" -j KUBE-MARK-DROP'],
    [
      '1.25',
      'filter KUBE-EXTERNAL-SERVICES',
      '-m comment --comment "default/web has no local endpoints" -m addrtype --dst-type LOCAL -m tcp -p tcp --dport 30080 -j DROP',
    ],
  ])('in %s: %s drops', (release, chain, expected) => {
    expect(rules(release, chain, local, FAR).at(-1)).toBe(expected);
  });

  test.each(['1.16', '1.24'])('in %s the dropping is kubelet’s', (release) => {
    expect(rules(release, 'KUBE-MARK-DROP', local, FAR)).toEqual([
      release === '1.16' ? '-j MARK --set-xmark 0x00008000/0x00008000' : '-j MARK --or-mark 0x00008000',
    ]);
    expect(rules(release, 'filter KUBE-FIREWALL', local, FAR)[0]).toContain('--mark 0x00008000/0x00008000 -j DROP');
  });
});

describe('a load balancer with source ranges', () => {
  const balanced = webService({ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8'] }, ['198.51.100.7']);
  const words = '-m comment --comment "default/web loadbalancer IP"';

  test.each([
    ['1.23', [`${words} -j KUBE-MARK-MASQ`, `${words} -s 10.0.0.0/8 -j KUBE-SVC`, `${words} -j KUBE-MARK-DROP`]],
    ['1.24', [`${words} -s 10.0.0.0/8 -j KUBE-EXT`, `${words} -j KUBE-MARK-DROP`]],
    ['1.25', [`${words} -s 10.0.0.0/8 -j KUBE-EXT`]],
    [
      '1.27',
      [
        `${words} -s 10.0.0.0/8 -j KUBE-EXT`,
        '-m comment --comment "other traffic to default/web will be dropped by KUBE-PROXY-FIREWALL"',
      ],
    ],
  ])('KUBE-FW in %s', (release, expected) => {
    expect(rules(release, 'KUBE-FW', balanced, PAIR)).toEqual(expected);
  });
});

describe('external IPs', () => {
  const external = webService({ externalIPs: ['192.0.2.50'] });
  const head = (name: string, ip: string) =>
    `-m comment --comment "default/${name} external IP" -m tcp -p tcp -d ${ip} --dport 80`;

  test.each([
    [
      '1.20',
      [
        `${head('web', '192.0.2.50/32')} -j KUBE-MARK-MASQ`,
        `${head('web', '192.0.2.50/32')} -m physdev ! --physdev-is-in -m addrtype ! --src-type LOCAL -j KUBE-SVC`,
        `${head('web', '192.0.2.50/32')} -m addrtype --dst-type LOCAL -j KUBE-SVC`,
      ],
    ],
    [
      '1.21',
      [
        `${head('web', '192.0.2.50/32')} ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ`,
        `${head('web', '192.0.2.50/32')} -j KUBE-SVC`,
      ],
    ],
    ['1.22', [`${head('web', '192.0.2.50/32')} -j KUBE-SVC`]],
    ['1.24', [`${head('web', '192.0.2.50')} -j KUBE-EXT`]],
  ])('in %s', (release, expected) => {
    expect(rules(release, 'KUBE-SERVICES', external, PAIR).filter((text) => text.includes('external IP'))).toEqual(
      expected,
    );
  });
});

test.each([
  ['1.2', [], [], ['KUBE-SERVICES']],
  ['1.4', ['KUBE-FIREWALL'], [], ['KUBE-SERVICES', 'KUBE-FIREWALL']],
  ['1.6.4', ['KUBE-FIREWALL'], [], ['KUBE-SERVICES', 'KUBE-FIREWALL']],
  ['1.7', ['KUBE-SERVICES', 'KUBE-FIREWALL'], [], ['KUBE-SERVICES', 'KUBE-FIREWALL']],
  ['1.9', ['KUBE-SERVICES', 'KUBE-FIREWALL'], ['KUBE-FORWARD'], ['KUBE-SERVICES', 'KUBE-FIREWALL']],
  ['1.11', ['KUBE-EXTERNAL-SERVICES', 'KUBE-FIREWALL'], ['KUBE-FORWARD'], ['KUBE-SERVICES', 'KUBE-FIREWALL']],
  [
    '1.16',
    ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES', 'KUBE-FIREWALL'],
    ['KUBE-FORWARD', 'KUBE-SERVICES'],
    ['KUBE-SERVICES', 'KUBE-FIREWALL'],
  ],
  [
    '1.20',
    ['KUBE-EXTERNAL-SERVICES', 'KUBE-FIREWALL'],
    ['KUBE-FORWARD', 'KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'],
    ['KUBE-SERVICES', 'KUBE-FIREWALL'],
  ],
  [
    '1.21',
    ['KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES', 'KUBE-FIREWALL'],
    ['KUBE-FORWARD', 'KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'],
    ['KUBE-SERVICES', 'KUBE-FIREWALL'],
  ],
  [
    '1.27',
    ['KUBE-FIREWALL', 'KUBE-PROXY-FIREWALL', 'KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES'],
    ['KUBE-PROXY-FIREWALL', 'KUBE-FORWARD', 'KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'],
    ['KUBE-FIREWALL', 'KUBE-PROXY-FIREWALL', 'KUBE-SERVICES'],
  ],
])('filter jumps in %s', (release, ...expected) => {
  const targets = ['INPUT', 'FORWARD', 'OUTPUT'].map((chain) =>
    rules(release, `filter ${chain}`, WEB).map((text) => /-j (\S+)/.exec(text)?.[1]),
  );
  expect(targets).toEqual(expected);
});

test.each(RELEASES)('every rule of %s is one the kernel’s tools take, and every jump leads somewhere', (release) => {
  const balanced = webService(
    {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      sessionAffinity: 'ClientIP',
      externalIPs: ['192.0.2.50'],
      loadBalancerSourceRanges: ['172.18.0.0/16'],
      healthCheckNodePort: 31_000,
    },
    ['198.51.100.7'],
  );
  for (const slice of [PAIR, FAR, undefined]) {
    for (const chains of syncIptablesRules(inputOf(release, balanced, slice)).xtables.tables.values()) {
      for (const chain of chains.values()) {
        for (const { text } of chain.rules) {
          expect(parseRule(text, 'ipv4').notes.filter(({ severity }) => severity === 'error')).toEqual([]);
          const target = /-j (KUBE-\S+)$/.exec(text)?.[1];
          if (target !== undefined) expect(chains.has(target), text).toBe(true);
        }
      }
    }
  }
});

describe('a Service without endpoints, before 1.16', () => {
  const open = webService({ type: 'LoadBalancer', externalIPs: ['192.0.2.50'] }, ['198.51.100.7']);
  const refusals = (release: string, chain: string): string[] =>
    rules(release, `filter ${chain}`, open).flatMap((text) => /-d (\S+)|(--dst-type LOCAL)/.exec(text)?.[0] ?? []);
  const [ip, external, balancer] = ['-d 10.96.0.11/32', '-d 192.0.2.50/32', '-d 198.51.100.7/32'];
  const local = '--dst-type LOCAL';

  test.each([
    ['1.5', [ip], []],
    ['1.6', [local, ip], []],
    ['1.7', [external, local, ip], []],
    ['1.10', [ip], [external, local]],
    ['1.13', [ip, balancer], [external, local]],
  ])('is refused in %s at %j, from outside at %j', (release, services, outside) => {
    expect([refusals(release, 'KUBE-SERVICES'), refusals(release, 'KUBE-EXTERNAL-SERVICES')]).toEqual([
      services,
      outside,
    ]);
  });

  test.each([
    ['1.3', ['KUBE-SVC', 'KUBE-MARK-MASQ', 'KUBE-SVC', 'KUBE-SVC', 'KUBE-MARK-MASQ', 'KUBE-SVC', 'KUBE-NODEPORTS']],
    ['1.9', ['KUBE-SVC', 'KUBE-MARK-MASQ', 'KUBE-SVC', 'KUBE-SVC', 'KUBE-FW', 'KUBE-NODEPORTS']],
    ['1.10', ['KUBE-NODEPORTS']],
  ])('leads in nat of %s to %j', (release, targets) => {
    const found = rules(release, 'KUBE-SERVICES', open).flatMap((text) => /-j (\S+)$/.exec(text)?.[1] ?? []);
    expect(found.filter((target, index) => index > 0 || target !== 'KUBE-MARK-MASQ')).toEqual(targets);
    expect(rules(release, 'KUBE-SVC', open)).toEqual([]);
  });
});

test.each([
  ['1.4', '180'],
  ['1.7', '10800'],
  ['1.8', '600'],
])('affinity of %s lasts %s seconds', (release, seconds) => {
  const sticky = webService({
    sessionAffinity: 'ClientIP',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 600 } },
  });
  expect(rules(release, 'KUBE-SVC', sticky, PAIR)[0]).toContain(`--rcheck --seconds ${seconds} --reap`);
});

test.each([
  ['1.12', '-m comment --comment default/web: -m statistic --mode random --probability 0.50000 -j KUBE-SEP'],
  ['1.13', '-m statistic --mode random --probability 0.50000 -j KUBE-SEP'],
])('comments of balancing rules in %s', (release, expected) => {
  expect(rules(release, 'KUBE-SVC', WEB, PAIR)[0]).toBe(expected);
});

test.each([
  ['1.9', true],
  ['1.8', true],
  ['1.8.4', false],
])('a client stays with an endpoint of the node in %s: %j', (release, stays) => {
  const sticky = webService({ type: 'NodePort', externalTrafficPolicy: 'Local', sessionAffinity: 'ClientIP' });
  const xlb = rules(release, 'KUBE-XLB', sticky, PAIR);
  expect(xlb.some((text) => text.includes('-m recent'))).toBe(stays);
});

test.each([
  ['1.21', 2, 2],
  ['1.22', 3, 2],
  ['1.22.3', 3, 2],
  ['1.22.4', 2, 2],
  ['1.23', 2, 2],
])(
  'in %s affinity leads back to %d of three endpoints, and chance to the %d that are ready',
  (release, back, drawn) => {
    const sticky = webService({ sessionAffinity: 'ClientIP' });
    const ended = { ready: false, serving: true, terminating: true };
    const all = (PAIR.endpoints ?? []).concat({ addresses: ['10.244.1.7'], nodeName: 'node1', conditions: ended });
    const chain = rules(release, 'KUBE-SVC', sticky, { ...PAIR, endpoints: all });
    const jumps = chain.filter((text) => text.endsWith('-j KUBE-SEP'));
    const remembered = jumps.filter((text) => text.includes('-m recent'));
    expect([remembered.length, jumps.length - remembered.length]).toEqual([back, drawn]);
  },
);
