import * as v from 'valibot';
import type { MomentKind } from '../story/moment';
import { QUESTION_KINDS } from '../story/questions';
import { DELAYS_SCHEMA } from '../document/script';
import { TIMELINE_QUESTIONS } from '../timeline/question';
import type { InLanguages } from './languages';
import { SHEET_LIMITS } from './limits';

const NAME = v.pipe(v.string(), v.regex(/^[a-z][\w-]*$/i), v.maxLength(SHEET_LIMITS.name));
const words = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const PROSE = words(SHEET_LIMITS.prose);

/** A text by language. */
export type SheetText = InLanguages<string>;

/** A language tag as the folders of words are called. */
const TAG = /^[a-z]{2,3}$/;

/**
 * The schema of a text in languages (`en: …, ko: …`) with other fields beside it: they come out as they are, the languages
 * below `text`. A field that is neither is refused at its place.
 */
function withText<Text extends v.GenericSchema<string>, Fields extends v.ObjectEntries>(text: Text, fields: Fields) {
  type Read = v.InferOutput<v.StrictObjectSchema<Fields, undefined>> & { readonly text: InLanguages<string> };
  const isField = (name: string): boolean => Object.hasOwn(fields, name);
  return v.pipe(
    v.objectWithRest({ ...fields, en: text }, text),
    v.rawCheck(({ dataset, addIssue }) => {
      const input = dataset.value as Readonly<Record<string, unknown>>;
      for (const [key, value] of Object.entries(input))
        if (!isField(key) && !TAG.test(key))
          addIssue({
            expected: 'never',
            received: `"${key}"`,
            path: [{ type: 'object', origin: 'key', input, key, value }],
          });
    }),
    v.transform((read): Read => {
      const part = (wanted: boolean): object =>
        Object.fromEntries(Object.entries(read).filter(([name]) => isField(name) === wanted));
      // The fields and texts that the schema above let through.
      return { ...part(true), text: part(false) } as object as Read;
    }),
  );
}

/** Read letter by letter: nothing in it is a knob, a value or a note. */
const PLAIN = { plain: v.optional(v.literal(true)) };
/** A block that is a text. */
const WORDED = withText(PROSE, PLAIN);
const TEXT = v.pipe(
  WORDED,
  v.transform(({ text }) => text),
);

const MOMENT_KINDS = [
  'sent',
  'recognised',
  'chosen',
  'rewritten',
  'marked',
  'routed',
  'source-rewritten',
  'crosses',
  'arrives',
  'answers',
  'translated-back',
  'received',
  'refused',
  'dropped',
  'lost',
  'unknown',
] as const satisfies readonly MomentKind[];

/** One or several of a set, the first that is there. */
const oneOrMore = <T extends readonly string[]>(of: T) =>
  v.pipe(
    v.union([v.picklist(of), v.pipe(v.array(v.picklist(of)), v.minLength(1), v.maxLength(of.length))]),
    v.transform((value): readonly T[number][] => (Array.isArray(value) ? value : [value])),
  );

const MINUTES = v.pipe(v.number(), v.minValue(0.5), v.maxValue(240));
const AT = oneOrMore(MOMENT_KINDS);
const LIMIT = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SHEET_LIMITS.knob));

const CHOICE_KNOB = v.strictObject({
  edit: v.string(),
  of: v.pipe(v.array(v.string()), v.minLength(2), v.maxLength(SHEET_LIMITS.knob)),
  starts: v.optional(v.string()),
});
const NUMBER_KNOB = v.strictObject({
  edit: v.string(),
  from: LIMIT,
  /** A number, or another knob that it never goes beyond. */
  to: v.union([LIMIT, NAME]),
  starts: v.optional(LIMIT),
});
const KNOB = v.union([CHOICE_KNOB, NUMBER_KNOB]);
/** A word or number of the text that can be turned: an edit of the document. */
export type Knob = v.InferOutput<typeof KNOB>;

/** What every figure says: which walk it is of. */
const FIGURE = {
  id: NAME,
  /** A bench of another name than the Sheet's own. */
  bench: v.optional(NAME),
  /** The flow's id; absent: the first. */
  flow: v.optional(v.string()),
  /** Of a bench with a script: the first request that is not answered, at its moment; the last one, where all are. */
  request: v.optional(v.literal('lost')),
  /** Every moment of its way is told by itself, routes and crossings, too. */
  fine: v.optional(v.literal(true)),
  /** Knobs that hold for it; absent: all that stand above it. */
  knobs: v.optional(v.pipe(v.array(NAME), v.maxLength(SHEET_LIMITS.knobs))),
} as const;

