import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash16 } from '../../lib/sha';
import { IPTABLES_SAVE } from '../../formats/iptables-save';
import { makeCidr, contains, ipv4, ipv6, formatIp, parseIp } from '../../net/ip';
import { observe } from '../reconstruct/testing/compiled';
import { reconstruct } from '../reconstruct/reconstruct';
import { proxyConfig, settledCluster } from '../../kubernetes/testing/arbitrary-cluster';
import { pasted, sendPasted } from '../../paste/testing/paste';
import { createRedactor } from './redact-text';
import { CLUSTER_FIELDS } from './object-fields';
import { PROXY_CONFIG_FIELDS } from './config-fields';
import { redactFields } from './redact-fields';
import { isCommonName, isSyntax } from './vocabulary';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../formats/testdata');
const samples = readdirSync(SAMPLES).filter(
  (file) => file.endsWith('.iptables.save') || file.endsWith('.ip6tables.save'),
);
const sample = (file: string): string => readFileSync(join(SAMPLES, file), 'utf8');

const word = fc.integer({ min: 0, max: 0xffffffff });
const address = fc.oneof(word.map(ipv4), fc.tuple(word, word, word, word).map(ipv6));

describe('addresses', () => {
  it('keep exactly the prefixes they share', () => {
    fc.assert(
      fc.property(fc.integer(), address, fc.integer({ min: 8, max: 32 }), word, (seed, one, length, noise) => {
        const redactor = createRedactor(seed, []);
        const other = {
          ...one,
          words: one.words.map((each, i) => (i === one.words.length - 1 ? (each ^ (noise % 65536)) >>> 0 : each)),
        };
        const [a, b] = [one, other].map((each) => parseIp(redactor.address(formatIp(each))));
        expect(a?.ok && b?.ok).toBe(true);
        if (!a?.ok || !b?.ok) return;
        expect(contains(makeCidr(a.value, length), b.value)).toBe(contains(makeCidr(one, length), other));
      }),
    );
  });

  it('leave room for what is made up: first subnets and first addresses stay first, and only those', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), (seed, c, d) => {
        const [, third, fourth] =
          /^10\.\d+\.(\d+)\.(\d+)$/.exec(createRedactor(seed, []).address(`10.244.${c}.${d}`)) ?? [];
        expect([Number(third) < 2 ? third : 'other', Number(fourth) < 2 ? fourth : 'other']).toEqual([
          c < 2 ? String(c) : 'other',
          d < 2 ? String(d) : 'other',
        ]);
      }),
    );
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.251',
    '169.254.169.254',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    '0.0.0.0/0',
    '127.0.0.0/8',
    '::1/128',
  ])('leave %s alone', (text) => {
    expect(createRedactor(7, []).text(text)).toBe(text);
  });

  it.each([
    ['10.244.3.0/24', /^10\.\d+\.\d+\.0\/24$/],
    ['192.168.7.9', /^192\.168\.\d+\.\d+$/],
    ['172.18.0.2', /^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$/],
    ['fd00:10:244::/56', /^fd/],
  ])('%s stays what kind of address it is', (text, kind) => {
    const redacted = createRedactor(7, []).text(text);
    expect(redacted).toMatch(kind);
    expect(redacted).not.toBe(text);
  });
});

/** Services every cluster has keep their names, and so their hashes. */
const COMMON = [
  'default/kubernetes:httpstcp',
  'kube-system/kube-dns:dnsudp',
  'kube-system/kube-dns:dns-tcptcp',
  'kube-system/kube-dns:metricstcp',
];

/** Every word of a text that could tell whose it is. */
function telling(text: string): Set<string> {
  const words = text.match(/[A-Za-z][\w.-]{2,}|(?:\d{1,3}\.){3}\d{1,3}|[\da-f]*:[\da-f:]+:[\da-f]+/g) ?? [];
  const common = new Set(COMMON.map((name) => `KUBE-SVC-${hash16(name)}`));
  const keeps = (each: string): boolean =>
    isSyntax(each) || isCommonName(each) || common.has(each) || createRedactor(0, []).text(each) === each;
  return new Set(words.filter((each) => !keeps(each)));
}

