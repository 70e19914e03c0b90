import { NETWORK_LAYOUTS, type PodLayoutId } from './layouts';

/** Where in a chain of plugins one that joins no Pods here may stand. */
interface PluginPlace {
  /** Refuses to be called first (`must be called as chained plugin` of its `prevResult`). */
  readonly chained?: true;
  /** Called after another, it leads no packet elsewhere as far as anything here can see. */
  readonly silent?: true;
}

/** Plugins of CNI's own releases and of other networks; those that join Pods here stand in their layout. */
const OTHERS: Readonly<Record<string, PluginPlace>> = {
  bandwidth: { chained: true, silent: true },
  tuning: { chained: true, silent: true },
  sbr: { chained: true, silent: true },
  loopback: { silent: true },
  portmap: { chained: true },
  firewall: { chained: true },
  ...Object.fromEntries(
    'calico-ipam cilium-cni dhcp dummy host-device host-local ipvlan macvlan multus sample static tap vlan vrf weave-ipam weave-net weave-plugin-latest aws-cni egress-cni azure-vnet azure-vnet-ipam antrea kube-ovn ovn-k8s-cni-overlay'
      .split(' ')
      .map((name) => [name, {}] as const),
  ),
};

/** The layout of each plugin that joins Pods to their node here. */
const LAYOUTS: ReadonlyMap<string, PodLayoutId> = new Map(
  NETWORK_LAYOUTS.flatMap(({ id, plugins }) => plugins.map((name) => [name, id] as const)),
);

/** Names of the plugins that join Pods to their node here. */
export const JOINING_PLUGINS: readonly string[] = [...LAYOUTS.keys()];

/** Every CNI plugin that is known by its name, as `type` of a configuration and files in /opt/cni/bin call it. */
export const CNI_PLUGINS: readonly string[] = [...JOINING_PLUGINS, ...Object.keys(OTHERS)];

/** The layout a plugin joins Pods by; undefined: in no way that is laid here. */
export function layoutOfPlugin(name: string): PodLayoutId | undefined {
  return LAYOUTS.get(name);
}

/** Where in a chain a plugin may stand; of one that joins Pods, and of one nobody here knows, nothing. */
export function pluginPlace(name: string): PluginPlace {
  return Object.hasOwn(OTHERS, name) ? (OTHERS[name] ?? {}) : {};
}
