import { isConfigObject } from '../../kubernetes/config-fields';
import { namespacedName, type OtherObject, type ServiceObject } from '../../kubernetes/types';
import { finished } from '../../lib/scan';
import { phrase, type Phrase } from '../../lib/phrase';
import { listAskingQuestions, type NodeIdentity } from '../../paste/asking';
import type { FoundService, TextSummary } from '../../paste/pasted-types';
import { countMade } from '../../document/edits/made-up';
import { sayOther } from '../../formats/kubernetes/collect';
import type { OpenedTexts } from '../../public/open-texts';
import type { SaidLine, SaidRow } from '../../sheet/said';
import { listClusterGuesses } from '../evidence/cluster-guesses';
import { placeFinding } from '../lint/finding-lines';
import { lintInSteps } from '../lint/lint';
import type { Finding } from '../lint/finding';
import { closedChains } from './closed-chains';
import { asIs } from './endings';
import { evidenceLines, MOST_LINES } from './evidence';
import { sayIdentity } from './identity';
import { sayServiceObject } from './service-sentence';

/** A sentence on what was opened, and what it is about. */
export interface MachineSentence extends SaidRow {
  readonly about:
    | 'cause'
    | 'walk'
    | 'likely'
    | 'next'
    | 'machine'
    | 'text'
    | 'service'
    | 'finding'
    | 'assumption'
    | 'question'
    | 'object';
}

/** More Services are counted and not said. */
export const MOST_SERVICES = 20;

/** So many lines with a word are looked at for the others. */
const MOST_OCCURRENCES = 400;

/** The lines of the texts that hold a word, with where each is; no more than {@link MOST_OCCURRENCES}. */
function* linesWith(word: string, { texts }: OpenedTexts): Generator<SaidLine & { readonly text: string }> {
  let left = MOST_OCCURRENCES;
  for (const { title, text } of texts) {
    let line = 1;
    let from = 0;
    for (let at = text.indexOf(word); at >= 0 && left-- > 0; at = text.indexOf(word, from)) {
      for (let next = text.indexOf('\n', from); next >= 0 && next < at; next = text.indexOf('\n', from)) {
        line++;
        from = next + 1;
      }
      const end = text.indexOf('\n', at);
      yield { file: title, line, text: text.slice(from, end < 0 ? undefined : end).trim() };
      if (end < 0) break;
      line++;
      from = end + 1;
    }
  }
}

/** A chain that is declared (`:KUBE-SVC-X - [0:0]`) says that it is there, and nothing else. */
const isDeclaration = (text: string): boolean => text.startsWith(':');

/** The line that says most of what is asked for: one with the word and the others, else a rule with the word, else any. */
function findLine(word: string | undefined, opened: OpenedTexts, others: readonly string[] = []): readonly SaidLine[] {
  if (word === undefined || word === '') return [];
  let best: { readonly line: SaidLine; readonly fits: number } | undefined;
  for (const line of linesWith(word, opened)) {
    const fits = isDeclaration(line.text) ? 0 : 1 + others.filter((other) => line.text.includes(other)).length;
    if (!best || fits > best.fits) best = { line, fits };
    if (fits > others.length) break;
  }
  return best ? [best.line] : [];
}

/** What kube-proxy leaves behind, to show that it did. */
const PROXY_SIGNS = ['KUBE-SERVICES', 'kube-proxy', 'KUBE-PORTALS-HOST', 'kube-ipvs0'] as const;

function ofMachine(identity: NodeIdentity, opened: OpenedTexts): readonly MachineSentence[] {
  const { node, proxy } = identity;
  // A release is read off what is there, each with its line; what is not there has none.
  const signs = [...(proxy?.signs ?? []), ...(proxy?.against ?? [])].flatMap(({ sign }) => findLine(sign, opened));
  const usual = proxy ? PROXY_SIGNS.flatMap((sign) => findLine(sign, opened)) : [];
  const shown = signs.length > 0 ? signs.slice(0, MOST_LINES) : usual.slice(0, 1);
  return sayIdentity(identity).map((row, at) => ({
    about: 'machine',
    ...(node === undefined ? {} : { name: asIs(node) }),
    ...row,
    lines: at === 0 ? shown : [],
  }));
}

/** The texts that were read; those of a cluster are no part of its network. */
const listTexts = ({ derived, examined, document }: OpenedTexts): readonly TextSummary[] =>
  document.subject === 'cluster' ? (examined?.texts ?? []) : derived.texts;

