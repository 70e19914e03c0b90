import type { KnobState } from '../../core/sheet/knobs';
import { inLanguage } from '../../core/sheet/languages';
import type { RenderedBlock, RenderedFigure } from '../../core/sheet/render';
import { tellLanes } from '../../core/sheet/fill-lanes';
import type { RenderedLanes } from '../../core/sheet/lanes';
import type { RenderedText, TextSpan } from '../../core/sheet/render-text';
import type { Timeline } from '../../core/timeline/timeline';
import type { Phrase } from '../../core/lib/phrase';
import { spellPlace, spellRow, type SaidBlock, type SaidRow } from '../../core/sheet/said';
import { lanesPaper, type LaneWords } from './lanes-paper.model';
import { tellingSpan } from '../time/timeline.model';
import { makePart, type PictureKit } from '../story/paper/pictures.model';
import { escaped, formatSvg, PAGE_PALETTE } from '../story/paper/sheet.model';
import type { PlayedWalk, ShownSheet } from './sheet.model';
import { valueLabel } from './sheet.model';

/** What a still Sheet is written with. */
export interface StillKit extends PictureKit {
  readonly locale: string;
  readonly title: string;
  /** `Figure 3`. */
  readonly figure: (number: number) => string;
  /** What hides an answer until it is asked for. */
  readonly show: string;
  /** What lanes of time are called by; of two, each under its name. */
  readonly lanes: Omit<LaneWords, 'title'>;
  /** theme/tokens.css: the page's colours, light and dark. */
  readonly tokens: string;
}

/** Nothing is asked for, nothing runs, nothing is sent. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `body{margin:0 auto;padding:2rem 1.25rem 5rem;max-width:61rem;background:var(--bg);color:var(--ink);font:1.125rem/1.65 var(--font-ui)}
h1{font-size:2.5rem;line-height:1.15}h2{margin:3.5rem 0 .5rem}h3{margin:2.5rem 0 0}.lede{font-size:1.3rem;color:var(--mute)}
p,.text{max-width:44rem}aside,.quiet{color:var(--mute);font-size:.95rem;max-width:40rem}
figure{margin:2rem 0;padding:1rem 0;border-block:1px solid var(--line);overflow-x:auto}figcaption span{color:var(--mute);display:block}
svg{max-width:100%;height:auto;display:block;margin:.75rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--panel);padding:.5rem .75rem;font:.85rem/1.5 var(--font-mono)}
dl{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:.4rem 1.5rem}dt{color:var(--mute)}dd{margin:0;min-width:0}
table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line)}
.service{color:var(--svc)}.pod{color:var(--pod)}.node{color:var(--ink)}details{margin:1rem 0}summary{cursor:pointer;color:var(--accent)}
@media (width<48rem){figure svg{min-width:36rem}h1{font-size:2rem}}
@media print{body{padding:0;font-size:11pt}figure,tr{break-inside:avoid}}`;

/**
 * A Sheet as one file without a script: its texts, its figures drawn at their moments, everything inside. What was not
 * answered stays hidden until it is opened.
 */
