import type { OpenedTexts } from '../../core/public/open-texts';
import { findOfConnections, type EntryFinding } from '../../core/questions/evidence/connection-findings';
import { isMachine } from '../../core/paste/sender';
import { findHijacks } from '../../core/questions/evidence/hijack-findings';
import { findOfServers } from '../../core/questions/evidence/server-findings';
import type { EvidenceFinding } from '../../core/questions/evidence/evidence-finding';
import { findOfObjects } from '../../core/questions/evidence/object-findings';

/** The command that prints the rules of the node: of nftables where anything of it was pasted. */
function commandForRules({ document }: OpenedTexts): string {
  const isNft = document.pasted.texts.some(({ text }) => /\bnft\b|\bnftables\b|\bvmap\b/.test(text));
  return isNft ? 'nft list ruleset' : 'nft list ruleset / iptables-save';
}

/** What the connections of a pasted node prove. */
export function entriesOf(opened: OpenedTexts): readonly EntryFinding[] {
  const { derived } = opened;
  const hasRules = (derived.identities ?? []).some((each) => each.hasRules);
  return findOfConnections(derived.connections ?? [], {
    services: derived.found,
    hasRules,
    rulesBy: commandForRules(opened),
    isNew: (words) => lineOfWords(words, opened)?.text.includes('[NEW]') ?? false,
  });
}

/** What texts prove by themselves: objects as they are told, entries of conntrack. */
export function evidenceOf(opened: OpenedTexts): readonly EvidenceFinding[] {
  if (opened.document.subject === 'pasted') {
    const { network, found } = opened.derived;
    const machines = [...network.netns.values()].filter(({ id }) => isMachine(id));
    return [
      ...entriesOf(opened),
      ...machines.flatMap(findHijacks),
      ...machines.flatMap(({ ipvs }) => (ipvs ? findOfServers(ipvs, found) : [])),
    ];
  }
  return opened.objects ? findOfObjects(opened.objects) : [];
}

/** Where a line stands. */
export interface EvidenceLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The first line that has all of the words, in their order. */
export function lineOfWords(words: readonly string[], { texts }: OpenedTexts): EvidenceLine | undefined {
  const isIt = (line: string): boolean => {
    let at = 0;
    return words.every((word) => {
      const found = line.indexOf(word, at);
      at = found + word.length;
      return found >= 0;
    });
  };
  for (const { title, text } of texts) {
    const lines = text.split('\n');
    const at = lines.findIndex(isIt);
    if (at >= 0) return { file: title, line: at + 1, text: lines[at] ?? '' };
  }
  return undefined;
}
