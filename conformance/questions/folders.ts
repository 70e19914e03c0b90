import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../suites/suite';
import { writeMachine, type RecordedTopology } from './machine-text';
import folders from './folders.json' with { type: 'json' };

/** A file of a folder that questions are about: a recording as it is, what a machine of a recorded packet lists, or a recording that was edited. */
interface MadeFile {
  readonly copy?: string;
  /** A line of a recording of packets: its rules, or what its machine lists. */
  readonly packets?: string;
  readonly id?: string;
  readonly part?: 'rules' | 'addr' | 'route' | 'sysctl';
  /** Lines with these words are taken out. */
  readonly without?: readonly string[];
  /** Lines that come after the first with these words. */
  readonly after?: string;
  readonly add?: readonly string[];
  /** What the edit amounts to. */
  readonly means?: string;
}

/** Folders of files, by their names. */
export const FOLDERS = folders as Readonly<Record<string, Readonly<Record<string, MadeFile>>>>;

const RECORDINGS = projectFolder('conformance/recordings');
const read = (path: string): string => readFileSync(join(RECORDINGS, path), 'utf8');

interface Recorded {
  readonly rules: string;
  readonly topo: string | RecordedTopology;
}

function readRecorded(packets: string, id: string): Recorded {
  const line = read(packets)
    .split('\n')
    .find((each) => each.includes(`"id":"${id}"`));
  if (line === undefined) throw new Error(`${packets} has no ${id}`);
  return JSON.parse(line) as Recorded;
}

function findTopology({ topo }: Recorded): RecordedTopology {
  if (typeof topo !== 'string') return topo;
  const { topologies } = JSON.parse(read('kernel/topologies.json')) as {
    readonly topologies: Readonly<Record<string, RecordedTopology>>;
  };
  const found = topologies[topo];
  if (!found) throw new Error(`no topology ${topo}`);
  return found;
}

function edited(text: string, { without = [], after, add = [] }: MadeFile): string {
  const kept = text.split('\n').filter((line) => !without.some((words) => line.includes(words)));
  if (after === undefined) return kept.join('\n');
  const at = kept.findIndex((line) => line.includes(after));
  return kept.toSpliced(at + 1, 0, ...add).join('\n');
}

function makeFile(file: MadeFile): string {
  if (file.copy !== undefined) return edited(read(file.copy), file);
  const recorded = readRecorded(file.packets ?? '', file.id ?? '');
  return file.part === 'rules' || file.part === undefined
    ? recorded.rules
    : writeMachine(findTopology(recorded))[file.part];
}

/** The files of a folder, made of recordings. */
export function layFolder(name: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(FOLDERS[name] ?? {}).map(([file, made]) => [file, makeFile(made)]));
}
