import type { KernelState } from '../../kubernetes/proxy/mode';
import { phrase, type Phrase } from '../../lib/phrase';
import type { IpFamily } from '../../net/ip';
import type { NftTableName } from '../../linux/hooks';
import { OWNERS, ownerOfChain } from '../../paste/owners';
import type { Difference, Observed } from '../../paste/proxy/types';
import type { ExpectedRules } from './expected';
import { ownerFinder, serviceInText } from './owners';
import type { ClusterObjects } from '../../kubernetes/types';

/** `late`: the node lacks it; `stale`: no object asks for it any more; `foreign`: another program or a person wrote it. */
export type DriftState = 'late' | 'stale' | 'foreign';

/** What something that is compared is. */
export type DriftKind = 'table' | 'chain' | 'rule' | 'set' | 'element' | 'server';

/** Something in which a node is not as kube-proxy would have it. */
export interface DriftPart {
  readonly state: DriftState;
  readonly kind: DriftKind;
  /** Absent: the name of the table says it. */
  readonly family?: IpFamily;
  /** `nat`, `ip kube-proxy`, `ipset`, `ipvs`. */
  readonly table: string;
  /** The chain, the set; of a virtual server `ipvs`. */
  readonly name: string;
  /** 0-based in the chain of the node; absent: a whole chain, or what is not there. */
  readonly index?: number;
  /** The rule, the element, the server as it is listed; of a whole chain its name. */
  readonly text: string;
  /** `default/web`: the Service it is of. */
  readonly service?: string;
  /** The program that writes what is foreign, where its name tells. */
  readonly writer?: string;
  readonly says: Phrase;
}

/** Tells of each difference what became of it and whose it is. */
export function driftParts(observed: Observed, expected: ExpectedRules, told: ClusterObjects): readonly DriftPart[] {
  const find = ownerFinder(expected.states, observed, [told, expected.read.made.cluster]);
  const forms = { sets: setNames(observed, expected.states), written: writtenForms(expected.states) };
  const parts = expected.differences.flatMap((difference): DriftPart[] => {
    if (difference.why.id === 'reconstruct.difference.renamed') return renamed(difference, find);
    const part = toPart(difference, forms);
    const service = part.state === 'foreign' ? undefined : find({ chain: part.name, text: part.text });
    return [service === undefined ? part : { ...part, service }];
  });
  return [...parts, ...foreignTables(observed)];
}

/** The names of sets and maps in kube-proxy's tables of nftables, there and as they should be. */
function setNames({ nftables }: Observed, states: ReadonlyMap<IpFamily, KernelState>): ReadonlySet<string> {
  const names = [...states.values()].flatMap((state) => [...(state.nftables?.sets.keys() ?? [])]);
  for (const { name, sets } of nftables?.tables.values() ?? []) if (name === 'kube-proxy') names.push(...sets.keys());
  return new Set(names);
}

function chooseKind({ table, chain, text, index }: Difference, sets: ReadonlySet<string>): DriftKind {
  if (table === 'ipvs') return 'server';
  const isSet = table === 'ipset' || (table.includes(' ') && sets.has(chain));
  if (isSet) return text === chain ? 'set' : 'element';
  return index === undefined && text === chain ? 'chain' : 'rule';
}

