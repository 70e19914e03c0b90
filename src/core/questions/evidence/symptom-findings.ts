import { phrase } from '../../lib/phrase';
import { tellDataplane } from '../../paste/dataplane';
import { shortenLine } from '../../lib/shorten';
import { findPodNetwork } from './pod-network';
import { weighAnnouncement } from './announcement';
import { tellAnnouncer } from './announcer';
import { readContrast } from './contrasts';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import type { Symptom } from './symptom-ids';
import { SYMPTOMS } from './symptoms';
import { findWhatClears, isOfNames } from './what-clears';
import { tellNameServer } from './name-askers';

type WordedText = Pick<LinedText, 'text'>;

/** Longer texts are dumps, longer lines are no sentences. */
const LONGEST_TEXT = 200_000;
const LONGEST_LINE = 2000;
/** So much of a sentence is quoted. */
const LONGEST_QUOTED = 160;
/** So many symptoms are told: a text that names more is no report. */
const MOST_TOLD = 3;

/** A sentence of a text, with the line it stands in. */
interface Sentence {
  readonly words: string;
  readonly lower: string;
  readonly line: string;
}

/** The sentences of a text; what is quoted of it is shortened. */
function listSentences(text: string): readonly Sentence[] {
  return text
    .split('\n')
    .filter((line) => line.length <= LONGEST_LINE)
    .flatMap((line) =>
      line.split(/(?<=[.!?]) +/).map((words) => ({ words: words.trim(), lower: words.toLowerCase(), line })),
    );
}

const hasOne = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(word));

function findSentence({ has, but = [], beside, unless }: Symptom, lower: string, sentences: readonly Sentence[]) {
  if (beside !== undefined && !hasOne(lower, beside)) return undefined;
  if (unless !== undefined && hasOne(lower, unless)) return undefined;
  return sentences.find((each) => has.every((words) => hasOne(each.lower, words)) && !hasOne(each.lower, but));
}

/** Values beside a symptom that take some of its causes away, or point at one. */
function tellBeside(id: Symptom['id'], text: string, { line }: Sentence): Readonly<Record<string, string | number>> {
  if (id === 'balancer-outside') return { ...weighAnnouncement(text), by: tellAnnouncer(text) };
  if (id === 'across-nodes') return { by: findPodNetwork(text) };
  if (id === 'sometimes') return { ...findWhatClears(text), names: isOfNames(line) ? 'yes' : 'no' };
  return { refused: hasOne(text.toLowerCase(), ['connection refused', 'refused to connect']) ? 'yes' : 'no' };
}

const quote = (words: string): string =>
  shortenLine(
    words
      .replace(/^[#>*`\s]+|`+$/g, '')
      .replaceAll(/\s{2,}/g, ' ')
      .replace(/[.:!?]+$/, ''),
    LONGEST_QUOTED,
  );

/** Errors of resolvers that nobody answered, as clients print them. */
const NO_ANSWER = [
  'no servers could be reached',
  'temporary failure in name resolution',
  'could not resolve host',
  'bad address',
];
/** Words of a cluster’s DNS. */
const OF_DNS = ['kube-dns', 'coredns', 'cluster.local', 'kubectl exec', 'dnsutils', 'nameserver 10.'];

/** `nslookup front.shop 10.42.0.9`, `dig @10.42.0.9 front.shop`. */
const ASKED_SERVER = /\b(?:nslookup|dig|host)\s.{0,200}?[\s@](\d{1,3}(?:\.\d{1,3}){3})\b/;
/** So many lines behind a question are its answer. */
const ANSWER = 12;

/** A server of CoreDNS, asked by its own address, that answered. */
function findAnswering(lines: readonly string[]): string | undefined {
  for (const [at, line] of lines.entries()) {
    const server = line.length > LONGEST_LINE ? undefined : ASKED_SERVER.exec(line)?.[1];
    if (server === undefined) continue;
    const isPod = lines.some((each) => /\b(?:coredns|kube-dns)-/.test(each) && each.includes(server));
    const printed = lines.slice(at + 1, at + ANSWER);
    if (isPod && printed.some((each) => /^Name:|ANSWER: [1-9]|has address/.test(each.trim()))) return server;
  }
  return undefined;
}

/** Was the address of the name server pinged in vain? */
function isPinged(text: string): boolean {
  const [, server] = /^nameserver (\S{3,45})\s*$/m.exec(text) ?? [];
  return server !== undefined && text.includes(`ping ${server}`) && text.includes('100% packet loss');
}

/** Names nobody answers for, with whether a Pod of CoreDNS does when it is asked itself: that tells rules from the way between Pods. */
function findSilentNames({ text }: WordedText, lower: string): readonly EvidenceFinding[] {
  if (!hasOne(lower, OF_DNS)) return [];
  const lines = text.split('\n');
  const line = lines.find((each) => each.length <= LONGEST_LINE && hasOne(each.toLowerCase(), NO_ANSWER));
  if (line === undefined) return [];
  const values = {
    line: quote(line.trim()),
    direct: findAnswering(lines) ?? 'none',
    asked: tellNameServer(lines),
    pinged: isPinged(text) ? 'yes' : 'no',
    rules: tellDataplane([{ text }]).rules,
  };
  return [
    {
      id: 'symptom-names',
      severity: 'warning',
      says: phrase('evidence.symptom.names', values),
      next: phrase('evidence.symptom-next.names', values),
      words: [line.trim()],
    },
  ];
}

/**
 * Finds what a text says does not work, where the field knows the causes: each symptom once, with the commands that tell its causes apart.
 * None of the causes is said to be it, unless the text itself decides.
 */
export function findSymptoms(texts: readonly WordedText[]): readonly EvidenceFinding[] {
  const found = texts.flatMap((each) => {
    if (each.text.length > LONGEST_TEXT) return [];
    const lower = each.text.toLowerCase();
    const sentences = listSentences(each.text);
    const named = SYMPTOMS.flatMap((symptom): readonly EvidenceFinding[] => {
      const sentence = findSentence(symptom, lower, sentences);
      const { id, severity } = symptom;
      // Where it works from outside, who announces it is nobody's question.
      if (!sentence || (id === 'balancer-outside' && readContrast(each.text).works.has('outside'))) return [];
      const beside = tellBeside(id, each.text, sentence);
      return [
        {
          id: `symptom-${id}`,
          severity,
          says: phrase(`evidence.symptom.${id}`, { line: quote(sentence.words), ...beside }),
          next: phrase(`evidence.symptom-next.${id}`, beside),
          words: [sentence.line.trim()],
        },
      ];
    });
    return [...findSilentNames(each, lower), ...named];
  });
  return [...new Map(found.map((each) => [each.id, each])).values()].slice(0, MOST_TOLD);
}
