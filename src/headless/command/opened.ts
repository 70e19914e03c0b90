import { openTexts, type NamedText, type OpenedTexts, type OpenProblem } from '../../core/public/open-texts';
import { placeEvidence, type PlacedEvidence } from '../../core/questions/evidence/list-evidence';
import { findOfWords, findUndecided } from '../../core/questions/evidence/word-findings';
import { classifyFinding } from '../../core/questions/evidence/strength';
import { sayHeading } from '../../core/questions/report/machine-sentences';
import type { Diagnostic } from '../../core/formats/format';
import type { ClusterObjects } from '../../core/kubernetes/types';
import { isNetworkPolicy } from '../../core/kubernetes/policy/network-policy';
import { isProxyModeId, type ProxyModeId } from '../../core/kubernetes/mode-ids';
import { CommandRefusal, type CommandCall } from './command';
import { readTexts } from './sources';

function readMode({ options, word }: CommandCall): ProxyModeId | undefined {
  const mode = options.get('mode');
  if (mode !== undefined && !isProxyModeId(mode)) throw new CommandRefusal(64, word('noMode', { mode }));
  return mode;
}

/** What is said above the lines of texts of which nothing can be walked. */
function tellNothing(names: readonly string[], kinds: readonly string[], word: CommandCall['word']): string {
  const of = names.join(', ');
  return kinds.length > 0
    ? word('nothingOfWalks', { names: of, kinds: kinds.join(', ') })
    : word('nothingToWalk', { names: of });
}

/** Says what keeps texts from being opened, with file, line and the next step. */
function refuse(
  problem: OpenProblem,
  texts: readonly NamedText[],
  { say, word, options, kinds = [] }: CommandCall & { readonly kinds?: readonly string[] },
): CommandRefusal {
  const names = texts.map(({ title }) => title);
  switch (problem.kind) {
    case 'document':
      return new CommandRefusal(2, say(problem.says));
    case 'mode':
      return new CommandRefusal(
        64,
        word('noPart', { mode: options.get('mode') ?? '', modes: problem.modes.join(', ') }),
      );
    case 'objects': {
      const found = problem.diagnostics.find(({ severity }) => severity === 'error');
      const at = found?.span ? `${names[0]}:${found.span.line}: ` : '';
      return new CommandRefusal(2, found ? at + say(found.message) : word('noObjects', {}));
    }
    case 'unread': {
      const tellRemark = ({ message, span }: Diagnostic): string => `${span ? `${span.line}: ` : ''}${say(message)}`;
      const said = problem.examined.diagnostics.map(tellRemark);
      const unread = problem.examined.diagnostics.filter(({ code }) => code === 'syntax').map(tellRemark);
      const words = findOfWords(texts);
      const isProse = problem.examined.diagnostics.some(({ message: { id } }) => id === 'analysis.text.prose');
      const found = words.length > 0 || isProse ? words : findUndecided(texts);
      const placed = placeEvidence(found, texts);
      const tell = ({ says, next }: PlacedEvidence): string => `${say(says)}\n  ${word('next', { next: say(next) })}`;
      const leading = placed.filter(({ isLeading }) => isLeading);
      const others = placed.filter(({ isLeading }) => !isLeading);
      const asked = leading.filter((each) => classifyFinding(each) === 'next');
      const known = [
        ...leading.filter((each) => !asked.includes(each)).map(tell),
        ...(asked.length > 0 ? [`\n${say(sayHeading('next'))}:`, ...asked.map(tell)] : []),
        ...(others.length > 0 ? [`\n${word('besides', {})}`, ...others.map(tell)] : []),
      ];
      const nothing =
        words.length > 0 ? tellNothing(names, kinds, word) : word('nothingRead', { names: names.join(', ') });
      return new CommandRefusal(2, [nothing, ...(words.length > 0 ? unread : said), ...known].join('\n'));
    }
  }
}

/** Shows how far work is, a percent at a time, to whoever looks on. */
function showProgress({ terminal: { progress }, word }: CommandCall): ((done: number) => void) | undefined {
  let shown = -1;
  return (
    progress &&
    ((done) => {
      const percent = Math.floor(done * 100);
      if (percent > shown) progress(percent >= 100 ? '' : word('reading', { percent }));
      shown = Math.max(shown, percent);
    })
  );
}

const countKnown = ({ nodes, pods, deployments, services, endpointSlices, others = [] }: ClusterObjects): number =>
  [nodes, pods, deployments, services, endpointSlices, others.filter(isNetworkPolicy)].flat().length;

/**
 * Opens the texts of a call as the page does what is pasted.
 * @throws {CommandRefusal} 2: nothing can be made of them
 */
export async function openFiles(call: CommandCall, words: readonly string[] = call.words): Promise<OpenedTexts> {
  const texts = await readTexts(words, call);
  const mode = readMode(call);
  const onProgress = showProgress(call);
  const opened = openTexts(texts, { ...(mode === undefined ? {} : { mode }), ...(onProgress ? { onProgress } : {}) });
  call.terminal.progress?.('');
  if (!opened.ok) throw refuse(opened.error, texts, call);
  const { objects, examined } = opened.value;
  // How kube-proxy is set is no cluster to walk in, where lines of logs are what the text is about.
  const isEmpty = objects !== undefined && countKnown(objects) === 0;
  if (isEmpty && examined && findOfWords(texts).length > 0) {
    // A log's words on kube-proxy are an object that no text holds.
    const named = (objects.others ?? [])
      .map(({ kind }) => kind)
      .filter((kind) => texts.some(({ text }) => text.includes(kind)));
    const kinds = [...new Set(named)];
    throw refuse({ kind: 'unread', examined }, texts, { ...call, kinds });
  }
  return opened.value;
}