/** What tells a part's kind, and whether kube-proxy writes such rules. */
interface Forms {
  readonly sets: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

function toPart(difference: Difference, { sets, written }: Forms): DriftPart {
  const { family, table, chain, index, text, why, kind } = difference;
  const at = {
    kind: chooseKind(difference, sets),
    family,
    table,
    name: chain,
    text,
    ...(index === undefined ? {} : { index }),
  };
  if (kind === 'missing') return { ...at, state: 'late', says: phrase(`drift.late.${at.kind}`, { name: chain }) };
  if (kind === 'other-mode') return { ...at, state: 'stale', says: why };
  const target = /-[jg] (\S+)/.exec(text)?.[1] ?? '';
  const writer = kind === 'foreign' ? (difference.owner ?? ownerOfChain(target)) : ownerOfChain(target);
  const isForeign = kind === 'foreign' || (at.kind === 'rule' && !isKubeProxys(chain, text, written));
  if (!isForeign) {
    const isMoved = why.id === 'reconstruct.difference.moved';
    return { ...at, state: 'stale', says: isMoved ? why : phrase(`drift.stale.${at.kind}`, { name: chain }) };
  }
  const known = writer === undefined || writer === 'kube-proxy' ? {} : { writer };
  const values = { name: chain, writer: writer ?? '' };
  return {
    ...at,
    ...known,
    state: 'foreign',
    says: phrase(known.writer === undefined ? 'drift.foreign.unknown' : 'drift.foreign.known', values),
  };
}

/** A chain whose rules stand there under another name: the one is not there, and nobody asks for the other. */
function renamed({ family, table, chain, why }: Difference, find: ReturnType<typeof ownerFinder>): DriftPart[] {
  const wanted = String(why.values?.['expected'] ?? '');
  const part = (state: 'late' | 'stale', name: string): DriftPart => {
    const service = find({ chain: name, text: '' });
    const says = phrase(`drift.${state}.chain`, { name });
    return {
      state,
      kind: 'chain',
      family,
      table,
      name,
      text: name,
      says,
      ...(service === undefined ? {} : { service }),
    };
  };
  return [part('late', wanted), part('stale', chain)];
}

/** A rule with everything in it that is of one Service, endpoint or node taken out. */
function makeForm(chain: string, text: string): string {
  const name = chain.replace(/-[A-Z2-7]{16}$/, '-*').replace(/-[A-Z2-7]{8}-.*$/, '-*');
  const form = text
    .replaceAll(/ ?-m comment --comment (?:"[^"]*"|\S+)/g, '')
    .replaceAll(/ comment "[^"]*"/g, '')
    .replaceAll(/\b(KUBE-[A-Z]+)-[A-Z2-7]{16}\b/g, '$1-*')
    .replaceAll(/\b([a-z]+)-[A-Z2-7]{8}-\S+/g, '$1-*')
    .replaceAll(/[0-9a-f.:]*[0-9][0-9a-fx.:]*(?:\/[0-9a-fx]+)?/g, 'N')
    .replaceAll(/N(?:[ ,:.-]+N)+/g, 'N')
    .trim();
  return `${name} ${form}`;
}

function writtenForms(states: ReadonlyMap<IpFamily, KernelState>): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const { xtables, nftables } of states.values()) {
    for (const chains of [...xtables.tables.values(), ...(nftables ? [nftables.chains] : [])]) {
      for (const { name, rules } of chains.values()) for (const { text } of rules) forms.add(makeForm(name, text));
    }
  }
  return forms;
}

/** Has a rule that is too much a form in which kube-proxy writes? Else somebody put it among its rules. */
function isKubeProxys(chain: string, text: string, written: ReadonlySet<string>): boolean {
  if (/-[jg] KUBE-/.test(text) || serviceInText(text) !== undefined) return true;
  if (chain.startsWith('KUBE-SEP-') && / DNAT | --to-destination /.test(text)) return true;
  return written.has(makeForm(chain, text));
}

/** Tables that iptables-nft keeps for iptables: their chains are listed one by one. */
const OF_IPTABLES = /^ip6? (?:filter|nat|mangle|raw|security)$/;

function foreignTables({ nftables }: Observed): DriftPart[] {
  const names: NftTableName[] = [...(nftables?.tables.keys() ?? [])];
  return names.flatMap((table): DriftPart[] => {
    if (OF_IPTABLES.test(table) || /^ip6? kube-proxy$/.test(table)) return [];
    const writer = OWNERS.find(({ tables = [] }) => tables.some((beginning) => table.startsWith(beginning)))?.name;
    if (writer === 'kubelet') return [];
    const says = phrase(writer === undefined ? 'drift.foreign.unknown' : 'drift.foreign.known', {
      name: table,
      writer: writer ?? '',
    });
    return [
      {
        state: 'foreign',
        kind: 'table',
        table,
        name: table,
        text: table,
        says,
        ...(writer === undefined ? {} : { writer }),
      },
    ];
  });
}
