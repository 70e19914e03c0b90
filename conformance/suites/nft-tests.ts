import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords } from './kernel';
import type { RecordedTopologies } from './kernel/record';
import { runListings, type Listing } from './nft-tests/listings';
import { runPackets } from './nft-tests/packets';
import { KERNEL_RECORDINGS, projectFolder, type Suite, type SuiteResult } from './suite';

function topologies(): RecordedTopologies {
  const path = join(projectFolder(KERNEL_RECORDINGS), 'topologies.json');
  return JSON.parse(readFileSync(path, 'utf8')) as RecordedTopologies;
}

/** The rules of a folder, each with its listing; none where it has no such file. */
export function readListings(dir: string): readonly Listing[] {
  const path = join(dir, 'listings.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Listing);
}

function listingsIn(dir: string): SuiteResult[] {
  const listings = readListings(dir);
  return listings.length === 0 ? [] : runListings(listings);
}

/** Where they lie: the folder itself, or that of all recordings. */
function folderOf(dir: string): string {
  const below = join(dir, 'corpus', 'nft-tests');
  return existsSync(below) ? below : dir;
}

/** Listings and packets of a folder; `every`: only each so manieth record of packets. */
export function runFolder(folder: string, every = 1): SuiteResult[] {
  const names = existsSync(join(folder, 'listings.jsonl'))
    ? readdirSync(folder)
        .filter((name) => /^packets-.*\.jsonl$/.test(name))
        .sort()
    : [];
  const packets = names.map((name) => {
    const records = readRecords(readFileSync(join(folder, name), 'utf8'));
    return runPackets(
      name.replace('.jsonl', ''),
      records.filter((_record, i) => i % every === 0),
      topologies(),
    );
  });
  return [...listingsIn(folder), ...packets];
}

/**
 * Rules of nftables' and iptables' own tests, as real tools list them and as a kernel walked them. They belong to others:
 * they are read where they lie and never kept in the project, so that without a folder there is nothing to say.
 */
export const NFT_TESTS_SUITE: Suite = {
  name: 'nft-tests',
  run: (dir) => (dir === undefined ? [] : runFolder(folderOf(dir))),
};
