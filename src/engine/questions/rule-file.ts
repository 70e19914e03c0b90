import type { Document } from '../../core/document/document';
import { HiddenDevices, printRuleFile, type RuleTool } from '../../core/questions/rule-files';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { Unprintable } from '../../core/lib/plain';
import { newSession, type Engine } from '../engine';

/** `node`: its place among the nodes, as names may be pseudonyms. */
interface RuleFileArgs {
  readonly document: Document;
  readonly node: number;
  readonly tool: RuleTool;
}

interface RuleFile {
  readonly node: string;
  /** Undefined: it has none for that tool. */
  readonly text: string | undefined;
  /** Why there is none. */
  readonly refused?: Phrase;
}

/** The rules of a node of a document as a file. */
export function ruleFile({ newDerive }: Engine, { document, node, tool }: RuleFileArgs): RuleFile {
  const { network } = newSession(document, newDerive()).derived;
  const netns = [...network.netns.values()].filter(({ kind }) => kind === 'node')[node];
  const named = { node: netns?.title ?? '' };
  try {
    return { ...named, text: netns && printRuleFile(netns, tool) };
  } catch (error) {
    return { ...named, text: undefined, refused: whyRefused(error) };
  }
}

function whyRefused(error: unknown): Phrase {
  if (error instanceof HiddenDevices) return phrase('document.rules.hidden-devices', { text: error.message });
  if (error instanceof Unprintable) return phrase('document.rules.unprintable', { text: error.text });
  throw error;
}
