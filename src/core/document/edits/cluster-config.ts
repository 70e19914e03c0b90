import { stringify } from 'yaml';
import { KUBE_PROXY_CONFIG } from '../../formats/kube-proxy-config';
import { KUBEADM_CONFIG, type KubeadmConfig } from '../../formats/kubeadm-config';
import { getMinor } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import type { ClusterObjects, KubeProxyConfig, OtherObject, PodObject } from '../../kubernetes/types';
import type { Document } from '../document';

export interface KubeProxySettings {
  readonly config: KubeProxyConfig;
  readonly mode?: ProxyModeId;
  readonly release?: string;
}

/** Reads kube-proxy's settings off objects: its ConfigMap or configuration, the image it runs, what Nodes report. */
export function readKubeProxySettings(cluster: ClusterObjects): KubeProxySettings {
  const config = findConfig(cluster.others ?? []);
  const release = findRelease(cluster);
  return {
    config: config ?? {},
    // An empty or absent mode is iptables on Linux (pkg/proxy/apis/config/v1alpha1).
    ...(config ? { mode: config.mode ?? 'iptables' } : {}),
    ...(release === undefined ? {} : { release }),
  };
}

function findConfig(others: readonly OtherObject[]): KubeProxyConfig | undefined {
  for (const object of others) {
    const text = object.kind === 'KubeProxyConfiguration' ? stringify(inOrder(object)) : configText(object);
    const parsed = text === undefined ? undefined : KUBE_PROXY_CONFIG.parse(text);
    const found = parsed?.ok ? parsed.value.value[0]?.config : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The reader knows a configuration by its first line. */
function inOrder({ apiVersion, kind, ...rest }: OtherObject): unknown {
  return { apiVersion, kind, ...rest };
}

/** kubeadm's ConfigMap `kube-proxy`, and those that are named after it. */
function configText(object: OtherObject & { readonly data?: unknown }): string | undefined {
  const { kind, metadata, data } = object;
  if (kind !== 'ConfigMap' || !metadata?.name?.includes('kube-proxy')) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.values(data).find(
    (text): text is string => typeof text === 'string' && text.includes('KubeProxyConfiguration'),
  );
}

/** `1.31`, by the image of kube-proxy's Pods or DaemonSet, else by what Nodes report of themselves. */
function findRelease({ nodes, pods, others = [] }: ClusterObjects): string | undefined {
  const images = [
    ...pods.filter(({ metadata }) => metadata.name.startsWith('kube-proxy')).flatMap(({ spec }) => listImages(spec)),
    ...others.filter(({ kind }) => kind === 'DaemonSet').flatMap((object) => listImages(findTemplate(object))),
  ].filter((image) => /\bkube-proxy\b/.test(image));
  const reports = nodes.flatMap(({ status }) => {
    const { kubeProxyVersion, kubeletVersion } = status.nodeInfo ?? {};
    return [kubeProxyVersion, kubeletVersion].filter((text) => typeof text === 'string');
  });
  const made = findKubeadm(others)?.version ?? '';
  const versions = [...images.map((image) => /:(v?1\.\d+(?:\.\d+)?)/.exec(image)?.[1] ?? ''), ...reports, made];
  const minor = versions.map(getMinor).find((each) => !Number.isNaN(each));
  return minor === undefined ? undefined : `1.${minor}`;
}

function listImages(spec: PodObject['spec'] | undefined): string[] {
  return (spec?.containers ?? []).flatMap(({ image }) => (typeof image === 'string' ? [image] : []));
}

function findTemplate(object: OtherObject): PodObject['spec'] | undefined {
  const { spec } = object as { readonly spec?: { readonly template?: { readonly spec?: PodObject['spec'] } } };
  const found = spec?.template?.spec;
  return Array.isArray(found?.containers) ? found : undefined;
}

/** The ranges and the domain kubeadm made the cluster with, where its ConfigMap is among the objects. */
export function applyKubeadmRanges(
  settings: Document['settings'],
  { others = [] }: ClusterObjects,
): Document['settings'] {
  const told = findKubeadm(others);
  if (!told) return settings;
  const { podSubnet, serviceSubnet, dnsDomain } = told;
  return {
    ...settings,
    ...(podSubnet === undefined ? {} : { clusterCIDR: podSubnet.split(',') }),
    ...(serviceSubnet === undefined ? {} : { serviceClusterIPRange: serviceSubnet.split(',') }),
    ...(dnsDomain === undefined ? {} : { clusterDomain: dnsDomain }),
  };
}

function findKubeadm(others: readonly OtherObject[]): KubeadmConfig | undefined {
  for (const { kind, metadata, ...object } of others) {
    const { data } = object as { readonly data?: Readonly<Record<string, unknown>> | null };
    const text = kind === 'ConfigMap' && metadata?.name === 'kubeadm-config' && data?.['ClusterConfiguration'];
    const parsed = typeof text === 'string' ? KUBEADM_CONFIG.parse(text) : undefined;
    if (parsed?.ok && parsed.value.value[0]) return parsed.value.value[0];
  }
  return undefined;
}
