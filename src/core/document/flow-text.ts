import { CLIENT_ID } from '../kubernetes/network';
import { NODE_ID } from '../paste/sender';
import type { Flow, FlowSource, FlowTarget } from './document';

const sourceText = (from: FlowSource): string => {
  switch (from.kind) {
    case 'pod':
      return `${from.namespace}/${from.name}`;
    case 'node':
      return from.name;
    case 'external':
      return from.address ?? CLIENT_ID;
    case 'interface':
      return `${from.address === '' ? (from.node ?? NODE_ID) : from.address}${from.device ? `@${from.device}` : ''}`;
  }
};

const targetText = (to: FlowTarget): string => {
  switch (to.kind) {
    case 'service':
    case 'pod':
      return `${to.namespace}/${to.name}`;
    case 'name':
      return to.name;
    case 'route':
      return `${to.object} ${to.namespace}/${to.name}`;
    case 'address':
      return to.address;
  }
};

/** A flow as it can be typed again: `10.244.1.9@cni0 -> 10.96.0.10:53/udp`. */
export function flowText({ from, to, protocol, port }: Omit<Flow, 'id'>): string {
  const who = targetText(to);
  const at = protocol === 'icmp' ? who : `${who.includes(':') ? `[${who}]` : who}:${port}`;
  return `${sourceText(from)} -> ${at}/${protocol}`;
}
