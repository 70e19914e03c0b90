import type { Choice } from '../../chain-walk';
import type { NetnsState } from '../../state';
import type { Netns } from '../../netns';
import { createState } from '../../state';
import { EMPTY_NETNS, visitOf } from '../../xtables/testing/walk-text';
import type { NftWalkEvent, NftEdit } from '../extension';
import { readRuleset } from '../text/read-ruleset';
import type { NftTable } from '../types';
import { walkChain } from '../walk';

/** The first table of a text; tests only, so it must be there. */
function tableOf(text: string): NftTable {
  const [table] = readRuleset(text).ruleset.tables.values();
  if (!table) throw new Error(`no table in ${text}`);
  return table;
}

export interface Walked {
  readonly verdict: string;
  readonly events: readonly NftWalkEvent[];
  readonly edits: readonly NftEdit[];
  readonly mark: number;
  /** The mark and hops of the packet when each event was told. */
  readonly seen: readonly string[];
}

/** Walks the chain `base` of a table for a packet (`FORWARD in=eth0 tcp 10.0.0.1:5>10.0.0.2:80 S`). */
export function walkNft(
  table: NftTable,
  visit: string,
  {
    state = createState(),
    decide = () => 0,
    netns = EMPTY_NETNS,
  }: { state?: NetnsState; decide?: (choice: Choice) => number; netns?: Netns } = {},
): Walked {
  const { hook, skb } = visitOf(visit);
  const chain = table.chains.get('base');
  if (!chain) throw new Error('no chain "base"');
  const events: NftWalkEvent[] = [];
  const edits: NftEdit[] = [];
  const seen: string[] = [];
  const verdict = walkChain({
    table,
    chain,
    ctx: { family: skb.packet.family, hook, skb, netns, state, decide },
    apply: (edit) => void edits.push(edit),
    record: (event) => {
      events.push(event);
      seen.push(`${event.kind} ${skb.mark} ${skb.packet.ttl}`);
    },
  });
  return {
    verdict: 'by' in verdict ? `${verdict.kind} ${verdict.by}` : verdict.kind,
    events,
    edits,
    mark: skb.mark,
    seen,
  };
}

/** `base 2 jump c1`, `c1 return`, `base policy`, `base 1-3 skipped`. */
export function eventText(event: NftWalkEvent): string {
  switch (event.kind) {
    case 'rule': {
      const { verdict, ref } = event;
      const to = 'chain' in verdict ? ` ${verdict.chain}` : '';
      return `${ref.chain} ${ref.index + 1} ${verdict.kind.toLowerCase()}${to}`;
    }
    case 'skip':
      return `${event.chain} ${event.from + 1}-${event.to + 1} skipped`;
    case 'return':
      return `${event.chain} return`;
    case 'policy':
      return `${event.chain} policy`;
  }
}

/** A table with one filter chain `base` at FORWARD; `more`: what stands beside it. */
export function withRules(rules: readonly string[], more = '', family = 'ip'): NftTable {
  const lines = rules.join('\n');
  return tableOf(`table ${family} t {
    ${more}
    chain base {
      type filter hook forward priority filter; policy accept;
      ${lines}
    }
  }`);
}

/** Packets that most tests send. */
export const SYN = 'FORWARD in=eth0 out=cni0 tcp 10.0.0.1:5000>10.0.0.2:80 S';
export const UDP_HEADER = 'FORWARD in=eth0 out=cni0 udp 10.0.0.1:5000>10.0.0.2:53';
export const PING = 'FORWARD in=eth0 out=cni0 icmp 10.0.0.1>10.0.0.2 type=8 code=0';

/** What a walk reports, a line an event. */
export const lines = (table: NftTable, visit: string): string[] => walkNft(table, visit).events.map(eventText);
