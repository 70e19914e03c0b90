// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { RULES_MESSAGES } from '../../../content/en/messages/rules';
import { STORY_MESSAGES } from '../../../content/en/messages/story';
import { derivePasted } from '../../../core/document/derive-pasted';
import type { Document } from '../../../core/document/document';
import { flowsOfSubject } from '../../../core/document/document';
import { inMode } from '../../../core/document/edits/proxy';
import { FARTHER_WALKS } from '../../../core/story/testing/farther-walks';
import type { Phrase } from '../../../core/lib/phrase';
import { SOAKING, some } from '../../../core/lib/testing/soaking';
import { createEngine } from '../../../engine/engine';
import { walkFiles } from '../../../engine/questions/export';
import { exampleDocument } from '../../../engine/testing/engine';
import type { StoryWords } from '../cast/words';
import type { DatapathKit } from './datapath-picture.model';
import { arrowHead, type Ruler } from '../../common/shapes.model';
import { makeSheet, PICTURE_KINDS, storyOfWalk } from './pictures.model';
import { formatSvg, makePalette, type PaperSheet } from './sheet.model';

const tokens = readFileSync('src/ui/common/theme/tokens.css', 'utf8');
const palettes = { light: makePalette(tokens, 'light'), dark: makePalette(tokens, 'dark') };
const ruler: Ruler = ({ text, size, face }) => text.length * size * (face === 'mono' ? 0.6 : 0.54);
const messages = { story: STORY_MESSAGES, rules: RULES_MESSAGES };
const t = createTranslator({ locale: 'en', messages, namespace: 'story' }) as unknown as StoryWords;
const rules = createTranslator({ locale: 'en', messages, namespace: 'rules' }) as unknown as DatapathKit['t'];
const say = ({ id, values }: Phrase): string => `${id} ${Object.values(values ?? {}).join(' ')} <&">`;
const kit = { t, rules, say, ruler };

/** Every picture of every moment of a flow, or every other. */
async function sheetsOf(
  document: Document,
  flowId: string,
  every = 1,
): Promise<readonly (readonly [string, PaperSheet])[]> {
  const walk = await walkFiles(createEngine(derivePasted), { document, flowId, outcome: 0 });
  const drawn = { ...walk, told: storyOfWalk(document, walk) };
  return walk.moments.flatMap(({ kind }, index) =>
    PICTURE_KINDS.filter((_, at) => (at + index) % every === 0).map(
      (each) => [`${kind} ${each}`, makeSheet(each, drawn, { index, kit })] as const,
    ),
  );
}

/** A tag with its attributes, text, or an entity, as strict XML has them. */
const PIECE =
  /<(?<close>\/?)(?<name>[a-z]\w*)(?<attributes>(?: [a-z][\w:-]*="(?:[^"<&]|&(?:amp|lt|gt|quot|#\d+);)*")*) ?(?<empty>\/?)>|[^<&\p{Cc}\p{Cs}]+|\n|&(?:amp|lt|gt|quot|#\d+);/uy;

/** The attributes of each `text` element; undefined: it is no well-formed XML. A parser that builds a tree takes ten times as long. */
function readTexts(svg: string): readonly ReadonlyMap<string, string>[] | undefined {
  const open: string[] = [];
  const texts: ReadonlyMap<string, string>[] = [];
  for (let at = 0; at < svg.length;) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(svg);
    if (!found) return undefined;
    at += found[0].length;
    const { close, name, attributes = '', empty } = found.groups ?? {};
    if (name === undefined) continue;
    if (close && open.pop() !== name) return undefined;
    if (!close && !empty) open.push(name);
    const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    );
    if (new Map(pairs).size < pairs.length) return undefined;
    if (name === 'text' && !close) texts.push(new Map(pairs));
  }
  return open.length === 0 ? texts : undefined;
}

