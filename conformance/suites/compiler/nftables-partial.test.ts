import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCluster, endpoints, node, service } from '../../../src/core/kubernetes/build';
import { withDefaults } from '../../../src/core/kubernetes/defaults';
import { proxyConfig, settledCluster } from '../../../src/core/kubernetes/testing/arbitrary-cluster';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { runNftablesSync, type NftablesSyncStep } from '../../../src/core/kubernetes/proxy/nftables/run-sync';
import type { ServiceObject } from '../../../src/core/kubernetes/types';
import { AppliedTable } from './nftables';
import { compareBlocks, readCommands } from './nftables-text';
import { tries } from '../../../src/core/lib/testing/soaking';

const WEB = service('web', { type: 'NodePort', clusterIP: '10.96.0.1', ports: [{ port: 80, nodePort: 30_001 }] });
const OTHER = service('other', { clusterIP: '10.96.0.2', ports: [80] });
const WEB_SLICE = endpoints('web', 8080, ['10.244.1.5', '10.244.2.7']);
const OTHER_SLICE = endpoints('other', 8080, ['10.244.1.6']);

type Objects = Parameters<typeof makeCluster>[0];

function inputOf(objects: Objects, release = '1.32', zone?: string): SyncInput {
  const cluster = withDefaults(makeCluster([node('node1', zone === undefined ? {} : { zone }), ...objects]));
  return { cluster, node: 'node1', family: 'ipv4', config: {}, release };
}

function after(
  before: SyncInput,
  input: SyncInput,
  options: Parameters<typeof runNftablesSync>[2] = {},
): NftablesSyncStep {
  return runNftablesSync(runNftablesSync(undefined, before).state, input, options);
}

/** `add element service-ips`: the commands of a transaction, without hashes and what follows. */
const short = ({ transactions }: NftablesSyncStep): string[] =>
  (transactions.at(-1) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [verb = '', noun = '', , , name = ''] = line.split(' ');
      return `${verb} ${noun} ${name.replace(/-[A-Z2-7]{8}-default\/(\w+)\/.*/, ' $1')}`;
    });

describe('a sync from 1.31 on', () => {
  const all = inputOf([WEB, OTHER, WEB_SLICE, OTHER_SLICE]);

  test('writes nothing when nothing changed', () => {
    expect(after(all, inputOf([WEB, OTHER, WEB_SLICE, OTHER_SLICE])).transactions).toEqual(['']);
  });

  test('writes the chains of the Service that changed, and no element that stays', () => {
    const fewer = endpoints('web', 8080, ['10.244.1.5']);
    expect(short(after(all, inputOf([WEB, OTHER, fewer, OTHER_SLICE])))).toEqual([
      'add chain endpoint web',
      'flush chain endpoint web',
      'add chain service web',
      'flush chain service web',
      'add chain external web',
      'flush chain external web',
      'add rule external web',
      'add rule external web',
      'add rule service web',
      'add rule endpoint web',
      'add rule endpoint web',
      'flush chain endpoint web',
    ]);
  });

  test('deletes an element before it puts it in with another verdict', () => {
    const policy: ServiceObject = { ...WEB, spec: { ...WEB.spec, internalTrafficPolicy: 'Local' } };
    const local = endpoints('web', 8080, [['10.244.1.5', 'node1']]);
    const lines = short(after(inputOf([WEB, local]), inputOf([policy, local])));
    expect(lines.slice(lines.indexOf('delete element service-ips')).slice(0, 2)).toEqual([
      'delete element service-ips',
      'add element service-ips',
    ]);
  });

  test('takes the elements of a Service that is gone, and empties its chains', () => {
    expect(short(after(all, inputOf([WEB, WEB_SLICE])))).toEqual([
      'flush chain endpoint other',
      'flush chain service other',
      'delete element cluster-ips',
      'delete element service-ips',
    ]);
  });

  test.each<[string, SyncInput, Parameters<typeof runNftablesSync>[2], boolean]>([
    ['another zone of its node', inputOf([WEB], '1.34', 'a'), {}, true],
    ['a transaction that was refused', inputOf([WEB], '1.34'), { force: true }, true],
    ['more than an hour', inputOf([WEB], '1.34'), { now: 3_600_001 }, true],
    ['an hour', inputOf([WEB], '1.34'), { now: 3_600_000 }, false],
    ['another configuration', { ...inputOf([WEB], '1.34'), config: { clusterCIDR: '10.0.0.0/8' } }, {}, true],
  ])('after %s', (_what, input, options, full) => {
    expect(after(inputOf([WEB], '1.34'), input, options).full).toBe(full);
  });

  test.each([
    ['1.30', 0, true],
    ['1.31', 0, false],
    ['1.32', 3_600_000, false],
    ['1.33', 3_600_000, false],
    ['1.33', 3_600_001, true],
  ])('%s at %i ms: everything: %s', (release, now, full) => {
    expect(after(inputOf([WEB], release), inputOf([WEB, OTHER], release), { now }).full).toBe(full);
  });
});

describe('one cluster after another', () => {
  test('leaves what writing everything would leave', () => {
    const clusters = fc.array(settledCluster, { minLength: 2, maxLength: 4 });
    const releases = fc.constantFrom('1.32', '1.34', '1.36', '1.37');
    fc.assert(
      fc.property(clusters, proxyConfig, releases, (list, config, release) => {
        const table = new AppliedTable();
        let state: NftablesSyncStep['state'] | undefined;
        for (const [index, cluster] of list.entries()) {
          // Nodes may come and go; the own one stays as it is, so that no sync has to be full.
          const nodes = list[0]?.nodes ?? [];
          // Two Services with one address differ in the comment of one element, which the comparison takes for two.
          const services = cluster.services.map((object) => ({ ...object, spec: { ...object.spec, externalIPs: [] } }));
          const input: SyncInput = {
            cluster: { ...cluster, nodes, services },
            node: 'node1',
            family: 'ipv4',
            config,
            release,
          };
          const step = runNftablesSync(state, input, { now: index * 2000 });
          const whole = runNftablesSync(undefined, input);
          if (whole.nftables.refusal) return;
          for (const text of step.transactions) table.apply(text);
          const fresh = new AppliedTable();
          for (const text of whole.transactions) fresh.apply(text);
          for (const name of step.state.stale.keys()) fresh.apply(`add chain ip kube-proxy ${name}`);
          expect(compareBlocks(readCommands(fresh.text()), readCommands(table.text()))).toEqual([]);
          state = step.state;
        }
        expect(state).toBeDefined();
      }),
      { numRuns: tries(180) },
    );
  });
});
