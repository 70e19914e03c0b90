import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { RootedFiles } from '../command/command';

/** Larger files are not read. */
const MOST_BYTES = 256 * 1024 * 1024;
/** So many files of a folder are listed. */
const MOST_LISTED = 5000;

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function readInside(root: string, path: string): Promise<string> {
  const asked = resolve(root, path);
  if (!isInside(root, asked)) throw new Error('it is outside of the folder that may be read');
  const real = await realpath(asked);
  if (!isInside(root, real)) throw new Error('it leads out of the folder that may be read');
  // Between the two calls the file may have become a link.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size, isFile } = await file.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
    if (!isFile) throw new Error('it is no file');
    if (size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function listInside(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined && found.length < MOST_LISTED; folder = folders.shift()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found.slice(0, MOST_LISTED);
}

/**
 * Opens a folder for reading and nothing else.
 *
 * @param root its path; rejects where there is none
 */
export async function openRoot(root: string): Promise<RootedFiles> {
  const real = await realpath(root);
  return { read: (path) => readInside(real, path), list: () => listInside(real) };
}
