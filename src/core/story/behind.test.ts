import { describe, expect, it } from 'vitest';
import { clusterBench } from '../../content/scenes/bench';
import { makePod, toService } from '../../content/examples/example';
import { createSpeaker } from '../../content/phrases';
import { node, pod } from '../kubernetes/build';
import type { PodObject, ServiceObject } from '../kubernetes/types';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { inMode } from '../document/edits/proxy';
import { stateOfPod } from '../kubernetes/pods';
import { countBehind } from './behind';
import type { LensPicture } from './lens';
import { listLenses } from './lenses';
import { moments } from './moments';
import { stepsOfWalk } from './walk';
import { walkShown } from './testing/walks';

const say = createSpeaker('en');
const CONTAINERS = [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }];
const SLOW = pod('web-slow', { node: 'node1', labels: { app: 'web' }, ready: false, containers: CONTAINERS });

interface Bench {
  readonly ready: number;
  readonly policy?: Partial<ServiceObject['spec']>;
  readonly outside?: true;
}

/** Ready Pods of web on the second node, one on the first that is not; asked on the first. */
function bench({ ready, policy, outside }: Bench, mode: ProxyModeId, release = '1.30') {
  const made = clusterBench(
    { pods: ready, on: 'node2', extra: [SLOW], ...(policy ? { service: policy } : {}) },
    (cluster) => ({
      from: outside ? { kind: 'external' } : makePod(cluster, 'client'),
      to: outside ? toService('web', 'nodePort', 'node1') : toService('web'),
      protocol: 'tcp',
      port: 80,
    }),
  );
  return inMode({ ...made.document(), release }, mode);
}

function told(document: ReturnType<typeof bench>) {
  const { walked } = walkShown(document);
  const story = moments(walked);
  const pictures = listLenses(walked, story).map(({ picture }) => picture);
  const at = story.findIndex(({ kind }) => kind === 'refused' || kind === 'dropped');
  const refusal = pictures[at] as Extract<LensPicture, { kind: 'refusal' }>;
  return { story, refusal, said: story[at] ? [say(story[at].sentence), say(story[at].cause!)] : [] };
}

const INTERNAL = { internalTrafficPolicy: 'Local' } as const;
const EXTERNAL = { externalTrafficPolicy: 'Local' } as const;
const NOT_READY_HERE = 'is Local, and the endpoint of web on node1 is not ready. The 2 ready ones are elsewhere.';

describe('a Pod that is not ready', () => {
  it.each(['iptables', 'nftables', 'ebpf'] as const)('is why a policy Local leaves nobody here, in %s', (mode) => {
    const inside = told(bench({ ready: 2, policy: INTERNAL }, mode));
    expect(inside.said[1]).toBe(`internalTrafficPolicy ${NOT_READY_HERE}`);
    expect(inside.refusal).toMatchObject({ endpoints: 2, here: 0, waiting: 1, node: 'node1' });
    const outside = told(bench({ ready: 2, policy: EXTERNAL, outside: true }, mode));
    expect(outside.said[1]).toBe(`externalTrafficPolicy ${NOT_READY_HERE}`);
    expect(outside.refusal).toMatchObject({ endpoints: 2, here: 0, waiting: 1, node: 'node1' });
  });

  it.each(['iptables', 'ipvs', 'nftables', 'ebpf'] as const)(
    'is no endpoint: the lens counts it apart, in %s',
    (mode) => {
      const { said, refusal, story } = told(bench({ ready: 0 }, mode));
      expect(said).toEqual([
        `${mode === 'ebpf' ? 'The system call connect() fails' : 'node1 refuses'}: no Pod of web is ready.`,
        'Its selector asks for app=web. One Pod carries that, and is not ready.',
      ]);
      expect(refusal).toMatchObject({ endpoints: 0, waiting: 1 });
      expect(story.map(({ kind }) => kind)).not.toContain('routed');
    },
  );

  it.each(['iptables', 'nftables'] as const)('is left out of a draw, and said to be, in %s', (mode) => {
    const { story } = told(bench({ ready: 2 }, mode));
    const { cause } = story.find(({ kind }) => kind === 'chosen')!;
    expect(say(cause!)).toMatch(/^2 Pods stand behind web\..* 1 Pod is not ready: no rule leads to it\.$/);
  });
});

it('says why IPVS refuses where a policy Local leaves nobody here', () => {
  // 1.22 and 1.23 leave the virtual server without servers; others fall back to those of all nodes.
  const { said, refusal } = told(bench({ ready: 2, policy: INTERNAL }, 'ipvs', '1.22'));
  expect(said).toEqual(['node1 refuses the packet.', `internalTrafficPolicy ${NOT_READY_HERE}`]);
  expect(refusal).toMatchObject({ endpoints: 2, here: 0, waiting: 1 });
});

it('tells nobody a way that the next rule closes', () => {
  const { story } = told(inMode(clusterBench({ pods: 0 }).document(), 'iptables'));
  expect(story.map(({ kind }) => kind)).toEqual(['sent', 'refused', 'answers', 'received']);
});

it('says of a draw here only how many are here', () => {
  const three = [1, 2].map((nth) =>
    pod(`web-${nth}`, { node: 'node1', labels: { app: 'web' }, containers: CONTAINERS }),
  );
  const made = clusterBench({ pods: 1, on: 'node2', extra: three, service: INTERNAL }).document();
  for (const mode of ['iptables', 'nftables'] as const) {
    const { cause } = told(inMode(made, mode)).story.find(({ kind }) => kind === 'chosen')!;
    expect(say(cause!)).toMatch(/^2 Pods of web stand on node1\./);
  }
});

describe('how a Pod is drawn', () => {
  const stateIn = (
    change: (slow: PodObject) => { nodes?: ReturnType<typeof node>[]; pod?: PodObject; listed?: boolean },
  ) => {
    const own = pod('web-1', { node: 'node1', labels: { app: 'web' }, containers: CONTAINERS });
    const { nodes = [node('node1')], pod: changed = own, listed } = change(own);
    const slice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'web-a', namespace: 'default' },
      addressType: 'IPv4',
      endpoints: [{ conditions: { ready: listed ?? true }, targetRef: { kind: 'Pod', name: 'web-1' } }],
    } as const;
    return stateOfPod({ nodes, endpointSlices: listed === undefined ? [] : [slice] }, changed);
  };
  const lost = { ...node('node1'), status: { conditions: [{ type: 'Ready', status: 'False' }] } } as ReturnType<
    typeof node
  >;

  it.each([
    ['ready', () => ({})],
    ['notReady', () => ({ pod: SLOW })],
    ['notReady', () => ({ nodes: [lost] })],
    ['notReady', () => ({ listed: false })],
    ['ready', () => ({ listed: true })],
    ['terminating', (own: PodObject) => ({ pod: { ...own, metadata: { ...own.metadata, deletionTimestamp: 'x' } } })],
  ] as const)('%s', (state, change) => {
    expect(stateIn(change)).toBe(state);
  });
});

it('counts those of one family and one port', () => {
  const { walked } = walkShown(bench({ ready: 2 }, 'iptables'));
  const service = walked.derived.settled!.services.find(({ metadata }) => metadata.name === 'web');
  const [step] = stepsOfWalk(walked.trace);
  const none = { ready: 0, waiting: 0, readyHere: 0, waitingHere: 0 };
  expect(countBehind(walked, service, { step: step!, to: { port: 80 } })).toEqual({
    ...none,
    ready: 2,
    waiting: 1,
    waitingHere: 1,
  });
  expect(countBehind(walked, undefined, { step: step!, to: { port: 80 } })).toBeUndefined();
});
