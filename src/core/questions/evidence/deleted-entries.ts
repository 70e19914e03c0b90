import { lineOfWords, type LinedText } from './evidence-line';

/** kube-proxy's log of entries it took away (pkg/proxy/conntrack: filter.go, conntrack.go): they stand on the lines below. */
const DELETION = /"(?:Conntrack entries deleted|Deleting conntrack entry)" .{0,60}=<\s*$/;
/** The head of any message of klog. */
const MESSAGE = /^\s*[IWEF]\d{4} \d\d:/;
/** So many entries are of one message. */
const MOST_LINES = 200;

/** True of words that stand first in a log of entries that kube-proxy deleted: that entry is no more, so it tells of no connection. */
export function isDeletedEntry(words: readonly string[], texts: readonly LinedText[]): boolean {
  const at = lineOfWords(words, texts);
  if (!at) return false;
  const lines = texts.find(({ title }) => title === at.file)?.text.split('\n', at.line) ?? [];
  const head = lines.slice(-MOST_LINES).findLast((line) => MESSAGE.test(line) || /^\s*>\s*$/.test(line));
  return head !== undefined && DELETION.test(head);
}
