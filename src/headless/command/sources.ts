import type { NamedText } from '../../core/public/open-texts';
import { CommandRefusal, type CommandCall } from './command';

const isPattern = (word: string): boolean => /[*?]/.test(word);

/** The files that words name: themselves, or those that a pattern fits. */
function listFiles(words: readonly string[], { terminal, word: say }: CommandCall): readonly string[] {
  return words.flatMap((word) => {
    if (!isPattern(word)) return [word];
    const found = terminal.glob(word);
    if (found.length === 0) throw new CommandRefusal(64, say('noFiles', { pattern: word }));
    return found;
  });
}

async function readText(path: string, { terminal, word }: CommandCall): Promise<NamedText> {
  const title = path === '-' ? word('standardInput', {}) : path;
  try {
    const text = await terminal.read(path);
    return { title, text: text.startsWith('\ufeff') ? text.slice(1) : text };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandRefusal(64, word('unreadable', { path: title, why }));
  }
}

/**
 * The texts of files, patterns and standard input, in the order they are named.
 * @throws {CommandRefusal} 64: no file, or one that cannot be read
 */
export async function readTexts(words: readonly string[], call: CommandCall): Promise<readonly NamedText[]> {
  if (words.length === 0) throw new CommandRefusal(64, call.word('giveFiles', {}));
  const texts: NamedText[] = [];
  for (const path of listFiles(words, call)) texts.push(await readText(path, call));
  return texts;
}
