import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thinned } from '../lib/testing/soaking';
import { networkOfPasted, type PastedNetwork } from './pasted';
import type { FoundService } from './pasted-types';
import { observedOfPasted } from '../questions/reconstruct/observe-pasted';
import { reconstruct } from '../questions/reconstruct/reconstruct';
import { chainPath, pasted, sendPasted } from './testing/paste';

const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';
const here = existsSync(join(SHARED, 'corpus'));

function filesOf(folder: string): string[] {
  const path = join(SHARED, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => /\.(?:txt|md)$/.test(name) && name !== 'README.md')
    .map((name) => join(folder, name));
}

const textOf = (file: string): string => readFileSync(join(SHARED, file), 'utf8');

const read = new Map<string, PastedNetwork>();

/** What a file is understood as, read once: some take seconds. */
function networkOf(file: string): PastedNetwork {
  const known = read.get(file) ?? networkOfPasted(pasted(textOf(file)));
  read.set(file, known);
  return known;
}

/**
 * The odds of each endpoint chain, worked out from the text alone: the nearest 1/k of every
 * probability in the chain's own lines, multiplied down the ladder.
 */
function oddsInText(text: string, chain: string): number[] {
  const saved = [...text.matchAll(new RegExp(`-A ${chain} .*-j KUBE-SEP-\\S+`, 'g'))].map(([line]) => line);
  const block = text.split(new RegExp(`Chain ${chain} \\(`))[1]?.split(/\n\s*\n/)[0] ?? '';
  const lines = saved.length > 0 ? [...new Set(saved)] : block.split('\n').filter((line) => line.includes('KUBE-SEP-'));
  let left = 1;
  // Two greps may show the last rung before the first.
  return lines
    .toSorted((a, b) => Number(b.includes('probability')) - Number(a.includes('probability')))
    .filter((line) => !/rcheck|recent: CHECK/.test(line))
    .map((line) => {
      const p = Number(/probability (\d\.\d+)/.exec(line)?.[1] ?? 1);
      const share = left / Math.round(1 / p);
      left -= share;
      return share;
    });
}

/** Sends a Pod's packet to a Service and holds path and odds against the text. Returns how many ways were checked. */
function walkTo(file: string, service: FoundService, from: { device?: string; from: string }): number {
  const text = textOf(file);
  const { address, port, protocol, chain = '' } = service;
  const { outcomes, traces } = sendPasted(
    pasted(text),
    `${from.device ? `${from.device} ` : ''}${from.from} -> ${address}:${port}/${protocol}`,
  );
  const expected = oddsInText(text, chain);
  const actual = traces.map((trace, i) => {
    const path = chainPath(trace, 'nat');
    expect(path).toMatch(
      new RegExp(`PREROUTING > KUBE-SERVICES > (?:KUBE-MARK-MASQ > KUBE-SERVICES > )?${chain}\\b.* > KUBE-SEP-`),
    );
    const [num, den = 1] = (outcomes[i]?.probability ?? 'NaN').split('/').map(Number);
    return (num ?? 0) / den;
  });
  expect(actual.length).toBe(expected.length);
  const sorted = (odds: readonly number[]): number[] => odds.toSorted((a, b) => a - b);
  for (const [i, odds] of sorted(actual).entries()) expect(odds).toBeCloseTo(sorted(expected)[i] ?? 0, 9);
  return actual.length;
}

