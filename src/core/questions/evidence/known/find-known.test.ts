import { describe, expect, it } from 'vitest';
import type { KnownCause } from './known-cause';
import { findKnown } from './find-known';
import { KNOWN_CAUSES } from './known-causes';

const find = (text: string) => findKnown([{ text }]);
const ids = (text: string) => find(text).map(({ id }) => id.replace('known-', ''));

/** A text that has the first word of each list of a cause, a line each, below a title that names nothing. */
const write = ({ needs, signs = [] }: KnownCause, without = -1): string =>
  [
    'A report of somebody',
    ...needs.filter((_, at) => at !== without).map(([word]) => word),
    ...signs.map(([word]) => word),
  ]
    .map((words) => words?.replaceAll(' && ', ' '))
    .join('\n');

const isStruck = ({ unless = [] }: KnownCause, text: string): boolean =>
  unless.some((word) => text.toLowerCase().includes(word));

describe('causes the field knows', () => {
  it('each has a source, small letters, and no more signs asked for than there are', () => {
    expect(KNOWN_CAUSES.length).toBeGreaterThan(80);
    expect(new Set(KNOWN_CAUSES.map(({ id }) => id)).size).toBe(KNOWN_CAUSES.length);
    const wrong = KNOWN_CAUSES.filter(({ needs, signs = [], unless = [], least = 0, source }) => {
      const words = [...needs.flat(), ...signs.flat(), ...unless];
      return source.length < 10 || least > signs.length || words.some((word) => word !== word.toLowerCase());
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it.each(KNOWN_CAUSES.map((cause) => [cause.id, cause] as const))(
    '%s is told of a text that has it, or stronger ones',
    (id, cause) => {
      const text = write(cause);
      expect(isStruck(cause, text)).toBe(false);
      const told = ids(text);
      expect(told.includes(id) || told.length === 3).toBe(true);
    },
  );

  it.each(KNOWN_CAUSES.map((cause) => [cause.id, cause] as const))(
    '%s is not told without what it needs',
    (id, cause) => {
      const text = write(cause, 0);
      const isElsewhere = cause.needs[0]?.some((word) =>
        word.split(' && ').every((part) => text.toLowerCase().includes(part)),
      );
      if (isElsewhere !== true) expect(ids(text)).not.toContain(id);
      expect(ids('All is well here.')).toEqual([]);
    },
  );

  it('Pods that ask a link-local address do ask the cache of their node', () => {
    const text = 'node-local-dns with cilium times out\nit listens on link-local 169.254.25.10\n';
    expect(ids(text)).toContain('own-address-of-cache');
    expect(find(text)[0]?.next.values?.['read']).toBe('169.254.25.10');
    expect(ids(`${text}nameserver 169.254.25.10\n`)).not.toContain('own-address-of-cache');
    expect(ids(`${text}default/a:5 (ID:3) -> 169.254.25.10:53 (world)\n`)).not.toContain('own-address-of-cache');
  });

  it('a line that names a fault stands before what only fits, and three are told at most', () => {
    const dns = 'CoreDNS: endpointslices.discovery.k8s.io is forbidden';
    const fits =
      'Cilium with externalTrafficPolicy: Local and L2 announcements: no lease for the gateway.\nDNS lookup takes 5 seconds, sometimes.';
    expect(ids(`Broken\n${fits}\n${dns}\n`)[0]).toBe('dns-rights');
    expect(find(`Broken\n${fits}\n${dns}\n`).map(({ severity }) => severity)[0]).toBe('error');
    expect(KNOWN_CAUSES.map((cause) => ids(write(cause)).length).every((count) => count <= 3)).toBe(true);
  });

  it('a setting that mends it strikes it', () => {
    const arp =
      'MetalLB with kube-proxy in ipvs mode: arping shows different MACs, the address is unreachable from outside.';
    expect(ids(arp)).toContain('strict-arp');
    expect(ids(`${arp}\nstrictARP: true`)).not.toContain('strict-arp');
  });

  it('names the lines, and the Service of the text in its change', () => {
    const text =
      'Webhook\n\nfailed calling webhook "a.b.c": Post "https://till.shop.svc:8443/check": context deadline exceeded\nA NetworkPolicy is there.\n';
    const [said, fits] = find(text);
    expect(said?.id).toBe('known-webhook-unreached');
    expect(said?.next.values).toMatchObject({ service: 'till', namespace: 'shop', port: '8443' });
    expect(fits?.id).toBe('known-policy-webhook');
    expect(fits?.says.values?.['lines']).toBe('1, 3, 4');
    expect(fits?.others).toHaveLength(2);
  });

  it('words begin where words begin, numbers where numbers do', () => {
    const report = (cloud: string) =>
      `The upgrade ${cloud} the load balancer: health probe fails, the external IP is unreachable.`;
    expect(ids(report('on AKS moved'))).toContain('azure-probe');
    expect(ids(report('breaks'))).not.toContain('azure-probe');
    const metallb = (release: string) => `MetalLB ${release} on a Raspberry Pi sends no ARP to the outside.`;
    expect(ids(metallb('v0.14.4'))).toContain('metallb-excluded');
    expect(ids(metallb('v10.14.4'))).not.toContain('metallb-excluded');
  });

  it('reads the module off the line that misses it', () => {
    const line = 'Warning: Extension statistic revision 0 not supported, missing kernel module?';
    expect(find(`iptables fails\n${line}\n`)[0]?.next.values?.['read']).toBe('statistic');
  });

  it('of two that fit, the one with rarer words stands first', () => {
    const text =
      'Calico: serviceLoadBalancerIPs 192.0.2.9/32 not advertised\nfrom the other node a pod gets a timeout\nfirewall, udp\n';
    expect(ids(text)[0]).toBe('calico-single-route');
    expect(ids(text)).toContain('tunnel-blocked');
  });

  it('the line that is quoted is the one of the fault, wherever the others stand', () => {
    const found = find("svclb crashes\n+ cat /proc/sys/net/ipv4/ip_forward\n+ '[' 0 '==' 1 ]\n+ exit 1\n");
    expect(found[0]?.says.values?.['line']).toBe("+ '[' 0 '==' 1 ]");
  });

  it('the Service that a rule’s comment names is the one of the change', () => {
    const row = 'DROP  tcp  --  anywhere  192.0.2.8  /* shop/till:http has no local endpoints */ tcp dpt:http';
    const [found] = find(`The balancer times out\n${row}\n`);
    expect([found?.id, found?.next.values?.['service'], found?.next.values?.['namespace']]).toEqual([
      'known-no-local-endpoint',
      'till',
      'shop',
    ]);
  });
});

it('a proxy that counts nobody behind a Service of policy Local is told of the policy, with the change', () => {
  const [plain] = find('Our route says: no healthy upstream');
  const [local] = find('Our route says: no healthy upstream\nThe Service has externalTrafficPolicy: Local');
  expect([plain, local].map((each) => each?.says.values?.['read'])).toEqual(['none', 'Local']);
  expect(local?.next.values?.['patch']).toContain('Cluster');
});

it('a policy before a Gateway of Cilium is told of the identity of its proxy first', () => {
  const text =
    'NetworkPolicy does not work with the Gateway API of Cilium\nkind: NetworkPolicy\n  - ipBlock:\n    cidr: 10.1.0.0/16\nthe log says deny';
  expect(ids(text)[0]).toBe('cilium-gateway-source');
});

it('a cause that only fits is not read off a line about the machine where it works', () => {
  const cause = KNOWN_CAUSES.find(({ id }) => id === 'tunnel-blocked')!;
  const text = (line: string) => `A report of somebody\npod across nodes\ntimed out\n${line}\n`;
  const isTold = (line: string) => ids(text(line)).includes(cause.id);
  expect(isTold('flannel with udp 8472')).toBe(true);
  expect(isTold('in comparison: flannel with udp 8472')).toBe(false);
  expect(isTold('flannel with udp 8472 works fine on our other cluster')).toBe(false);
});
