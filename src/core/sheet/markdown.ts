import type { Phrase } from '../lib/phrase';
import type { Moment } from '../story/moment';
import type { Timeline } from '../timeline/timeline';
import type { KnobState } from './knobs';
import { inLanguage } from './languages';
import { markdownText, mermaidText } from './markdown-text';
import { tellLanes } from './fill-lanes';
import type { RenderedLanes } from './lanes';
import type { RenderedBlock, RenderedFigure, RenderedSheet } from './render';
import { plainText } from './plain-text';
import { spellPlace, spellRow, type SaidRow } from './said';

/** What Markdown is written with. */
export interface MarkdownWords {
  /** The tag of the language. */
  readonly locale: string;
  readonly say: (phrase: Phrase) => string;
  /** What people call a namespace of a walk: `client` where its id is `default/client`. */
  readonly named: (walk: string, netns: string) => string;
}

/** A Sheet, as far as its Markdown goes by it. */
export interface WrittenSheet extends Pick<RenderedSheet, 'sheet' | 'blocks' | 'knobs'> {
  readonly walks: ReadonlyMap<string, { readonly moments: readonly Moment[] }>;
}

/** A Sheet as Markdown: its texts and sentences, and each walk that is shown whole as a sequence diagram. */
export function sheetMarkdown(shown: WrittenSheet, words: MarkdownWords): string {
  const { title } = shown.sheet;
  const name = 'en' in title ? inLanguage(title, words.locale) : words.say(title);
  const scope: Scope = { ...words, shown, knobs: new Map(shown.knobs.map((knob) => [knob.name, knob])) };
  const parts = shown.blocks.map((block) => writeBlock(block, scope)).filter((lines) => lines.length > 0);
  return [[`# ${markdownText(name)}`], ...parts].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

interface Scope extends MarkdownWords {
  readonly shown: WrittenSheet;
  readonly knobs: ReadonlyMap<string, KnobState>;
}

function writeBlock(block: RenderedBlock, scope: Scope): readonly string[] {
  const { say, locale, knobs } = scope;
  // Of what was not answered no answer leaves.
  if ('veiled' in block && block.veiled !== undefined) return [];
  switch (block.kind) {
    case 'lede':
    case 'h':
    case 'p':
      return [
        `${block.kind === 'h' ? '## ' : ''}${markdownText(plainText(inLanguage(block.text.spans, locale), knobs, 'still'))}`,
      ];
    case 'said': {
      const said = markdownText(block.says.map(say).join(' '));
      return [{ h: `## ${said}`, h3: `### ${said}`, lede: `**${said}**`, p: said, quiet: said }[block.as]];
    }
    case 'rows':
      return block.rows.flatMap((row, at) => writeRow(row, block.numbered ? `${at + 1}.` : '-', say));
    case 'table':
      return [
        cells(block.head, say),
        `|${' --- |'.repeat(block.head.length)}`,
        ...block.rows.map((row) => cells(row, say)),
      ];
    case 'ask': {
      const { asks, options } = block.question;
      return [`**${markdownText(say(asks))}**`, '', ...options.map(({ says }) => `- ${markdownText(say(says))}`)];
    }
    case 'figure':
      return writeFigure(block, scope);
    case 'lanes':
      return writeLanes(block, say);
    case 'fault':
      return [markdownText(say(block.why))];
  }
}

const cells = (row: readonly Phrase[], say: Scope['say']): string =>
  `| ${row.map((each) => markdownText(say(each))).join(' | ')} |`;

/** Two spaces at its end break a line within an item. */
function writeRow(row: SaidRow, mark: string, say: Scope['say']): readonly string[] {
  const { quiet = [], lines = [] } = row;
  const said = markdownText(spellRow(row, say));
  const more = [
    ...quiet.map((each) => markdownText(say(each))),
    ...lines.map((line) =>
      markdownText(line.text === undefined ? spellPlace(line) : `${spellPlace(line)}: ${line.text}`),
    ),
  ];
  const head = `${mark} ${mark === '-' ? said : `**${said}**`}`;
  const indent = ' '.repeat(mark === '-' ? 2 : 3);
  return [head, ...more.map((each) => `${indent}${each}`)].map((line, at, all) =>
    at < all.length - 1 ? `${line}  ` : line,
  );
}

function writeFigure(figure: RenderedFigure, { say, shown, named }: Scope): readonly string[] {
  const moments = shown.walks.get(figure.walk)?.moments ?? [];
  const moment = moments[figure.at];
  if (figure.ways.length > 0) {
    return figure.ways.flatMap(({ mode, name, walk, at, ended }) => {
      const told = shown.walks.get(walk)?.moments[at];
      const says = told ? [ended ?? told.sentence, ...(told.cause ? [told.cause] : [])] : [];
      return [`- ${markdownText(`${name ? say(name) : mode}: ${says.map(say).join(' ')}`)}`];
    });
  }
  const isWhole = figure.draws === 'poster' || (figure.draws === 'stage' && figure.at === moments.length - 1);
  if (isWhole) return sequence(moments, (netns) => named(figure.walk, netns), say);
  const sentence = figure.sentence ?? moment?.sentence;
  const cause = figure.sentence ? figure.cause : moment?.cause;
  return [
    ...(sentence ? [`> **${markdownText(say(sentence))}**${cause ? '  ' : ''}`] : []),
    ...(cause ? [`> ${markdownText(say(cause))}`] : []),
  ];
}

/** What became of a script; of two each under its name. Nothing: nobody has lived through it yet. */
function writeLanes({ lived }: RenderedLanes, say: Scope['say']): readonly string[] {
  if (!lived) return [];
  const { first, second, names } = lived;
  const tell = (timeline: Timeline, name: string): string => {
    const { sentence, why } = tellLanes(timeline);
    const said = [...(sentence ? [sentence] : []), ...why].map(say).join(' ');
    return `> ${markdownText(name === '' ? said : `${name}: ${said}`)}`;
  };
  return [tell(first, second ? names[0] : ''), ...(second ? ['>', tell(second, names[1])] : [])];
}

/**
 * Between whom a moment is: kernels and processes by their namespaces, in the order they come. What begins with a packet
 * of its own, as another connection or an answer does, comes from nobody.
 */
function sequence(moments: readonly Moment[], named: (netns: string) => string, say: Scope['say']): readonly string[] {
  const nodes = [...new Set(moments.map(({ node }) => node))];
  const lines = moments.map((moment, at): string => {
    const last = moments[at - 1];
    const before = last?.leg === moment.leg ? last.node : undefined;
    const said = `${at + 1} ${mermaidText(say(moment.sentence))}`;
    const here = `n${nodes.indexOf(moment.node)}`;
    if (before === undefined || before === moment.node) return `  Note over ${here}: ${said}`;
    return `  n${nodes.indexOf(before)}->>${here}: ${said}`;
  });
  const names = nodes.map((node, at) => `  participant n${at} as ${mermaidText(named(node))}`);
  return ['```mermaid', 'sequenceDiagram', ...names, ...lines, '```'];
}