describe.skipIf(!here)('dumps and listings of real nodes (in place)', () => {
  const files = [...filesOf('corpus/kube-iptables'), ...filesOf('corpus/kube-calico'), ...filesOf('seeds')];

  it.each(thinned(files, 2).map((file) => [file]))('%s pastes, and its Services are found and reached', (file) => {
    const text = textOf(file);
    const { found, texts, suggested } = networkOf(file);
    if (file.includes('nftables')) {
      expect(texts[0]?.pieces?.map(({ format }) => format)).toEqual(['nft-ruleset']);
      return;
    }
    if (/seeds\/00[14]/.test(file)) {
      expect(texts[0]?.diagnostics.some(({ message }) => message.id.startsWith('analysis.text.'))).toBe(true);
      return;
    }
    expect(texts[0]?.parts.length).toBeGreaterThan(0);
    const dispatches = /KUBE-SERVICES .*-j KUBE-SVC-|Chain KUBE-SERVICES[\s\S]*KUBE-SVC-/.test(text);
    if (dispatches) expect(found.length).toBeGreaterThan(0);
    const [from] = suggested;
    let walks = 0;
    for (const service of found) {
      const known = service.endpoints.every((endpoint) => endpoint.includes(':'));
      // Virtual servers of IPVS have no chain of their own.
      if (
        from &&
        service.chain !== undefined &&
        service.address !== '' &&
        service.port !== 0 &&
        known &&
        service.endpoints.length > 0
      ) {
        walks += walkTo(file, service, from);
      }
    }
    if (dispatches && !/before|002_|felix-fv-cali/.test(file)) expect(walks).toBeGreaterThan(0);
  });

  it('seed 003: the ten endpoints of kuard, each exactly 1/10', () => {
    const text = textOf('seeds/003_fc6df25fcccb5e79.txt');
    const kuard = networkOf('seeds/003_fc6df25fcccb5e79.txt').found.find(({ name }) => name === 'default/kuard');
    expect(kuard?.odds).toEqual(Array.from({ length: 10 }, () => '1/10'));
    expect(kuard?.endpoints.slice(0, 2)).toEqual(['192.168.162.1:8080', '192.168.162.2:8080']);
    const { lines } = sendPasted(pasted(text), 'cali82a8bb394bd 192.168.0.2 -> 10.97.169.67:80/tcp');
    expect(lines).toHaveLength(10);
    expect(
      lines.every((line) => /^1\/10 DELIVERED pod:192\.168\.(?:162|236)\.\d+ from 192\.168\.0\.2 answered$/.test(line)),
    ).toBe(true);
  });

  it('seed 003: as a cluster kuard keeps its ten endpoints, a Pod each', () => {
    const made = reconstruct(observedOfPasted(pasted(textOf('seeds/003_fc6df25fcccb5e79.txt'))));
    const kuard = made?.cluster.pods.filter(({ metadata }) => metadata.name.startsWith('kuard-')) ?? [];
    expect(new Set(kuard.map(({ status }) => status?.podIP)).size).toBe(10);
  });

  it('seed 000: kube-dns from two greps, one endpoint known by its hash', () => {
    const { found } = networkOf('seeds/000_efeb4b72e840284f.txt');
    expect(
      found.map(({ name, address, port, endpoints }) => `${name} ${address}:${port} ${endpoints.join(' ')}`),
    ).toEqual([
      'kube-system/kube-dns:dns-tcp 10.96.0.10:53 192.168.219.79:53 192.168.219.80:53',
      'kube-system/kube-dns:metrics 10.96.0.10:9153 192.168.219.80:9153',
      'kube-system/kube-dns:dns 10.96.0.10:53 192.168.219.80:53',
    ]);
  });
});

describe.skipIf(!here)('every other rules dump of the corpus (in place)', () => {
  const families = [
    'docker',
    'firewalld',
    'istio',
    'kube-eks',
    'kube-ipvs',
    'kube-userspace',
    'openshift',
    'vps',
    'office',
    'libvirt',
  ];
  const files = families.flatMap((family) => filesOf(`corpus/${family}`));

  it.each(thinned(files, 2).map((file) => [file]))('%s: a node stands and no line is lost', (file) => {
    const text = textOf(file);
    const { network, texts } = networkOf(file);
    expect(network.netns.has('node')).toBe(true);
    expect(texts[0]?.lines).toBe(text.replace(/\n$/, '').split('\n').length);
  });
});

/** What somebody who reads each dump says of it: whose rules, which releases write such, whose Pod network. */
const READ = readFileSync(join(import.meta.dirname, 'testdata/corpus-identities.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

describe.skipIf(!here)('what a dump is (in place)', () => {
  it('as many were read as were asked for', () => expect(READ.length).toBeGreaterThan(59));

  it.each(thinned(READ, 2))('%s', (file = '', proxy, releases, network, others) => {
    const [identity] = networkOf(join('corpus', file)).identities;
    const { proxy: found, isModeUntold, isOnlyServers, podNetwork = [], others: also = [] } = identity ?? {};
    const mode = found?.mode ?? (isModeUntold ? 'untold' : isOnlyServers ? 'servers' : 'none');
    const range = found ? `${found.from}-${found.to}` : '';
    const sorted = (names: readonly string[]): string => names.toSorted((a, b) => a.localeCompare(b)).join(', ');
    expect([mode, range, sorted(podNetwork), sorted(also)]).toEqual([proxy, releases, network, others]);
  });
});
