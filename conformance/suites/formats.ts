import { existsSync, readdirSync, statSync, readFileSync } from 'node:fs';
import { basename, join, dirname } from 'node:path';
import { IPTABLES_SAVE } from '../../src/core/formats/iptables-save';
import { recordedText, firstExisting, projectRecordings } from './compiler/recordings';
import { checkDerived } from './formats/derived';
import { singleRules } from './formats/single-rules';
import { checkFound, firstDifference, Tally, withoutComments, isFoundText } from './formats/found-texts';
import type { Suite, SuiteResult } from './suite';
import { roundtripIptables, roundtripIpvs, roundtripNftables } from './roundtrip/roundtrip';
import { CONNTRACK } from '../../src/core/formats/conntrack';
import { IFCONFIG } from '../../src/core/formats/ifconfig';
import { IP_ADDRESS } from '../../src/core/formats/ip-address';
import { IP_ROUTE } from '../../src/core/formats/ip-route';
import { IP_RULE } from '../../src/core/formats/ip-rule';
import { IPSET_LIST } from '../../src/core/formats/ipset-list';
import { IPSET_SAVE } from '../../src/core/formats/ipset-save';
import { IPVSADM } from '../../src/core/formats/ipvsadm';
import { KUBECTL_TABLE } from '../../src/core/formats/kubectl-table';
import type { LineFormat } from '../../src/core/formats/lines/line-format';
import { withoutPrefix, textLines } from '../../src/core/formats/lines/text-lines';
import { ROUTE_N } from '../../src/core/formats/route-n';

/** Recorded rules -> "turn into a cluster" -> rules, each mode. `folder`: recordings elsewhere than in the project. */
export function roundtrips(folder?: string): SuiteResult[] {
  const of = (mode: 'iptables' | 'ipvs' | 'nftables'): string => clustersIn(folder ?? projectRecordings(mode));
  return [
    ...roundtripIptables(of('iptables')),
    ...roundtripIpvs(of('ipvs')),
    ...roundtripNftables(of('nftables')),
  ].filter(({ total }) => total > 0);
}

function clustersIn(folder: string): string {
  const below = [join(folder, 'kube-proxy-1.30.5'), join(folder, 'golden', 'kube-proxy-1.30.5')];
  return firstExisting(...below.filter((path) => existsSync(path))) ?? folder;
}

/** The listings that are part of the project. */
const FORMATS_DIRECTORY = 'src/core/formats/testdata';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const textOf = (file: string): string => recordedText(file) ?? '';

const NO_LISTING = 'put together of two listings: iptables-save lists the chains of a table by name';

/** Do the chains of each table stand in the order of their names, as libiptc and nft_cmd keep them? */
function hasChainsInOrder(text: string): boolean {
  return text.split(/^\*/m).every((table) => {
    const names = [...table.matchAll(/^:(\S+) -/gm)].map(([, name = '']) => name);
    return names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name);
  });
}

/** The kernel's own listings: what is read is printed back to the letter, and nothing in it is odd. */
function roundTrips(files: readonly string[]): SuiteResult[] {
  const tally = new Tally('iptables-save round trip');
  for (const file of files.filter((path) => /ip6?tables\.save$/.test(path))) {
    const text = textOf(file);
    if (text.trim() === '') {
      tally.skip('empty listing');
      continue;
    }
    const parsed = IPTABLES_SAVE.parse(text);
    const odd = (parsed.ok ? parsed.value.diagnostics : parsed.error).find(({ severity }) => severity !== 'info');
    const printed = parsed.ok ? withoutComments(IPTABLES_SAVE.print(parsed.value.value)) : [];
    const difference = odd ? `    ${odd.message.id}` : firstDifference(withoutComments(text), printed);
    if (!odd && difference !== undefined && !hasChainsInOrder(text)) tally.skip(NO_LISTING);
    else tally.check(file, difference);
  }
  return tally.result();
}

/** Rules of one chain, in order, as they are printed back. */
function chainRules(text: string): Map<string, string[]> {
  const chains = new Map<string, string[]>();
  let table = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) table = line;
    const name = /^-A (\S+)/.exec(line)?.[1];
    if (name === undefined) continue;
    const key = `${table} ${name}`;
    chains.set(key, [...(chains.get(key) ?? []), line]);
  }
  return chains;
}

/** What kube-proxy fed to iptables-restore against what the kernel's tools then listed, chain by chain. */
function restores(files: readonly string[]): SuiteResult[] {
  const tally = new Tally('iptables-restore to iptables-save');
  for (const file of files.filter((path) => /ip6?tables\.restore$/.test(path))) {
    const saved = file.replace(/restore$/, 'save');
    if (!existsSync(saved)) continue;
    const parsed = IPTABLES_SAVE.parse(textOf(file));
    if (!parsed.ok) continue;
    const wanted = chainRules(textOf(saved));
    for (const [chain, rules] of chainRules(IPTABLES_SAVE.print(parsed.value.value))) {
      tally.check(`${file} ${chain}`, firstDifference(wanted.get(chain) ?? [], rules));
    }
  }
  return tally.result();
}

/** A found text and how the tools listed it after loading. */
function normalised(files: readonly string[]): SuiteResult[] {
  const tally = new Tally('found texts to their normal form');
  for (const file of files.filter((path) => /\.normalised(-legacy)?$/.test(path))) {
    const source = file.replace(/\.normalised(-legacy)?$/, '');
    if (!existsSync(source) || !statSync(source).isFile()) continue;
    const text = textOf(source);
    const listing = textOf(file);
    if (IPTABLES_SAVE.detect(text) < 0.5 || !/^\*\w+$/m.test(listing)) {
      tally.skip('not iptables-save');
      continue;
    }
    const parsed = IPTABLES_SAVE.parse(text);
    const got = parsed.ok ? bySections(IPTABLES_SAVE.print(parsed.value.value)) : [];
    tally.check(basename(file), firstDifference(bySections(listing), got));
  }
  return tally.result();
}

/** Tables in a fixed order and without counters: the tools disagree on both. */
function bySections(text: string): string[] {
  const plain = withoutComments(text).map((line) => line.replace(/^\[\d+:\d+\] | \[\d+:\d+\]$/g, ''));
  const sections: string[][] = [];
  for (const line of plain) {
    if (line.startsWith('*')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const filled = sections.filter((section) => section.some((line) => /^-A|^:\S+ (-|DROP)/.test(line)));
  return filled.toSorted((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)).flat();
}

/** Texts against what the real tools make of them. */
export const FORMATS_SUITE: Suite = {
  name: 'formats',
  run: (folder) => {
    const dir = folder ?? FORMATS_DIRECTORY;
    const files = existsSync(dir) ? filesBelow(dir).toSorted() : [];
    return [
      ...roundTrips(files),
      ...restores(files),
      ...normalised(files),
      ...checkFound(files),
      ...checkMachineTexts(files),
      ...checkDerived(files),
      ...singleRules(files),
      ...roundtrips(folder),
    ];
  },
};

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
function checkMachineTexts(files: readonly string[]): SuiteResult[] {
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
