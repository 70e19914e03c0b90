import { expect, it } from 'vitest';
import { exampleById } from '../../content/examples';
import { createSpeaker } from '../../content/phrases';
import { createDerive } from './derive';
import { flowsOfSubject, type Document } from './document';
import { resolveFlow } from './resolve-flow';

/** Why the example's first packet cannot be sent, once Pods are taken away. */
function refusal(keeps: (name: string) => boolean, language: 'en' | 'ko'): string {
  const shipped = exampleById('web-two-nodes')!.document();
  const { cluster } = shipped;
  const pods = cluster.pods.filter(({ metadata }) => keeps(metadata.name));
  const document: Document = { ...shipped, cluster: { ...cluster, deployments: [], pods } };
  const sent = resolveFlow(document, createDerive()(document).network, flowsOfSubject(document)[0]!);
  return sent.ok ? '' : createSpeaker(language)(sent.error);
}

it('offers another Pod in place of one that is gone only where there is one', () => {
  const others = refusal((name) => name !== 'client', 'en');
  expect(others).toBe('There is no Pod default/client. Choose another Pod in the flow.');
  const none = refusal(() => false, 'en');
  expect(none).toMatch(/^There is no Pod default\/client, and no other one\. Undo brings Pods back/);
  expect(refusal(() => false, 'ko')).toMatch(/^Pod default\/client가 없고 다른 Pod도 없습니다\./);
});
