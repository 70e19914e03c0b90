import type { EbpfDid, Trace, TraceStep } from './trace';

/** One thing that happens to a packet, with the steps that tell it: what two traces are compared by. */
interface Happening {
  /** `request|node|POSTROUTING`: equal keys mean the same thing at the same place. */
  readonly key: string;
  /** Index of its first step among all steps of the trace, legs and hops in order. */
  readonly from: number;
  readonly count: number;
}

/** A moment all panes can show: which of a trace's steps belong to it. */
export interface AlignedMoment {
  /** `request|node|POSTROUTING`. */
  readonly key: string;
  /** By trace: its steps in this moment; undefined: nothing of the kind happens there. */
  readonly steps: readonly (StepRange | undefined)[];
  /** How many ticks the moment lasts: the most steps any trace has in it. */
  readonly ticks: number;
}

/** `from` counts all steps of a trace, legs and hops in order, from 0. */
export interface StepRange {
  readonly from: number;
  readonly count: number;
}

/** Kinds of step at a hook: they belong to the hook, which began before them. */
const AT_A_HOOK: ReadonlySet<TraceStep['kind']> = new Set(['conntrack', 'rule', 'skip', 'return', 'policy']);

/** Happening of another mode that a deed of eBPF programs is aligned with. */
const EBPF_IS: Readonly<Partial<Record<EbpfDid, string>>> = {
  translated: 'nat DST rule',
  spread: 'nat DST rule',
  told: 'nat DST rule',
  masqueraded: 'nat SRC rule',
  restored: 'nat SRC binding',
};

/** Key of the happening a step begins; undefined: the step belongs to the one before it. */
function beginning(step: TraceStep): string | undefined {
  if (AT_A_HOOK.has(step.kind)) return undefined;
  if (step.kind === 'hook') return step.hook;
  if (step.kind === 'nat') return `nat ${step.manip} ${step.by}`;
  // The scheduler's choice is to IPVS what a DNAT rule is to the other modes.
  if (step.kind === 'ipvs') return step.at === 'in' ? 'nat DST rule' : 'nat SRC binding';
  if (step.kind === 'ebpf' || step.kind === 'vfp') return EBPF_IS[step.did] ?? 'program';
  if (step.kind === 'routing') return `routing ${step.decision}${step.again ? ' again' : ''}`;
  return step.kind;
}

/**
 * Part that a hop's namespace plays, the same in every compared trace. `leg` and `hop` count from 0, for one that
 * plays two.
 */
export type PlaceOf = (netns: string, leg: number, hop: number) => string;

function happenings(trace: Trace, placeOf: PlaceOf): Happening[] {
  const found: { key: string; from: number; count: number }[] = [];
  let index = 0;
  for (const [leg, { role, hops }] of trace.legs.entries()) {
    for (const [hop, { netns, steps }] of hops.entries()) {
      for (const step of steps) {
        const begins = beginning(step);
        const last = found.at(-1);
        if (begins === undefined && last) last.count++;
        else found.push({ key: `${role}|${placeOf(netns, leg, hop)}|${begins ?? 'rules'}`, from: index, count: 1 });
        index++;
      }
    }
  }
  return found;
}

interface Draft {
  readonly key: string;
  readonly steps: (StepRange | undefined)[];
}

/** Lengths of the longest common subsequence of every pair of tails. */
function commonTails(left: readonly { key: string }[], right: readonly { key: string }[]): Uint32Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const skipped = Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0);
      const both = left[i]?.key === right[j]?.key ? (table[i + 1]?.[j + 1] ?? 0) + 1 : 0;
      table[i]![j] = Math.max(skipped, both);
    }
  }
  return table;
}

/** Joins one more trace to what is aligned: common happenings share a moment, the others stand alone in order. */
function join(drafts: readonly Draft[], next: readonly Happening[], column: number): Draft[] {
  const tails = commonTails(drafts, next);
  const joined: Draft[] = [];
  let [i, j] = [0, 0];
  while (i < drafts.length || j < next.length) {
    const [draft, happening] = [drafts[i], next[j]];
    const same = draft && happening && draft.key === happening.key;
    if (same && tails[i]![j] === (tails[i + 1]?.[j + 1] ?? 0) + 1) {
      draft.steps[column] = { from: happening.from, count: happening.count };
      joined.push(draft);
      [i, j] = [i + 1, j + 1];
    } else if (draft && (!happening || (tails[i + 1]?.[j] ?? 0) >= (tails[i]?.[j + 1] ?? 0))) {
      joined.push(draft);
      i++;
    } else if (happening) {
      const steps: Draft['steps'] = [];
      steps[column] = { from: happening.from, count: happening.count };
      joined.push({ key: happening.key, steps });
      j++;
    }
  }
  return joined;
}

/**
 * Lines traces of one flow up by what happens and where, not by the number of the step: moments in an
 * order that is each trace's own order too. `placeOf` names a namespace so that the same part in the
 * story has the same name in every trace (two backends on other nodes are both `backend`).
 */
export function alignTraces(traces: readonly { readonly trace: Trace; readonly placeOf: PlaceOf }[]): AlignedMoment[] {
  let drafts: Draft[] = [];
  for (const [column, { trace, placeOf }] of traces.entries()) {
    drafts = join(drafts, happenings(trace, placeOf), column);
  }
  return drafts.map(({ key, steps }) => {
    const ranges = traces.map((_, column) => steps[column]);
    return { key, steps: ranges, ticks: Math.max(...ranges.map((range) => range?.count ?? 0)) };
  });
}
