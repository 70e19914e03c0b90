import { describe, expect, it } from 'vitest';
import { HOOKS } from '../linux/hooks';
import { chainOwners, ownerOfChain } from './owners';

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
    ['PRE_public_allow', 'firewalld'],
    ['my-chain', undefined],
    ['kube-services', undefined],
  ])('%s: %s', (chain, owner) => {
    expect(ownerOfChain(chain)).toBe(owner);
  });

  it('is nobody for the chains the kernel has', () => {
    expect(HOOKS.map(ownerOfChain)).toEqual(HOOKS.map(() => undefined));
  });

  it('has no row that an earlier row hides', () => {
    const hidden = chainOwners().flatMap(({ name, prefixes }) => prefixes.filter((p) => ownerOfChain(p) !== name));
    expect(hidden).toEqual([]);
  });
});
