import { open } from './questions/open';
import type { RulesRequest } from './questions/rules';
import { run } from './questions/run';
import type { Engine } from './engine';

const listed = () => import('./questions/rules');
const many = () => import('./questions/many');
const compare = () => import('./questions/compare');
const rebuild = () => import('./questions/rebuild');
const reach = () => import('./questions/reach');
const redact = () => import('./questions/redact');

/** All an engine can be asked: a line here, and its file. */
export const QUESTIONS = {
  /** Compiles a document into a network. The one before is replaced; an invalid part is reported and the rest stands. */
  open: { load: () => open, inOrder: true, told: () => 'bench', keeps: 'document' },
  /** As {@link open}, of a moment of the document's script. */
  moment: {
    load: async () => (await import('./questions/moment')).moment,
    inOrder: true,
    told: () => 'bench',
    keeps: 'document',
  },
  /** The request whose moment that is. */
  request: { load: async () => (await import('./questions/moment')).request, inOrder: true, keeps: 'walk' },
  /** Sends a flow of the opened document. */
  run: { load: () => run, inOrder: true, keeps: 'walk' },
  rules: {
    load: async () => (await listed()).rules,
    inOrder: true,
    told: ({ netns, family }: RulesRequest) => `${netns} ${family}`,
  },
  /** More rows of them. */
  rows: { load: async () => (await listed()).rows, inOrder: true },
  /** In which lines of them words stand. */
  find: { load: async () => (await listed()).find, inOrder: true },
  /** On which line of them something stands. */
  place: { load: async () => (await listed()).place, inOrder: true },
  /** What is else in them than in those that were given before. */
  changes: { load: async () => (await import('./questions/changes')).changes, inOrder: true },
  /** Why a rule did or did not match at a step of the trace last shown for a flow. */
  explain: { load: async () => (await import('./questions/explain')).explain, inOrder: true },
  /** Why a rule was not asked on the walk last shown for a flow. */
  'not-asked': { load: async () => (await import('./questions/not-asked')).notAsked, inOrder: true },
  /** Where a generated rule, element, server or address comes from; undefined for what was pasted. */
  origin: { load: async () => (await import('./questions/parts')).origin, inOrder: true },
  /** Everything a Service, or one port of it, made in a namespace, in the order it is written. */
  parts: { load: async () => (await import('./questions/parts')).parts, inOrder: true },
  /** The walk last shown for a flow, told in moments. */
  story: { load: async () => (await import('./questions/story')).story, inOrder: true },
  /** What can be asked of it before it is told. */
  quiz: { load: async () => (await import('./questions/quiz')).quiz, inOrder: true },
  /** A walk as files: a capture of every device it passes, and its moments. */
  export: { load: async () => (await import('./questions/export')).walkFiles },
  /** The rules of a node as a file that its tool loads. */
  'rule-file': { load: async () => (await import('./questions/rule-file')).ruleFile },
  /** Sends many new connections of a flow through one state. */
  many: { load: async () => (await many()).many, inOrder: true },
  /** The walk of one of them; it becomes the trace last shown for the flow. */
  sent: { load: async () => (await many()).sent, inOrder: true, keeps: 'walk' },
  /** Sends requests over connections that stay open. */
  requests: { load: async () => (await many()).requests, inOrder: true },
  /** Lines one flow up through every pane. */
  compare: { load: async () => (await compare()).compare },
  /** The ends of the document's own and of generated flows in every pane, some rows at a time. */
  probe: { load: async () => (await compare()).probe },
  /** What of the rules differs between two panes. */
  'compare-rules': { load: async () => (await compare()).compareRules },
  /** Lets go of what was compiled for a comparison. */
  'compare-end': { load: async () => (await compare()).compareEnd },
  /** Why a flow ends as it does, and which changes turn that round; its progress is what is known so far. */
  flips: { load: async () => (await import('./questions/flips')).flips },
  /** What is odd about a pasted node. */
  lint: { load: async () => (await import('./questions/lint')).lint },
  /** What pasted texts prove by themselves: of objects, connections and logs. */
  evidence: { load: async () => (await import('./questions/evidence')).evidence },
  /** What a walk rests on that no text tells. */
  guesses: { load: async () => (await import('./questions/guesses')).guesses },
  /** What pasted texts hold. */
  examine: { load: async () => (await import('./questions/examine')).examine },
  /** Pasted texts as a cluster. */
  rebuild: { load: async () => (await rebuild()).rebuild },
  /** What the cluster as it is now would change on the pasted node it was made of. */
  difference: { load: async () => (await rebuild()).difference },
  'two-dumps': { load: async () => (await import('./questions/two-dumps')).twoDumps },
  /** All packets of two dumps of hosts, where they end otherwise. */
  'all-packets': { load: async () => (await import('./questions/all-packets')).allPackets },
  /** What each mode costs as Services grow. */
  cost: { load: async () => (await import('./questions/cost')).cost },
  /** Matrix of what each caller of a cluster reaches. */
  reach: { load: async () => (await reach()).reach },
  /** One caller to one destination of it, and why. */
  'reach-about': { load: async () => (await reach()).reachAbout },
  /** One cell of it. */
  'reach-cell': { load: async () => (await reach()).reachCell },
  /** What changes for its packets between two modes and releases. */
  'reach-changes': { load: async () => (await reach()).reachChanges },
  /** The same for all packets that come to a node, node after node. */
  'reach-nodes': { load: async () => (await import('./questions/all-packets')).reachNodes },
  /** Rules of its nodes that decide none of them. */
  'reach-dead': { load: async () => (await import('./questions/dead')).reachDead },
  /** How many kinds of them an edit changed. */
  'reach-edit': { load: async () => (await reach()).reachEdit },
  /** Whether statements hold of them. */
  'reach-always': { load: async () => (await reach()).reachAlways },
  /** A document of prose and figures, as its reader turned and answered it. */
  sheet: { load: async () => (await import('./questions/sheet')).sheet },
  /** What it says at its positions, some at a time. */
  'sheet-facts': { load: async () => (await import('./questions/facts')).sheetFacts },
  /** A Sheet that is made of a walk, of a pasted machine, or of two sides of a cluster. */
  report: { load: async () => (await import('./questions/report')).report },
  /** The targets of a load balancer. */
  balancer: { load: async () => (await import('./questions/balancer')).balancer },
  /** The names of a cluster, and what a Pod's resolver makes of one. */
  names: { load: async () => (await import('./questions/names')).names },
  /** Lives through a document's script; its progress is what is known so far. */
  timeline: { load: async () => (await import('./questions/timeline')).timeline },
  /** A document as it may leave the page. */
  redact: { load: async () => (await redact()).redact },
  /** Words of a page as they may leave it. */
  'redact-text': { load: async () => (await redact()).redactText },
  /** What a link's hash holds. */
  link: { load: async () => (await import('./questions/link')).link },
  /** What a project's file holds. */
  project: { load: async () => (await import('./questions/link')).project },
  /** Texts of API objects as the cluster of a document. */
  manifest: { load: async () => (await import('./questions/manifest')).manifest },
} satisfies Readonly<Record<string, Question<never, unknown, unknown>>>;