/** The moment of a number, from 1, as links count them. */
const MOMENT = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SHEET_LIMITS.moment));

/** What is else in the lanes beside a figure's own. */
const BESIDE = v.strictObject({
  mode: v.optional(v.picklist(['iptables', 'ipvs', 'nftables'])),
  release: v.optional(v.pipe(v.string(), v.regex(/^1\.\d{1,2}$/))),
  delays: v.optional(DELAYS_SCHEMA),
});

const STEP = withText(PROSE, { at: AT });

const NAMES = v.pipe(
  v.union([NAME, v.pipe(v.array(NAME), v.minLength(1), v.maxLength(SHEET_LIMITS.knobs))]),
  v.transform((value): readonly string[] => (typeof value === 'string' ? [value] : value)),
);

/** Each kind of block by its name, with what stands below it. */
export const BLOCKS = {
  lede: WORDED,
  h: WORDED,
  p: withText(PROSE, { ...PLAIN, after: v.optional(NAMES) }),
  stage: v.strictObject({ ...FIGURE, at: AT, moment: v.optional(MOMENT), lens: v.optional(v.boolean()) }),
  rules: v.strictObject({ ...FIGURE, at: AT }),
  choice: v.strictObject({
    ...FIGURE,
    hand: v.optional(v.pipe(v.array(v.picklist(['again', 'many'])), v.maxLength(2))),
  }),
  compare: v.strictObject({
    ...FIGURE,
    at: AT,
    modes: v.pipe(v.array(v.picklist(['iptables', 'ipvs', 'nftables'])), v.minLength(2), v.maxLength(3)),
  }),
  outside: v.strictObject(FIGURE),
  scrub: v.strictObject({ ...FIGURE, steps: v.pipe(v.array(STEP), v.minLength(2), v.maxLength(12)) }),
  poster: v.strictObject(FIGURE),
  lanes: v.strictObject({ id: NAME, bench: FIGURE.bench, knobs: FIGURE.knobs, beside: v.optional(BESIDE) }),
  ask: v.strictObject({ id: NAME, before: NAME, kind: oneOrMore([...QUESTION_KINDS, ...TIMELINE_QUESTIONS]) }),
} as const;

export type BlockName = keyof typeof BLOCKS;

const SAY = withText(words(SHEET_LIMITS.say), PLAIN);
/** What may stand beside every block, for whoever presents it: what to say, and for how many minutes. */
export const SPEECH = v.strictObject({ say: v.optional(SAY), minutes: v.optional(MINUTES) });

/** One block as it was read: its name, what stands below it, and what is to be said. */
export type SheetBlock = {
  [Name in BlockName]: { readonly is: Name } & v.InferOutput<(typeof BLOCKS)[Name]> & v.InferOutput<typeof SPEECH>;
}[BlockName];

/** A block that shows something of a walk. */
export type FigureBlock = Extract<
  SheetBlock,
  { readonly is: 'stage' | 'rules' | 'choice' | 'compare' | 'outside' | 'scrub' | 'poster' }
>;

/** All but the blocks, which are read one by one so that an error names its own. */
export const HEAD = v.strictObject({
  sheet: v.literal(1),
  id: NAME,
  title: TEXT,
  minutes: v.optional(MINUTES),
  bench: NAME,
  knobs: v.optional(
    v.pipe(
      v.record(NAME, KNOB),
      v.check((knobs) => Object.keys(knobs).length <= SHEET_LIMITS.knobs, `at most ${SHEET_LIMITS.knobs} knobs`),
    ),
    {},
  ),
  notes: v.optional(v.record(NAME, TEXT), {}),
  blocks: v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1), v.maxLength(SHEET_LIMITS.blocks)),
});

/** A document of prose and figures: what a `.sheet.yaml` says. */
export interface Sheet extends Omit<v.InferOutput<typeof HEAD>, 'blocks'> {
  readonly blocks: readonly SheetBlock[];
}

/** Blocks that show no walk. */
const WALKLESS: ReadonlySet<BlockName> = new Set(['lede', 'h', 'p', 'ask', 'lanes']);

/** Does a block show a walk? */
export function isFigure(block: SheetBlock): block is FigureBlock {
  return !WALKLESS.has(block.is);
}