export function stillHtml(shown: ShownSheet, kit: StillKit): string {
  const { sheet } = shown;
  const scope: Scope = { ...kit, shown, knobs: new Map(sheet.knobs.map((knob) => [knob.name, knob])) };
  return [
    '<!doctype html>',
    `<html lang="${kit.locale}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(kit.title)}</title>`,
    `<style>${kit.tokens.replaceAll('</', '')}\n${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(kit.title)}</h1>`,
    ...sheet.blocks.map((block) => writeBlock(block, scope)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

interface Scope extends StillKit {
  readonly shown: ShownSheet;
  readonly knobs: ReadonlyMap<string, KnobState>;
}

function writeBlock(block: RenderedBlock, scope: Scope): string {
  switch (block.kind) {
    case 'h':
      return `<h2>${writeText(block.text, scope)}</h2>`;
    case 'lede':
    case 'p':
      return foldVeiled(
        block,
        `<p class="${block.kind}">${writeText(block.text, scope)}</p>${writeNotes(block.text, scope)}`,
        scope,
      );
    case 'ask':
      return writeAsk(block, scope);
    case 'figure':
      return writeFigure(block, scope);
    case 'lanes':
      return writeLanes(block, scope);
    case 'said':
    case 'rows':
    case 'table':
      return writeSaid(block, scope);
    case 'fault':
      return `<p>${escaped(scope.say(block.why))}</p>`;
  }
}

/** What tells an answer that nobody has given: it is there to be opened. */
function foldVeiled({ veiled }: { readonly veiled?: string }, whole: string, { show }: Scope): string {
  return veiled === undefined ? whole : `<details><summary>${escaped(show)}</summary>${whole}</details>`;
}

const writeText = (text: RenderedText, scope: Scope): string => writeSpans(inLanguage(text.spans, scope.locale), scope);

function writeSpans(spans: readonly TextSpan[], scope: Scope): string {
  return spans.map((span) => writeSpan(span, scope)).join('');
}

function writeSpan(span: TextSpan, scope: Scope): string {
  switch (span.kind) {
    case 'text':
      return escaped(span.text);
    case 'name':
      return `<b class="${span.is}">${escaped(span.text)}</b>`;
    case 'strong':
    case 'em':
      return `<${span.kind}>${writeSpans(span.spans, scope)}</${span.kind}>`;
    case 'note':
      return writeSpans(span.spans, scope);
    case 'page':
      return writeSpans(span.still, scope);
    case 'knob':
      return `<b>${escaped(valueLabel(scope.knobs.get(span.name)?.value ?? ''))}</b>`;
  }
}

function writeNotes({ notes }: RenderedText, { shown, locale }: Scope): string {
  const own = [...new Set(notes)].flatMap((name) => shown.sheet.sheet.notes[name] ?? []);
  return own.map((note) => `<aside>${escaped(inLanguage(note, locale))}</aside>`).join('');
}

function writeAsk({ question, answer }: Extract<RenderedBlock, { kind: 'ask' }>, { say, show }: Scope): string {
  const { asks, options, key } = question;
  const right = options[key];
  const told = right ? `${escaped(say(right.says))}. ${escaped(say(right.why))}` : '';
  const listed = options.map(({ says }) => `<li>${escaped(say(says))}</li>`).join('');
  const hidden = `<details${answer.open ? ' open' : ''}><summary>${escaped(show)}</summary><p>${told}</p></details>`;
  return `<section><h3>${escaped(say(asks))}</h3><ol type="A">${listed}</ol>${hidden}</section>`;
}

function writeFigure(figure: RenderedFigure, scope: Scope): string {
  const { say, shown } = scope;
  const walk = shown.walks.get(figure.walk);
  const moment = walk?.moments[figure.at];
  if (!walk || !moment) return '';
  const sentence = say(figure.sentence ?? moment.sentence);
  const cause = figure.sentence ? figure.cause : moment.cause;
  const number = escaped(scope.figure(figure.number));
  const caption = `<figcaption><span>${number}</span><b>${escaped(sentence)}</b>${cause ? `<span>${escaped(say(cause))}</span>` : ''}</figcaption>`;
  const whole = `${caption}${drawFigure(figure, walk, scope)}`;
  // What does not fit a small screen is scrolled there, by keyboard, too.
  return `<figure tabindex="0">${figure.veiled ? `<span>${number}</span>` : ''}${foldVeiled(figure, whole, scope)}</figure>`;
}

/** What became of a script, of two each under its name. */
function writeLanes(lanes: RenderedLanes, scope: Scope): string {
  const { lived, number } = lanes;
  if (!lived) return '';
  const tell = (timeline: Timeline, name: string): string => {
    const { sentence, why } = tellLanes(timeline);
    const head = `${lived.second ? `${name}: ` : ''}${sentence ? scope.say(sentence) : ''}`;
    const causes = why.map((each) => `<span>${escaped(scope.say(each))}</span>`).join('');
    const paper = lanesPaper(timeline, span, { title: head, ...scope.lanes });
    return `<b>${escaped(head)}</b>${causes}${formatSvg(paper, PAGE_PALETTE, scope.ruler)}`;
  };
  const { first, second, names } = lived;
  const span = tellingSpan(second ? [first, second] : [first], first.duration);
  const told = tell(first, names[0]) + (second ? tell(second, names[1]) : '');
  const figure = `<span>${escaped(scope.figure(number))}</span>`;
  return `<figure tabindex="0">${lanes.veiled ? figure : ''}${foldVeiled(lanes, `<figcaption>${lanes.veiled ? '' : figure}${told}</figcaption>`, scope)}</figure>`;
}

function drawFigure(figure: RenderedFigure, walk: PlayedWalk, scope: Scope): string {
  const { at, draws } = figure;
  switch (draws) {
    case 'stage':
    case 'outside':
      return draw('stage', { walk, at, scope }) + (figure.lens ? draw('lens', { walk, at, scope }) : '');
    case 'choice':
      return draw('lens', { walk, at, scope });
    case 'rules':
      return `<pre>${(walk.lenses[at]?.lines ?? []).map(({ text, said }) => `${said === 'yes' ? '→ ' : '  '}${escaped(text)}`).join('\n')}</pre>`;
    case 'compare':
      return figure.ways.map((way) => drawWay(way, scope)).join('');
    case 'scrub':
      return figure.steps
        .map((step) => `<p>${writeText(step.text, scope)}</p>${draw('stage', { walk, at: step.at, scope })}`)
        .join('');
    case 'poster':
      return `<ol>${walk.moments.map(({ sentence }) => `<li>${escaped(scope.say(sentence))}</li>`).join('')}</ol>`;
  }
}

function drawWay({ mode, name, walk: key, at, ended }: RenderedFigure['ways'][number], scope: Scope): string {
  const walk = scope.shown.walks.get(key);
  const moment = walk?.moments[at];
  if (!walk || !moment) return '';
  const cause = moment.cause ? `<p>${escaped(scope.say(moment.cause))}</p>` : '';
  const end = ended ? `<b>${escaped(scope.say(ended))}</b>` : '';
  return `<h3>${escaped(name ? scope.say(name) : valueLabel(mode))}</h3>${end}${draw('lens', { walk, at, scope })}${cause}`;
}

interface Drawn {
  readonly walk: PlayedWalk;
  readonly at: number;
  readonly scope: Scope;
}

function draw(kind: 'stage' | 'lens', { walk, at, scope }: Drawn): string {
  return formatSvg(makePart(kind, walk, { index: at, kit: scope }), PAGE_PALETTE, scope.ruler);
}

function writeSaid(block: SaidBlock, { say }: Scope): string {
  switch (block.kind) {
    case 'said': {
      const says = escaped(block.says.map(say).join(' '));
      const tag = block.as === 'h' ? 'h2' : block.as === 'h3' ? 'h3' : 'p';
      return `<${tag} class="${block.as}">${says}</${tag}>`;
    }
    case 'rows':
      return writeRows(block, say);
    case 'table': {
      const row = (cells: readonly Phrase[], tag: 'th' | 'td'): string =>
        `<tr>${cells.map((each) => `<${tag}>${escaped(say(each))}</${tag}>`).join('')}</tr>`;
      return `<table>${row(block.head, 'th')}${block.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
    }
  }
}

function writeRows({ rows, numbered }: Extract<SaidBlock, { kind: 'rows' }>, say: Scope['say']): string {
  const isNamed = !numbered && rows.some(({ name }) => name !== undefined);
  if (isNamed) {
    const each = rows.map((row) => `<dt>${row.name ? escaped(say(row.name)) : ''}</dt><dd>${writeRow(row, say)}</dd>`);
    return `<dl>${each.join('')}</dl>`;
  }
  const tag = numbered ? 'ol' : 'ul';
  return `<${tag}>${rows.map((row) => `<li>${writeRow(row, say)}</li>`).join('')}</${tag}>`;
}

function writeRow({ name: _name, ...row }: SaidRow, say: Scope['say']): string {
  const { quiet = [], lines = [] } = row;
  const listed = lines.map((line) =>
    escaped(line.text === undefined ? spellPlace(line) : `${spellPlace(line)} ${line.text}`),
  );
  return [
    escaped(spellRow(row, say)),
    quiet.length > 0 ? `<p class="quiet">${escaped(quiet.map(say).join(' '))}</p>` : '',
    listed.length > 0 ? `<pre>${listed.join('\n')}</pre>` : '',
  ].join('');
}
