import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { listPodIPs } from '../kubernetes/pods';
import { plainText } from './plain-text';
import { NO_VALUE, type RenderedText, type TextSpan } from './render-text';
import type { RenderedBlock, RenderedFigure, RenderedSheet } from './render';
import { isFigure, type Sheet, type SheetBlock } from './schema';
import { readValue } from './values';
import type { SheetWalk } from './walks';

/** What of a Sheet is held to its walks. */
export type FactRule = 'empty' | 'value' | 'moment' | 'mode' | 'name' | 'share' | 'chosen';

/** One thing that a part of a Sheet says, and whether it holds at a position. */
export interface SheetFact {
  /** Where it is said: `blocks.3.p.en`. */
  readonly path: string;
  readonly rule: FactRule;
  /** The words that are held to the walk. */
  readonly said: string;
  readonly holds: boolean;
  /** What the walk has there in their place; empty: nothing. */
  readonly instead: string;
}

/**
 * Everything a Sheet says at one position that can be held to the engine: words there are, values that a walk gives, moments that its
 * figures ask for, modes and shares that its sentences name, names of the document. What else a sentence says is nobody's
 * to check but its author's.
 */
export function listFacts(sheet: Sheet, rendered: RenderedSheet): readonly SheetFact[] {
  const placed = placeBlocks(sheet, rendered);
  const walkAt = (index: number): SheetWalk | undefined => {
    const figures = placed.map(([block]) => (block?.kind === 'figure' ? block : undefined));
    const nearest = figures.slice(index).find(Boolean) ?? figures.slice(0, index).findLast(Boolean);
    return nearest && rendered.walks.get(nearest.walk);
  };
  return placed.flatMap(([block, own], index) => {
    if (!block) return [];
    const at = { path: `blocks.${index}.${own.is}`, walk: walkAt(index), rendered };
    const spoken = block.say ? factsOfText(block.say, { ...at, path: `blocks.${index}.say` }) : [];
    if ('text' in block) return [...factsOfText(block.text, at), ...spoken];
    if (block.kind !== 'figure') return spoken;
    const steps = block.steps.flatMap(({ text }, step) =>
      factsOfText(text, { ...at, path: `${at.path}.steps.${step}` }),
    );
    return [...factsOfFigure(block, own, at), ...steps, ...spoken];
  });
}

type PlacedBlock = readonly [rendered: RenderedBlock | undefined, own: SheetBlock];

/** Each block of a Sheet with what was made of it: a question that its walk has none of is not there. */
function placeBlocks({ blocks }: Sheet, { blocks: made }: RenderedSheet): readonly PlacedBlock[] {
  let next = 0;
  return blocks.map((own) => {
    const block = made[next];
    if (own.is === 'ask' && !(block?.kind === 'ask' && block.id === own.id)) return [undefined, own];
    next++;
    return [block, own];
  });
}

interface FactPlace {
  readonly path: string;
  readonly walk: SheetWalk | undefined;
  readonly rendered: RenderedSheet;
}

function factsOfFigure(figure: RenderedFigure, own: SheetBlock, { path, rendered }: FactPlace): readonly SheetFact[] {
  const kindAt = (walk: string, at: number): string => rendered.walks.get(walk)?.moments[at]?.kind ?? '';
  const held = (asked: readonly string[], shown: string): SheetFact => ({
    path,
    rule: 'moment',
    said: asked.join(', '),
    holds: asked.includes(shown),
    instead: shown,
  });
  if (!isFigure(own)) return [];
  if (own.is === 'scrub')
    return figure.steps.map(({ walk, at }, step) => held(own.steps[step]?.at ?? [], kindAt(walk, at)));
  // By its number a figure is of a place, whatever stands there.
  if (!('at' in own) || (own.is === 'stage' && own.moment !== undefined)) return [];
  const shown = own.is === 'compare' ? figure.ways : [figure];
  return shown.map(({ walk, at }) => held(own.at, kindAt(walk, at)));
}

