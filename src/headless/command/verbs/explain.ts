import { listAskingQuestions, type NodeIdentity, type ProxyIdentity } from '../../../core/paste/asking';
import type { FoundService, TextSummary } from '../../../core/paste/pasted-types';
import { isMachine } from '../../../core/paste/sender';
import { namespacedName, type ClusterObjects, type ServiceObject } from '../../../core/kubernetes/types';
import { listClusterGuesses } from '../../../core/questions/evidence/cluster-guesses';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import type { OpenedTexts } from '../../../core/public/open-texts';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText, type JsonSchema } from '../schema';
import { lintOpened } from './lint';

/** A line of a text that a sentence rests on. */
interface SentenceLine {
  readonly file: string;
  readonly line: number;
}

/** A sentence of the page, what it is about, and where it can be read. */
interface ExplainedSentence {
  readonly about: 'machine' | 'text' | 'service' | 'finding' | 'assumption' | 'question' | 'object';
  readonly says: string;
  readonly lines: readonly SentenceLine[];
}

const MOST_SERVICES = 20;
const MOST_LINES = 3;

/** The first lines of the texts that hold a word. */
function findLines(word: string | undefined, { texts }: OpenedTexts): readonly SentenceLine[] {
  if (word === undefined || word === '') return [];
  for (const { title, text } of texts) {
    const at = text.indexOf(word);
    if (at >= 0) return [{ file: title, line: text.slice(0, at).split('\n').length }];
  }
  return [];
}

function sayRange({ from, to, signs, against }: ProxyIdentity, { word }: CommandCall): string {
  const said = [...signs, ...against]
    .map((sign) => {
      const bounds = sign.from === undefined ? 'to' : sign.to === undefined ? 'from' : 'both';
      return word('sign', { bounds, sign: sign.sign, from: sign.from ?? '', to: sign.to ?? '' });
    })
    .join('; ');
  if (against.length > 0) return word('contradicted', { signs: said });
  if (signs.length === 0) return word('anyRelease', { from, to });
  return from === to ? word('one', { from, signs: said }) : word('between', { from, to, signs: said });
}

function whatItIs(identity: NodeIdentity, call: CommandCall): string {
  const { proxy, isModeUntold, director, router, hasRules } = identity;
  const { word } = call;
  if (proxy) return word('proxy', { mode: proxy.mode, range: sayRange(proxy, call) });
  if (isModeUntold) return word('untoldMode', {});
  if (director) {
    const { services, schedulers, isPersistent, ways } = director;
    const values = {
      services,
      schedulers: schedulers.join(', '),
      persistent: isPersistent ? 'yes' : 'no',
      ways: ways.join(', ') || 'none',
    };
    return word('director', values);
  }
  if (router !== undefined) return word('router', { device: router === '*' ? 'none' : router });
  return word(hasRules ? 'noProxy' : 'noRules', {});
}

/** A chain that kube-proxy writes, to show that it did. */
const PROXY_SIGNS = ['KUBE-SERVICES', 'kube-proxy', 'KUBE-PORTALS-HOST', 'kube-ipvs0'] as const;

function machineSentences(identity: NodeIdentity, opened: OpenedTexts, call: CommandCall): ExplainedSentence[] {
  const { node, podNetwork, others, proxy } = identity;
  const name = node === undefined ? '' : `${node}: `;
  const shown = proxy ? PROXY_SIGNS.flatMap((sign) => findLines(sign, opened)).slice(0, 1) : [];
  const network =
    podNetwork.length > 0 ? call.word('podNetwork', { names: podNetwork.join(', ') }) : call.word('noPodNetwork', {});
  return [
    { about: 'machine', says: `${name}${whatItIs(identity, call)}.`, lines: shown },
    { about: 'machine', says: `${name}${network}.`, lines: [] },
    ...(others.length > 0
      ? [{ about: 'machine' as const, says: `${name}${call.word('others', { names: others.join(', ') })}.`, lines: [] }]
      : []),
  ];
}

