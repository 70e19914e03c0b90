import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { some, somePairs } from '../lib/testing/soaking';
import { PROXY_MODES } from '../kubernetes/proxy';
import { releaseProblem } from '../kubernetes/release-problem';
import type { ClusterObjects, PodObject } from '../kubernetes/types';
import { explore } from '../sim/explore';
import { findMisdelivery, resolveFlow } from './resolve-flow';
import { changeProxy } from './edits/proxy';
import { createDerive } from './derive';
import { type Document, type Flow, flowsOfSubject } from './document';

interface Walked {
  readonly text: string;
  readonly astray: boolean;
  readonly toEndpoint: boolean;
}

/** Every outcome of a flow, with whether an endpoint that the document's slices have got it. */
function walk(document: Document, flow: Flow): Walked[] {
  const derived = createDerive()(document);
  const sent = resolveFlow(document, derived.network, flow);
  if (!sent.ok) return [];
  const isAstray = findMisdelivery(document, derived, { flow, sent: sent.value });
  const pods = new Set((derived.settled?.endpointSlices ?? []).flatMap(targets));
  return explore({ network: derived.network, flow: sent.value, seed: document.seed }).outcomes.map((outcome) => ({
    text: `${document.title} ${document.mode} ${document.release} ${flow.id} ${JSON.stringify(outcome.disposition)}`,
    astray: isAstray(outcome),
    toEndpoint: outcome.disposition.kind === 'DELIVERED' && pods.has(outcome.disposition.netns),
  }));
}

const targets = ({ endpoints = [] }: ClusterObjects['endpointSlices'][number]): string[] =>
  endpoints.map(({ targetRef }) => `${targetRef?.namespace}/${targetRef?.name}`);

const SETUPS = some(
  PROXY_MODES.flatMap((mode) =>
    ['1.20', '1.24', '1.27', '1.30', '1.33', '1.35']
      .filter((release) => !releaseProblem(mode, release))
      .map((release) => ({ mode: mode.id, release })),
  ),
);

describe('a Service that was asked for', () => {
  it.each(SETUPS)('$mode of $release: what an endpoint gets is never astray, in no example', (setup) => {
    const { mode, release } = setup;
    const examples = somePairs(SETUPS, EXAMPLES, 4).flatMap(([own, example]) => (own === setup ? [example] : []));
    const walked = examples.flatMap((example) => {
      const document = changeProxy(example.document(), { mode, release });
      return flowsOfSubject(document).flatMap((flow) => walk(document, flow));
    });
    expect(walked.filter(({ toEndpoint }) => toEndpoint).length).toBeGreaterThan(10);
    expect(walked.filter(({ astray }) => astray)).toEqual([]);
  });

  const example = EXAMPLES.find(({ id }) => id === 'web-two-nodes')!.document();
  const vias = ['clusterIP', 'nodePort'] as const;

  it.each(vias)('by %s: a Pod that has the address of an endpoint is no endpoint', (via) => {
    const [flow] = flowsOfSubject(example);
    const asked: Flow = { ...flow!, to: { kind: 'service', namespace: 'default', name: 'web', via } };
    const first = walk({ ...example, flows: [asked] }, asked);
    expect(first.filter(({ toEndpoint }) => toEndpoint).length).toBeGreaterThan(0);
    const taken = { ...example, flows: [asked], cluster: withThieves(example.cluster) };
    const walked = walk(taken, asked);
    expect(walked.length).toBeGreaterThan(0);
    expect(walked.map(({ astray }) => astray)).toEqual(walked.map(({ text }) => text.includes('default/thief')));
    expect(walked.some(({ astray }) => astray)).toBe(true);
  });
});

/** Beside each Pod, before it, one of another name with its address. */
function withThieves(cluster: ClusterObjects): ClusterObjects {
  const thieves = cluster.pods.map((pod): PodObject => {
    const { labels: _, ownerReferences: __, ...metadata } = pod.metadata;
    return { ...pod, metadata: { ...metadata, name: `thief-of-${pod.metadata.name}` } };
  });
  return { ...cluster, pods: [...thieves, ...cluster.pods] };
}
