import { describe, expect, it } from 'vitest';
import { findOfWords } from '../word-findings';
import { findPairs, SETTING_PAIRS } from './find-pairs';

const told = (text: string): readonly string[] =>
  findPairs([{ text }], 'ipvsadm -Ln').map(({ id }) => id.replace('pair-', ''));

/** A sentence that somebody might write, by pair. */
const WRITTEN: Readonly<Record<string, string>> = {
  'ipvs-idle': 'Since the move to IPVS our till loses its session with the ledger after lunch.',
  'ipvs-reuse': 'With IPVS every rolling change costs one second on new requests.',
  'ipvs-arp': 'In ipvs mode the VIP of the shop is unreachable from the office.',
  'ipvs-mode': 'We chose ipvs and Services stopped answering; nothing can be reached, it fails.',
  'calico-nftables': 'Since kube-proxy writes nftables no Pod of ours on Calico answers, it is broken.',
  'nftables-mode': 'kube-proxy in nftables mode breaks our NodePort.',
  'internal-local': 'With internalTrafficPolicy set to Local half of the Pods time out.',
  'source-ranges': 'loadBalancerSourceRanges has no effect on our LoadBalancer.',
  'node-port-addresses': 'The NodePort is refused on localhost.',
  masquerade: 'In kubernetes masqueradeAll breaks the allow list of the bank.',
  topology: 'Topology aware routing is ignored: requests go to the other zone.',
  rollout: 'During each rollout the ingress answers 502 for some seconds.',
  'headless-unready': 'Members of the headless set cannot find each other while not ready.',
  'dual-stack': 'The Service is dual-stack, and over IPv6 it times out.',
  windows: 'The Windows node cannot reach any clusterIP.',
  'proxy-upgrade': 'After we upgraded kube-proxy no Service works, all connections are refused.',
  'local-balancer': 'With externalTrafficPolicy: Local the balancer drops every second visitor.',
  'policy-upgrade': 'After the upgrade iptables of the agent blocks everybody from outside. We run k3s.',
  'host-firewall': 'As soon as firewalld reloads, pods of the cluster are cut off.',
  'two-iptables': 'Half of the KUBE rules are in iptables-legacy, the others in nft: a conflict of both.',
  'cloud-idle': 'Behind the NLB an idle websocket is reset without a word.',
  'conntrack-idle': 'The conntrack entry of an established session seems to expire too early.',
  'conntrack-full': 'dmesg says the conntrack table is full.',
  'nat-ports': 'Outbound calls fail: SNAT port exhaustion on the gateway.',
  'client-ip-loop': 'Through the NLB a target on the same node times out.',
  'cloud-health': 'On AKS the health probe of the Service fails on all nodes.',
  'tunnel-size': 'Pods over wireguard hang in the TLS handshake; is it the MTU?',
  'reverse-path': 'Our k8s nodes have two interfaces and the NodePort answers on one.',
  'dns-cache': 'Since NodeLocal DNS runs, lookups time out.',
  ndots: 'With ndots 5 every lookup from a pod is slow.',
  mesh: 'With an Istio sidecar the Service answers 503.',
  datagrams: 'QUIC is terribly slow with Cilium.',
  'cilium-no-backend': 'Cilium: with no endpoints, packets to the address are dropped.',
  'cilium-local': 'externalTrafficPolicy Local does not work since we run Cilium.',
  'cilium-l2': 'L2 announcements of Cilium: the address does not respond.',
  'cilium-bgp': 'Our Cilium BGP router says there is no route to the pool.',
  'cilium-dsr': 'DSR of Cilium: clients time out.',
  'cilium-masquerade': 'With bpf masquerade in Cilium the source is wrong.',
  'cilium-sockets': 'socketLB of Cilium breaks our virtual machines.',
  'cilium-whole': 'Cilium with kubeProxyReplacement: Services fail to answer.',
  'calico-bpf': 'After turning on Calico eBPF, node ports are refused.',
  'calico-between': 'Calico with IPIP: Pods of the second rack are unreachable.',
  'metallb-bgp': 'MetalLB in BGP mode: connections break when a node leaves.',
  antrea: 'With Antrea no clusterIP can be reached, it times out.',
  ovn: 'OVN-Kubernetes: the nodePort of our Service is unreachable.',
  'kube-vip': 'kube-vip: the address flaps.',
  'service-lb': 'klipper hides the client IP.',
  flannel: 'flannel: Pods on the third box are unreachable.',
  'aws-cni': 'VPC CNI: some Pods cannot leave.',
  'network-switch': 'We migrated from Weave to Calico and nothing connects, all fail.',
  'policy-service': 'The NetworkPolicy blocks our Service.',
};

