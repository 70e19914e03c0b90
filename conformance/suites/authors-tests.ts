import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareCalls, type CallRecord } from './authors-tests/calls';
import { compareValidation, type ValidateRecord } from './authors-tests/validate';
import { compareIpvs } from './authors-tests/ipvs';
import { compareFlows } from './authors-tests/flows';
import { readRecords, type FlowRecord, type SyncRecord } from './authors-tests/records';
import { compareSyncs } from './authors-tests/syncs';
import { projectFolder, type Suite, type SuiteResult } from './suite';

/** `1.36-iptables.jsonl`. */
const FILE = /^(1\.\d+)-([a-z]+)\.jsonl$/;

type Compare = (folder: string, file: string, release: string) => SuiteResult[];

function compareRules(mode: 'iptables' | 'nftables'): Compare {
  return (folder, file, release) => {
    const records = readRecords<SyncRecord | FlowRecord>(folder, file);
    const syncs = records.filter((record) => record.kind === 'sync');
    const flows = records.filter((record) => record.kind === 'flow');
    const name = `${mode} ${release}`;
    return [compareSyncs(`${name}: syncs`, mode, syncs), ...compareFlows(name, mode, { syncs, flows })];
  };
}

const compareFunctions: Compare = (folder, file, release) =>
  compareCalls(release, readRecords<CallRecord>(folder, file));

/** By what a file is about. */
const COMPARES: Readonly<Record<string, Compare>> = {
  proxy: compareFunctions,
  nodeips: compareFunctions,
  app: compareFunctions,
  validate: (folder, file, release) => [compareValidation(release, readRecords<ValidateRecord>(folder, file))],
  iptables: compareRules('iptables'),
  nftables: compareRules('nftables'),
  ipvs: (folder, file, release) => {
    const records = readRecords<SyncRecord | FlowRecord>(folder, file);
    return compareIpvs(
      `ipvs ${release}`,
      records.filter((record) => record.kind === 'sync'),
    );
  },
};

function placeOf(folder: string): string {
  const below = [join(folder, 'golden', 'authors-tests'), join(folder, 'authors-tests')];
  return below.find((each) => existsSync(each)) ?? folder;
}

/** What the tests of kube-proxy's authors ask of it, asked here. */
export const AUTHORS_TESTS_SUITE: Suite = {
  name: 'authors-tests',
  run: (given) => {
    const folder = placeOf(given ?? projectFolder('conformance/recordings/authors-tests'));
    const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
    return files.flatMap((file) => {
      const [, release = '', about = ''] = FILE.exec(file) ?? [];
      return COMPARES[about]?.(folder, file, release) ?? [];
    });
  },
};
