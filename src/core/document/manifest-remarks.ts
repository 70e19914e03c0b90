import type { Diagnostic } from '../formats/format';
import { phrase } from '../lib/phrase';
import type { GuessedDefaults } from './edits/open-cluster';

/** True of a remark for which an object is left out. */
export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** Says what no object tells and was guessed, of a cluster that was opened. */
export function sayGuessed({
  cidr,
  mode,
  isBridge,
  isBesideCilium,
  isListening,
}: GuessedDefaults = {}): readonly Diagnostic[] {
  if (cidr === undefined && mode === undefined && !isBesideCilium && !isListening) return [];
  const values = {
    cidr: cidr ?? 'none',
    mode: mode ?? 'none',
    pods: isBridge ? 'bridge' : 'told',
    cilium: isBesideCilium ? 'beside' : 'none',
    ports: isListening ? 'untold' : 'told',
    config: cidr === undefined && mode === undefined && !isBridge ? 'told' : 'asked',
  };
  return [{ severity: 'warning', code: 'assumed', message: phrase('document.opened.guessed', values) }];
}

/** So many are named. */
const MOST_NAMED = 5;

/** Names the objects that were left out for an error; where none is told, by the line of it. `texts`: as they were pasted. */
export function sayLeftOut(diagnostics: readonly Diagnostic[], texts: readonly string[]): readonly Diagnostic[] {
  const names = new Set(diagnostics.filter(isError).map((each) => nameLeftOut(each, texts)));
  if (names.size === 0) return [];
  const shown = [...names].slice(0, MOST_NAMED).join(', ') + (names.size > MOST_NAMED ? ', …' : '');
  const message = phrase('document.opened.left-out', { count: names.size, names: shown });
  return [{ severity: 'warning', code: 'left-out', message }];
}

function nameLeftOut({ path = '', span }: Diagnostic, texts: readonly string[]): string {
  const [kind = '', name = ''] = path.split(' ');
  if (name !== '') return `${kind} ${name}`;
  const line = span?.line ?? 1;
  const [text = '', ...others] = texts;
  const written = others.length === 0 ? findKind(text.split('\n', line)) : undefined;
  return written === undefined ? `L${line}` : `${written} (L${line})`;
}

/** The kind of the object that the last of some lines is in: what was read of its fields before. */
function findKind(lines: readonly string[]): string | undefined {
  const before = lines.slice(0, -1);
  const from = before.findLastIndex((line) => /^\s*---/.test(line)) + 1;
  return before
    .slice(from)
    .flatMap((line) => /^\s*kind:\s*(\w+)/.exec(line)?.[1] ?? [])
    .at(-1);
}
