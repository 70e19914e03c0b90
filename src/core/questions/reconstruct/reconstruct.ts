import { assertNever } from '../../lib/result';
import type { KernelState, GeneratedIpvs } from '../../kubernetes/proxy/mode';
import type { ProxyModeId } from '../../kubernetes/types';
import type { NftTable } from '../../linux/nftables/types';
import type { XtRuleset } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { assembleCluster, type AssembledCluster } from './assemble';
import { sayUncompared } from './unaddressed';
import { compareXtables, compiledRelease, recompile, withoutComments, type Compiling } from './compare';
import { compareNftables } from './compare-nftables';
import {
  detectMode,
  type Difference,
  type Observed,
  type ReadProxy,
  type Reconstruction,
  type Wanted,
  type ReadPort,
  type NotCarried,
} from '../../paste/proxy/types';
import { listInferences } from './inferences';
import { readIpvs } from '../../paste/proxy/read-ipvs';
import { readIptables, readUserspace } from '../../paste/proxy/read-iptables';
import { readNftables } from '../../paste/proxy/read-nftables';
import { guessRelease } from '../../paste/proxy/iptables-clues';
import { XtReader } from '../../paste/proxy/iptables-ports';
import { realServerKey, virtualServerKey } from '../../kubernetes/proxy/ipvs/port-block';
import { phrase, type Phrase } from '../../lib/phrase';
import { setDifferences } from '../diff/chain-diff';
import type { IpSet } from '../../linux/ipset/ip-set';
import { IpvsFacts } from '../../paste/proxy/ipvs-ports';

interface ReconstructInput {
  readonly mode: ProxyModeId;
  readonly made: AssembledCluster;
  readonly proxies: readonly ReadProxy[];
}

interface Row {
  readonly id: string;
  readonly what: Phrase;
  /** Absent: never carried. */
  readonly when?: (asked: ReconstructInput) => boolean;
}

const isUnlocated = ({ made }: ReconstructInput): boolean =>
  [...made.entries.values()].some((entries) => entries.some(({ local }) => local === undefined));
const isSilent = ({ made }: ReconstructInput): boolean =>
  made.services.some(({ ports }) => ports.some(({ hasEndpoints }) => !hasEndpoints));
const hasPlaceholder = ({ made }: ReconstructInput): boolean =>
  [...made.entries.values()].some((entries) => entries.some(({ placeholder }) => placeholder));

/** What rules do not tell, always or in this dump; one line each. */
const ROWS: readonly Row[] = [
  { id: 'pod-names', what: phrase('reconstruct.not-carried.pod-names') },
  { id: 'selectors', what: phrase('reconstruct.not-carried.selectors') },
  { id: 'readiness', what: phrase('reconstruct.not-carried.readiness') },
  { id: 'headless', what: phrase('reconstruct.not-carried.headless') },
  { id: 'named-target-ports', what: phrase('reconstruct.not-carried.named-target-ports') },
  { id: 'topology', what: phrase('reconstruct.not-carried.topology') },
  { id: 'allocation', what: phrase('reconstruct.not-carried.allocation') },
  { id: 'other-nodes', what: phrase('reconstruct.not-carried.other-nodes') },
  { id: 'proxied-ingress', what: phrase('reconstruct.not-carried.proxied-ingress') },
  {
    id: 'node-cidr',
    what: phrase('reconstruct.not-carried.node-cidr'),
    when: ({ proxies }) => proxies.some(({ detector }) => detector !== 'none' && detector?.kind === 'cidr'),
  },
  {
    id: 'names',
    what: phrase('reconstruct.not-carried.names'),
    when: ({ made }) => made.services.some(({ named }) => !named),
  },
  { id: 'locality', what: phrase('reconstruct.not-carried.locality'), when: isUnlocated },
  {
    id: 'silent-services',
    what: phrase('reconstruct.not-carried.silent-services'),
    when: (asked) => (asked.mode === 'iptables' || asked.mode === 'nftables') && isSilent(asked),
  },
  { id: 'remote-endpoints', what: phrase('reconstruct.not-carried.remote-endpoints'), when: hasPlaceholder },
  {
    id: 'node-address',
    what: phrase('reconstruct.not-carried.node-address'),
    when: ({ made }) => made.addresses.some(({ madeUp }) => madeUp),
  },
  {
    id: 'missing-endpoints',
    what: phrase('reconstruct.not-carried.missing-endpoints'),
    when: ({ proxies }) => proxies.some(({ missingEndpoints = [] }) => missingEndpoints.length > 0),
  },
  {
    id: 'userspace-endpoints',
    what: phrase('reconstruct.not-carried.userspace-endpoints'),
    when: ({ mode }) => mode === 'userspace',
  },
  {
    id: 'userspace-policies',
    what: phrase('reconstruct.not-carried.userspace-policies'),
    when: ({ mode }) => mode === 'userspace',
  },
  { id: 'ipvs-links', what: phrase('reconstruct.not-carried.ipvs-links'), when: ({ mode }) => mode === 'ipvs' },
];

