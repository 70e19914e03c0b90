import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allPhrases } from '../../../../content/phrases';
import { parseRule, printRule } from '../../../linux/xtables/rule-text';
import { proxyConfig, settledCluster } from '../../testing/arbitrary-cluster';
import type { KernelState, SyncInput } from '../mode';
import { USERSPACE_MODE } from '.';
import { runUserspaceSync } from './run-sync';
import { printRestore } from '../print';
import { tries } from '../../../lib/testing/soaking';

const { syncProxyRules } = USERSPACE_MODE;

const inputs: fc.Arbitrary<SyncInput> = fc.record({
  cluster: settledCluster,
  node: fc.constant('node1'),
  family: fc.constantFrom('ipv4', 'ipv6'),
  config: fc
    .tuple(proxyConfig, fc.constantFrom(undefined, '40000-40004', '30000-32767'))
    .map(([config, portRange]) => ({ ...config, portRange })),
  release: fc.constantFrom('1.0', '1.19', '1.25'),
});

const rulesOf = ({ xtables }: KernelState): string[] =>
  [...xtables.tables].flatMap(([table, chains]) =>
    [...chains.values()].flatMap(({ name, rules }) => rules.map(({ text }) => `${table} ${name} ${text}`)),
  );

/** The rules of one Service, by its name in their origin. */
const ofService = (state: KernelState, name: string): string[] =>
  [...state.xtables.tables.values()].flatMap((chains) =>
    [...chains.values()].flatMap((chain) =>
      chain.rules.flatMap(({ text, origin }) => (origin.name === name ? [`${chain.name} ${text}`] : [])),
    ),
  );

const withoutPorts = (rule: string): string =>
  rule.replace(/(--to-ports |:)\d+$/, '').replace(/--dport 4\d{4}|--dport [35]\d{4}/, '');

describe('any cluster', () => {
  const of = (check: (input: SyncInput) => void): void =>
    fc.assert(fc.property(inputs, check), { numRuns: tries(150) });

  test('its rules are understood whole, and what the kernel prints back is printed back the same', () => {
    of((input) => {
      for (const chains of syncProxyRules(input).xtables.tables.values()) {
        for (const { text } of [...chains.values()].flatMap(({ rules }) => rules)) {
          const first = parseRule(text, input.family);
          expect(first.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
          const saved = printRule(first.rule, input.family);
          expect(printRule(parseRule(saved, input.family).rule, input.family)).toBe(saved);
        }
      }
    });
  });

  test('every redirected packet meets a socket, no two sockets have a port, and each has rules', () => {
    of((input) => {
      const state = syncProxyRules(input);
      const sockets = (state.proxyPorts ?? []).map(({ protocol, port }) => `${protocol} ${port}`);
      const held = (state.claims ?? []).map(({ protocol, port }) => `${protocol} ${port}`);
      expect(new Set([...sockets, ...held]).size).toBe(sockets.length + held.length);
      const led = new Set<string>();
      for (const rule of rulesOf(state)) {
        const port = /(?:--to-ports |--to-destination \S+:)(\d+)$/.exec(rule)?.[1];
        if (port === undefined) continue;
        led.add(`${rule.includes('-p udp') ? 'UDP' : 'TCP'} ${port}`);
      }
      expect([...led].toSorted()).toEqual(sockets.toSorted());
    });
  });

  test('every TCP and UDP port of its Services is served, or it is said why not', () => {
    of((input) => {
      const said = USERSPACE_MODE.findings?.(input) ?? [];
      const state = syncProxyRules(input);
      const wanted = input.cluster.services
        .filter(({ spec }) => (spec.clusterIP ?? 'None').includes(':') === (input.family === 'ipv6'))
        .filter(({ spec }) => spec.clusterIP !== 'None' && spec.clusterIP !== '')
        .flatMap(({ spec }) => spec.ports ?? []).length;
      const missing = said.filter(({ message }) => /sctp|no-port-left/.test(message.id)).length;
      expect((state.proxyPorts ?? []).length + missing).toBe(wanted);
    });
  });

  test('without one Service the others have the same rules, but for ports two had wanted', () => {
    of((input) => {
      const gone = input.cluster.services.find((service) => service.metadata.name !== 'kubernetes');
      if (!gone) return;
      const services = input.cluster.services.filter((service) => service !== gone);
      const after = syncProxyRules({ ...input, cluster: { ...input.cluster, services } });
      const before = syncProxyRules(input);
      const lost = (USERSPACE_MODE.findings?.(input) ?? []).some(({ code }) => code !== 'pending');
      if (lost) return;
      for (const { metadata } of services) {
        expect(ofService(after, metadata.name).map(withoutPorts)).toEqual(
          ofService(before, metadata.name).map(withoutPorts),
        );
      }
    });
  });

  test('the commands make what stands, and a second sync has none', () => {
    of((input) => {
      const made = printRestore('userspace', syncProxyRules(input), input).match(/^ip6?tables -A KUBE-.*$/gm) ?? [];
      const written = made.map((line) => line.replace(/^\S+ -A (\S+) -t (\S+) /, '$2 $1 '));
      const own = rulesOf(syncProxyRules(input)).filter((rule) => /^\w+ KUBE-/.test(rule));
      expect(written.toSorted()).toEqual(own.toSorted());
      expect(runUserspaceSync(runUserspaceSync(undefined, input).state, { ...input }).commands).toEqual([]);
    });
  });

  test('everything has a reason in both languages, of the object and field that asked', () => {
    const phrases = allPhrases();
    of((input) => {
      const state = syncProxyRules(input);
      const rules = [...state.xtables.tables.values()].flatMap((chains) =>
        [...chains.values()].flatMap((chain) => chain.rules),
      );
      for (const { origin } of [...rules, ...(state.proxyPorts ?? []), ...(state.claims ?? [])]) {
        const words = phrases[origin.why.id];
        expect(words, origin.why.id).toBeDefined();
        for (const [place = ''] of words?.en.matchAll(/(?<=\{)\w+(?=\})/g) ?? []) {
          expect(origin.why.values, origin.why.id).toHaveProperty(place);
        }
        expect(origin.field).not.toBe('');
      }
    });
  });
});
