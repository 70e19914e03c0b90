import type { ProxyModeId } from '../kubernetes/types';
import { tableName } from '../linux/nftables/types';
import { ownerOfChain, ownersOf, type ShownNames } from './owners';
import type { Understood } from './understand';

/** What a machine is, as far as its texts tell. */
export interface NodeIdentity {
  /** Of several machines: which one. */
  readonly node?: string;
  /** The kube-proxy whose rules it has: its mode, and the oldest and newest release that write such rules (`1.29`). */
  readonly proxy?: { readonly mode: ProxyModeId; readonly from: string; readonly to: string };
  /** Who makes the Pod network. */
  readonly podNetwork: readonly string[];
  /** Who else writes rules here, as their projects spell themselves. */
  readonly others: readonly string[];
}

/** They are of every Kubernetes node, or are said with the mode. */
const EXPECTED: ReadonlySet<string> = new Set(['kube-proxy', 'kubelet']);

/** Says what a machine is by the names that only certain programs leave: chains, tables, devices. */
export function identityOf(understood: Understood, node: string | undefined): NodeIdentity {
  const { proxy } = understood;
  const owners = ownersOf(namesIn(understood)).filter(({ name }) => !EXPECTED.has(name));
  const namesOf = (isPodNetwork: boolean): string[] =>
    owners.flatMap((owner) => ((owner.isPodNetwork ?? false) === isPodNetwork ? [owner.name] : []));
  return {
    ...(node === undefined ? {} : { node }),
    ...(proxy ? { proxy: { mode: proxy.mode, from: proxy.release.from, to: proxy.release.to } } : {}),
    podNetwork: namesOf(true),
    others: namesOf(false),
  };
}

function namesIn({ views, machine }: Understood): ShownNames {
  const tables = [...(machine.nft?.tables.values() ?? [])];
  const listed = tables.flatMap(({ chains }) => [...chains.keys()].flatMap((chain) => ownerOfChain(chain) ?? []));
  return {
    owners: new Set([...views.flatMap(({ clues }) => [...clues.owners]), ...listed]),
    tables: tables.map(tableName),
    devices: [
      ...views.flatMap(({ clues }) => [...clues.interfaces.keys()]),
      ...machine.links.map(({ value }) => value.name),
    ],
  };
}