function textSentence({ title, lines, account }: TextSummary, { word }: CommandCall): ExplainedSentence {
  const read = account.filter((share) => share.how === 'read');
  const sum = read.reduce((all, share) => all + share.lines, 0);
  const by = read.map((share) => `${share.how === 'read' ? share.title : ''} ${share.lines}`).join(', ');
  const from = read[0]?.from;
  const says = word('textRead', { title, lines, read: sum, by: by === '' ? '-' : by });
  return { about: 'text', says, lines: from === undefined ? [] : [{ file: title, line: from }] };
}

function serviceSentence(service: FoundService, opened: OpenedTexts, { word }: CommandCall): ExplainedSentence {
  const { name, address, port, protocol, endpoints, nodePort = 0, refused, chain, policy, listed = [] } = service;
  const says = word('serviceFound', {
    name,
    address: address === '' ? '?' : address,
    port: port === 0 ? '?' : String(port),
    protocol,
    nodePort: String(nodePort),
    count: endpoints.length,
    endpoints: endpoints.slice(0, 4).join(', ') + (endpoints.length > 4 ? ', …' : ''),
    refused: refused ?? 'none',
    listed: listed.length === 0 ? 'none' : listed.slice(0, 4).join(', ') + (listed.length > 4 ? ', …' : ''),
  });
  return { about: 'service', says, lines: findLines(chain ?? policy ?? address, opened).slice(0, MOST_LINES) };
}

/** The address of a Service, which is said to be made up where no object tells it. */
function addressText(service: ServiceObject, told: ClusterObjects | undefined, { word }: CommandCall): string {
  const { clusterIP = '-' } = service.spec;
  const own = told?.services.find((each) => namespacedName(each) === namespacedName(service));
  return told && own?.spec.clusterIP === undefined && clusterIP !== '-'
    ? word('madeAddress', { address: clusterIP })
    : clusterIP;
}

/** What a cluster of pasted objects rests on that none of them tells, with the commands that would. */
function guessSentences({ objects: told, derived, document }: OpenedTexts, call: CommandCall): ExplainedSentence[] {
  if (!told || document.subject !== 'cluster') return [];
  const walked = derived.settled ?? document.cluster;
  const guesses = listClusterGuesses({ told, walked, document });
  return guesses.map(({ says, settledBy }) => ({
    about: 'assumption',
    says: `${call.say(says)}. ${call.word('settledBy', { command: settledBy })}`,
    lines: [],
  }));
}

function clusterSentences(opened: OpenedTexts, call: CommandCall): ExplainedSentence[] {
  const { derived, document } = opened;
  const { word } = call;
  const cluster = derived.settled ?? document.cluster;
  const { nodes, pods, services, endpointSlices } = cluster;
  const counts = { nodes: nodes.length, pods: pods.length, services: services.length, slices: endpointSlices.length };
  return [
    {
      about: 'object',
      says: word('clusterRead', { ...counts, mode: document.mode, release: document.release }),
      lines: [],
    },
    ...services.slice(0, MOST_SERVICES).map((service): ExplainedSentence => {
      const { ports = [], type = 'ClusterIP' } = service.spec;
      const listed = ports.map((each) => `${each.port}/${(each.protocol ?? 'TCP').toLowerCase()}`).join(', ');
      return {
        about: 'service',
        says: word('serviceObject', {
          name: namespacedName(service),
          type,
          address: addressText(service, opened.objects, call),
          ports: listed,
        }),
        lines: [],
      };
    }),
  ];
}

