import type { Diagnostic } from '../formats/format';
import type { ConntrackEntry } from '../linux/conntrack/types';
import type { Network } from '../linux/netns';
import type { NftRuleset } from '../linux/nftables/types';
import type { Machine } from './machine/types';
import { buildPastedNetwork } from './node/build';
import { makePlan } from './node/make-plan';
import { connectionsOf, type PastedConnection } from './pasted-connections';
import type { Assumption, FlowEnds, FoundService, PastedNode, TextSummary } from './pasted-types';
import { bestFirst, foundService, suggestionsOf, summaryOf, type SuggestedFlow } from './summaries';
import { understand, type Understood } from './understand';

export type { SuggestedFlow } from './summaries';

/** Everything understood of a pasted node. */
export interface PastedNetwork {
  readonly network: Network;
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: readonly TextSummary[];
  readonly suggested: readonly SuggestedFlow[];
  /** What `conntrack -L` showed: the connections the node knew. */
  readonly connections: readonly PastedConnection[];
  /** All of them, as the node has them in its table. */
  readonly known: readonly ConntrackEntry[];
}

/** Chains as iptables names them: the table is iptables' own, seen through nft. */
const IPTABLES_CHAIN = /^(?:PREROUTING|INPUT|FORWARD|OUTPUT|POSTROUTING)$/;

/** The tables of nftables; those that iptables-nft keeps there and that were pasted as its own are not run twice. */
function nftablesOf({ nft }: Machine, xtables: Understood['rulesets']): { readonly nftables?: NftRuleset } {
  if (!nft) return {};
  const own = [...nft.tables].filter(([, { family, name, chains }]) => {
    const pasted = family === 'ip' ? xtables.ipv4 : family === 'ip6' ? xtables.ipv6 : undefined;
    const isSame = [...(pasted?.tables.keys() ?? [])].some((table) => table === name);
    return !(isSame && [...chains.keys()].some((chain) => IPTABLES_CHAIN.test(chain)));
  });
  return own.length > 0 ? { nftables: { tables: new Map(own) } } : {};
}

/**
 * The pasted node as something packets can be sent through: its rules exactly as pasted, around them a
 * machine guessed from the rules, each guess stated with its evidence and replaced by the person's
 * facts. `flows`: who sends and where to, so that both ends exist. Never throws.
 */
export function networkOfPasted(pasted: PastedNode, flows: readonly FlowEnds[] = []): PastedNetwork {
  const understood = understand(pasted.texts);
  const { views, hostname, machine, rulesets: xtables } = understood;
  const plan = makePlan({ views, facts: pasted.facts, hostname, machine });
  const kernel = {
    xtables,
    ...nftablesOf(machine, xtables),
    ...(machine.sets.size > 0 ? { ipsets: machine.sets } : {}),
    ...(machine.ipvs ? { ipvs: machine.ipvs.value } : {}),
  };
  const network = buildPastedNetwork(plan, flows, kernel);
  return {
    network,
    assumptions: [...plan.assumptions, ...understood.assumptions],
    found: understood.views.flatMap(({ services }) => bestFirst(services).map(foundService)),
    diagnostics: understood.diagnostics,
    texts: understood.texts.map((text) => summaryOf(text, understood)),
    suggested: suggestionsOf(plan),
    connections: connectionsOf(network, machine.connections),
    known: machine.connections,
  };
}