function factsOfText({ spans }: RenderedText, at: FactPlace): readonly SheetFact[] {
  const knobs = new Map(at.rendered.knobs.map((knob) => [knob.name, knob]));
  return Object.entries(spans).flatMap(([tag, own]) => {
    const path = `${at.path}.${tag}`;
    const texts = (['live', 'still'] as const).map((on) => plainText(own, knobs, on));
    const text = [...new Set(texts)].join(' ');
    const say = (rule: FactRule, said: string, [holds, instead]: readonly [boolean, string]): SheetFact => ({
      path,
      rule,
      said,
      holds,
      instead,
    });
    return [
      say('empty', '', [texts.every((each) => each.trim() !== ''), '']),
      say('value', NO_VALUE, [!text.includes(NO_VALUE), '']),
      ...factsOfNames(own, at).map(([rule, said, held]) => say(rule, said, held)),
      ...factsOfWords(text, at).map(([rule, said, held]) => say(rule, said, held)),
    ];
  });
}

type SaidFact = readonly [rule: FactRule, said: string, held: readonly [holds: boolean, instead: string]];

function factsOfNames(spans: readonly TextSpan[], { walk }: FactPlace): readonly SaidFact[] {
  const chosen = walk && readValue('chosen', walk);
  return listNames(spans).flatMap(({ text, is }): readonly SaidFact[] => {
    const isPods = walk !== undefined && chosen !== undefined && (is === 'pod' || is === 'pod-address');
    return [
      ['name', text, [is !== 'code', '']],
      ...(isPods ? [['chosen', text, [isPodOf(walk, chosen, text), chosen]] as const] : []),
    ];
  });
}

/** Is an endpoint that of a Pod, by its name or its address? */
function isPodOf({ document: { cluster } }: SheetWalk, endpoint: string, text: string): boolean {
  const address = endpoint.replace(/:\d+$/, '');
  const named = cluster.pods.find(({ metadata }) => metadata.name === text);
  return named ? listPodIPs(named).includes(address) : text.replace(/:\d+$/, '') === address;
}

function listNames(spans: readonly TextSpan[]): readonly Extract<TextSpan, { kind: 'name' }>[] {
  return spans.flatMap((span) => {
    if (span.kind === 'name') return [span];
    return 'spans' in span ? listNames(span.spans) : [];
  });
}

/** Sentences that say how likely each is: `1 in 3`, `one of 3`, `1/3`; in Korean too. */
const SHARE =
  /\b(?:1|one) (?:in|of|out of) (\d{1,5})\b|\b1\/(\d{1,5})\b|\b(\d{1,5})(?:분의 1|개 (?:중|가운데) 하나)/giu;
/** Sentences that say which mode kube-proxy is in; what is said of another mode for comparison is not. */
const MODE = /kube-proxy (?:is|runs|works) in (\w{1,20}) mode|kube-proxy(?:는|가)? (\w{1,20}) 모드(?:입니다|이다|로)/iu;
const SUPPOSED = /\b(?:if|when|where|while|once|were|would)\b|[가-힣](?:면|때) /iu;

function factsOfWords(text: string, { walk }: FactPlace): readonly SaidFact[] {
  if (!walk) return [];
  const n = readValue('n', walk);
  const shares = [...text.matchAll(SHARE)].flatMap((found): readonly SaidFact[] => {
    const among = found[1] ?? found[2] ?? found[3] ?? '';
    return n === undefined ? [] : [['share', found[0], [among === n, n]]];
  });
  const modes = text.split(/(?<=[.!?])\s/).flatMap((sentence): readonly SaidFact[] => {
    const found = MODE.exec(sentence);
    const said = PROXY_MODE_IDS.find((mode) => mode === (found?.[1] ?? found?.[2])?.toLowerCase());
    if (!said || SUPPOSED.test(sentence)) return [];
    return [['mode', said, [said === walk.document.mode, walk.document.mode]]];
  });
  return [...shares, ...modes];
}