/** What keeps a text from being a file that stands alone. */
function faultsOf(svg: string): string[] {
  const texts = readTexts(svg);
  const said: string[] = texts ? [] : ['no XML'];
  if (/var\(|light-dark|currentColor/.test(svg)) said.push('a colour of the page');
  if (/href|url\(|@import|<style|<script|<image|foreignObject|class=/.test(svg)) said.push('something outside itself');
  if (/NaN|undefined|Infinity/.test(svg.replaceAll(/>[^<]*</g, '><'))) said.push('no number');
  for (const text of texts ?? []) {
    const family = text.get('font-family') ?? '';
    if (!/^Inter, |^(?:'|&#39;)JetBrains Mono(?:'|&#39;), /.test(family)) said.push('an unnamed typeface');
    if (!/, (?:sans-serif|monospace)$/.test(family)) said.push('nothing stands in');
    if (!/^#[\da-f]{6}$/.test(text.get('fill') ?? '')) said.push(`colour ${text.get('fill')}`);
  }
  return [...new Set(said)];
}

/** Texts that begin or end past the paper. */
function cutOff({ width, height, shapes }: PaperSheet): string[] {
  return shapes.flatMap((shape) => {
    if (shape.kind !== 'text' || shape.text === '') return [];
    const wide = ruler(shape);
    const left = shape.anchor === 'end' ? shape.x - wide : shape.anchor === 'middle' ? shape.x - wide / 2 : shape.x;
    const inside = left >= -1 && left + wide <= width + 1 && shape.y > 0 && shape.y <= height;
    return inside ? [] : [`${shape.text} at ${Math.round(left)} to ${Math.round(left + wide)} of ${width}`];
  });
}

/** Each kind is drawn of every other moment. */
const EVERY = SOAKING ? 1 : 2;

describe('pictures of a walk', () => {
  it.each(some(EXAMPLES, 6).map(({ id }) => id))('stand alone at every moment, in both themes: %s', async (id) => {
    const document = exampleDocument(id);
    for (const flow of flowsOfSubject(document).slice(0, SOAKING ? undefined : 1)) {
      for (const [what, sheet] of await sheetsOf(document, flow.id, EVERY)) {
        const theme = what.length % 2 === 0 ? 'light' : 'dark';
        const svg = formatSvg(sheet, palettes[theme], ruler);
        expect(faultsOf(svg), `${flow.id} ${what}`).toEqual([]);
        expect(cutOff(sheet), `${flow.id} ${what}`).toEqual([]);
      }
    }
  });

  it.each(Object.keys(FARTHER_WALKS) as (keyof typeof FARTHER_WALKS)[])(
    'stand alone where there is more than one connection or network: %s',
    async (id) => {
      const document = FARTHER_WALKS[id]();
      const sheets = await sheetsOf(document, document.flows[0]?.id ?? '', EVERY);
      expect(sheets.length).toBeGreaterThanOrEqual(Math.floor((7 * PICTURE_KINDS.length) / EVERY));
      for (const [what, sheet] of sheets) {
        expect(faultsOf(formatSvg(sheet, palettes.dark, ruler)), what).toEqual([]);
        expect(cutOff(sheet), what).toEqual([]);
        expect(sheet.shapes.filter(({ kind }) => kind === 'text').length, what).toBeGreaterThan(0);
      }
    },
  );

  it.each(['ipvs', 'nftables', 'userspace'] as const)('draw what decides in %s', async (mode) => {
    const document = inMode(exampleDocument('web-two-nodes'), mode);
    const sheets = await sheetsOf(document, document.flows[0]?.id ?? '');
    for (const [what, sheet] of sheets) {
      expect(faultsOf(formatSvg(sheet, palettes.light, ruler)), what).toEqual([]);
      expect(cutOff(sheet), what).toEqual([]);
    }
    const chosen = sheets.find(([what]) => what === 'chosen lens')?.[1];
    expect(chosen?.shapes.flatMap((shape) => (shape.kind === 'text' ? shape.text : [])).join('\n')).toMatch(/web-/);
  });

  it('the datapath has the rules as the tool prints them, and their verdicts', async () => {
    const document = exampleDocument('web-two-nodes');
    const sheets = await sheetsOf(document, document.flows[0]?.id ?? '');
    const sheet = sheets.find(([what]) => what === 'chosen datapath')?.[1];
    const words = sheet?.shapes.flatMap((shape) => (shape.kind === 'text' ? shape.text : [])).join(' ');
    expect(words).toMatch(/--probability 0\.[35]\d+/);
    expect(words).toMatch(/--to-destination 10\.244\./);
    expect(words).toContain('PREROUTING · nat');
    expect(words).toContain('DNAT');
  });

  it('names of any characters are written as XML has them', () => {
    const text = { kind: 'text', x: 1, y: 2, size: 18, weight: 400, face: 'ui', fill: 'ink' } as const;
    const odd = '<b>&"\'\u0000\uD800 \u{1F600}';
    const sheet: PaperSheet = { width: 10, height: 10, title: odd, shapes: [{ ...text, text: odd }] };
    const svg = formatSvg(sheet, palettes.dark, ruler);
    expect(faultsOf(svg)).toEqual([]);
    expect(faultsOf(svg.replace('&lt;', '<'))).toEqual(['no XML']);
    expect(faultsOf(svg.replace('</title>', ''))).toEqual(['no XML']);
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
    expect(svg).toContain('&lt;b&gt;&amp;&quot;');
  });

  it('an arrow points where its path goes', () => {
    const head = arrowHead('M0 0L10 0Q20 0 20 10V40', { stroke: 'pod' });
    expect(head).toMatchObject({ d: expect.stringContaining('L20 40L') });
    // Both its ends lie behind the tip.
    expect(
      head.kind === 'line' && [...head.d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, , y]) => Number(y) <= 40),
    ).toEqual([true, true, true]);
  });
});
