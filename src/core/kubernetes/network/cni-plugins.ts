import { NETWORK_LAYOUTS, type PodLayoutId } from './layouts';

/** Where in a chain of plugins one that joins no Pods here may stand. */
interface PluginPlace {
  /** Refuses to be called first (`must be called as chained plugin` of its `prevResult`). */
  readonly chained?: true;
  /** Called after another, it leads no packet elsewhere as far as anything here can see. */
  readonly silent?: true;
}

/** Plugins of which it counts where they stand; those that join Pods here stand in their layout. */
const PLACED: Readonly<Record<string, PluginPlace>> = {
  bandwidth: { chained: true, silent: true },
  tuning: { chained: true, silent: true },
  sbr: { chained: true, silent: true },
  loopback: { silent: true },
  portmap: { chained: true },
  firewall: { chained: true },
};

/** The layout of each plugin that joins Pods to their node here. */
const LAYOUTS: ReadonlyMap<string, PodLayoutId> = new Map(
  NETWORK_LAYOUTS.flatMap(({ id, plugins }) => plugins.map((name) => [name, id] as const)),
);

/** Names of the plugins that join Pods to their node here. */
export const JOINING_PLUGINS: readonly string[] = [...LAYOUTS.keys()];

/** Names of the plugins whose place in a chain counts. */
export const PLACED_PLUGINS: readonly string[] = Object.keys(PLACED);

/** The layout a plugin joins Pods by; undefined: in no way that is laid here. */
export function layoutOfPlugin(name: string): PodLayoutId | undefined {
  return LAYOUTS.get(name);
}

/** Where in a chain a plugin may stand; of one that joins Pods, and of one nobody here knows, nothing. */
export function pluginPlace(name: string): PluginPlace {
  return Object.hasOwn(PLACED, name) ? (PLACED[name] ?? {}) : {};
}
