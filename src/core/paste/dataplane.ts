import { findCilium } from './machine/cilium-words';
import { withoutDenied } from './denied-names';
import { readRouterFlags } from './machine/router-flags';
import { mergeStatedFacts, readStatedFacts } from './machine/told-words';

/** The program or mode that carries Services in a cluster, as texts tell. */
export type Dataplane = 'iptables' | 'ipvs' | 'nftables' | 'cilium' | 'calico' | 'antrea' | 'ovn' | 'unknown';

/** The carrier of Services, and the command that prints what it has for them. */
export interface ToldDataplane {
  readonly dataplane: Dataplane;
  readonly rules: string;
}

/**
 * One command each, that can be filtered for an address (docs.cilium.io: Command Reference; docs.tigera.io: Troubleshoot eBPF mode;
 * antrea.io: Antctl; ovn-nbctl(8)). Nobody told: those of all modes of kube-proxy.
 */
const RULES: Readonly<Record<Dataplane, string>> = {
  iptables: 'iptables-save -c',
  ipvs: 'ipvsadm -Ln',
  nftables: 'nft list table ip kube-proxy',
  cilium: 'cilium-dbg bpf lb list',
  calico: 'calico-node -bpf nat dump',
  antrea: 'antctl get ovsflows',
  ovn: 'ovn-nbctl lb-list',
  unknown: '(iptables-save; nft list ruleset; ipvsadm -Ln)',
};

/** Listings of a node: what is there outweighs what is written of it. */
const LISTED: readonly (readonly [Dataplane, RegExp])[] = [
  ['nftables', /^\s*table ip6? kube-proxy\b/m],
  ['ipvs', /^IP Virtual Server version|\bkube-ipvs0: </m],
  ['iptables', /^(?:-A|:)\s?KUBE-(?:SERVICES|SVC-|SEP-)/m],
];

/** A program that carries Services by itself, in names that people and manifests use; by the first it is told. */
const NAMED: readonly (readonly [Dataplane, RegExp])[] = [
  [
    'calico',
    /\bbpfEnabled\b(?!["']?[ :=]{1,3}["']?false)|\b(?:calico|felix)\b.{0,40}\be?bpf\b|\be?bpf\b.{0,40}\bcalico\b/i,
  ],
  ['cilium', /\bcilium\b/i],
  ['antrea', /\bantrea\b/i],
  ['ovn', /\bovn-?kube|\bOVNKubernetes\b|\bkube-ovn\b|\bovn-(?:nbctl|trace)\b/i],
];

/** Modes of kube-proxy that people name: `switched to ipvs`, `kube-proxy in nftables mode`. */
const MODES: readonly (readonly [Dataplane, RegExp])[] = [
  ['ipvs', /\b(?:to|use|using|in|with|is|mode) ["'`]?ipvs\b|\bipvs (?:mode|proxy|terminat|drop|cut)|\bipvsadm\b/i],
  ['nftables', /\bnftables (?:mode|proxy|kube-proxy)\b|\b(?:to|proxy in) nftables\b/i],
  ['iptables', /\biptables mode\b|\bKUBE-S(?:VC|EP)-[A-Z0-9]{6}/],
];

/** Longer texts are dumps: only what they list counts. */
const LONGEST = 200_000;
const LONGEST_LINE = 2000;

const fits = (lines: readonly string[], pattern: RegExp): boolean => lines.some((line) => pattern.test(line));

const only = (all: readonly Dataplane[]): Dataplane | undefined => (new Set(all).size === 1 ? all[0] : undefined);

const named = (lines: readonly string[], of: typeof NAMED): readonly Dataplane[] =>
  of.flatMap(([dataplane, pattern]) => (fits(lines, pattern) ? [dataplane] : []));

function findDataplane(texts: readonly { readonly text: string }[]): Dataplane {
  const cilium = findCilium(texts)?.part;
  if (cilium === 'whole') return 'cilium';
  const listed = only(
    LISTED.flatMap(([each, pattern]) => (texts.some(({ text }) => pattern.test(text)) ? [each] : [])),
  );
  if (listed) return listed;
  const short = texts.filter(({ text }) => text.length <= LONGEST);
  if (short.some(({ text }) => readRouterFlags(text)?.isProxy === true)) return 'ipvs';
  const lines = short
    .flatMap(({ text }) => withoutDenied(text).split('\n'))
    .filter(({ length }) => length <= LONGEST_LINE);
  const programs = named(lines, NAMED).filter((each) => each !== 'cilium' || cilium !== 'beside');
  // Who names several compares them, or changed from one to another.
  if (programs.length > 0) return only(programs) ?? 'unknown';
  const { mode } = mergeStatedFacts(short.flatMap(({ text }) => readStatedFacts(text)));
  const stated = MODES.find(([each]) => each === mode)?.[0];
  return stated ?? only(named(lines, MODES)) ?? 'unknown';
}

/**
 * Tells who carries Services where texts are from: by what a node lists, else by the one program or mode that objects and words name.
 * Several, or none: unknown, and then the command prints what any mode of kube-proxy has.
 */
export function tellDataplane(texts: readonly { readonly text: string }[]): ToldDataplane {
  const dataplane = findDataplane(texts);
  return { dataplane, rules: RULES[dataplane] };
}
