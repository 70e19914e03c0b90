import { Memo, once } from '../../lib/memo';
import { PROXY_MODES } from '../../kubernetes/proxy';
import { NEWEST_RELEASE } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { printLine } from '../../linux/xtables/ruleset-text';
import { isXtTable } from '../../linux/hooks';
import { printNftRule } from '../../linux/nftables/text/print-ruleset';
import type { PastedNode } from '../../paste/pasted-types';
import { readParts } from '../../paste/read-parts';
import {
  detectMode,
  type Inference,
  type Observed,
  type Reconstruction,
  type Wanted,
  type Witness,
} from '../../paste/proxy/types';
import { completeObjects, type CompletedCluster } from '../../document/edits/complete';
import { machinesOfPasted, observedOfPasted } from './observe-pasted';
import { reconstruct } from './reconstruct';

/** An inference with the first line it is told by, as the kernel prints it. */
export interface QuotedInference extends Inference {
  readonly quote?: string;
}

/** A mode whose rules can be compiled, and its first and last release. */
export interface ModeRange {
  readonly id: ProxyModeId;
  readonly title: string;
  readonly since: string;
  readonly until: string;
}

/** The pasted texts as a cluster, or why they are none. */
export interface Rebuilding {
  /** The mode the rules are of; undefined: nothing of kube-proxy was pasted. */
  readonly detected: ProxyModeId | undefined;
  readonly modes: readonly ModeRange[];
  /** The machines the texts are of, if there are several, and the one whose rules were read. */
  readonly machines: readonly string[];
  readonly machine?: string;
  /** Undefined: nothing of the mode was pasted. */
  readonly made: Rebuilt | undefined;
}

export interface Rebuilt extends Omit<Reconstruction, 'inferences'> {
  readonly inferences: readonly QuotedInference[];
  readonly furnished: CompletedCluster;
}

/** Parts of the work, 0..1: reading the texts, and understanding the machine. */
const READING = 0.4;
const UNDERSTOOD = 0.6;

/**
 * Turns pasted texts into a cluster for the bench in steps: each yields how far it is, 0..1. Asking
 * again of the same texts with other corrections does not read them again.
 */
export function* rebuildCluster(pasted: PastedNode, wanted: Wanted, memo = new Memo()): Generator<number, Rebuilding> {
  yield 0;
  const observed = yield* observe(pasted, wanted.machine, memo);
  yield UNDERSTOOD;
  const made = reconstruct(observed, wanted);
  // Rules of kube-proxy are made into a cluster of one of its own modes on Linux.
  const kubeProxy = PROXY_MODES.filter(({ axis, system }) => !axis && !system);
  const modes = kubeProxy.map(({ id, title, since, until = NEWEST_RELEASE }) => ({ id, title, since, until }));
  const named = machinesOfPasted(pasted, memo);
  const machines = named.length > 1 ? named : [];
  const machine = machines.find((name) => name === wanted.machine) ?? machines[0];
  return {
    detected: detectMode(observed),
    modes,
    machines,
    ...(machine === undefined ? {} : { machine }),
    made: made && finished(made, observed),
  };
}

function finished(made: Reconstruction, observed: Observed): Rebuilt {
  const inferences = made.inferences.map((inference): QuotedInference => {
    const [first] = inference.evidence;
    const quote = first && findQuote(first, observed);
    return quote === undefined ? inference : { ...inference, quote };
  });
  return { ...made, inferences, furnished: completeObjects(made) };
}

/** The line of a witness; undefined where it is no line of rules. */
function findQuote(witness: Witness, { xtables, nftables }: Observed): string | undefined {
  if (witness.kind === 'member') return `add ${witness.set} ${witness.element}`;
  if (witness.kind === 'server') return witness.server;
  if (witness.kind !== 'rule') return undefined;
  const { family, ref } = witness;
  const { table, chain, index } = ref;
  if (isXtTable(table)) {
    const own = xtables[family]?.tables.get(table)?.chains.get(chain);
    return own && printLine(own, index, family);
  }
  const own = nftables?.tables.get(table)?.chains.get(chain);
  return own && printNftRule(own.rule(index));
}

function* observe(pasted: PastedNode, machine: string | undefined, memo: Memo): Generator<number, Observed> {
  const total = pasted.texts.reduce((sum, { text }) => sum + text.length, 0) || 1;
  let done = 0;
  for (const text of pasted.texts) {
    readParts(text, memo);
    done += text.text.length;
    yield (done / total) * READING;
  }
  return observedLast(pasted.texts, memo, pasted.facts, pasted.nodes, machine);
}

/**
 * Reads the rules and listings of a machine's texts. Kept by texts and by the corrections that change the reading, not by
 * others.
 */
export const observedLast = once(
  (
    texts: PastedNode['texts'],
    memo,
    ...[facts, nodes, machine]: [PastedNode['facts'], PastedNode['nodes'], string | undefined]
  ): Observed => observedOfPasted({ texts, facts, ...(nodes ? { nodes } : {}) }, machine, memo),
);
