import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createSpeaker } from '../../../content/phrases';
import type { Document } from '../../../core/document/document';
import { PROXY_MODES } from '../../../core/kubernetes/proxy';
import { getMinor, NEWEST_RELEASE } from '../../../core/kubernetes/release';
import { formatIp } from '../../../core/net/ip';
import { narrate, listReasons, tell, type Form } from '../../../core/sim/narrate';
import type { Disposition, Leg, TraceStep } from '../../../core/sim/trace';
import { flattenedSteps, type FlatStep } from '../../../store/selectors';
import type { Bench, RunResult } from '../../../engine/protocol';
import { captionNames } from '../../shell/bench/caption-context.model';
import { engineAtHand } from '../../../engine/testing/engine';
import { SOAKING, some } from '../../../core/lib/testing/soaking';

const say = createSpeaker('en');

/** Releases that a mode had rules in: all of them for `npm run soak`, the first and the last for `npm test`. */
function releasesOf({ since, until = NEWEST_RELEASE }: (typeof PROXY_MODES)[number]): string[] {
  const [first, last] = [getMinor(since), getMinor(until)];
  const all = Array.from({ length: last - first + 1 }, (_, i) => `1.${first + i}`);
  return SOAKING ? all : all.filter((_, at) => at === 0 || at === all.length - 1);
}

const BENCHES = EXAMPLES.flatMap(({ id, document }): (readonly [string, readonly Document[]])[] => {
  const made = document();
  if (made.subject !== 'cluster') return [[`${id}, pasted`, [made]]];
  return PROXY_MODES.map((mode) => [
    `${id}, ${mode.id}`,
    releasesOf(mode).map((release) => ({ ...made, mode: mode.id, release })),
  ]);
});

/** What a step is said to be wherever it is told, and the trace it must be true of. */
interface ToldStep {
  readonly step: FlatStep;
  readonly leg: Leg;
  /** The steps of its hop that come after it. */
  readonly rest: readonly TraceStep[];
  readonly text: string;
  readonly result: RunResult;
}

const FORMS: readonly Form[] = ['caption', 'trace', 'card', 'line'];

function* toldOf(result: RunResult, document: Document, bench: Bench): Generator<ToldStep> {
  const names = { ...captionNames({ document, bench, result }), odds: result.trace.probability };
  const steps = flattenedSteps(result);
  for (const step of steps) {
    const narration = narrate(step, steps, names);
    const told = [...FORMS.map((form) => tell(narration, form)), ...listReasons(narration)].map(say);
    const leg = result.trace.legs[step.leg] as Leg;
    const inHop = leg.hops[step.hop]?.steps ?? [];
    const rest = inHop.slice(inHop.indexOf(step.data) + 1);
    for (const text of told) yield { step, leg, rest, text, result };
  }
}

const arrives = ({ kind }: Disposition): boolean => kind === 'DELIVERED';
const isLast = ({ leg, step, rest }: ToldStep): boolean => rest.length === 0 && step.hop === leg.hops.length - 1;

/** Was a rule of nat tried before conntrack was asked again? */
function asksNat({ rest }: ToldStep): boolean {
  const until = rest.findIndex(({ kind }) => kind === 'conntrack');
  return (until < 0 ? rest : rest.slice(0, until)).some(
    (step) => (step.kind === 'rule' && step.ref.table === 'nat') || (step.kind === 'skip' && step.table === 'nat'),
  );
}

/** A claim, by the words that make it, and what the trace must then say. */
const CLAIMS: readonly (readonly [words: RegExp, holds: (told: ToldStep) => boolean])[] = [
  [
    /nobody(?! outside can know)|answers for the next hop/i,
    ({ leg }) => leg.disposition.kind === 'DROPPED' || leg.disposition.kind === 'NO_SOCKET',
  ],
  [/not in the picture|leaves the picture/i, ({ leg }) => leg.disposition.kind === 'LEFT'],
  [
    /known connection|knows the connection:|the way back/i,
    ({ step: { data } }) =>
      data.kind === 'ipvs' ||
      (data.kind === 'conntrack' && !data.created && data.entry !== undefined && data.ctState === 'ESTABLISHED'),
  ],
  [/no entry/i, ({ step: { data } }) => data.kind === 'conntrack' && (data.created || !data.entry)],
  [
    /entry is there already|has its entry already/,
    ({ step: { data } }) =>
      data.kind === 'conntrack' &&
      !data.created &&
      data.entry !== undefined &&
      !data.entry.status.includes('SEEN_REPLY'),
  ],
  [/nat table is not asked/, (told) => !asksNat(told)],
  [
    /No rule is asked|no rule is asked|translates it back/,
    ({ step: { data } }) => data.kind === 'nat' && data.by === 'binding',
  ],
  [/translates it back|its address back/, ({ leg, step }) => step.data.kind === 'ipvs' || leg.role !== 'request'],
  [
    /\bDelivered to|\bdelivered to|reaches .*: the address it had asked|The error reaches/,
    (told) => arrives(told.leg.disposition) && isLast(told),
  ],
  [
    /the address it had asked/,
    ({ step: { data }, result }) => {
      const asked = result.trace.legs.map(({ hops }) => hops[0]?.steps[0]?.packet.dst);
      return data.kind === 'deliver' && asked.some((dst) => dst && formatIp(dst) === formatIp(data.packet.src));
    },
  ],
  [
    /^It ends here|^ends here/,
    (told) => !arrives(told.leg.disposition) && told.leg.disposition.kind !== 'LEFT' && isLast(told),
  ],
  [/is dropped\.|^DROP: the packet ends/, ({ leg }) => leg.disposition.kind === 'DROPPED'],
  [/refused with|^REJECT with/, ({ leg }) => leg.disposition.kind === 'REJECTED'],
  [/has no server that takes it/, ({ leg }) => !arrives(leg.disposition)],
  [/finds no way|Routing: no way|^no way/, ({ leg }) => !arrives(leg.disposition)],
  [/only counts it|exactly/, () => false],
];

function contradictions(told: ToldStep): string[] {
  return CLAIMS.flatMap(([words, holds]) => (words.test(told.text) && !holds(told) ? [told.text] : []));
}

/** Outcomes of one flow that are looked at: the drawn ones differ only in their backend. */
const MOST_OUTCOMES = 2;

describe('no sentence claims what the trace contradicts', () => {
  const engine = engineAtHand();
  const said = new Set<RegExp>();

  it.each(some(BENCHES, 5))('%s', (_name, documents) => {
    const found = new Set<string>();
    for (const document of documents) {
      const bench = engine.open(document);
      for (const { id } of document.flows) {
        const { outcomes } = engine.run(id);
        for (const outcome of outcomes.slice(0, MOST_OUTCOMES).keys()) {
          for (const told of toldOf(engine.run(id, { outcome }), document, bench)) {
            for (const [words] of CLAIMS) if (words.test(told.text)) said.add(words);
            for (const text of contradictions(told))
              found.add(`${document.mode} ${document.release} ${id} ${told.step.netns}: ${text}`);
          }
        }
      }
    }
    expect([...found].slice(0, 8)).toEqual([]);
  });

  it('was asked of sentences that are said', () => expect(said.size).toBeGreaterThan(10));
});
