import { phrase, type Phrase, type PhraseId } from '../lib/phrase';
import { once, type Memo } from '../lib/memo';
import { finding, makeRef, REMARK, type ObjectFinding } from './finding';
import { namesLoopback } from './proxy/shared/local-traffic';
import { since } from './release';
import type { ClusterObjects, KubeProxyConfig, NodeObject, ProxyModeId, ServiceObject } from './types';

/** A change that upstream announces with dates of its own. */
interface Announced {
  /** The enhancement that states the dates (kep.yaml and its graduation criteria). */
  readonly kep: number;
  /** The first minor that says anything of it. */
  readonly from: number;
  /** The minor of each step; what lies behind the newest release here is a plan. */
  readonly steps: Readonly<Record<string, number>>;
}

/** The dates that upstream states of what a document can choose, in the one place where they stand. */
export const ANNOUNCED = {
  /** ipvs mode is deprecated; KubeProxyIPVS is on, then off, then locked and the code gone. */
  ipvs: { kep: 5495, from: 35, steps: { deprecated: 35, gate: 37, off: 40, gone: 43 } },
  /** nftables becomes what a kube-proxy without a mode runs. */
  'default-mode': { kep: 5343, from: 37, steps: { warned: 37, nftables: 40 } },
  /** nftables: TCP nodePorts on loopback are answered, the others refused. The beta is read in the notes of 1.38.0-alpha.2. */
  'localhost-node-ports': { kep: 6032, from: 37, steps: { alpha: 37, beta: 38, stable: 40 } },
  /** `spec.externalIPs` is deprecated; AllowServiceExternalIPs is on, then off, then locked and the code gone. */
  'external-ips': { kep: 5707, from: 36, steps: { deprecated: 36, off: 40, gone: 43 } },
} as const satisfies Record<string, Announced>;

type AnnouncedId = keyof typeof ANNOUNCED;

/** Announcement about each mode. */
const OF_MODES: Partial<Record<ProxyModeId, Exclude<AnnouncedId, 'external-ips'>>> = {
  ipvs: 'ipvs',
  iptables: 'default-mode',
  nftables: 'localhost-node-ports',
};

function isAnnounced(id: AnnouncedId, release: string): boolean {
  return since(release, ANNOUNCED[id].from);
}

/** The KEP and the releases of the steps, as sentences take them: `1.40`. */
function announcedValues(id: AnnouncedId): Record<string, string> {
  const { kep, steps } = ANNOUNCED[id];
  const releases = Object.entries<number>(steps).map(([step, minor]) => [step, `1.${minor}`]);
  return { kep: String(kep), ...(Object.fromEntries(releases) as Record<string, string>) };
}

/** Every step of an id is a value of its sentence: held by announced.test.ts. */
function announcement(sentence: string, id: AnnouncedId): Phrase {
  return phrase(`kubernetes.announced.${sentence}` as PhraseId, announcedValues(id));
}

/** The sentence on a mode with the dates upstream states of it (KEPs 5495, 5343, 6032); undefined: nothing is announced by that release. */
export function announcedOfMode(mode: ProxyModeId, release: string): Phrase | undefined {
  const id = OF_MODES[mode];
  if (id === undefined || !isAnnounced(id, release)) return undefined;
  return announcement(id, id);
}

/** The sentence on `spec.externalIPs` with its dates, where the field is filled in (KEP-5707); undefined: nothing is announced by that release. */
export function announcedOfExternalIps(release: string): Phrase | undefined {
  if (!isAnnounced('external-ips', release)) return undefined;
  return announcement('external-ips-field', 'external-ips');
}

/** The kube-proxy that findings are about: mode, release, and the whole configuration with the mode it names. */
interface Announcing {
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly config: KubeProxyConfig;
}

/**
 * Findings on announcements of upstream that concern a cluster: its mode, the default of a mode that is not named
 * (which kube-proxy itself warns of from 1.37 on, KEP-5343), nodePorts on loopback in nftables, `spec.externalIPs`.
 */
export function announcedFindings(cluster: ClusterObjects, proxy: Announcing, memo: Memo): readonly ObjectFinding[] {
  return [...announcedOfConfig(proxy), ...announcedOfServices(cluster.services, memo, proxy.release)];
}

/**
 * Of a Node whose kube-proxy is configured by itself: what its own mode and fields bring, beyond what is said of `common`,
 * the configuration of all.
 */
export function announcedOfNode(node: NodeObject, own: Announcing, common: Announcing): readonly ObjectFinding[] {
  const known = new Set(announcedOfConfig(common).map(({ message }) => message.id));
  return announcedOfConfig(own)
    .filter(({ message }) => !known.has(message.id))
    .map((found) => ({ ...found, object: makeRef(node) }));
}

/** Of a configuration alone. */
export function announcedOfConfig({ mode, release, config }: Announcing): readonly ObjectFinding[] {
  const said = (id: AnnouncedId, path: string): ObjectFinding[] =>
    isAnnounced(id, release) ? [finding(undefined, REMARK, path, `announced.${id}`, announcedValues(id))] : [];
  if (mode === 'ipvs') return said('ipvs', 'mode');
  if (mode === 'iptables' && !config.mode && isAnnounced('default-mode', release)) {
    const values = { release, ...announcedValues('default-mode') };
    return [finding(undefined, { severity: 'warning', code: 'assumed' }, 'mode', 'announced.mode-unset', values)];
  }
  const path = mode === 'nftables' ? findLoopbackField(config) : undefined;
  return path === undefined ? [] : said('localhost-node-ports', path);
}

const LOOPBACK_GATE = 'KubeProxyNFTablesLocalhostNodePorts';

/** The field with which nodePorts on loopback are asked for. */
function findLoopbackField({ featureGates = {}, nodePortAddresses = [] }: KubeProxyConfig): string | undefined {
  if (LOOPBACK_GATE in featureGates) return `featureGates.${LOOPBACK_GATE}`;
  const named = nodePortAddresses.findIndex(
    (text) => text === 'localhost' || namesLoopback([text], 'ipv4') || namesLoopback([text], 'ipv6'),
  );
  return named === -1 ? undefined : `nodePortAddresses[${named}]`;
}

/** The first Service with `spec.externalIPs` says it for all of them. */
const announcedOfServices = once(
  (services: readonly ServiceObject[], _memo, release: string): readonly ObjectFinding[] => {
    if (!isAnnounced('external-ips', release)) return [];
    const using = services.filter(({ spec }) => (spec.externalIPs ?? []).length > 0);
    const [first] = using;
    if (!first) return [];
    const values = { count: using.length, ...announcedValues('external-ips') };
    return [finding(first, REMARK, 'spec.externalIPs', 'announced.external-ips', values)];
  },
);
