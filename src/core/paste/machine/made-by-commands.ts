import { isGenerated } from '../../kubernetes/pod-owners';
import type { Labels } from '../../kubernetes/types';
import { findNamespaceFlag } from '../asked-namespace';

/** A line that exposes something: `kubectl expose deployment till --port=80 --name=desk`, by `k` or `oc`, too. */
const EXPOSE =
  /\b(?:kubectl|k|oc) (?:-\S{1,60} (?:[a-z][\w-]{0,60} )?){0,3}expose (\S{1,40}[ /][a-z][\w.-]{0,62})([^\n|;&]{0,300})/;
/** A line that makes a Deployment or a Pod. */
const MAKE =
  /\b(?:kubectl|k|oc) (?:-\S{1,60} (?:[a-z][\w-]{0,60} )?){0,3}(?:create (?:deployment|deploy)|(run)) ([a-z][\w.-]{0,62})([^\n|;&]{0,300})/;
/** `--port=80`, `--port 80`. */
const FLAG = /--([a-z-]{1,20})[= ]"?([\w:.-]{1,63})/g;
const LABELS = /\s(?:-l ?|--(?:labels|selector)[= ])["']?([\w./-]{1,100}=[\w./=,-]{1,200})/;

const MOST_LINES = 5000;
const LONGEST = 1000;

/** Values of a command's long flags, by their names. */
export const readFlags = (words: string): ReadonlyMap<string, string> =>
  new Map([...words.matchAll(FLAG)].map(([, name = '', value = '']) => [name, value]));

/** What `kubectl expose` is told. */
interface ExposeCommand {
  /** The Service that it makes. */
  readonly name: string;
  /** `deploy till`, `deployment/till`: the object whose Pods it selects. */
  readonly of: string;
  readonly flags: ReadonlyMap<string, string>;
  /** All that stands behind the object. */
  readonly words: string;
}

/** Reads a line of `kubectl expose`; undefined: it is none. */
export function readExposeCommand(line: string): ExposeCommand | undefined {
  const [all, of = '', words = ''] = EXPOSE.exec(line) ?? [];
  if (all === undefined) return undefined;
  const flags = readFlags(words);
  return { name: flags.get('name') ?? of.split(/[ /]/).at(-1) ?? of, of, flags, words };
}

function readLabels(words: string): Labels | undefined {
  const [, list] = LABELS.exec(` ${words}`) ?? [];
  return list === undefined ? undefined : Object.fromEntries(list.split(',').map((each) => each.split('=', 2)));
}

/** Something that a command makes, and the labels it gives: of its Pods, or those that a Service selects. */
export interface MadeObject {
  readonly kind: 'deployment' | 'pod' | 'service';
  readonly name: string;
  readonly labels: Labels;
  /** Absent: that of the context. */
  readonly namespace?: string | undefined;
  /** Of a Service: its Pods’ port, as the command tells it. */
  readonly targetPort?: number | string | undefined;
}

/** The Deployment or Pod of a line, and the Service that `run --expose` makes beside it (kubectl pkg/cmd/create/create_deployment.go, run/run.go). */
function readMade(line: string): readonly MadeObject[] {
  const [all, run, name = '', words = ''] = MAKE.exec(line) ?? [];
  if (all === undefined) return [];
  const namespace = findNamespaceFlag(line);
  if (run === undefined) return [{ kind: 'deployment', name, labels: { app: name }, namespace }];
  const pod: MadeObject = { kind: 'pod', name, labels: readLabels(words) ?? { run: name }, namespace };
  return /\s--expose\b/.test(words) ? [pod, { ...pod, kind: 'service' }] : [pod];
}

const KINDS: readonly (readonly [RegExp, MadeObject['kind']])[] = [
  [/^deploy/, 'deployment'],
  [/^po/, 'pod'],
];

/** The Service of an exposing line, where a line tells the labels of what it exposes (kubectl pkg/cmd/expose/expose.go: the object's selector). */
function readExposed(line: string, makers: readonly MadeObject[]): readonly MadeObject[] {
  const command = readExposeCommand(line);
  if (!command) return [];
  const [, word = '', exposed = ''] = /^(.+)[ /](.+)$/.exec(command.of) ?? [];
  const kind = KINDS.find(([pattern]) => pattern.test(word))?.[1];
  const maker = makers.find((each) => each.kind === kind && each.name === exposed);
  const labels = readLabels(command.words.replaceAll(/\s(?:-l ?|--labels[= ])\S+/g, '')) ?? maker?.labels;
  const namespace = findNamespaceFlag(line) ?? maker?.namespace;
  const target = command.flags.get('target-port');
  const targetPort = target !== undefined && /^\d+$/.test(target) ? Number(target) : target;
  return labels ? [{ kind: 'service', name: command.name, labels, namespace, targetPort }] : [];
}

/** Deployments, Pods and Services that commands of a text make, with the labels that kubectl gives them; a Service has those that it selects. */
export function readMadeObjects(text: string): readonly MadeObject[] {
  if (!/ (?:expose|run|create deploy)/.test(text)) return [];
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST);
  const makers = lines.flatMap(readMade);
  return [...makers, ...lines.flatMap((line) => readExposed(line, makers))];
}

/** Finds the command’s word of a Service, or of a Pod that it makes or that its Deployment makes; undefined: there is none. */
export function findMadeObject(
  made: readonly MadeObject[],
  kind: string,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): MadeObject | undefined {
  const isOfPod = (each: MadeObject): boolean =>
    (each.kind === 'pod' && each.name === name) || (each.kind === 'deployment' && isGenerated(name, each.name));
  const isOfService = (each: MadeObject): boolean => each.kind === 'service' && each.name === name;
  const isMeant = kind === 'Pod' ? isOfPod : kind === 'Service' ? isOfService : () => false;
  return made.find((each) => isMeant(each) && (each.namespace ?? namespace) === namespace);
}
