import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { createDeriveWith } from '../../core/document/derive-cluster';
import { derivePasted } from '../../core/document/derive-pasted';
import { emptyDocument } from '../../core/document/document';
import { openManifest } from '../../core/document/open-manifest';
import { finished } from '../../core/lib/scan';
import { whatFlips } from '../../core/questions/why/what-flips';

const say = createSpeaker('en');
const CLUSTER = readFileSync(
  new URL('testdata/operator/33-preferclose-before-its-release.yaml', import.meta.url),
  'utf8',
);
const PODS = ['10.244.1.5', '10.244.2.5', '10.244.3.5', '10.244.3.6'];

/** The slice of the Service: a zone each, `-` for no hint. */
const slice = (zones: string): string => `---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: front-x, namespace: default, labels: {kubernetes.io/service-name: front}}
addressType: IPv4
ports: [{name: "", port: 8080, protocol: TCP}]
endpoints:
${zones
  .split('')
  .map((zone, at) => {
    const hints = zone === '-' ? '' : `, hints: {forZones: [{name: zone-${zone}}]}`;
    return `- {addresses: [${PODS[at]}], zone: zone-${'abcc'[at]}, targetRef: {kind: Pod, name: p${at}, namespace: default}${hints}}`;
  })
  .join('\n')}
`;

/** What Why says of the hints of the first flow that is offered. */
function hintsOf(distribution: string, release: string, zones: string): readonly string[] {
  const text = CLUSTER.replace('PreferClose', distribution) + slice(zones);
  const { document } = finished(openManifest({ document: emptyDocument(), texts: [text] }));
  const asked = { ...document!, release, flows: document!.flows.slice(0, 1) };
  const steps = whatFlips({ document: asked, flowId: asked.flows[0]!.id }, createDeriveWith(derivePasted));
  for (let step = steps.next(); ; step = steps.next())
    if (step.done)
      return step.value!.causes.map(({ says }) => say(says)).filter((each) => each.includes('is not used'));
}

it.each([
  ['all hints are there', 'PreferClose', '1.32', 'abcc', []],
  ['the gate is off', 'PreferClose', '1.30', 'abcc', [/ServiceTrafficDistribution is off/]],
  [
    'one is missing',
    'PreferClose',
    '1.32',
    'ab-c',
    [/the endpoint default\/front-c1 has no hint in its EndpointSlice/],
  ],
  ['none is for the zone', 'PreferClose', '1.32', 'bbcc', [/no endpoint has a hint for its zone zone-a/]],
  ['hints for zones are read without the gate for nodes', 'PreferSameZone', '1.32', 'abcc', []],
  ['those that are not', 'PreferSameNode', '1.32', 'bbcc', [/PreferSameTrafficDistribution is off/]],
])('hints that slices tell: %s', (_what, distribution, release, zones, expected) => {
  const said = hintsOf(distribution, release, zones);
  expect(said).toHaveLength(expected.length);
  expected.forEach((words, at) => expect(said[at]).toMatch(words));
});
