/** An entry of a folder. */
interface Entry {
  readonly name: string;
  isDirectory: () => boolean;
}

/** Does a name fit a pattern of `*` and `?`? Linear but for the last `*`, which is tried again behind each letter. */
export function fitsPattern(name: string, pattern: string): boolean {
  let [at, in_, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[in_] === '*') [star, from, in_] = [in_, at, in_ + 1];
    else if (in_ < pattern.length && (pattern[in_] === '?' || pattern[in_] === name[at])) [at, in_] = [at + 1, in_ + 1];
    else if (star >= 0) [in_, at, from] = [star + 1, from + 1, from + 1];
    else return false;
  }
  while (pattern[in_] === '*') in_++;
  return in_ === pattern.length;
}

/** Deeper folders are not looked into. */
const DEEPEST = 32;

/**
 * The files that a pattern fits, by name: `*` and `?` in a name, `**` for any folders. Names that begin with a dot are
 * left out unless the pattern says it.
 */
export function filesFitting(
  pattern: string,
  list: (folder: string) => readonly Entry[],
  join: (...parts: string[]) => string,
): readonly string[] {
  const parts = pattern.split(/[\\/]/);
  const found: string[] = [];
  const isShown = (name: string, part: string): boolean => !name.startsWith('.') || part.startsWith('.');
  const look = (folder: string, at: number, depth: number): void => {
    const part = parts[at] ?? '';
    if (depth > DEEPEST) return;
    if (part === '**') look(folder, at + 1, depth);
    else if (at < parts.length - 1 && !/[*?]/.test(part))
      return look(at === 0 && part === '' ? '/' : join(folder, part), at + 1, depth + 1);
    for (const entry of listConnectionEntries(folder, list)) {
      const path = join(folder, entry.name);
      const isDirectory = entry.isDirectory();
      if (part === '**') {
        if (isDirectory && isShown(entry.name, part)) look(path, at, depth + 1);
      } else if (!fitsPattern(entry.name, part) || !isShown(entry.name, part)) continue;
      else if (at === parts.length - 1) {
        if (!isDirectory) found.push(path);
      } else if (isDirectory) look(path, at + 1, depth + 1);
    }
  };
  look('', 0, 0);
  return [...new Set(found)].toSorted();
}

/** A folder that cannot be read has no files. */
function listConnectionEntries(folder: string, list: (folder: string) => readonly Entry[]): readonly Entry[] {
  try {
    return list(folder);
  } catch {
    return [];
  }
}
