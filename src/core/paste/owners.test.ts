import { describe, expect, it } from 'vitest';
import { HOOKS } from '../linux/hooks';
import { OWNERS, ownerOfChain, listOwners } from './owners';

describe('the owner of a chain', () => {
  it.each([
    ['KUBE-SERVICES', 'kube-proxy'],
    ['KUBE-SVC-CUXC5A3HHHVSSN62', 'kube-proxy'],
    ['KUBE-KUBELET-CANARY', 'kubelet'],
    ['KUBE-MARK-DROP', 'kubelet'],
    ['KUBE-MARK-MASQ', 'kube-proxy'],
    ['KUBE-HP-ABCDEFGHIJKLMNOP', 'kubelet'],
    ['KUBE-ROUTER-INPUT', 'kube-router'],
    ['KUBE-POD-FW-ABC', 'kube-router'],
    ['cali-tw-cali82a8bb394bd', 'Calico'],
    ['cali-FORWARD', 'Calico'],
    ['DOCKER', 'Docker'],
    ['DOCKER-ISOLATION-STAGE-1', 'Docker'],
    ['DOCKER_OUTPUT', 'Docker'],
    ['CNI-HOSTPORT-DNAT', 'CNI plugins'],
    ['FLANNEL-POSTRTG', 'Flannel'],
    ['ufw-before-input', 'ufw'],
    ['ISTIO_OUTPUT', 'Istio'],
    ['OPENSHIFT-MASQUERADE', 'OpenShift SDN'],
    ['LIBVIRT_PRT', 'libvirt'],
    ['WEAVE-NPC', 'Weave Net'],
    ['f2b-sshd', 'fail2ban'],
    ['AWS-SNAT-CHAIN-0', 'AWS VPC CNI'],
    ['neutron-openvswi-INPUT', 'OpenStack Neutron'],
    ['ts-forward', 'Tailscale'],
    ['IN_FILTER', undefined],
    ['OUT_DROP', undefined],
    ['input_rules', undefined],
    ['my-chain', undefined],
    ['kube-services', undefined],
  ])('%s: %s', (chain, owner) => {
    expect(ownerOfChain(chain)).toBe(owner);
  });

  // Of src/firewall/core/base.py and ipXtables.py (0.3 to 2.x): shortcuts of hooks, zones and policies, direct rules.
  it.each([
    ...['PRE', 'POST', 'IN', 'OUT', 'FWD', 'FWDI', 'FWDO'].flatMap((short) =>
      ['', '_pre', '_log', '_deny', '_allow', '_post'].map((part) => `${short}_public${part}`),
    ),
    ...['INPUT', 'FORWARD', 'FORWARD_IN', 'FORWARD_OUT', 'OUTPUT', 'PREROUTING', 'POSTROUTING'].flatMap((chain) =>
      ['ZONES', 'ZONES_SOURCE', 'POLICIES_pre', 'POLICIES_post'].map((part) => `${chain}_${part}`),
    ),
    ...['INPUT', 'FORWARD', 'OUTPUT', 'PREROUTING', 'POSTROUTING'].map((chain) => `${chain}_direct`),
    'INPUT_ZONE_public',
    'IN_FedoraServer_allow',
    'FWDO_nm-shared',
  ])('is firewalld of %s', (chain) => {
    expect(ownerOfChain(chain)).toBe('firewalld');
  });

  // Of defaults.c and zones.c: chains of all zones, and of each.
  it.each([
    ...['input', 'output', 'forward'].map((chain) => `delegate_${chain}`),
    'delegate_prerouting',
    'delegate_postrouting',
    'delegate_notrack',
    ...['input', 'output', 'forwarding', 'prerouting', 'postrouting'].flatMap((chain) => [
      `${chain}_rule`,
      `${chain}_wan_rule`,
    ]),
    ...['input', 'output', 'forward', 'prerouting', 'postrouting', 'notrack'].map((chain) => `zone_wan_${chain}`),
    ...['ACCEPT', 'REJECT', 'DROP'].flatMap((target) => [`zone_wan_src_${target}`, `zone_wan_dest_${target}`]),
  ])('is OpenWrt of %s', (chain) => {
    expect(ownerOfChain(chain)).toBe('OpenWrt');
  });

  it.each([
    ['inet fw4', 'OpenWrt'],
    ['inet firewalld', 'firewalld'],
    ['ip6 firewalld', 'firewalld'],
  ])('is told by the table %s, whose chains have plain names', (table, owner) => {
    const shown = { owners: new Set<string>(), tables: [table], devices: [], sets: [] };
    expect(listOwners(shown).map(({ name }) => name)).toEqual([owner]);
    expect(['input_lan', 'accept_from_lan', 'dstnat_wan', 'filter_IN_public'].map(ownerOfChain)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('is nobody for the chains the kernel has', () => {
    expect(HOOKS.map(ownerOfChain)).toEqual(HOOKS.map(() => undefined));
  });

  it('has no row that an earlier row hides', () => {
    const hidden = OWNERS.flatMap(({ name, prefixes }) => prefixes.filter((p) => ownerOfChain(p) !== name));
    expect(hidden).toEqual([]);
  });
});