/** Objects whose values are told of elsewhere: kube-proxy's mode in the configuration of k0s, what MetalLB hands out and announces. */
const isUsed = ({ kind, apiVersion = '' }: OtherObject): boolean =>
  (kind === 'ClusterConfig' && apiVersion.startsWith('k0s.')) || apiVersion.startsWith('metallb.io/');

/** Objects of kinds that take no part in what is walked: an address pool, a certificate. */
function ofOthers({ objects, document }: OpenedTexts): readonly MachineSentence[] {
  const names = (objects?.others ?? [])
    .filter((object) => sayOther(object) === 'other-kind' && !isConfigObject(object) && !isUsed(object))
    .map(({ kind, metadata }) => `${kind} ${metadata?.name ?? ''}`.trim());
  if (document.subject !== 'cluster' || names.length === 0) return [];
  const shown = [...new Set(names)];
  const values = { names: shown.slice(0, MOST_NAMED).join(', '), more: Math.max(0, shown.length - MOST_NAMED) };
  return [{ about: 'text', says: [phrase('machine.otherObjects', values)] }];
}

/** Names of objects in one sentence; of the others only the number. */
const MOST_NAMED = 6;

function ofText({ title, lines, account }: TextSummary): MachineSentence {
  const read = account.filter((share) => share.how === 'read');
  const sum = read.reduce((all, share) => all + share.lines, 0);
  const by = read.map((share) => `${share.how === 'read' ? share.title : ''} ${share.lines}`).join(', ');
  const from = read[0]?.from;
  return {
    about: 'text',
    says: [phrase('machine.textRead', { title, lines, read: sum, by: by === '' ? '-' : by })],
    lines: from === undefined ? [] : [{ file: title, line: from }],
  };
}

function ofService(service: FoundService, opened: OpenedTexts): MachineSentence {
  const { name, address, port, protocol, endpoints, nodePort = 0, refused, chain, policy, listed = [] } = service;
  const values = {
    name,
    address: address === '' ? '?' : address,
    port: port === 0 ? '?' : String(port),
    protocol,
    nodePort: String(nodePort),
    count: endpoints.length,
    endpoints: endpoints.slice(0, 4).join(', ') + (endpoints.length > 4 ? ', …' : ''),
    refused: refused ?? 'none',
    listed: listed.length === 0 ? 'none' : listed.slice(0, 4).join(', ') + (listed.length > 4 ? ', …' : ''),
  };
  return {
    about: 'service',
    says: [phrase('machine.serviceFound', values)],
    lines: findLine(chain ?? policy ?? address, opened, [address, String(port)]),
  };
}

/** Was the address of a Service made up, as no object tells it? */
function hasMadeAddress({ objects }: OpenedTexts, service: ServiceObject): boolean {
  const told = objects?.services.find((each) => namespacedName(each) === namespacedName(service));
  return objects !== undefined && told?.spec.clusterIP === undefined && service.spec.clusterIP !== undefined;
}

/** What a cluster of pasted objects rests on that none of them tells, with the commands that would. */
function ofGuesses({ objects: told, derived, document, words }: OpenedTexts): readonly MachineSentence[] {
  if (!told || document.subject !== 'cluster') return [];
  const walked = derived.settled ?? document.cluster;
  return listClusterGuesses({ told, walked, document, words }).map(({ says, settledBy }) => ({
    about: 'assumption',
    says: [says],
    quiet: [phrase('machine.settledBy', { command: settledBy })],
  }));
}

function ofCluster(opened: OpenedTexts): readonly MachineSentence[] {
  const { derived, document } = opened;
  const walked = derived.settled ?? document.cluster;
  const { nodes, pods, services, endpointSlices } = walked;
  const counts = { nodes: nodes.length, pods: pods.length, services: services.length, slices: endpointSlices.length };
  const { mode, release } = document;
  const made = opened.objects && countMade(opened.objects, walked);
  const guesses = opened.objects
    ? listClusterGuesses({ told: opened.objects, walked, document, words: opened.words })
    : [];
  const isTaken = (id: string): string => (guesses.some((each) => each.id === id) ? 'taken' : 'told');
  const values = {
    ...counts,
    mode,
    release,
    madeNodes: made?.nodes ?? 0,
    madePods: made?.pods ?? 0,
    placedPods: made?.placed ?? 0,
    madeServices: made?.services ?? 0,
    madeSlices: made?.slices ?? 0,
    modeIs: isTaken('mode'),
    releaseIs: isTaken('release'),
  };
  return [
    { about: 'object', says: [phrase('machine.clusterRead', values)] },
    ...services.slice(0, MOST_SERVICES).map((service): MachineSentence => {
      const told = opened.objects?.services.find((each) => namespacedName(each) === namespacedName(service));
      return { about: 'service', says: [sayServiceObject(service, hasMadeAddress(opened, service), told)] };
    }),
  ];
}

