import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import { readKubeProxySettings } from '../../core/document/edits/cluster-config';
import { KUBE_PROXY_CONFIG } from '../../core/formats/kube-proxy-config';
import { completeCluster } from '../../core/kubernetes/complete';
import type { KubeProxyConfig } from '../../core/kubernetes/types';
import { Memo } from '../../core/lib/memo';
import type { Result } from '../../core/lib/result';
import type { Phrase } from '../../core/lib/phrase';
import type { PastedNode } from '../../core/paste/pasted-types';
import type { NamedText, OpenedTexts } from '../../core/public/open-texts';
import type { NodeDrift } from '../../core/questions/drift/drift';
import type { WrittenCluster } from '../../core/questions/drift/objects';
import { walkDrift, type DriftWalk } from '../../core/questions/drift/walked';
import { machinesOfPasted } from '../../core/questions/reconstruct/observe-pasted';
import { CommandRefusal, type CommandCall } from './command';
import { readTexts } from './sources';

/** A file of a KubeProxyConfiguration, or the flags of kube-proxy. */
async function readConfig(call: CommandCall): Promise<KubeProxyConfig> {
  const path = call.options.get('config');
  if (path === undefined) return {};
  const [given] = await readTexts([path], call);
  const parsed = KUBE_PROXY_CONFIG.parse(given?.text ?? '');
  const found = parsed.ok ? parsed.value.value[0]?.config : undefined;
  if (!found) throw new CommandRefusal(64, call.word('noConfig', { path }));
  return found;
}

/** The objects of opened texts as kube-proxies see them, with what they and the call tell of kube-proxy. */
export async function readTold(
  { document, derived, objects }: OpenedTexts,
  call: CommandCall,
): Promise<WrittenCluster> {
  const written = objects ?? document.cluster;
  const { config, release } = readKubeProxySettings(written);
  const said = await readConfig(call);
  return {
    objects: written,
    settled: derived.settled ?? completeCluster(document.cluster),
    config: { ...config, ...said },
    ...(release === undefined ? {} : { release }),
  };
}

/** Texts of one machine, as far as the names of files and the texts tell. */
export interface NodeTexts {
  readonly pasted: PastedNode;
  readonly memo: Memo;
  readonly files: readonly string[];
  /** The Node that files are named after. */
  readonly named?: string;
  /** Of texts of several machines: which. */
  readonly machine?: string;
}

/** The Node that a path names: a folder of it, or the file without its ending; undefined: none, or several. */
function nodeInPath(path: string, nodes: ReadonlySet<string>): string | undefined {
  const parts = path.split(/[/\\]/);
  const file = parts.pop() ?? '';
  const stems = [file, file.replace(/\.[^.]*$/, ''), file.replace(/\..*$/, '')];
  const found = new Set([...parts, ...stems].filter((part) => nodes.has(part)));
  return found.size === 1 ? [...found][0] : undefined;
}

function toPasted(texts: readonly NamedText[]): PastedNode {
  return { texts: texts.map((text, at) => ({ id: `text-${at + 1}`, ...text })), facts: {} };
}

/**
 * Puts texts together by machine: by the Nodes that their files are named after, where all are; else by what the texts
 * tell. A Node that is asked for by name has all of them.
 */
export function groupByNode(
  texts: readonly NamedText[],
  nodes: ReadonlySet<string>,
  asked: string | undefined,
): readonly NodeTexts[] {
  const names = texts.map(({ title }) => nodeInPath(title, nodes));
  if (asked === undefined && names.every((name) => name !== undefined)) {
    return [...new Set(names)].map((named) => {
      const own = texts.filter((_, at) => names[at] === named);
      return { pasted: toPasted(own), memo: new Memo(), files: own.map(({ title }) => title), named };
    });
  }
  const memo = new Memo();
  const pasted = toPasted(texts);
  const files = texts.map(({ title }) => title);
  const machines = asked === undefined ? machinesOfPasted(pasted, memo) : [];
  return machines.length > 1
    ? machines.map((machine) => ({ pasted, memo, files, machine }))
    : [{ pasted, memo, files }];
}

/** A machine, judged. */
export interface JudgedNode {
  readonly texts: NodeTexts;
  readonly drift: Result<NodeDrift, Phrase>;
  readonly walk?: DriftWalk;
}

const derives = new WeakMap<Document, ReturnType<typeof createDerive>>();

/** Sends packets through a node that drifts. */
export function walkJudged(drift: NodeDrift, document: Document): DriftWalk {
  const derive = derives.get(document) ?? createDerive();
  derives.set(document, derive);
  return walkDrift(drift, document, derive);
}
