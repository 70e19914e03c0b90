import { phrase, type Phrase } from '../../lib/phrase';
import { NEWEST_RELEASE } from '../../kubernetes/release';
import { namespacedName, type ClusterObjects, type ServiceObject } from '../../kubernetes/types';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import { isAnswered, isSometimesAnswered, type FlowFate } from './fate';
import type { Via } from './statement';

/** A line that can be stated of a cluster, and what it claims. */
export interface StatementForm {
  readonly text: string;
  readonly says: Phrase;
}

const isUsers = ({ metadata: { name } }: ServiceObject): boolean => name !== 'kubernetes' && name !== 'kube-dns';

/**
 * One line of each form that statements have, about a Service of a cluster, for somebody who does not know the words: whether one
 * holds is not said. None where the cluster has no Service with a port.
 */
export function listStatementForms({ services }: ClusterObjects): readonly StatementForm[] {
  const ported = services.filter(({ spec }) => (spec.ports ?? []).length > 0 && spec.type !== 'ExternalName');
  const service = ported.find(isUsers) ?? ported[0];
  const [first] = service?.spec.ports ?? [];
  if (!service || !first) return [];
  const name = namespacedName(service);
  const { port, protocol = 'TCP' } = first;
  return [
    { text: `Pods -> ${name}`, says: phrase('reach.form.reaches') },
    { text: `Pods -> ${name} source kept but for itself`, says: phrase('reach.form.source') },
    { text: `never outside -> ${name}`, says: phrase('reach.form.never') },
    { text: `outside -> ${name} via node port`, says: phrase('reach.form.via') },
    { text: `${name} only on ${port}/${protocol.toLowerCase()}`, says: phrase('reach.form.only-on') },
    {
      text: `${name} same in iptables@${NEWEST_RELEASE} and nftables@${NEWEST_RELEASE}`,
      says: phrase('reach.form.same'),
    },
    { text: 'rules all decide', says: phrase('reach.form.rules') },
  ];
}

const VIA_WORDS: Readonly<Record<Via, string>> = {
  service: '',
  'node-port': ' via node port',
  'load-balancer': ' via load balancer',
  'external-ip': ' via external ip',
};

function nameDestination({ kind, name }: Destination): { readonly to: string; readonly via: string } {
  if (kind === 'pod' || kind === 'node') return { to: `${kind} ${name}`, via: '' };
  return { to: `service ${name}`, via: VIA_WORDS[kind] };
}

/**
 * The line that states what a cell of the matrix shows: `pod default/client -> service default/web`, or `never ...`; undefined: of a
 * port that nothing names, of a client with a range of its own, of somebody who asks itself, and where chance
 * decides whether there is an answer, no line has words.
 */
export function statementOfCell({ kind, name }: Caller, destination: Destination, fate: FlowFate): string | undefined {
  const isSaid = destination.asks.role === 'port' && !(kind === 'outside' && name !== '');
  const isItself = kind === destination.kind && name === destination.name;
  if (!isSaid || isItself || isAnswered(fate) !== isSometimesAnswered(fate)) return undefined;
  const { to, via } = nameDestination(destination);
  const from = kind === 'outside' ? 'outside' : `${kind} ${name}`;
  return `${isAnswered(fate) ? '' : 'never '}${from} -> ${to}${via}`;
}
