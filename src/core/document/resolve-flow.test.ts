import { describe, expect, it } from 'vitest';
import { exampleById } from '../../content/examples';
import { createSpeaker } from '../../content/phrases';
import { createDerive } from './derive';
import type { Document } from './document';
import { resolveFlow } from './resolve-flow';

const say = createSpeaker('en');

/** What is said of the first flow of a document that cannot be sent. */
function problemOf(document: Document): string {
  const sent = resolveFlow(document, createDerive()(document).network, document.flows[0]!);
  return sent.ok ? '' : say(sent.error);
}

describe('a flow from a Pod that is not there', () => {
  const made = exampleById('web-two-nodes')!.document();
  const without = (keep: boolean): Document => ({
    ...made,
    cluster: {
      ...made.cluster,
      deployments: keep ? made.cluster.deployments : [],
      pods: keep ? made.cluster.pods.filter(({ metadata }) => metadata.name !== 'client') : [],
    },
  });

  it('is offered another Pod only where there is one', () => {
    expect(problemOf(without(true))).toBe('There is no Pod default/client. Choose another Pod in the flow.');
    expect(problemOf(without(false))).toBe(
      'There is no Pod default/client. The cluster has no Pod at all: add a workload first.',
    );
  });
});
