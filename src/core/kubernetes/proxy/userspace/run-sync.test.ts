import { describe, expect, test } from 'vitest';
import { makeCluster, node, service } from '../../build';
import { withDefaults } from '../../defaults';
import type { ServiceObject } from '../../types';
import type { SyncInput } from '../mode';
import { runUserspaceSync, type UserspaceSyncStep } from './run-sync';

const NODE = node('node1', { addresses: ['192.168.1.11'] });
const A = service('a', { clusterIP: '10.96.0.1', ports: [80] });
const B = service('b', { clusterIP: '10.96.0.2', ports: [80] });
const C = service('c', { clusterIP: '10.96.0.3', ports: [80] });

function inputOf(services: readonly ServiceObject[], config: SyncInput['config'] = {}): SyncInput {
  return {
    cluster: withDefaults(makeCluster([NODE, ...services])),
    node: 'node1',
    family: 'ipv4',
    config,
    release: '1.25',
  };
}

function syncs(...inputs: SyncInput[]): UserspaceSyncStep[] {
  const steps: UserspaceSyncStep[] = [];
  for (const input of inputs) steps.push(runUserspaceSync(steps.at(-1)?.state, input));
  return steps;
}

/** `-A KUBE-PORTALS-HOST default/a 40001`: what a command does, where, to whom, and the proxy port. */
const short = ({ commands }: UserspaceSyncStep): string[] =>
  commands.map((command) => {
    const [, what = '', chain = ''] = command.split(' ');
    return `${what} ${chain} ${/--comment (\S+) -p/.exec(command)?.[1] ?? ''}`.trim();
  });

/** The Services in the order of their rules, each with its proxy port. */
const standing = ({ kernel }: UserspaceSyncStep): string[] =>
  (kernel.xtables.tables.get('nat')?.get('KUBE-PORTALS-HOST')?.rules ?? []).map(
    ({ text }) => `${/default\/(\w)/.exec(text)?.[1] ?? ''} ${text.split(':').at(-1) ?? ''}`,
  );

const edited = (object: ServiceObject, spec: Partial<ServiceObject['spec']>): ServiceObject => ({
  ...object,
  spec: { ...object.spec, ...spec },
});

describe('one sync after another', () => {
  test('the first makes the chains; one without a change does nothing', () => {
    const [first, second] = syncs(inputOf([A]), inputOf([A]));
    expect(first?.commands).toHaveLength(15 + 2);
    expect(second?.commands).toEqual([]);
    expect(second && standing(second)).toEqual(first && standing(first));
  });

  test('a new Service comes behind those that are there, whatever its name', () => {
    const [before, after] = syncs(inputOf([B, C]), inputOf([A, B, C]));
    expect(after && short(after)).toEqual(['-A KUBE-PORTALS-CONTAINER default/a', '-A KUBE-PORTALS-HOST default/a']);
    expect(after && standing(after).map((line) => line[0])).toEqual(['b', 'c', 'a']);
    expect(after && standing(after).slice(0, 2)).toEqual(before && standing(before));
  });

  test('a Service that is gone takes its rules with it', () => {
    const [, after] = syncs(inputOf([A, B]), inputOf([B]));
    expect(after && short(after)).toEqual(['-D KUBE-PORTALS-CONTAINER default/a', '-D KUBE-PORTALS-HOST default/a']);
  });

  test.each<[string, Partial<ServiceObject['spec']>]>([
    ['port', { ports: [{ port: 81, protocol: 'TCP' }] }],
    ['clusterIP', { clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] }],
    ['external IPs', { externalIPs: ['192.0.2.1'] }],
    ['affinity', { sessionAffinity: 'ClientIP' }],
  ])('another %s closes the port and opens a new one, behind all others', (_what, spec) => {
    const [before, after] = syncs(inputOf([A, B]), inputOf([edited(A, spec), B]));
    const [old, now] = [before, after].map((step) => (step ? standing(step).find((line) => line[0] === 'a') : ''));
    expect(now).not.toBe(old);
    expect(after && standing(after)[0]?.[0]).toBe('b');
    expect(after && short(after).filter((line) => line.startsWith('-D'))).toHaveLength(2);
  });

  test('of another time of the affinity nothing is noticed', () => {
    const sticky = (timeoutSeconds: number): ServiceObject =>
      edited(A, { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds } } });
    expect(syncs(inputOf([sticky(10)]), inputOf([sticky(20)]))[1]?.commands).toEqual([]);
  });

  test('a port that is given back is not taken again in the same sync', () => {
    const range = { portRange: '40001' };
    const [, after] = syncs(inputOf([A], range), inputOf([B], range));
    expect(after?.findings.map(({ message }) => message.id)).toEqual(['kubernetes.userspace.no-port-left']);
  });

  test('one that does not start says so', () => {
    const [step] = syncs(inputOf([A], { bindAddress: '127.0.0.1' }));
    expect([step?.commands, step?.findings.length]).toEqual([[], 1]);
  });
});