/** Everything that is said of what was opened, in its order. */
function explainOpened(opened: OpenedTexts, call: CommandCall): readonly ExplainedSentence[] {
  const { derived, document } = opened;
  const titles = new Map(document.pasted.texts.map(({ id, title }) => [id, title]));
  const isNode = document.subject === 'pasted';
  const findings = lintOpened(opened, call).map(({ severity, says, places }): ExplainedSentence => ({
    about: 'finding',
    says: `${call.word(severity, {})}: ${says}`,
    lines: places
      .flatMap(({ file, line }) => (file === undefined || line === undefined ? [] : [{ file, line }]))
      .slice(0, MOST_LINES),
  }));
  const assumed = derived.assumptions.map(({ value, reason, evidence }): ExplainedSentence => ({
    about: 'assumption',
    says: `${value}: ${call.say(reason)}`,
    lines: evidence
      .slice(0, MOST_LINES)
      .map(({ line, source }) => ({ file: titles.get(source ?? '') ?? opened.texts[0]?.title ?? '', line })),
  }));
  const asked = listAskingQuestions(derived.assumptions).map(({ command, settles, node }): ExplainedSentence => ({
    about: 'question',
    says: call.word('wouldSettle', { command, count: settles, node: node ?? 'none' }),
    lines: [],
  }));
  return [
    ...(isNode
      ? (derived.identities ?? []).flatMap((each) => machineSentences(each, opened, call))
      : clusterSentences(opened, call)),
    ...derived.texts.map((each) => textSentence(each, call)),
    ...derived.found.slice(0, MOST_SERVICES).map((each) => serviceSentence(each, opened, call)),
    ...findings,
    ...assumed,
    ...guessSentences(opened, call),
    ...asked,
  ];
}

const HEADS = {
  machine: 'headMachine',
  object: 'headCluster',
  text: 'headTexts',
  service: 'headServices',
  finding: 'headFindings',
  assumption: 'headAssumptions',
  question: 'headQuestions',
} as const satisfies Record<ExplainedSentence['about'], string>;

/** So many guesses stand on the page; data has them all. */
const MOST_GUESSES = 8;

function writeLines(sentences: readonly ExplainedSentence[], hidden: number, { word }: CommandCall): PageLine[] {
  const abouts = [...new Set(sentences.map(({ about }) => about))];
  const groups = abouts.map((about) => [about, sentences.filter((each) => each.about === about)] as const);
  return groups.flatMap(([about, all], at): PageLine[] => {
    const shown = about === 'assumption' ? all.slice(0, MOST_GUESSES) : all;
    const more = about === 'service' ? hidden : all.length - shown.length;
    return [
      ...(at > 0 ? [{ text: '' }] : []),
      { text: word(HEADS[about], {}), as: 'head' },
      ...shown.map(({ says, lines }): PageLine => {
        const where = lines.map(({ file, line }) => `${file}:${line}`).join(', ');
        return { text: where === '' ? says : `${says} [${where}]`, indent: 2 };
      }),
      ...(more > 0 ? [{ text: word('andMore', { count: more }), indent: 2 }] : []),
    ];
  });
}

async function run(call: CommandCall): Promise<CommandReply> {
  const opened = await openFiles(call);
  const sentences = explainOpened(opened, call);
  const hidden = Math.max(0, opened.derived.found.length - MOST_SERVICES);
  const machines = [...opened.derived.network.netns.values()].filter(({ id }) => isMachine(id)).length;
  const json = { machines, services: opened.derived.found.length, sentences };
  return { code: 0, json, lines: writeLines(sentences, hidden, call) };
}

const SENTENCE: JsonSchema = anObject({
  about: aText('machine, object, text, service, finding, assumption or question'),
  says: aText('the sentence'),
  lines: aList(anObject({ file: aText('which text'), line: aCount('from 1') }), 'where it can be read'),
});

/** `rulewalk explain`: what a machine is, in one page. */
export const EXPLAIN_COMMAND: CommandVerb = {
  name: 'explain',
  about:
    'says in one page what a machine or cluster is: who wrote its rules, its Services, what is odd, what had to be assumed, with lines.',
  takes: 'FILES...',
  options: [{ name: 'mode', value: 'MODE', about: 'of a note with listings of several modes: which' }],
  examples: [
    ['rulewalk explain node.txt', 'what that dump is of, for somebody who sees it the first time'],
    ['rulewalk explain "nodes/*.txt" --lang ko', 'several machines, in Korean'],
  ],
  exits: { 0: 'it is said', 1: 'is not used', 2: 'nothing could be read' },
  schema: anObject({
    machines: aCount('how many'),
    services: aCount('how many were found'),
    sentences: aList(SENTENCE),
  }),
  run,
};
