import type { Phrase } from '../../../core/lib/phrase';
import { spellSubject, tellsAnswer } from '../../../core/sheet/veil';
import type { RenderedBlock, RenderedFigure, SheetQuestion } from '../../../core/sheet/render';
import type { Sheet } from '../../../core/sheet/schema';
import { plainText } from '../../../core/sheet/plain-text';
import type { SheetPosition } from './positions';

/** Words by which an answer is told, for each that may be right. */
function wordsOf({ kind, options, key }: SheetQuestion): RegExp | undefined {
  const right = options[key]?.text ?? '';
  switch (kind) {
    case 'ends':
      return { answer: ANSWERED, refused: /\brefus(?:e|al)/, silence: /\b(?:drops|dropped|nobody is told|takes it)\b/ }[
        right
      ];
    case 'source-changes':
    case 'source-seen':
    case 'answers-to':
      return /writes (?:itself|an address of its own)|cannot tell who|sees? (?:a node|the client)|leaves? the sender|sender stays|touches the sender/;
    case 'reply-carries':
      return /answer[^.]* from `?web`?|turns back|writes the one of/;
    case 'next-turn':
      return /\b(?:out|deals|dealt) in turn\b|after the other/;
    case 'chance':
    case 'odds-of-rest':
      return right === '1'
        ? /takes what is left/
        : new RegExp(String.raw`\b${right.replace('/', ' in ')}\b|shares are alike`);
    // No Sheet whose prose is held here asks for one of several, or for a place.
    case 'which-rule':
    case 'which-pod':
    case 'who-cannot':
    case 'destination':
    case 'entry':
    case 'route':
    case 'where':
    case 'other-mode':
    case 'pod-gone':
    // What is asked of a timeline is held to it where that is lived through.
    case 'more-fail':
    case 'longer-behind':
    case 'how-many':
    case 'how-long':
    case 'why':
    case 'pods':
    case 'addresses':
      return undefined;
  }
}

const ANSWERED = /The answer (?:comes|came) back|answers? to it through|has its answer|lets it (?:go|pass)\b/;

/** The text of a block, or the sentences of its figure; empty while it is hidden. */
function saidBy(block: RenderedBlock, { rendered }: SheetPosition, say: (phrase: Phrase) => string): string {
  const knobs = new Map(rendered.knobs.map((knob) => [knob.name, knob]));
  if ('veiled' in block && block.veiled !== undefined) return '';
  if ('text' in block) return plainText(block.text.spans.en, knobs);
  if (block.kind !== 'figure') return '';
  const moment = rendered.walks.get(block.walk)?.moments[block.at];
  const own = block.sentence ? [block.sentence, block.cause] : [moment?.sentence, moment?.cause];
  const steps = block.steps.map(({ text }) => plainText(text.spans.en, knobs));
  return [...own.flatMap((each) => (each ? [say(each)] : [])), ...steps].join(' ');
}

/** A figure that is shown, at each moment somebody may step it to. */
function stepsOf(block: RenderedBlock, { rendered: { walks } }: SheetPosition): readonly RenderedFigure[] {
  if (block.kind !== 'figure' || block.veiled !== undefined) return [];
  if (block.draws !== 'stage' && block.draws !== 'outside') return [block];
  const { from, to } = block.range ?? { from: 0, to: (walks.get(block.walk)?.moments.length ?? 1) - 1 };
  return Array.from({ length: to - from + 1 }, (_, step) => ({ ...block, at: from + step }));
}

/** A block as it is shown, and what it says then. */
interface ShownStep {
  readonly block: RenderedBlock;
  readonly said: string;
}

/** Shown figures, and words of shown texts, that tell an answer of a position before somebody has given it. */
export function giveawaysAt(position: SheetPosition, sheet: Sheet, say: (phrase: Phrase) => string): readonly string[] {
  const { blocks, walks } = position.rendered;
  const asks = blocks.filter((block) => block.kind === 'ask').filter(({ answer }) => !answer.open);
  if (asks.length === 0) return [];
  const shown = (block: RenderedBlock): ShownStep => ({ block, said: saidBy(block, position, say) });
  const steps = blocks.map((block) => ({ own: shown(block), steps: stepsOf(block, position).map(shown) }));
  return asks.flatMap((ask) => {
    const veiled = blocks.find((block) => block.kind === 'figure' && block.veiled === ask.id);
    const [walk, subject] = veiled?.kind === 'figure' ? [veiled.walk, spellSubject(sheet, veiled.id)] : ['', ''];
    const words = wordsOf(ask.question);
    const looked = steps.flatMap(({ own, steps: more }) => {
      const { block } = own;
      const isOthers = block.kind === 'figure' && spellSubject(sheet, block.id) !== subject;
      return isOthers ? [own] : [own, ...more];
    });
    return looked.flatMap(({ block, said }) => {
      const isShown = block.kind === 'figure' && block.veiled === undefined;
      const shows = isShown && tellsAnswer(block, walks, [ask.question.kind, walk]);
      const found = words?.exec(said)?.[0];
      return [
        ...(shows ? [`${position.at}: ${ask.id} is shown by ${block.id} at ${block.at}`] : []),
        ...(found === undefined ? [] : [`${position.at}: ${ask.id} is told by “${found}” in “${said.slice(0, 160)}”`]),
      ];
    });
  });
}