/** What the rules of this dump do not carry, so that nobody takes what was made up for what was read. */
function notCarriedBy(asked: ReconstructInput): NotCarried[] {
  return ROWS.filter(({ when }) => when?.(asked) ?? true).map(({ id, what }) => ({ id, what }));
}

const OWN = /^KUBE-/;

/** What recompiling does not give back of kube-proxy's sets and virtual servers of one family. */
function compareIpvs(family: IpFamily, observed: Observed, state: GeneratedIpvs): Difference[] {
  return [...listSets(family, observed, state), ...listServers(family, observed, state)];
}

function listSets(family: IpFamily, { ipsets }: Observed, state: GeneratedIpvs): Difference[] {
  if (!ipsets) return [];
  const isOfFamily = (name: string): boolean => OWN.test(name) && name.startsWith('KUBE-6-') === (family === 'ipv6');
  const seen = [...ipsets.values()].filter(({ name }) => isOfFamily(name));
  const wanted = state.ipsets.map(({ name, type, options, entries }): IpSet => ({
    name,
    type,
    options,
    members: entries.map(({ key }) => ({ element: key, nomatch: false })),
  }));
  return setDifferences(
    wanted,
    seen.map(({ name, type, options, members }) => ({ name, type, options, members })),
  ).flatMap(({ set, kind, added, removed }): Difference[] => {
    const where = { family, table: 'ipset' as const, chain: set };
    const extra = phrase('reconstruct.difference.extra-rule', { chain: set });
    const lost = phrase('reconstruct.difference.missing-rule', { chain: set });
    const whole: Difference[] =
      kind === 'removed'
        ? [
            {
              ...where,
              kind: 'missing',
              text: set,
              why: phrase('reconstruct.difference.missing-chain', { chain: set }),
            },
          ]
        : [];
    return [
      ...whole,
      ...added.map((text): Difference => ({ ...where, kind: 'changed', text, why: extra })),
      ...removed.map((text): Difference => ({ ...where, kind: 'missing', text, why: lost })),
    ];
  });
}

function listServers(family: IpFamily, observed: Observed, state: GeneratedIpvs): Difference[] {
  if (!observed.ipvs) return [];
  const seen = new Set(
    new IpvsFacts(family, observed).virtuals.map(({ text, scheduler, seconds, servers }) =>
      [text, scheduler, seconds ?? 0, ...servers].join(' '),
    ),
  );
  const wanted = new Set(
    state.virtualServers.map((server) => {
      const places = server.servers.map(realServerKey).toSorted();
      const text = `${server.protocol} ${virtualServerKey(server).replace(/\/\w+$/, '')}`;
      return [text, server.scheduler, server.timeout, ...places].join(' ');
    }),
  );
  const where = { family, table: 'ipvs' as const, chain: 'ipvs' };
  const extra = phrase('reconstruct.difference.extra-rule', { chain: 'ipvs' });
  const lost = phrase('reconstruct.difference.missing-rule', { chain: 'ipvs' });
  return [
    ...[...seen]
      .filter((text) => !wanted.has(text))
      .map((text): Difference => ({ ...where, kind: 'changed', text, why: extra })),
    ...[...wanted]
      .filter((text) => !seen.has(text))
      .map((text): Difference => ({ ...where, kind: 'missing', text, why: lost })),
  ];
}