describe('settings that people name together with a failure', () => {
  it('has a sample for each', () => {
    expect(Object.keys(WRITTEN).toSorted()).toEqual(SETTING_PAIRS.map(({ id }) => id).toSorted());
    expect(SETTING_PAIRS.filter(({ source }) => source.length < 10)).toEqual([]);
  });

  it.each(Object.entries(WRITTEN))('%s', (id, text) => {
    expect(told(text)).toContain(id);
  });

  it('a title outweighs what stands below it', () => {
    const below = 'flannel: Pods on the third box are unreachable.\n';
    expect(told(below)).toEqual(['flannel']);
    expect(told(`# Idle sessions end under IPVS: reset by peer\n\n${below}`)).toEqual(['ipvs-idle']);
  });

  it('reads a setting and the failure in the next sentence, and one pair of a component', () => {
    expect(told('We set the mode to ipvs on Monday. Since then the long lived streams are cut.')).toEqual([
      'ipvs-idle',
    ]);
  });

  it('quotes the sentence that speaks for a cause, and says the command of what carries Services', () => {
    const text = 'Calico eBPF makes QUIC slow. TCP is fine.';
    const [found] = findPairs([{ text }], 'calico-node -bpf nat dump');
    expect(found?.says.values?.['told']).toBe('TCP is fine');
    expect(found?.next.values?.['rules']).toBe('calico-node -bpf nat dump');
    expect(findPairs([{ text: 'Calico eBPF makes QUIC slow.' }], '')[0]?.says.values?.['told']).toBe('none');
  });

  it('what somebody asks is nothing that fails, and a program that is not there has no setting', () => {
    expect(told('Does flannel make Pods unreachable by default?')).toEqual([]);
    const local = 'With externalTrafficPolicy: Local the balancer drops every second visitor.';
    expect(told(`We run cilium.\n${local}`)).toEqual(['cilium-local']);
    expect(told(`We do not run cilium.\n${local}`)).toEqual(['local-balancer']);
    expect(told('Cilium loses WireGuard packets: drop after drop.')).not.toContain('datagrams');
  });

  it('gives the patch of the data plane as it is typed', () => {
    const [found] = findPairs([{ text: WRITTEN['calico-nftables'] ?? '' }], '');
    expect(found?.next.values?.['patch']).toBe(`'{"spec":{"calicoNetwork":{"linuxDataplane":"Nftables"}}}'`);
  });

  it.each([
    'The shop runs on ipvs, and all is well.',
    'With proxy-mode=iptables/nftables the Pods of the cluster fail to reach it.',
    'Cilium has kubeProxyReplacement=false, and the Service is dropped.',
    'We run cilium; kube-proxy-replacement: disabled; Services fail.',
    'TCP  10.96.7.3:80 rr\n  -> 10.244.4.9:8080  Masq  1  0  0',
    '-A KUBE-MARK-DROP -j MARK --set-xmark 0x8000/0x8000',
    '0 0 MASQUERADE all -- * * 0.0.0.0/0 0.0.0.0/0 /* kubernetes service traffic requiring SNAT */',
    'externalTrafficPolicy: Local\ntype: LoadBalancer',
    '```\nipvs is not available, it fails to load the module\n```',
    'E0402 10:00:00.000000 1 proxier.go:9] "ipvs failed to sync, connection timed out"',
    '',
  ])('nothing of “%s”', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('stands among what other words tell, with the program that is named', () => {
    const found = findOfWords([{ title: 'a', text: 'The NetworkPolicy blocks our Service. Main CNI: antrea' }]);
    expect(found.find(({ id }) => id === 'pair-policy-service')?.next.values?.['rules']).toBe('antctl get ovsflows');
  });
});
