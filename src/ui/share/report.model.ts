import type { Phrase } from '../../core/lib/phrase';
import type { Moment, StoryEnd } from '../../core/story/moment';
import { markdownText, mermaidText } from './markdown.model';

/** The words of a report that are not of the walk itself. */
export interface ReportWords {
  readonly title: string;
  /** What the columns of the table hold: where, from, to. */
  readonly where: string;
  readonly from: string;
  readonly to: string;
  /** What people call a namespace: `client` where its id is `default/client`. */
  readonly named: (netns: string) => string;
}

const endText = ({ name, text, address }: StoryEnd): string => (name === address ? text : `${name} (${text})`);

/**
 * Between whom a moment is: kernels and processes by their namespaces, in the order they come. What begins with a packet
 * of its own, as another connection or an answer does, comes from nobody.
 */
function sequence(moments: readonly Moment[], named: ReportWords['named'], say: (phrase: Phrase) => string): string[] {
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

/**
 * A walk as Markdown: its moments with their causes, the header at each, and a sequence diagram as GitHub and GitLab
 * draw it.
 */
export function formatReport(moments: readonly Moment[], words: ReportWords, say: (phrase: Phrase) => string): string {
  const told = moments.map(({ sentence, cause }, at) => {
    const why = cause ? `  \n   ${markdownText(say(cause))}` : '';
    return `${at + 1}. **${markdownText(say(sentence))}**${why}`;
  });
  const rows = moments.map(
    ({ node, header: { from, to } }, at) =>
      `| ${at + 1} | ${markdownText(words.named(node))} | ${markdownText(endText(from))} | ${markdownText(endText(to))} |`,
  );
  const table = [
    `| | ${[words.where, words.from, words.to].map(markdownText).join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...rows,
  ];
  return [
    `# ${markdownText(words.title)}`,
    '',
    ...told,
    '',
    ...table,
    '',
    ...sequence(moments, words.named, say),
    '',
  ].join('\n');
}