const NAME = /^([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)\/([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)$/;

/** Services whose names were made up, called what a person calls them; what is no `namespace/name` changes nothing. */
function withNames(proxies: ReadProxy[], names: Readonly<Record<string, string>>): ReadProxy[] {
  if (Object.keys(names).length === 0) return proxies;
  return proxies.map((proxy) => ({
    ...proxy,
    ports: proxy.ports.map((port) => {
      const [, namespace, service] = NAME.exec(names[`${port.namespace}/${port.service}`] ?? '') ?? [];
      if ((port.named && !port.namespaceCut) || namespace === undefined || service === undefined) return port;
      return { ...port, namespace, service };
    }),
  }));
}

/** The API server's Service in every cluster: the first address of the range, port 443. */
const FIRST_ADDRESS = /(?:\.|:)1$/;

/** Is it the API server's, as far as address and port tell? */
function isKubernetes({ named, clusterIP = '', port, proto }: ReadPort): boolean {
  return !named && proto === 'tcp' && port === 443 && FIRST_ADDRESS.test(clusterIP);
}

/** A Service without a name that has the API server's address and port is called what it is in every cluster. */
function withKubernetes(proxies: ReadProxy[]): ReadProxy[] {
  const all = proxies.flatMap(({ ports }) => ports);
  const found = all.filter(isKubernetes);
  const isKnown = all.some(
    ({ named, namespace, service }) => named && `${namespace}/${service}` === 'default/kubernetes',
  );
  if (isKnown || new Set(found.map(({ clusterIP }) => clusterIP)).size !== 1) return proxies;
  const own = new Set(found.map(({ service }) => service));
  if (all.filter(({ service }) => own.has(service)).length !== found.length) return proxies;
  return proxies.map((proxy) => ({
    ...proxy,
    ports: proxy.ports.map((port) =>
      found.includes(port) ? { ...port, service: 'kubernetes', portName: 'https' } : port,
    ),
  }));
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** A cluster that rules were made into, before it is held against them. */
interface DraftReconstruction {
  readonly draft: Compiling;
  readonly made: AssembledCluster;
}

/** What the rules of a node say by themselves, by family; undefined: nothing is kube-proxy's own. */
export interface ReadNode {
  readonly mode: ProxyModeId;
  readonly proxies: readonly ReadProxy[];
}

/** Reads what was observed on a node as rules of kube-proxy in the mode that is wanted, or that they show. */
export function readNode(observed: Observed, wanted: Wanted = {}): ReadNode | undefined {
  const mode = wanted.mode ?? detectMode(observed);
  if (mode === undefined) return undefined;
  const proxies = withNames(withKubernetes(read(mode, observed)), wanted.services ?? {});
  return proxies.length === 0 ? undefined : { mode, proxies };
}

/** Makes the cluster and the configuration of which kube-proxy writes what was read. */
export function draftCluster(
  { mode, proxies }: ReadNode,
  observed: Observed,
  wanted: Wanted = {},
): DraftReconstruction {
  const release = guessRelease(
    mode,
    proxies.flatMap(({ clues }) => clues),
    wanted.release,
  );
  const made = assembleCluster(mode, proxies, release.release, {
    node: { ...observed.node, ...wanted.node },
    ...(observed.others ? { others: observed.others } : {}),
  });
  return { draft: { mode, release, node: made.node, cluster: made.cluster, config: made.config }, made };
}

/** Has kube-proxy write the rules of a cluster, by family. */
export function compileFamilies(draft: Compiling, families: readonly IpFamily[]): ReadonlyMap<IpFamily, KernelState> {
  const states = new Map<IpFamily, KernelState>();
  for (const family of families) {
    const state = recompile(draft, family);
    if (state) states.set(family, state);
  }
  return states;
}

/** Holds what kube-proxy writes against what was observed on a node. */
export function compareStates(
  draft: Pick<Compiling, 'mode'>,
  observed: Observed,
  states: ReadonlyMap<IpFamily, KernelState>,
): readonly Difference[] {
  return [...states].flatMap(([family, state]) => compare(draft, observed, family, state));
}

/**
 * Turns the rules of one node into a cluster that can be edited: Services, EndpointSlices, Pods and
 * kube-proxy's configuration that make kube-proxy write these rules. Every field says where it is
 * told; what rules do not carry is listed; what recompiling does not give back is listed too. `wanted`
 * is what a person says otherwise than it would be inferred.
 * Undefined if nothing in the text is kube-proxy's. Never throws.
 */
export function reconstruct(observed: Observed, wanted: Wanted = {}): Reconstruction | undefined {
  const found = readNode(observed, wanted);
  if (!found) return undefined;
  const { proxies } = found;
  const { draft, made } = draftCluster(found, observed, wanted);
  const compared = compiledRelease(draft);
  const families = proxies.map(({ family }) => family);
  return {
    ...draft,
    families,
    inferences: listInferences(draft.mode, made, proxies, { known: observed.node, wanted }),
    notCarried: notCarriedBy({ mode: draft.mode, made, proxies }),
    differences: sayUncompared(compareStates(draft, observed, compileFamilies(draft, families)), draft.cluster),
    compared: compared === draft.release.release,
    ...(compared === undefined ? {} : { comparedWith: compared }),
  };
}

function compare(
  draft: Pick<Compiling, 'mode'>,
  observed: Observed,
  family: IpFamily,
  state: KernelState,
): Difference[] {
  const rules = observed.xtables[family];
  const table = kubeProxyTable(observed, family);
  return [
    ...(rules ? compareXtables(draft, family, rules, observed.uncommented ? withoutComments(state) : state) : []),
    ...(state.ipvs ? compareIpvs(family, observed, state.ipvs) : []),
    ...(table && draft.mode === 'nftables' ? compareNftables(family, table, state) : []),
  ];
}

function kubeProxyTable({ nftables }: Observed, family: IpFamily): NftTable | undefined {
  return nftables?.tables.get(family === 'ipv4' ? 'ip kube-proxy' : 'ip6 kube-proxy');
}

/** One reading a family that has kube-proxy's rules. */
function read(mode: ProxyModeId, observed: Observed): ReadProxy[] {
  return FAMILIES.flatMap((family): ReadProxy[] => {
    switch (mode) {
      case 'iptables': {
        const rules = observed.xtables[family];
        const reader = rules && new XtReader(family, rules, observed.recovered?.[family]);
        return reader && tellsOfServices(rules) ? [readIptables(reader)] : [];
      }
      case 'nftables': {
        const table = kubeProxyTable(observed, family);
        return table ? [readNftables(family, table)] : [];
      }
      case 'ipvs':
        return [readIpvs(family, observed)].filter((proxy) => proxy !== undefined);
      case 'userspace': {
        const rules = observed.xtables[family];
        const proxy = rules && readUserspace(new XtReader(family, rules));
        return proxy ? [proxy] : [];
      }
      case 'ebpf':
      case 'kernelspace':
        // Maps and policies are no rules: listings of them are read by formats of their own.
        return [];
      default:
        return assertNever(mode);
    }
  });
}

/** Services are in nat; those without endpoints in filter, which may have been pasted alone. */
function tellsOfServices({ tables }: XtRuleset): boolean {
  const refusing = ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'];
  return tables.has('nat') || refusing.some((name) => tables.get('filter')?.chains.has(name));
}
