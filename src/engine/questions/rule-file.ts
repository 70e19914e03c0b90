import type { Document } from '../../core/document/document';
import { printRuleFile, type RuleTool } from '../../core/questions/rule-files';
import { newSession, type Engine } from '../engine';

/** `node`: its place among the nodes, as names may be pseudonyms. */
interface Asked {
  readonly document: Document;
  readonly node: number;
  readonly tool: RuleTool;
}

/** The rules of a node of a document as a file; undefined: it has none for that tool. */
export async function ruleFile(
  { ready, newDerive }: Engine,
  { document, node, tool }: Asked,
): Promise<{ readonly node: string; readonly text: string | undefined }> {
  await ready(document);
  const { network } = newSession(document, newDerive()).derived;
  const netns = [...network.netns.values()].filter(({ kind }) => kind === 'node')[node];
  return { node: netns?.title ?? '', text: netns && printRuleFile(netns, tool) };
}
