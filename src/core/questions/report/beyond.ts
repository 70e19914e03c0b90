import type { Document } from '../../document/document';
import { kernelSince } from '../../kubernetes/proxy/shared/node';
import { proxyMode } from '../../kubernetes/proxy';
import { since } from '../../kubernetes/release';
import { phrase, type Phrase } from '../../lib/phrase';
import { sayAnnounced } from '../reach/say';
import type { ModeRelease } from '../reach/statement';
import { asIs } from './endings';

/** Two sides of a cluster: what it runs, and what it shall run. */
export interface TwoSides {
  readonly document: Document;
  readonly before: ModeRelease;
  readonly after: ModeRelease;
}

/** What no packet shows: a matter, what is known of it here, and where that is from. */
type BeyondRow = readonly [what: Phrase, here: Phrase, from: Phrase];

type Find = (sides: TwoSides) => readonly BeyondRow[];

/** Modes that leave something of their own in the kernel when kube-proxy is restarted in another. */
const WITH_TABLE = 'nftables';

const connections: Find = ({ before, after }) =>
  before.mode === after.mode
    ? []
    : [[phrase('report.beyond.connections'), phrase('report.beyond.connections.here'), phrase('report.not-simulated')]];

/** Leftovers are removed at the start of kube-proxy (cmd/kube-proxy/app/server_linux.go, `platformCleanup`, 1.30.5). */
const cleanup: Find = ({ before, after }) => {
  const modes = [before.mode, after.mode];
  if (before.mode === after.mode || modes.some((mode) => !['iptables', 'ipvs', 'nftables'].includes(mode))) return [];
  const how = modes.includes(WITH_TABLE) ? 'itself' : 'by-hand';
  const here = phrase('report.beyond.cleanup', { how, before: proxyMode(before.mode).title });
  return [[asIs('kube-proxy --cleanup'), here, phrase('report.from.source', { release: '1.30.5' })]];
};

const schedulers: Find = ({ before, after, document }) => {
  const isIpvs = [before, after].filter(({ mode }) => mode === 'ipvs').length;
  if (isIpvs !== 1) return [];
  const scheduler = document.kubeProxy.ipvs?.scheduler ?? '';
  const values = { scheduler: scheduler === '' ? 'rr' : scheduler, way: before.mode === 'ipvs' ? 'from' : 'to' };
  return [[phrase('report.beyond.order'), phrase('report.beyond.order.here', values), phrase('report.from.engine')]];
};

/** Without `nodePortAddresses` nftables answers nodePorts at the primary address of a node alone (since 1.30). */
const addresses: Find = ({ before, after, document }) => {
  const isNew = after.mode === 'nftables' && before.mode !== 'nftables' && since(after.release, 30);
  if (!isNew || (document.kubeProxy.nodePortAddresses ?? []).length > 0) return [];
  const several = document.cluster.nodes.filter(({ status }) => {
    const own = (status.addresses ?? []).filter(({ type }) => type === 'InternalIP' || type === 'ExternalIP');
    return own.filter(({ address }) => !address.includes(':')).length > 1;
  });
  const names = several.map(({ metadata }) => metadata.name).join(', ');
  const here = phrase('report.beyond.addresses.here', { count: several.length, names });
  return [[phrase('report.beyond.addresses'), here, phrase('report.from.engine')]];
};

/** Kernel 5.13 and nft 1.0.1 (KEP-3866; pkg/proxy/nftables). */
const needs: Find = ({ before, after, document }) => {
  if (after.mode !== 'nftables' || before.mode === 'nftables') return [];
  const { nodes } = document.cluster;
  const told = nodes.filter(({ status }) => status.nodeInfo?.kernelVersion !== undefined);
  const old = told.filter((node) => !kernelSince(node, 5, 13)).map(({ metadata }) => metadata.name);
  const here = phrase('report.beyond.needs', {
    old: old.length,
    names: old.join(', '),
    told: told.length,
    nodes: nodes.length,
  });
  return [[asIs('Linux 5.13, nft 1.0.1'), here, asIs('KEP-3866')]];
};

const dates: Find = ({ before, after }) =>
  sayAnnounced(before.mode, after.mode).map((says) => {
    const kep = says.values?.['kep'];
    return [phrase('report.beyond.dates'), says, asIs(kep === undefined ? 'KEP' : `KEP-${kep}`)];
  });

const ALL: readonly Find[] = [connections, cleanup, schedulers, addresses, needs, dates];

/** Differences between two sides that no packet shows, each with its source. */
export function beyondPackets(sides: TwoSides): readonly BeyondRow[] {
  return ALL.flatMap((find) => find(sides));
}