describe('texts', () => {
  it.each(samples)('%s: nothing of the original is left', (file) => {
    const text = sample(file);
    const redacted = createRedactor(42, [text]).text(text);
    const tokens = telling(text);
    expect(tokens.size).toBeGreaterThan(5);
    const left = new Set(redacted.match(/[\w.:-]+/g));
    expect([...tokens].filter((token) => left.has(token))).toEqual([]);
  });

  it.each(samples)('%s: parses to as many rules, and still is one cluster', (file) => {
    const text = sample(file);
    const [before, after] = [text, createRedactor(42, [text]).text(text)].map((each) => {
      const parsed = IPTABLES_SAVE.parse(each);
      return parsed.ok ? reconstruct({ xtables: parsed.value.value.rulesets }) : undefined;
    });
    expect(before === undefined).toBe(after === undefined);
    if (!before || !after) return;
    expect(after.release.release).toBe(before.release.release);
    // kube-proxy sorts endpoints by their text: only the order of the rungs may differ.
    expect(before.differences).toEqual([]);
    expect(after.differences.filter(({ chain }) => !/^KUBE-SV[CL]-/.test(chain))).toEqual([]);
    const shape = (made: typeof before): unknown =>
      made.cluster.services.map(({ spec }) => [spec.type, spec.ports?.length, spec.externalTrafficPolicy]);
    expect(shape(after)).toEqual(shape(before));
  });

  it.each([
    ['clusterip.iptables.save', 'cni0 10.244.1.99', '10.96.0.10:53/udp'],
    ['session-affinity.iptables.save', 'eth0 172.18.0.99', ''],
    ['loadbalancer-source-ranges.iptables.save', 'eth0 198.51.100.9', '203.0.113.30:80/tcp'],
    ['loadbalancer-source-ranges.iptables.save', 'eth0 198.18.0.9', '203.0.113.30:80/tcp'],
  ])('%s: a packet from %s takes the same ways', (file, from, to) => {
    const text = sample(file);
    const redactor = createRedactor(9, [text]);
    const first = /-d (\S+)\/32 -p (\w+) .*cluster IP.*--dport (\d+)/.exec(text);
    const goal = to === '' ? `${first?.[1] ?? ''}:${first?.[3] ?? ''}/${first?.[2] ?? ''}` : to;
    const line = `${from} -> ${goal}`;
    const lines = (dump: string, flow: string): string[] => [...sendPasted(pasted(dump), flow).lines].toSorted();
    // The node's own address is made up: it stands in no text.
    const inText = (each: string): string => (`${text} ${line}`.includes(each) ? redactor.address(each) : each);
    const before = lines(text, line).map((each) => each.replaceAll(/\d+\.\d+\.\d+\.\d+/g, inText));
    expect(before.length).toBeGreaterThan(0);
    expect(lines(redactor.text(text), redactor.text(line))).toEqual(before.toSorted());
  });

  it('is the same for the same seed and another for another', () => {
    const text = sample(samples[0] ?? '');
    const [a, b, c] = [1, 1, 2].map((seed) => createRedactor(seed, [text]).text(text));
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it('keeps nftables names and addresses together', () => {
    const line = 'chain endpoint-KK2L4GGP-shop/src/tcp/__10.244.1.10/8080 {';
    const redacted = createRedactor(5, []).text(line);
    expect(redacted).toMatch(/^chain endpoint-[A-Z2-7]{8}-n-\w{8}\/n-\w{8}\/tcp\/__10\.\d+\.\d+\.\d+\/8080 \{$/);
  });
});

describe('objects', () => {
  it('compile to the same rules as the redacted rules', () => {
    fc.assert(
      fc.property(settledCluster, proxyConfig, fc.integer(), (cluster, config, seed) => {
        const redactor = createRedactor(seed, []);
        const [hidden, settings] = [
          redactFields(cluster, CLUSTER_FIELDS, redactor),
          redactFields(config, PROXY_CONFIG_FIELDS, redactor),
        ];
        const count = (objects: typeof cluster, given: typeof config, node: string): unknown => {
          const { xtables } = observe('iptables', { cluster: objects, config: given, node, release: '1.30' }, ['ipv4']);
          return [...(xtables.ipv4?.tables.values() ?? [])].map(({ name, chains }) => [
            name,
            [...chains.values()].map(({ length }) => length).toSorted((a, b) => a - b),
          ]);
        };
        expect(count(hidden, settings, redactor.name('node1'))).toEqual(count(cluster, config, 'node1'));
      }),
      { numRuns: 25 },
    );
  });
});

/** What a text tells in other ways than by a word of its own, and what of it must be gone. */
const OTHERWISE: readonly (readonly [text: string, gone: readonly string[], form: RegExp])[] = [
  ['-A X -s 10.77.88/24 -j Y', ['10.77.88'], /^-A X -s 10\.\d+\.\d+\/24 -j n-\w+$|^-A X -s 10\.\d+\.\d+\/24 -j Y$/],
  ['ip route add 10.91/16 dev eth0', ['10.91'], /10\.\d+\/16 dev eth0$/],
  ['203.0.113.57/198.51.100.23', ['203.0.113', '198.51.100'], /^[\d.]+\/[\d.]+$/],
  ['service="198.51.100.23/203.0.113.57"', ['203.0.113', '198.51.100'], /[\d.]+\/[\d.]+"$/],
  ['203.0.113.57.default.svc.cluster.local', ['203.0.113', '57.'], /^[\d.]+\.default\.svc\.cluster\.local$/],
  ['203-0-113-57.default.pod.cluster.local', ['203-0-113'], /^[\d-]+\.default\.pod\.cluster\.local$/],
  ['net.ipv4.conf.203.0.113.57.rp_filter = 1', ['203.0.113'], /^net\.ipv4\.conf\.[\d.]+\.rp_filter = 1$/],
  ['%7a%71%61%63%6d%65', ['%7a%71', '%61%63', '%6d%65'], /^(?:%[\da-f]{2}){6}$/],
  ['&#122;&#113;&#x61;', ['122', '113', 'x61'], /^&#\d+;&#\d+;&#x[\da-f]+;$/],
  ['a%20b%2Fc', [], /%20\w%2F\w$/],
  ['fe80::1%cali12345678901 dev', ['12345678901'], /^fe80::1%cali[\da-f]{11} dev$/],
  ['--hex-string "|7a 71 61 63 6d 65|"', ['7a 71', '63 6d'], /^--hex-string "\|(?:[\da-f]{2} ){5}[\da-f]{2}\|"$/],
  [
    "--hex-string '|7a71|ab|6d65|'",
    ['7a71', '6d65'],
    /^--hex-string '\|[\da-f]{4}\|n-\w+\|[\da-f]{4}\|'$|^--hex-string 'n-\w+'$/,
  ],
  ['STRING match  "|7a7161636d65|" ALGO name bm', ['7a71'], /"\|[\da-f]{12}\|" ALGO name bm$/],
  ['47.3769,8.5417', ['3769', '5417', '47.'], /^\d\d\.\d{4},\d\.\d{4}$/],
  ['lat -33.86882', ['86882'], /-\d\d\.\d{5}$/],
  ['-m statistic --mode random --probability 0.33332999982', [], /0\.33332999982$/],
  ['account 4930123456789', ['4930123456789'], /\d{13}$/],
];

describe('what is told in another way', () => {
  it.each(OTHERWISE)('%s', (text, gone, form) => {
    const redacted = createRedactor(7, []).text(text);
    expect(gone.filter((part) => redacted.includes(part))).toEqual([]);
    expect(redacted).toMatch(form);
  });

  it('of a prefix that is written short is the one that is written whole', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(255), fc.nat(255), fc.constantFrom(16, 20, 24), (seed, b, c, length) => {
        const redactor = createRedactor(seed, []);
        const short = redactor.text(`-s 10.${b}.${c}/${length}`);
        expect(`${short.replace(/\/\d+$/, '')}.0/${length}`).toBe(redactor.text(`-s 10.${b}.${c}.0/${length}`));
      }),
    );
  });

  it('a mask stays, whatever else stands behind the slash does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 32 }), word, (length, bits) => {
        const redactor = createRedactor(7, []);
        const mask = formatIp(ipv4(length === 0 ? 0 : (-1 << (32 - length)) >>> 0));
        const other = formatIp(ipv4(bits));
        const [, behind] = redactor.text(`203.0.113.57/${mask}`).split('/');
        expect(behind).toBe(mask);
        expect(redactor.text(`203.0.113.57/${other}`).split('/')[1]).toBe(redactor.address(other));
      }),
    );
  });

  it('a number is the same in a text and in a field', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.constantFrom('', 'ab', '.25'), (number, end) => {
        const redactor = createRedactor(7, []);
        const text = `${number}${end}`;
        expect(redactor.field(text, 'label')).toBe(redactor.text(`version: ${text}`).split(': ')[1]);
        expect(redactor.field(text, 'annotation')).toBe(redactor.field(text, 'label'));
      }),
    );
  });
});
