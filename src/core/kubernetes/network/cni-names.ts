import { JOINING_PLUGINS, PLACED_PLUGINS } from './cni-plugins';

/** Plugins of CNI's own releases and of other networks that are known by their name alone. */
const NAMED =
  'calico-ipam cilium-cni dhcp dummy host-device host-local ipvlan macvlan multus sample static tap vlan vrf weave-ipam weave-net weave-plugin-latest aws-cni egress-cni azure-vnet azure-vnet-ipam antrea kube-ovn ovn-k8s-cni-overlay';

/** Every CNI plugin that is known by its name, as `type` of a configuration and files in /opt/cni/bin call it. */
export const CNI_PLUGINS: readonly string[] = [...JOINING_PLUGINS, ...PLACED_PLUGINS, ...NAMED.split(' ')];
