import { createDerive } from '../../document/derive';
import type { Document, Flow } from '../../document/document';
import { changeNodeSettings } from '../../document/edits/nodes';
import { movePod, setPodReady, scaleDeployment } from '../../document/edits/pods';
import { reconcileDocument } from '../../document/edits/cluster';
import { inMode } from '../../document/edits/proxy';
import { PROXY_MODE_IDS } from '../../kubernetes/mode-ids';
import { getNamespace, type ServiceObject } from '../../kubernetes/types';
import { listLenses } from '../lenses';
import { moments } from '../moments';
import type { QuestionKind, StoryQuestion } from '../question';
import { listQuestions } from '../questions';
import { walkShown } from './walks';

const ofObject = ({ metadata }: { readonly metadata: { readonly name: string; readonly namespace?: string } }) => ({
  namespace: getNamespace({ metadata }),
  name: metadata.name,
});

/** Another flow in the place of the one that is walked. */
function withFlow(document: Document, change: Partial<Flow>): Document {
  return { ...document, flows: document.flows.map((flow, nth) => (nth === 0 ? { ...flow, ...change } : flow)) };
}

function withServices(document: Document, change: (spec: ServiceObject['spec']) => ServiceObject['spec']): Document {
  return reconcileDocument(document, {
    services: document.cluster.services.map((each) => ({ ...each, spec: change(each.spec) })),
  });
}

function askedOn(document: Document, node: string): Document {
  const to = document.flows[0]?.to;
  return to?.kind === 'service' && to.via === 'nodePort' ? withFlow(document, { to: { ...to, node } }) : document;
}

const other = (policy: string | undefined): 'Local' | 'Cluster' => (policy === 'Local' ? 'Cluster' : 'Local');

/** Documents that are one edit away, as somebody makes it: those that are most often it first. */
export function* oneEditAway(document: Document): Generator<Document> {
  if (document.subject === 'pasted') return yield* ofPasted(document);
  const { cluster } = document;
  for (const each of cluster.deployments)
    for (const replicas of [0, 1, each.spec.replicas ?? 1, 2, 3].map((n, nth) => (nth === 2 ? n + 1 : n)))
      yield scaleDeployment(document, ofObject(each), replicas);
  for (const mode of PROXY_MODE_IDS) if (mode !== document.mode) yield inMode(document, mode);
  yield withServices(document, (spec) => ({ ...spec, externalTrafficPolicy: other(spec.externalTrafficPolicy) }));
  yield withServices(document, (spec) => ({ ...spec, internalTrafficPolicy: other(spec.internalTrafficPolicy) }));
  // As somebody does who tries it: Local, asked on a node that has a Pod.
  for (const { metadata } of cluster.nodes)
    yield askedOn(
      withServices(document, (spec) => ({ ...spec, externalTrafficPolicy: 'Local' })),
      metadata.name,
    );
  yield withServices(document, ({ sessionAffinity: _kept, ...spec }) => spec);
  yield withFlow(document, { again: undefined });
  yield withServices(document, (spec) => ({ ...spec, loadBalancerSourceRanges: [] }));
  yield { ...document, kubeProxy: { ...document.kubeProxy, iptables: { masqueradeAll: true } } };
  yield { ...document, stopped: {} };
  for (const { metadata } of cluster.nodes) yield withFlow(document, { from: { kind: 'node', name: metadata.name } });
  for (const pod of cluster.pods) yield withFlow(document, { from: { kind: 'pod', ...ofObject(pod) } });
  for (const pod of cluster.pods) yield withFlow(document, { to: { kind: 'pod', ...ofObject(pod) }, port: 8080 });
  for (const service of cluster.services)
    for (const port of service.spec.ports ?? [])
      yield withFlow(document, { to: { kind: 'service', ...ofObject(service), via: 'clusterIP' }, port: port.port });
  for (const service of cluster.services)
    for (const port of service.spec.ports ?? [])
      yield withFlow(document, {
        from: { kind: 'pod', namespace: 'default', name: 'client' },
        to: { kind: 'service', ...ofObject(service), via: 'clusterIP' },
        protocol: (port.protocol ?? 'TCP').toLowerCase() as Flow['protocol'],
        port: port.port,
      });
  for (const address of ['192.0.2.77', '172.18.0.77', '10.244.0.77'])
    yield withFlow(document, { to: { kind: 'address', address } });
  for (const pod of cluster.pods)
    for (const { metadata } of cluster.nodes)
      if (pod.spec.nodeName !== metadata.name) yield movePod(document, ofObject(pod), metadata.name);
  yield withFlow(document, { port: 9 });
  yield withFlow(document, { port: 8080 });
  yield withFlow(document, { protocol: 'tcp', port: 80 });
  for (const pod of cluster.pods) {
    const ready = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
    yield setPodReady(document, ofObject(pod), !ready);
  }
  for (const change of [{ hairpin: true }, { bridgeNf: true }, { bridgeNf: false }, { hairpin: false }])
    yield changeNodeSettings(document, change);
  yield { ...document, cluster: { ...cluster, others: [] } };
  yield { ...document, cluster: { ...cluster, others: evenly(cluster.others ?? []) } };
}

/** Every weight of a route is the same. */
const evenly = (others: NonNullable<Document['cluster']['others']>): NonNullable<Document['cluster']['others']> =>
  JSON.parse(JSON.stringify(others).replaceAll(/"weight":\d+/g, '"weight":1')) as typeof others;

/** A line of the rules gone, a policy turned, or another packet. */
function* ofPasted(document: Document): Generator<Document> {
  const [text] = document.pasted.texts;
  if (!text) return;
  const withText = (changed: string): Document => ({
    ...document,
    pasted: { ...document.pasted, texts: [{ ...text, text: changed }] },
  });
  yield withText(text.text.replaceAll(/^(:FORWARD) DROP/gm, '$1 ACCEPT'));
  for (const [line] of text.text.matchAll(/^-A .*$/gm)) yield withText(text.text.replace(`${line}\n`, ''));
  for (const [, address = '', port = ''] of text.text.matchAll(/-d ([\d.]+)\/32 .*--dport (\d+)/g))
    yield withFlow(document, { to: { kind: 'address', address }, port: Number(port) });
  yield withFlow(document, { to: { kind: 'address', address: '172.18.0.2' }, port: 30_080 });
}

/** What a question of that kind is answered with in a document, where it can be asked there. */
function answersIn(document: Document, kind: QuestionKind): readonly string[] {
  const walk = walkShown(document);
  const { walked, flow, outcome } = walk;
  const story = moments(walked);
  const asking = { walked, flow, shown: outcome, story, lenses: listLenses(walked, story), derive: createDerive() };
  const asked = listQuestions(asking, [kind]).map(({ options, key }) => options[key]?.text ?? '');
  // Where nothing is rewritten the destination stays what was asked for.
  const stays = kind === 'destination' && asked.length === 0 ? [story[0]?.header.to.text ?? ''] : [];
  return [...asked, ...stays];
}

/** Is a wrong answer of a question the right one in a document that is one edit away? */
export function isWrongElsewhere(document: Document, { kind, options, key }: StoryQuestion): boolean {
  const wrong = new Set(options.filter((_, at) => at !== key).map(({ text }) => text));
  for (const changed of oneEditAway(document)) {
    try {
      if (answersIn(changed, kind).some((answer) => wrong.has(answer))) return true;
    } catch {
      // A flow that cannot be sent any more answers nothing.
    }
  }
  return false;
}