function ofFinding({ severity, message, next, places }: Finding, opened: OpenedTexts): MachineSentence {
  const lines = places.map((place) => placeFinding(place, opened));
  return {
    about: 'finding',
    name: phrase('machine.severity', { severity }),
    says: [message],
    quiet: next ? [next] : [],
    lines: lines
      .flatMap(({ file, line, text }) =>
        file === undefined || line === undefined ? [] : [{ file, line, ...(text === undefined ? {} : { text }) }],
      )
      .slice(0, MOST_LINES),
  };
}

const SEVERITIES: readonly Finding['severity'][] = ['error', 'warning', 'info'];

/** So many remarks on the reading of a node's texts are said, each kind once. */
const MOST_REMARKS = 5;

/** What was cut off, left out or contradicts itself in the texts of a node. */
function ofReading({ diagnostics }: OpenedTexts): readonly MachineSentence[] {
  const odd = diagnostics.filter(({ severity, code }) => severity !== 'info' && code !== 'irrelevant');
  const kinds = new Map(odd.toReversed().map((each) => [each.message.id, each]));
  return [...kinds.values()]
    .toReversed()
    .slice(0, MOST_REMARKS)
    .map(({ severity, message, span, path }) => ({
      about: 'finding',
      name: phrase('machine.severity', { severity }),
      says: [message],
      lines: span ? [{ file: path ?? '', line: span.line }] : [],
    }));
}

function ofFindings(opened: OpenedTexts): readonly MachineSentence[] {
  const { document, memo, diagnostics, texts } = opened;
  if (document.subject === 'pasted') {
    const found = finished(lintInSteps(document.pasted, memo)).map((finding) => ofFinding(finding, opened));
    return [...found, ...ofReading(opened)];
  }
  // How much was made up stands in the first sentence.
  return diagnostics
    .filter(({ code }) => code !== 'added')
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .map(({ severity, message, span }) => ({
      about: 'finding',
      name: phrase('machine.severity', { severity }),
      says: [message],
      lines: span ? [{ file: texts[0]?.title ?? '', line: span.line }] : [],
    }));
}

/** Everything that is said of what was opened, in its order: the one source of what `explain` and the Sheet say. */
export function machineSentences(opened: OpenedTexts): readonly MachineSentence[] {
  const { derived, document } = opened;
  const isNode = document.subject === 'pasted';
  const assumed = derived.assumptions.map(({ value, reason, evidence }): MachineSentence => ({
    about: 'assumption',
    name: asIs(value),
    says: [reason],
    lines: evidenceLines(document, evidence),
  }));
  const unsettled = derived.assumptions.filter(({ settledBy }) => settledBy === undefined).length;
  const asked = listAskingQuestions(derived.assumptions, undefined, Infinity).map(
    ({ command, settles, node }): MachineSentence => ({
      about: 'question',
      says: [phrase('machine.wouldSettle', { command, count: settles, node: node ?? 'none' })],
    }),
  );
  return [
    ...(isNode ? (derived.identities ?? []).flatMap((each) => ofMachine(each, opened)) : ofCluster(opened)),
    ...(isNode ? closedChains(opened).map((row): MachineSentence => ({ about: 'finding', ...row })) : []),
    ...listTexts(opened).map(ofText),
    ...ofOthers(opened),
    ...derived.found.slice(0, MOST_SERVICES).map((each) => ofService(each, opened)),
    ...ofFindings(opened),
    ...assumed,
    ...ofGuesses(opened),
    ...asked,
    ...(asked.length > 0 && unsettled > 0
      ? [{ about: 'question', says: [phrase('machine.unsettled', { count: unsettled })] } as const]
      : []),
  ];
}

/** The heading above sentences that are about something. */
export function sayHeading(about: MachineSentence['about']): Phrase {
  return phrase('machine.head', { about });
}
