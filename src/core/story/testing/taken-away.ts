import { assertNever } from '../../lib/result';
import { createDerive } from '../../document/derive';
import type { Derive } from '../../document/kernel-parts';
import type { Document, Flow } from '../../document/document';
import { resolveFlow } from '../../document/resolve-flow';
import { getNamespace } from '../../kubernetes/types';
import type { Netns, Network } from '../../linux/netns';
import { serviceKey } from '../../linux/ipvs/service';
import { isXtTable } from '../../linux/hooks';
import type { NftChain, NftSet, NftTable } from '../../linux/nftables/types';
import type { XtChain } from '../../linux/xtables/types';
import { formatIp } from '../../net/ip';
import { explore, makeTrace } from '../../sim/explore';
import type { Moment, MomentBecause } from '../moment';
import { moments } from '../moments';
import type { OneWalk } from './walks';

/**
 * Which causes a story names that decide nothing: without them the moment is told as before. `most`: outcomes that are
 * looked at of each walk without one.
 */
export function idleCauses(walk: OneWalk, most: number): { readonly tried: number; readonly idle: readonly string[] } {
  const story = moments(walk.walked);
  const derive = createDerive();
  // Many moments are because of one rule or one object: without it the walk is taken once.
  const taken = new Map<string, Stories | undefined>();
  const withoutIt = (root: MomentBecause): Stories | undefined => {
    const key = JSON.stringify(root);
    if (!taken.has(key)) taken.set(key, storiesWithout({ ...walk, most, derive }, root));
    return taken.get(key);
  };
  let tried = 0;
  const idle = story.flatMap((moment, at) =>
    moment.because.flatMap((because) => {
      const root = rootOf(story, because);
      const others = root && withoutIt(root);
      if (!others) return [];
      tried++;
      const own = said(story, at);
      const isSame = others.some((other) => other.some((_, index) => said(other, index) === own));
      return isSame ? [`moment ${at + 1} ${moment.kind} stays without ${JSON.stringify(root)}`] : [];
    }),
  );
  return { tried, idle };
}

/** What a moment says, with what the moments say that it is because of. */
function said(story: readonly Moment[], at: number): string {
  const { kind, variant, node, hook, sentence, cause, header, before, because } = story[at] as Moment;
  const earlier = because.flatMap((each) =>
    each.kind === 'moment' && each.index < at ? [said(story, each.index)] : [],
  );
  return JSON.stringify([kind, variant, node, hook, sentence, cause, header, before, earlier]);
}

/** What can be taken away: of a moment, the first cause it has itself. */
function rootOf(story: readonly Moment[], because: MomentBecause): MomentBecause | undefined {
  if (because.kind !== 'moment') return because;
  const causes = story[because.index]?.because ?? [];
  const own = causes.find(({ kind }) => kind === 'rule' || kind === 'part') ?? causes[0];
  return own && rootOf(story, own);
}

type Stories = readonly (readonly Moment[])[];

/** A walk, and how many of others are looked at. */
interface Trying extends OneWalk {
  readonly most: number;
  readonly derive: Derive;
}

function storiesWithout(walk: Trying, because: MomentBecause): Stories | undefined {
  const { document, derived } = walk.walked;
  switch (because.kind) {
    case 'rule':
    case 'part':
    case 'policy': {
      const network = networkWithout(derived.network, because);
      return network && storiesOf(walk, document, { ...derived, network });
    }
    case 'object': {
      const changed = documentWithout(walk, because);
      return changed && storiesOf(walk, changed.document, walk.derive(changed.document), changed.flow);
    }
    case 'draw':
      return because.odds === '1' ? undefined : otherDraws(walk, because.step);
    case 'moment':
      return undefined;
    default:
      return assertNever(because);
  }
}

type Derived = OneWalk['walked']['derived'];

function storiesOf({ input, most }: Trying, document: Document, derived: Derived, flow?: Flow): Stories {
  const sent = flow ? resolveFlow(document, derived.network, flow) : undefined;
  if (sent && !sent.ok) return [];
  const sending = { ...input, network: derived.network, ...(sent ? { flow: sent.value } : {}), limit: most };
  return explore(sending).outcomes.map((outcome) => moments({ document, derived, trace: makeTrace(sending, outcome) }));
}

/** The same walk where that draw fell otherwise, and all after it anyhow. */
function otherDraws({ input, outcome, walked, most }: Trying, step: number): Stories {
  const { document, derived } = walked;
  const others = explore({ ...input, limit: most + 1 }).outcomes.filter(
    ({ path }) => JSON.stringify(path) !== JSON.stringify(outcome.path),
  );
  const own = moments(walked).find(({ first, last }) => first <= step && step <= last);
  const told = others.map((other) => moments({ document, derived, trace: makeTrace(input, other) }));
  // An earlier draw may have led over other machines: then the same choice is at another step.
  const isSame = ({ kind, lookup, second }: Moment): boolean =>
    kind === own?.kind && lookup === own.lookup && second === own.second;
  return told.filter((story) => story.find(isSame)?.pod?.text !== own?.pod?.text);
}

function networkWithout(
  network: Network,
  because: Extract<MomentBecause, { readonly kind: 'rule' | 'part' | 'policy' }>,
): Network | undefined {
  const netns = network.netns.get(because.netns);
  const changed =
    netns &&
    (because.kind === 'rule'
      ? withoutRule(netns, because)
      : because.kind === 'policy'
        ? withoutPolicy(netns, because)
        : withoutPart(netns, because));
  return (
    changed && {
      ...network,
      netns: new Map([...network.netns].map(([id, each]) => [id, id === because.netns ? changed : each])),
    }
  );
}

