import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CONNTRACK } from '../../../src/core/formats/conntrack';
import { IFCONFIG } from '../../../src/core/formats/ifconfig';
import { IP_ADDRESS } from '../../../src/core/formats/ip-address';
import { IP_ROUTE } from '../../../src/core/formats/ip-route';
import { IP_RULE } from '../../../src/core/formats/ip-rule';
import { IPSET_LIST } from '../../../src/core/formats/ipset-list';
import { IPSET_SAVE } from '../../../src/core/formats/ipset-save';
import { IPVSADM } from '../../../src/core/formats/ipvsadm';
import { KUBECTL_TABLE } from '../../../src/core/formats/kubectl-table';
import type { LineFormat } from '../../../src/core/formats/lines/line-format';
import { withoutPrefix, textLines } from '../../../src/core/formats/lines/text-lines';
import { ROUTE_N } from '../../../src/core/formats/route-n';
import type { SuiteResult } from '../suite';
import { isFoundText, firstDifference, Tally } from './found-texts';

/** What is printed for one format, its value's type forgotten. */
interface Printed {
  readonly id: string;
  /** Lines that were taken and do not come back, as written; undefined: nothing of this format is in the text. */
  readonly lost: (text: string) => readonly string[] | undefined;
}

function printed<T>(format: LineFormat<string, T>): Printed {
  return {
    id: format.id,
    lost: (text) => {
      const parsed = format.parse(text);
      if (!parsed.ok) return undefined;
      const back = new Set(format.print(parsed.value.value).split('\n').map(squeezed));
      const isTaken = (line: number): boolean => parsed.value.taken.some(({ from, to }) => line >= from && line <= to);
      const lost: string[] = [];
      for (const line of textLines(text)) {
        if (line.text === '' || !isTaken(line.line)) continue;
        const bare = withoutPrefix(line)?.text ?? line.text;
        if (!back.has(squeezed(line.text)) && !back.has(squeezed(bare))) lost.push(line.text);
      }
      return lost;
    },
  };
}

const squeezed = (line: string): string => line.trim().split(/\s+/).join(' ');

const FORMATS: readonly Printed[] = [
  printed(IP_ADDRESS),
  printed(IFCONFIG),
  printed(IP_ROUTE),
  printed(ROUTE_N),
  printed(IP_RULE),
  printed(IPSET_SAVE),
  printed(IPSET_LIST),
  printed(IPVSADM),
  printed(CONNTRACK),
  printed(KUBECTL_TABLE),
];

/**
 * ifconfig of old has a layout that is not printed again; ports written as names come back as numbers; typed
 * commands come back as lines of a dump. */
const OTHERWISE =
  /Link encap:|inet6? addr:|^UP .*MTU:|:[a-z]+(?:\s|$)|\bipset (?:-\S+ )*(?:create|add|-[NA]) |\bipvsadm -[aA] /;

/** Each line a format takes is printed back, blanks aside; and sets in their normal form. */
export function checkMachineTexts(files: readonly string[]): SuiteResult[] {
  const found = files.filter((file) => isFoundText(file) || /\/corpus\/[^/]+\/[^/]+\.save$/.test(file));
  return [...FORMATS.flatMap((format) => checkFormat(format, found)), ...checkSets(files)];
}

function checkFormat({ id, lost }: Printed, files: readonly string[]): SuiteResult[] {
  const tally = new Tally(`${id} printed back`);
  for (const file of files) {
    const left = lost(readFileSync(file, 'utf8'))?.filter((line) => !OTHERWISE.test(line));
    const diff = left === undefined || left.length === 0 ? undefined : `    ${left[0]}`;
    if (left !== undefined) tally.check(join(basename(dirname(file)), basename(file)), diff);
  }
  return tally.result();
}

/** Sorted lines without what `ipset` makes up when a set is loaded. */
function sortedSets(text: string, seeds: boolean): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (seeds ? line : line.replaceAll(/ (?:bucketsize|initval) \S+/g, '')))
    .toSorted();
}

/** `ipset save -sorted` after loading the text. */
function checkSets(files: readonly string[]): SuiteResult[] {
  const tally = new Tally('ipset-save to its normal form');
  for (const file of files.filter((path) => path.endsWith('.normalised'))) {
    const source = file.replace(/\.normalised$/, '');
    const listing = readFileSync(file, 'utf8');
    if (!listing.startsWith('create ') || !existsSync(source)) continue;
    const parsed = IPSET_SAVE.parse(readFileSync(source, 'utf8'));
    const got = parsed.ok ? IPSET_SAVE.print(parsed.value.value) : '';
    const seeds = got.includes(' initval ');
    tally.check(basename(file), firstDifference(sortedSets(listing, seeds), sortedSets(got, seeds)));
  }
  return tally.result();
}
