/** What a recording of flows in IPVS mode tells about time. */
interface TimedRecording {
  readonly flows: readonly {
    readonly order: readonly string[];
    readonly attempts: readonly {
      readonly n: number;
      readonly ipvs?: Readonly<Record<string, readonly Timed[]>>;
    }[];
  }[];
  /** How long all of it took, with what was built before. */
  readonly seconds: number;
}

interface Timed {
  readonly proto: string;
  readonly client: string;
  readonly virtual: string;
  readonly expires?: number;
}

/** How much longer an attempt takes that is refused, and one that waits in vain, than one that is answered. */
const LASTS = { answered: 1, rejected: 5, dropped: 10 } as const;

/** How long an attempt takes beside others, by its outcome. */
export function lasts(name: string): number {
  return name === 'rejected' || name === 'dropped' ? LASTS[name] : LASTS.answered;
}

/** Seconds the recorder needs before its first flow. */
const BUILDING = 6;

/** A template at one look: how much time went by until then, in attempts, and how much of its own was left. */
interface Look {
  readonly at: number;
  readonly left: number;
}

function looksOf({ flows }: TimedRecording): ReadonlyMap<string, readonly Look[]> {
  const looks = new Map<string, Look[]>();
  let at = 0;
  for (const { order, attempts } of flows) {
    for (const [n, name] of order.entries()) {
      at += lasts(name);
      const seen = Object.entries(attempts.find((each) => each.n === n)?.ipvs ?? {});
      for (const [node, { proto, client, virtual, expires }] of seen.flatMap(([id, all]) =>
        all.map((each) => [id, each] as const),
      )) {
        if (!client.endsWith(':0') || expires === undefined) continue;
        const key = `${node} ${proto} ${client} ${virtual}`;
        looks.set(key, [...(looks.get(key) ?? []), { at, left: expires }]);
      }
    }
  }
  return looks;
}

/**
 * Milliseconds of an attempt that is answered. The age of templates tells it best: how much less is left of one, from the
 * last look at which it was used to the last of all. Else all attempts share the time of the recording.
 */
export function answeredMs(recording: TimedRecording): number {
  let best = { seconds: 1, attempts: 0 };
  for (const looks of looksOf(recording).values()) {
    const most = Math.max(...looks.map(({ left }) => left));
    const [used, last] = [looks.findLast(({ left }) => left === most), looks.at(-1)];
    if (!used || !last || used.left - last.left <= best.seconds) continue;
    best = { seconds: used.left - last.left, attempts: last.at - used.at };
  }
  if (best.attempts > 0) return (best.seconds * 1000) / best.attempts;
  const all = recording.flows.flatMap(({ order }) => order).reduce((sum, name) => sum + lasts(name), 0);
  return (Math.max(1, recording.seconds - BUILDING) * 1000) / Math.max(1, all);
}