function shortened<Chain extends XtChain | NftChain>(chain: Chain, index: number): Chain {
  const at = (i: number): number => (i < index ? i : i + 1);
  const text = chain.text ? { text: (i: number) => chain.text?.(at(i)) ?? '' } : {};
  return {
    ...chain,
    name: chain.name,
    length: chain.length - 1,
    rule: (i: number) => chain.rule(at(i)),
    line: (i: number) => chain.line(at(i)),
    ...text,
  };
}

function withoutRule(
  netns: Netns,
  { ref, family }: Extract<MomentBecause, { readonly kind: 'rule' }>,
): Netns | undefined {
  if (isXtTable(ref.table)) {
    const ruleset = netns.xtables[family];
    const table = ruleset?.tables.get(ref.table);
    const chain = table?.chains.get(ref.chain);
    if (!ruleset || !table || !chain || ref.index >= chain.length) return undefined;
    const chains = new Map([...table.chains, [ref.chain, shortened(chain, ref.index)] as const]);
    const tables = new Map([...ruleset.tables, [ref.table, { ...table, chains }] as const]);
    return { ...netns, xtables: { ...netns.xtables, [family]: { ...ruleset, tables } } };
  }
  const table = netns.nftables?.tables.get(ref.table);
  const chain = table?.chains.get(ref.chain);
  if (!netns.nftables || !table || !chain || ref.index >= chain.length) return undefined;
  const chains = new Map([...table.chains, [ref.chain, shortened(chain, ref.index)] as const]);
  return {
    ...netns,
    nftables: { tables: new Map([...netns.nftables.tables, [ref.table, copyOf(table, { chains })] as const]) },
  };
}

function withoutPolicy(
  netns: Netns,
  { table: name, chain: of, family }: Extract<MomentBecause, { readonly kind: 'policy' }>,
): Netns | undefined {
  const ruleset = netns.xtables[family];
  const table = isXtTable(name) ? ruleset?.tables.get(name) : undefined;
  const chain = table?.chains.get(of);
  if (!ruleset || !table || !chain) return undefined;
  const chains = new Map([
    ...table.chains,
    [of, { ...shortened(chain, chain.length), policy: 'ACCEPT' as const, length: chain.length }] as const,
  ]);
  const tables = new Map([...ruleset.tables, [table.name, { ...table, chains }] as const]);
  return { ...netns, xtables: { ...netns.xtables, [family]: { ...ruleset, tables } } };
}

function withoutPart(netns: Netns, { at }: Extract<MomentBecause, { readonly kind: 'part' }>): Netns | undefined {
  if (at.kind === 'virtual-server' && netns.ipvs) {
    return {
      ...netns,
      ipvs: { ...netns.ipvs, services: netns.ipvs.services.filter((each) => serviceKey(each) !== at.server) },
    };
  }
  if (at.kind !== 'element' || !netns.nftables) return undefined;
  const tables = [...netns.nftables.tables].map(([name, table]) => {
    const sets = [...table.sets].map(([id, set]) => [id, id === at.set ? withoutElement(set, at.key) : set] as const);
    return [name, copyOf(table, { sets: new Map(sets) })] as const;
  });
  return { ...netns, nftables: { tables: new Map(tables) } };
}

/** A table may read its parts when they are asked for, which a spread would not. */
function copyOf({ family, name, flags, chains, sets, objects }: NftTable, change: Partial<NftTable>): NftTable {
  return { family, name, flags, chains, sets, objects, ...change };
}

function withoutElement(set: NftSet, key: string): NftSet {
  const { elements } = set;
  const kept = Array.from({ length: elements.length }, (_, i) => i).filter((i) => !elements.text(i).startsWith(key));
  return {
    ...set,
    elements: {
      length: kept.length,
      element: (i) => elements.element(kept[i] ?? -1),
      text: (i) => elements.text(kept[i] ?? -1),
    },
  };
}

/** The document without the object; the flow goes to the address it went to. */
function documentWithout(
  { walked: { document, derived }, flow, input }: OneWalk,
  { object, field }: Extract<MomentBecause, { readonly kind: 'object' }>,
): { readonly document: Document; readonly flow: Flow } | undefined {
  const { settled } = derived;
  // The API server makes its own Service anew.
  if (!settled || object.name === 'kubernetes') return undefined;
  const to = { kind: 'address', address: formatIp(input.flow.dst) } as const;
  const aimed: Flow = { ...flow, to, port: input.flow.dport };
  const isIt = (each: { readonly metadata: { readonly name: string; readonly namespace?: string } }): boolean =>
    each.metadata.name === object.name && getNamespace(each) === object.namespace;
  const cluster = { ...settled, deployments: [], endpointSlices: document.cluster.endpointSlices };
  if (object.kind === 'Service') {
    return {
      flow: aimed,
      document: {
        ...document,
        flows: [aimed],
        cluster: { ...cluster, services: settled.services.filter((each) => !isIt(each)) },
      },
    };
  }
  const index = Number(/^endpoints\[(\d+)\]/.exec(field)?.[1] ?? -1);
  const target = settled.endpointSlices.find(isIt)?.endpoints?.[index]?.targetRef;
  if (object.kind !== 'EndpointSlice' || target?.kind !== 'Pod') return undefined;
  const pods = settled.pods.filter(({ metadata }) => metadata.name !== target.name);
  return { flow: aimed, document: { ...document, flows: [aimed], cluster: { ...cluster, pods } } };
}