type Table = typeof QUESTIONS;
type AnsweringOf<K extends Kind> = Awaited<ReturnType<Table[K]['load']>>;

/** The name of a question. */
export type Kind = keyof Table;
/** What it is asked with: plain data, since it crosses into another thread. */
export type Args<K extends Kind> =
  Parameters<AnsweringOf<K>> extends [unknown, infer A] ? A : Readonly<Record<string, never>>;
/** What is answered. */
export type Answer<K extends Kind> =
  ReturnType<AnsweringOf<K>> extends Generator<unknown, infer A> ? A : Awaited<ReturnType<AnsweringOf<K>>>;
/** What it says while it is worked on. */
export type Progress<K extends Kind> = ReturnType<AnsweringOf<K>> extends Generator<infer P> ? P : never;

/** Work in slices: each step yields how far it is (0..1), or what is known so far, and in the end the answer. */
type Slices<Answer, Progress> = Generator<Progress, Answer>;

/** What answers a question: at once, later, or in slices that can be stopped between any two. Whatever it throws is its answer, too. */
type Answering<Args, Answer, Progress> = (
  engine: Engine,
  args: Args,
) => Answer | Promise<Answer> | Slices<Answer, Progress>;

/** A line of {@link QUESTIONS}: who answers, in which order, and what crosses. */
export interface Question<Args, Answer, Progress> {
  /** What answers it; where it is a part of its own, that is loaded with the first. */
  readonly load: () => Answering<Args, Answer, Progress> | Promise<Answering<Args, Answer, Progress>>;
  /** About the document on the bench: begun when those before it are answered. Others take turns. */
  readonly inOrder?: true;
  /**
   * Name under which answers cross as differences from the last one, so that what stayed as it was stays the same
   * object.
   */
  readonly told?: (args: Args) => string;
  /** An engine that had to be started again is asked it again: what it opened, and the walk it showed. */
  readonly keeps?: 'document' | 'walk';
}
