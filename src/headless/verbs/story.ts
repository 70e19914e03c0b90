import { LESSONS, sceneById } from '../../content/scenes';
import { checkDocument } from '../../core/document/codec';
import { createDerive } from '../../core/document/derive';
import { flowsOfSubject, type Document } from '../../core/document/document';
import { resolveFlow } from '../../core/document/resolve-flow';
import { isProxyModeId } from '../../core/kubernetes/mode-ids';
import type { Phrase } from '../../core/lib/phrase';
import { err, ok, type Result } from '../../core/lib/result';
import { explore, pickOutcome, makeTrace } from '../../core/sim/explore';
import { inMode } from '../../core/document/edits/proxy';
import type { Moment, MomentBecause } from '../../core/story/moment';
import { getDwell } from '../../core/story/pace';
import type { Lens } from '../../core/story/lens';
import { listLenses } from '../../core/story/lenses';
import { moments } from '../../core/story/moments';
import type { StoryQuestion } from '../../core/story/question';
import { listQuestions } from '../../core/story/questions';
import { say, type Arguments, type ExitCode, type Io, type Verb } from '../verb';

/** A document by itself, or as a project file holds it. */
function documentIn(text: string): Result<Document, string> {
  const value = JSON.parse(text) as unknown;
  const held = typeof value === 'object' && value !== null && 'document' in value ? value.document : value;
  const checked = checkDocument(held);
  return checked.ok ? checked : err(say(checked.error));
}

interface Wanted {
  readonly flow?: string;
  readonly outcome?: number;
}

interface ToldStory {
  readonly told: readonly Moment[];
  readonly lenses: readonly Lens[];
  readonly questions: () => readonly StoryQuestion[];
}

/** The moments of one flow: the first, or the one of that id or place; of the outcome the seed picks, or another. */
function getStory(document: Document, { flow: wanted, outcome }: Wanted): Result<ToldStory, Phrase> {
  const flows = flowsOfSubject(document);
  const flow = wanted === undefined ? flows[0] : (flows.find(({ id }) => id === wanted) ?? flows[Number(wanted)]);
  if (!flow) return err({ id: 'document.flow.none' });
  const derived = createDerive()(document);
  const sent = resolveFlow(document, derived.network, flow);
  if (!sent.ok) return sent;
  const state = derived.stateFor?.(sent.value);
  const input = { network: derived.network, flow: sent.value, seed: document.seed, ...(state ? { state } : {}) };
  const { outcomes } = explore({ ...input, limit: 1024 });
  const shown = outcomes[outcome ?? pickOutcome(outcomes, document.seed)];
  if (!shown) return err({ id: 'document.flow.none' });
  const walked = { document, derived, trace: makeTrace(input, shown) };
  const told = moments(walked);
  const lenses = listLenses(walked, told);
  const questions = () => listQuestions({ walked, flow, shown, story: told, lenses, derive: createDerive() });
  return ok({ told, lenses, questions });
}

function becauseSaid(because: MomentBecause) {
  return because.kind === 'object' ? { ...because, why: say(because.why) } : because;
}

function momentSaid({ sentence, cause, because, ...rest }: Moment, lens: Lens | undefined) {
  const said = say(sentence);
  return {
    ...rest,
    sentence: said,
    ...(cause ? { cause: say(cause) } : {}),
    because: because.map(becauseSaid),
    dwell: getDwell({ kind: rest.kind, characters: said.length }),
    ...(lens ? { lens } : {}),
  };
}

function questionSaid({ asks, options, ...rest }: StoryQuestion) {
  const said = options.map(({ says, why, ...option }) => ({ ...option, says: say(says), why: say(why) }));
  return { ...rest, asks: say(asks), options: said };
}

function refuse(io: Io, code: string, message: string): ExitCode {
  io.stderr(`error ${code} 0:0 ${message}\n`);
  return 2;
}

/** The document of a file, or of a scene. */
function opened({ files: [file], options: { scene } }: Arguments, io: Io): Result<Document, string> {
  if (typeof scene === 'string') {
    const found = sceneById(scene);
    return found ? ok(found.document()) : err(`no scene ${scene}`);
  }
  return file === undefined ? err('give a document, - for stdin, or a scene') : documentIn(io.read(file));
}

/** The lessons with their scenes, in English. */
function lessonsSaid() {
  return LESSONS.map(({ id, title, goal, scenes }) => {
    const told = scenes.map((scene) => {
      const { mode, moment, question } = scene;
      return { id: scene.id, title: scene.title.en, mode, moment, question, notes: scene.notes.en };
    });
    return { id, title: title.en, goal: goal.en, scenes: told };
  });
}

function run(args: Arguments, io: Io): ExitCode {
  const { mode, flow, outcome, lessons, questions, lens } = args.options;
  const print = (value: unknown): ExitCode => {
    io.stdout(`${JSON.stringify(value, null, 1)}\n`);
    return 0;
  };
  if (lessons) return print(lessonsSaid());
  const read = opened(args, io);
  if (!read.ok) return refuse(io, 'unreadable', read.error);
  if (mode !== undefined && !isProxyModeId(mode)) return refuse(io, 'usage', `no mode ${String(mode)}`);
  const document = mode === undefined ? read.value : inMode(read.value, mode);
  const told = getStory(document, {
    ...(typeof flow === 'string' ? { flow } : {}),
    ...(typeof outcome === 'string' ? { outcome: Number(outcome) } : {}),
  });
  if (!told.ok) {
    io.stderr(`error not-sent 0:0 ${say(told.error)}\n`);
    return 1;
  }
  if (questions) return print(told.value.questions().map(questionSaid));
  return print(told.value.told.map((moment, i) => momentSaid(moment, lens ? told.value.lenses[i] : undefined)));
}

/** The moments of a document's flow, told in English; what can be asked of it; the scenes and lessons there are. */
export const STORY: Verb = {
  name: 'story',
  usage:
    'story [--lens | --questions] [--mode MODE] [--flow ID|PLACE] [--outcome PLACE] FILE.json | --scene ID | --lessons',
  valued: ['mode', 'flow', 'outcome', 'scene'],
  run,
};
