import { finished } from '../../lib/steps';
import { rebuild } from '../../analysis/reconstruct/rebuild';
import { phrase } from '../../lib/phrase';
import { namespacedName } from '../../kubernetes/meta';
import type { ServiceObject, ServicePort } from '../../kubernetes/types';
import { formatIp } from '../../net/ip';
import type { Document, Flow } from '../document';
import { addPod } from '../edits/pods';
import { openRebuilt } from '../edits/rebuilt';
import { setSelector } from '../edits/services';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';
import type { Cause } from './causes/cause';
import { nameOf } from './walked';

/** Clusters of more Services are not handed over for one suggestion. */
const MOST_SERVICES = 200;

/**
 * A Service of a pasted node has no endpoints: no line of its rules mends that. The cluster the rules are made into,
 * with a Pod that the Service's selector takes, shows what does.
 */
export function rebuiltCandidates(walked: WalkedFlow, causes: readonly Cause[]): readonly Candidate[] {
  if (walked.through || !causes.some(({ about }) => about === 'readiness')) return [];
  const { made, machine } = finished(rebuild(walked.document.pasted, {}));
  if (!made || made.cluster.services.length > MOST_SERVICES) return [];
  const { node, config, mode, furnished, comparedWith, release } = made;
  const opened = openRebuilt(walked.document, {
    ...furnished,
    node,
    ...(machine === undefined ? {} : { machine }),
    config,
    mode,
    release: comparedWith ?? release.release,
  });
  const asked = askedOf(opened, walked);
  if (!asked) return [];
  const says = phrase('document.why.rebuilt', { service: namespacedName(asked.service) });
  const change = { kind: 'open', document: withEndpoint(opened, walked, asked) } as const;
  return [{ change, says, size: SIZE.pod, about: 'readiness' }];
}

interface Asked {
  readonly service: ServiceObject;
  readonly port: ServicePort;
  readonly via: 'clusterIP' | 'nodePort';
}

function askedOf({ cluster }: Document, { sent }: WalkedFlow): Asked | undefined {
  const address = formatIp(sent.dst);
  for (const service of cluster.services) {
    for (const port of service.spec.ports ?? []) {
      if (service.spec.clusterIP === address && port.port === sent.dport) return { service, port, via: 'clusterIP' };
      if (port.nodePort === sent.dport) return { service, port, via: 'nodePort' };
    }
  }
  return undefined;
}

function withEndpoint(opened: Document, { flow, sent }: WalkedFlow, { service, port, via }: Asked): Document {
  const which = nameOf(service);
  const selector = service.spec.selector ?? { app: which.name };
  const target = port.targetPort ?? port.port;
  const named = typeof target === 'string' ? { name: target, containerPort: port.port } : { containerPort: target };
  const selecting = setSelector(opened, which, selector);
  const next = addPod(selecting, { ...which, labels: selector, ports: [named] });
  // A clusterIP is asked from inside: by the node, where nobody else is known.
  const own: Flow['from'] = { kind: 'node', name: opened.title };
  const from: Flow['from'] = via === 'nodePort' && sent.inject ? { kind: 'external' } : own;
  const to = { kind: 'service', ...which, via } as const;
  const again: Flow = { id: flow.id, from, to, protocol: flow.protocol, port: port.port };
  return { ...next, flows: [again, ...next.flows.filter(({ id }) => id !== flow.id)] };
}
