import { phrase, type Phrase } from '../lib/phrase';
import { formatIp, isLoopback } from '../net/ip';
import { isLinkLocal } from '../linux/routing/derived-routes';
import type { PastedChain } from './layers';
import type { ReadPart } from './read-parts';
import { detectMode } from './reconstruct/detect-mode';

/** What a text says that is one on a machine or in a cluster; empty where it says nothing. */
interface Marks {
  /** `10.244.0.0/16`: what kube-proxy takes for Pods. */
  readonly pods: ReadonlySet<string>;
  /** The clusterIP of `default/kubernetes`, the first of the Service range. */
  readonly services: ReadonlySet<string>;
  readonly mode: ReadonlySet<string>;
  /** Addresses of the machine itself, where all of its devices are listed. */
  readonly host: ReadonlySet<string>;
}

const KINDS = ['pods', 'services', 'mode', 'host'] as const;
/** So many chains and rules of each are looked at: every Service repeats what the Pod network is. */
const MOST_CHAINS = 200;
const MOST_RULES = 50;
const PODS = /(?:^| )! -s (\S+\/\d+) .*-j KUBE-MARK-MASQ$/;
const API_SERVER = /(?:^| )-d ([\d.]+|[\da-f:]+)(?:\/32|\/128)? .*"?default\/kubernetes:https cluster IP/;

function marksOf({ layers, machine }: ReadPart): Marks {
  const texts = [...textsOf(layers)];
  const found = (pattern: RegExp): ReadonlySet<string> =>
    new Set(texts.flatMap((text) => pattern.exec(text)?.slice(1, 2) ?? []));
  const tables = (family: 'ipv4' | 'ipv6'): ReadPart['layers'] => layers.filter((layer) => layer.family === family);
  const xtables = (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const own = tables(family).map(({ table, chains }) => [table, { name: table, chains }] as const);
    return own.length === 0 ? [] : [[family, { tables: new Map(own) }] as const];
  });
  const mode = layers.some(isOfMode) ? detectMode({ xtables: Object.fromEntries(xtables) }) : undefined;
  const isWhole = machine.links.some(({ value, inside }) => value.name === 'lo' && inside !== true);
  const own = machine.links.flatMap(({ value, inside }) => (inside === true ? [] : value.addresses));
  const host = own.flatMap(({ address }) => (isLoopback(address) || isLinkLocal(address) ? [] : [formatIp(address)]));
  return {
    pods: found(PODS),
    services: found(API_SERVER),
    mode: new Set(mode === undefined ? [] : [mode]),
    host: new Set(isWhole ? host : []),
  };
}

/** Chains that only one mode writes; KUBE-SERVICES alone has every mode but one. */
function isOfMode({ chains }: ReadPart['layers'][number]): boolean {
  for (const name of chains.keys())
    if (/^KUBE-(?:SVC|SEP|PORTALS|NODEPORT|NODE-PORT|LOAD-BALANCER|IPVS-FILTER)(?:-|$)/.test(name)) return true;
  return false;
}

function* textsOf(layers: ReadPart['layers']): Generator<string> {
  let left = MOST_CHAINS;
  for (const { table, chains } of layers) {
    if (table !== 'nat') continue;
    for (const chain of chains.values()) {
      if (!/^KUBE-(?:SERVICES|SVC-|SVL-)/.test(chain.name)) continue;
      if (left-- <= 0) return;
      yield* rulesOf(chain);
    }
  }
}

function* rulesOf(chain: PastedChain): Generator<string> {
  for (let index = 0; index < Math.min(chain.length, MOST_RULES); index++) {
    const text = chain.text?.(index);
    if (text !== undefined) yield text;
  }
}

/**
 * Why two texts cannot be of one machine: Pod networks, Service ranges, modes or the machine's addresses that have nothing in common.
 * Undefined: they can.
 */
export function apartFrom(text: ReadPart, others: readonly ReadPart[]): Phrase | undefined {
  const own = marksOf(text);
  for (const other of others) {
    const marks = marksOf(other);
    for (const kind of KINDS) {
      const [mine, theirs] = [[...own[kind]], [...marks[kind]]];
      if (mine.length === 0 || theirs.length === 0 || mine.some((each) => marks[kind].has(each))) continue;
      const values = {
        text: text.pasted.title,
        other: other.pasted.title,
        mine: mine[0] ?? '',
        theirs: theirs[0] ?? '',
      };
      return SAYS[kind](values);
    }
  }
  return undefined;
}

type Say = (values: Readonly<Record<'text' | 'other' | 'mine' | 'theirs', string>>) => Phrase;

const SAYS: Readonly<Record<(typeof KINDS)[number], Say>> = {
  pods: (values) => phrase('analysis.apart.pods', values),
  services: (values) => phrase('analysis.apart.services', values),
  mode: (values) => phrase('analysis.apart.mode', values),
  host: (values) => phrase('analysis.apart.host', values),
};
