import { listProse } from '../../../core/sheet/check';
import type { SheetPath } from '../../../core/sheet/read';
import type { Sheet } from '../../../core/sheet/schema';

/** A Sheet with one sentence made false. */
export interface PlantedSheet {
  readonly kind: 'number' | 'branch' | 'prose';
  /** Path and language of the plant: `blocks.3.en`. */
  readonly path: string;
  /** The text that stands there now. */
  readonly text: string;
  readonly sheet: Sheet;
}

/** Words that make another sentence of one when they change places, by language. */
const TURNED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['first', 'last'],
    ['only', 'never'],
    ['nobody', 'everybody'],
    ['destination', 'source'],
    ['node1', 'node2'],
    ['Cluster', 'Local'],
    ['drops', 'passes'],
    ['same', 'other'],
  ],
  ko: [
    ['첫', '마지막'],
    ['목적지', '출발지'],
    ['node1', 'node2'],
    ['Cluster', 'Local'],
    ['폐기', '통과'],
    ['자기', '남의'],
  ],
};

/** Every text that one false sentence makes of a text, in a language. */
function* plantIn(tag: string, text: string): Generator<Pick<PlantedSheet, 'kind' | 'text'>> {
  for (const { index, 0: found } of text.matchAll(/(?<![\w.{=])\d[\d,]*(?![\w.:]*[|=\]}])/g)) {
    const next = String(Number(found.replaceAll(',', '')) + 1);
    yield { kind: 'number', text: text.slice(0, index) + next + text.slice(index + found.length) };
  }
  for (const { from, to, cases } of variantsOf(text)) {
    const turned = cases.map(({ of }, at) => `${of}=${cases[(at + 1) % cases.length]!.text}`);
    const next = text.slice(0, from) + turned.join('|') + text.slice(to);
    if (next !== text) yield { kind: 'branch', text: next };
  }
  for (const [one, other] of TURNED[tag] ?? [])
    for (const { index, 0: found } of text.matchAll(
      new RegExp(String.raw`(?<![|,a-z])(?:${one}|${other})(?![=,a-z])`, 'g'),
    ))
      yield {
        kind: 'prose',
        text: text.slice(0, index) + (found === one ? other : one) + text.slice(index + found.length),
      };
}

interface Variant {
  /** Offsets in the text at which its cases begin and end. */
  readonly from: number;
  readonly to: number;
  readonly cases: readonly { readonly of: string; readonly text: string }[];
}

/** The variants of a text that a knob has, each with its cases; what stands on a page or on paper is none. */
function variantsOf(text: string): readonly Variant[] {
  return [...text.matchAll(/\[\[(?!page\|)\w+\|/g)].map(({ index, 0: head }) => {
    const from = index + head.length;
    const bars = [from - 1];
    let depth = 1;
    let at = from;
    for (; depth > 0 && at < text.length; at++) {
      if (text.startsWith('[[', at)) depth++;
      else if (text.startsWith(']]', at)) depth--;
      else {
        if (depth === 1 && text[at] === '|') bars.push(at);
        continue;
      }
      at++;
    }
    const to = at - 2;
    const parts = bars.map((bar, place) => text.slice(bar + 1, bars[place + 1] ?? to));
    const cases = parts.map((part) => ({
      of: part.slice(0, part.indexOf('=')),
      text: part.slice(part.indexOf('=') + 1),
    }));
    return { from, to, cases };
  });
}

/** A value with the one at a path replaced. */
function withText(value: unknown, [step, ...path]: SheetPath, text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) return value.map((each, at) => (at === step ? withText(each, path, text) : each));
  const own = value as Readonly<Record<string | number, unknown>>;
  return { ...own, [step]: withText(own[step], path, text) };
}

/** Path in the file of a text of a block. */
function placeOf(path: SheetPath): SheetPath {
  const [blocks = '', index = 0, is = '', ...rest] = path;
  const tag = rest.at(-1) ?? '';
  if (is === 'say') return [blocks, index, is, 'text', tag];
  return [blocks, index, ...rest.slice(0, -1), 'text', tag];
}

/** A Sheet with every false sentence that can be planted in its blocks, one at a time. */
export function* plantSheet(sheet: Sheet): Generator<PlantedSheet> {
  for (const [path, text] of listProse(sheet)) {
    if (path[0] !== 'blocks') continue;
    for (const { kind, text: planted } of plantIn(String(path.at(-1)), text))
      yield { kind, path: path.join('.'), text: planted, sheet: withText(sheet, placeOf(path), planted) as Sheet };
  }
}
