import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { endsOfOffer, tryOffer } from './offers';
import { networkOfPasted } from './pasted';
import { pasted, sendPasted } from './testing/paste';

const HEAD = ' pkts bytes target     prot opt in     out     source               destination\n';
/** A chain of one writer alone, with a rule that ends whatever comes there. */
const alone = (chain: string): string =>
  `Chain ${chain} (1 references)\n${HEAD}   12   720 DROP       all  --  *      *       0.0.0.0/0            0.0.0.0/0\n`;

describe('a chain of a known writer that nothing in the text leads to', () => {
  it.each([
    ['KUBE-IPVS-FILTER', 'INPUT'],
    ['KUBE-PROXY-FIREWALL', 'INPUT'],
    ['KUBE-FIREWALL', 'INPUT'],
    ['KUBE-ROUTER-INPUT', 'INPUT'],
    ['KUBE-ROUTER-FORWARD', 'FORWARD'],
    ['cali-INPUT', 'INPUT'],
    ['cali-FORWARD', 'FORWARD'],
    ['DOCKER-USER', 'FORWARD'],
    ['DOCKER-ISOLATION-STAGE-1', 'FORWARD'],
    ['DOCKER-FORWARD', 'FORWARD'],
    ['INPUT_direct', 'INPUT'],
    ['FORWARD_IN_ZONES', 'FORWARD'],
    ['ufw-before-input', 'INPUT'],
    ['ufw-user-input', 'ufw-before-input'],
    ['CNI-FORWARD', 'FORWARD'],
    ['FLANNEL-FWD', 'FORWARD'],
    ['CILIUM_INPUT', 'INPUT'],
    ['LIBVIRT_FWI', 'FORWARD'],
    ['ts-input', 'INPUT'],
    ['neutron-openvswi-FORWARD', 'FORWARD'],
  ])('%s: the jump from %s is put in, stated, and the packet offered first is asked there', (chain, from) => {
    const node = pasted(alone(chain));
    const { suggested, assumptions } = networkOfPasted(node);
    const jumps = assumptions.filter(({ reason: { id } }) => id === 'analysis.rule.filter-jump');
    expect(jumps.some(({ value }) => value.startsWith(`-A ${from} `) && value.endsWith(`-j ${chain}`))).toBe(true);
    const [offer] = suggested;
    expect(offer?.enters).toBeUndefined();
    const flow = endsOfOffer(offer!);
    const { network } = networkOfPasted(node, [flow]);
    expect(tryOffer({ network, flow, chains: new Set([`filter ${chain}`]) }).meets).toBeGreaterThan(1);
  });

  it('kube-router’s jump asks a set: what comes for an address that is in none that was told is not known to be refused', () => {
    const text = `${alone('KUBE-ROUTER-SERVICES')}# ipset save
create kube-router-local-ips hash:ip family inet hashsize 1024 maxelem 65536
add kube-router-local-ips 192.0.2.33
add kube-router-local-ips 127.0.0.1
`;
    const { outcomes, made } = sendPasted(pasted(text), 'eth0 192.0.2.10 -> 192.0.2.33:80/tcp');
    expect(outcomes.map(({ disposition: { kind } }) => kind).toSorted()).toEqual(['DELIVERED', 'DROPPED']);
    const own = made.network.netns.get('node')?.devices.find(({ name }) => name === 'eth0')?.addresses;
    expect(own?.map(({ address }) => formatIp(address))).toEqual(['192.0.2.33']);
  });

  it('no jump is put into a table that was pasted whole', () => {
    const whole =
      '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n:cali-INPUT - [0:0]\n-A cali-INPUT -j DROP\nCOMMIT\n';
    const { assumptions } = networkOfPasted(pasted(whole));
    expect(assumptions.map(({ reason: { id } }) => id)).not.toContain('analysis.rule.filter-jump');
  });

  it.each([
    ['a chain of nobody', 'MY-RULES'],
    ['one whose jump names what cannot be told', 'KUBE-POD-FW-AXS3KQXAGC5AMVVJ'],
    ['one with a port of its own', 'f2b-sshd'],
  ])('%s: a packet that is not put there ends unknown, and the chains are named', (_, chain) => {
    const { outcomes } = sendPasted(pasted(alone(chain)), 'eth0 192.0.2.10 -> 10.0.0.10:80/tcp');
    expect(outcomes.map(({ disposition }) => disposition)).toEqual([
      expect.objectContaining({
        kind: 'UNKNOWN',
        reason: { id: 'sim.excerpt.unled', values: expect.objectContaining({ chains: `filter ${chain}` }) },
      }),
    ]);
  });

  it('the packet that is offered is put there, and ends as its rules say', () => {
    const node = pasted(alone('MY-RULES'));
    const [offer] = networkOfPasted(node).suggested;
    const line = `[${offer?.enters}] ${offer?.device} ${offer?.from} -> ${offer?.to}:${offer?.port}/tcp`;
    expect(sendPasted(node, line).outcomes.map(({ disposition: { kind } }) => kind)).toEqual(['DROPPED']);
  });
});
