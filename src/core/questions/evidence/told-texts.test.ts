import { expect, it } from 'vitest';
import { finished } from '../../lib/scan';
import { openManifest } from '../../document/open-manifest';
import { emptyDocument } from '../../document/document';
import { EMPTY_CLUSTER } from '../../kubernetes/build';
import { mergeStatedFacts, readStatedFacts, type StatedFacts } from '../../paste/machine/told-words';
import { listClusterGuesses } from './cluster-guesses';
import { findOfObjects } from './object-findings';
import { findOfWords } from './word-findings';
import { withoutOverruled } from './overruled';

function find(text: string) {
  const { objects } = finished(openManifest({ document: emptyDocument(), texts: [text], state: 'last' }));
  if (!objects) throw new Error('no objects');
  return findOfObjects(objects, [{ text }]);
}
const ids = (text: string) => find(text).map(({ id, severity }) => `${id} ${severity}`);

const LISTED = '```\n$ kubectl get endpoints\nNAME   ENDPOINTS\ntill   <none>\n```\n';
const FIELD = (field: string, labels: string) => `\`\`\`yaml\n${field}:\n  ${labels}\n\`\`\`\n`;

it('a Service without endpoints, with a selector and labels that the text tells', () => {
  const found = find(LISTED + FIELD('selector', 'app: till') + FIELD('labels', 'name: till'));
  expect(found.map(({ id }) => id)).toEqual(['unmatched-labels']);
  expect(found[0]?.next.values?.['patch']).toBe(
    `kubectl patch service till --type=json -p '[{"op":"replace","path":"/spec/selector","value":{"name":"till"}}]'`,
  );
  // They fit, or of two nobody knows which is meant, or a template is to be filled in.
  expect(ids(LISTED + FIELD('selector', 'app: till') + FIELD('labels', 'app: till'))).toEqual(['none-listed error']);
  const two = FIELD('selector', 'app: till') + FIELD('selector', 'app: desk');
  expect(ids(LISTED + two + FIELD('labels', 'name: till'))).toEqual(['none-listed error']);
  expect(ids(LISTED + FIELD('selector', 'app: "{{ .name }}"') + FIELD('labels', 'name: till'))).toEqual([
    'none-listed error',
  ]);
  expect(ids(LISTED.replace('<none>', '10.9.9.3:80'))).toEqual([]);
});

const SERVICE = (fields: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: till\nspec:\n${fields}`;
const ONE = SERVICE(
  '  clusterIP: 10.96.3.3\n  ipFamilies: [IPv4]\n  ipFamilyPolicy: SingleStack\n  ports: [{port: 80}]\n',
);
const GIVEN = ONE.replace('spec:', '  annotations:\n    metallb.io/loadBalancerIPs: 10.1.1.4,fd00::4\nspec:');

it('a Service of one family that is given an address of the other', () => {
  expect(ids(GIVEN)).toEqual(['single-family error']);
  expect(ids(ONE)).toEqual([]);
  expect(ids(GIVEN.replace(',fd00::4', ''))).toEqual([]);
  expect(ids(GIVEN.replace('SingleStack', 'PreferDualStack'))).toEqual([]);
  expect(find(`${ONE}---\n# IPv6 of it is unreachable\n`).at(-1)?.says.values?.['line']).toBe('11');
});

const SLICE =
  '---\napiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: till-1\n  labels: {kubernetes.io/service-name: till}\naddressType: IPv4\nports: [{port: 80}]\nendpoints: [{addresses: [10.9.9.3]}]\n';
const HEADLESS = SERVICE('  clusterIP: None\n  ports: [{port: 80}]\n') + SLICE;

it('a CoreDNS that reads no slices beside a headless Service whose slice somebody wrote', () => {
  expect(ids(`${HEADLESS}---\n# CoreDNS: 1.8.0\n`)).toContain('coredns-slices error');
  expect(ids(`${HEADLESS}---\n# image: registry.k8s.io/coredns:1.7.0\n`)).toContain('coredns-slices error');
  expect(ids(`${HEADLESS}---\n# CoreDNS: 1.8.1\n`)).toEqual([]);
  expect(ids(`${HEADLESS.replace('None', '10.96.3.3')}---\n# CoreDNS: 1.8.0\n`)).toEqual([]);
});

it('what words suggest is silent beside a rule, a field or a crash that shows it', () => {
  const title = '# After the upgrade iptables of our k3s blocks everybody\n';
  const words = (text: string) => findOfWords([{ title: '', text }]).map(({ id }) => id);
  expect(words(title)).toContain('pair-policy-upgrade');
  const rule = '-A KUBE-SERVICES -m comment --comment "shop/till has no local endpoints" -j DROP\n';
  expect(words(title + rule)).not.toContain('pair-policy-upgrade');
  expect(words(title + rule.replace('has no local endpoints', 'cluster IP'))).toContain('pair-policy-upgrade');
  const guess = findOfWords([{ title: '', text: title }]);
  expect(withoutOverruled([...guess, ...find(GIVEN)]).map(({ id }) => id)).toEqual(['single-family']);
});

it('load balancers of OVN: no rule of kube-proxy is on the way', () => {
  const guesses = (words: StatedFacts) =>
    listClusterGuesses({ told: EMPTY_CLUSTER, walked: EMPTY_CLUSTER, document: emptyDocument(), words }).map(
      ({ id }) => id,
    );
  const read = (text: string) => mergeStatedFacts(readStatedFacts(text));
  expect(guesses(read('# ovn-nbctl lr-lb-list GR_desk'))).toContain('ovn');
  expect(guesses(read('vips                : {"10.96.3.3:80"="10.9.9.3:80"}'))).toContain('ovn');
  expect(guesses(read('We compared ovn with others.'))).not.toContain('ovn');
});
