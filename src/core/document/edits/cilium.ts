import { usualRelease } from '../../kubernetes/mode-ids';
import type { CiliumConfig, CiliumFlag } from '../../kubernetes/proxy/ebpf/cilium-config';
import { ciliumOfObject, isCiliumObject } from '../../kubernetes/proxy/ebpf/cilium-object';
import type { ClusterObjects } from '../../kubernetes/types';
import { sameValue } from '../../lib/memo';
import type { Document } from '../document';
import { changeProxy } from './cluster';

/** Sets a flag of Cilium's agent; undefined: as the agent has it. */
export function changeCilium(document: Document, flag: CiliumFlag, value: string | boolean | undefined): Document {
  const { [flag]: _before, ...rest } = document.cilium ?? {};
  const cilium: CiliumConfig = value === undefined ? rest : { ...rest, [flag]: value };
  return withCilium(document, cilium);
}

/** All flags that are not as the agent has them. */
function withCilium(document: Document, cilium: CiliumConfig): Document {
  if (sameValue(document.cilium ?? {}, cilium)) return document;
  const { cilium: _before, ...rest } = document;
  return Object.keys(cilium).length === 0 ? rest : { ...rest, cilium };
}

/** The flags among some objects, and the objects without the ConfigMap that has them. */
export function splitCilium(cluster: ClusterObjects): {
  readonly cluster: ClusterObjects;
  readonly cilium?: CiliumConfig;
} {
  const found = cluster.others?.findLast(isCiliumObject);
  if (!found) return { cluster };
  const others = cluster.others?.filter((object) => !isCiliumObject(object)) ?? [];
  return { cluster: { ...cluster, others }, cilium: ciliumOfObject(found) };
}

/** Gives Cilium's agent the flags of a ConfigMap, and the cluster to it where it takes kube-proxy's place. */
export function withAgent(document: Document, cilium: CiliumConfig | undefined): Document {
  if (!cilium) return document;
  const { 'kube-proxy-replacement': replaces = false, ...flags } = cilium;
  const given = withCilium(document, flags);
  if (!replaces || given.mode === 'ebpf') return given;
  return changeProxy(given, { mode: 'ebpf', release: usualRelease('ebpf') });
}
