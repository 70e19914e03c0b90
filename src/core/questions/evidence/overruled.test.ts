import { expect, it } from 'vitest';
import { findOfWords } from './word-findings';

const ids = (text: string): readonly string[] => findOfWords([{ title: 'a', text }]).map(({ id }) => id);

it('what is shown takes the place of what words suggest', () => {
  const title = '# Cilium without kube-proxy: our NodePort fails from outside\n';
  expect(ids(title)).toContain('pair-cilium-whole');
  const both = `${title}The node port works on the nodes.\nIt fails from outside.\n`;
  expect(ids(both)).toContain('contrast-outside-alone');
  expect(ids(both)).not.toContain('pair-cilium-whole');
});

it('a public address that Pods do not reach is a balancer’s, not their own Service', () => {
  const outer = ids('Hairpin: the pod cannot reach the Service by its public IP in k8s.');
  expect(outer).toContain('symptom-balancer-inside');
  expect(outer).not.toContain('symptom-self-service');
  expect(ids('Hairpin: the pod cannot reach its own Service in k8s.')).toContain('symptom-self-service');
});

it('where an NLB sends a node its own packet back, neither its address nor its source is explained', () => {
  const inside =
    '# In our cluster a Pod cannot reach the load balancer: hairpin fails\nThe source IP is wrong: always the node of kubernetes\n';
  expect(ids(inside)).toEqual(expect.arrayContaining(['symptom-balancer-inside', 'symptom-source-address']));
  const left = ids(`${inside}It is an NLB of type instance\n`);
  expect(left).toContain('known-nlb-own-client');
  expect(left.filter((id) => /balancer-inside|symptom-source/.test(id))).toEqual([]);
});
