import { formatIp } from '../net/ip';
import { hasPorts, type Packet, formatEndpoint } from '../net/packet';
import type { Disposition, Outcome } from './trace';

/** A place where connections end, and how. */
export interface Landing {
  /** Two endings with the same key are the same for whoever counts them. */
  readonly key: string;
  readonly disposition: Disposition;
  /** `10.244.1.5:8080`: whom the request was for when it arrived. */
  readonly endpoint?: string;
  readonly answered: boolean;
}

function getEndpoint({ dst, l4 }: Packet): string {
  return hasPorts(l4) ? formatEndpoint(dst, l4.dport) : formatIp(dst);
}

/** What says of an ending where it was; reasons and answers aside. */
function getPlace(disposition: Disposition): string {
  const { kind, netns } = disposition;
  if (disposition.kind === 'DROPPED') return `${kind} ${netns} ${disposition.by}`;
  return disposition.kind === 'REJECTED'
    ? `${kind} ${netns} ${disposition.by} ${disposition.with}`
    : `${kind} ${netns}`;
}

/** The landing of an ending. */
export function makeLanding({ disposition, arrived, answered }: Outcome): Landing {
  const endpoint = arrived && getEndpoint(arrived);
  const key = `${getPlace(disposition)} ${endpoint ?? ''} ${answered ? 'answered' : ''}`;
  return { key, disposition, answered, ...(endpoint === undefined ? {} : { endpoint }) };
}
