import { phrase } from '../../../lib/phrase';
import type { EvidenceFinding } from '../evidence-finding';
import { quoteWords } from '../quoted-words';

/** Longer texts are dumps. */
const LONGEST_TEXT = 60_000;
const WORKLOAD = /^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|Pod)$/;
const EXPRESSION = /\{\{-?\s*(.{1,200}?)\s*-?\}\}/g;
/** `.Values.labels`, `include "chart.selectorLabels"`: where a template takes labels from. */
const SOURCE = /\.Values\.[\w.]+|\b(?:include|template)\s+"[^"]{1,80}"/g;

/** A map of labels as a template has it: keys that are written out, each with its value, and where the others are taken from. */
interface LabelBlock {
  readonly line: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly sources: ReadonlySet<string>;
}

const countIndent = (line: string): number => line.length - line.trimStart().length;

/** The lines of a map below its key: those further in, and expressions wherever they stand. */
function readBlock(lines: readonly string[], at: number): LabelBlock {
  const line = lines[at] ?? '';
  const keys = new Map<string, string>();
  const sources = new Set([...line.matchAll(SOURCE)].map(([words]) => words));
  for (const own of lines.slice(at + 1)) {
    const isExpression = /^\s*\{\{/.test(own);
    if (own.trim() !== '' && !isExpression && countIndent(own) <= countIndent(line)) break;
    if (own.trim() === '' || /^\s*\{\{-?\s*end\b/.test(own)) continue;
    const [, key, value] = /^["']?([\w./-]{1,120})["']?:(.*)$/.exec(own.trim()) ?? [];
    if (key !== undefined && key !== 'matchLabels')
      keys.set(key, (value ?? '').trim().replaceAll(EXPRESSION, '{{ $1 }}').replaceAll(/["']/g, ''));
    else for (const [words] of own.matchAll(SOURCE)) sources.add(words);
  }
  return { line: line.trim(), keys, sources };
}

interface Template {
  readonly kind: string;
  readonly lines: readonly string[];
}

/** The objects of a text, template or not: from their kind to the next fence, separator or kind. */
function listTemplates(text: string): readonly Template[] {
  const templates: { kind: string; lines: string[] }[] = [];
  let now: { kind: string; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const kind = /^\s{0,4}kind:\s*([A-Za-z]{2,40})\s*$/.exec(line)?.[1];
    if (kind !== undefined) templates.push((now = { kind, lines: [] }));
    else if (/^\s*(?:```|~~~|---\s*$)/.test(line)) now = undefined;
    else now?.lines.push(line);
  }
  return templates;
}

const findSelector = ({ lines }: Template): LabelBlock | undefined => {
  const at = lines.findIndex((line) => /^\s+selector:\s*(?:\{\{.*)?$/.test(line));
  return at < 0 ? undefined : readBlock(lines, at);
};

/** The labels that Pods of a workload get: those below its template; of a Pod its own. */
function findPodLabels({ kind, lines }: Template): LabelBlock | undefined {
  const from = kind === 'Pod' ? 0 : lines.findIndex((line) => /^\s+template:\s*$/.test(line));
  const at = from < 0 ? -1 : lines.findIndex((line, index) => index >= from && /^\s+labels:\s*(?:\{\{.*)?$/.test(line));
  return at < 0 ? undefined : readBlock(lines, at);
}

const isTemplated = ({ keys, sources }: LabelBlock): boolean =>
  sources.size > 0 || [...keys.values()].some((value) => value.includes('{{'));

/** Why Pods may lack what the selector asks for; undefined: they have it, or it is not told. */
function findLack(selector: LabelBlock, labels: LabelBlock): readonly string[] {
  const isOpen = labels.sources.size > 0;
  const sources = [...selector.sources].filter((source) => !labels.sources.has(source));
  // Both from somewhere: whether these are the same labels is not told.
  const taken = isOpen ? [] : sources;
  const keys = [...selector.keys].filter(([key, value]) =>
    labels.keys.has(key) ? labels.keys.get(key) !== value : !isOpen,
  );
  return [...taken, ...keys.map(([key, value]) => `${key}: ${value}`)];
}

const writeBlock = ({ keys, sources }: LabelBlock): string =>
  quoteWords([...sources, ...[...keys].map(([key, value]) => `${key}: ${value}`)]) || '–';

/**
 * Finds a Service and a workload of a chart whose Pods do not get the labels that the Service selects: one side is taken from values, the other is
 * written out, or both are written otherwise. Whole objects without any template are told by other findings. Likely, as the values are not told.
 */
export function findTemplateLabels(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }): readonly EvidenceFinding[] => {
    if (text.length > LONGEST_TEXT || !text.includes('{{')) return [];
    const templates = listTemplates(text);
    const selectors = templates.filter(({ kind }) => kind === 'Service').flatMap((each) => findSelector(each) ?? []);
    const labels = templates.filter(({ kind }) => WORKLOAD.test(kind)).flatMap((each) => findPodLabels(each) ?? []);
    const [selector] = selectors;
    const [own] = labels;
    if (!selector || !own || selectors.length > 1 || labels.length > 1) return [];
    const lack = findLack(selector, own);
    if (lack.length === 0 || ![selector, own].some(isTemplated)) return [];
    const values = { selector: writeBlock(selector), labels: writeBlock(own), lack: quoteWords(lack) };
    const says = phrase('evidence.template-labels', values);
    const next = phrase('evidence.next.template-labels', values);
    const [word] = [...selector.sources, ...selector.keys.keys()];
    return [{ id: 'template-labels', severity: 'warning', says, next, words: [word ?? selector.line] }];
  });
}
