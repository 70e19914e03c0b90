import { phrase, type Phrase } from '../../lib/phrase';
import type { HostEnd } from '../../reach/host-end';

function sayEnd({ kind, device = '', via, why = '', by = '' }: HostEnd): Phrase {
  switch (kind) {
    case 'sent':
      return via === undefined
        ? phrase('reach.host.end.sent', { device })
        : phrase('reach.host.end.routed', { device, via });
    case 'rejected':
    case 'unknown':
      return phrase(`reach.host.end.${kind}`, { why });
    case 'taken':
      return phrase('reach.host.end.taken', { by });
    case 'local':
    case 'dropped':
    case 'refused':
    case 'closed':
    case 'left':
      return phrase(`reach.host.end.${kind}`);
  }
}

/** How a packet ends in words, as lines: as whom and where to it goes, what becomes of it, on another machine than `host` where, whether it is answered. */
export function sayHostEnd(end: HostEnd, host: string | undefined): readonly Phrase[] {
  const { dst, src, at, by, answered } = end;
  return [
    ...(dst === undefined ? [] : [phrase('reach.host.to', { dst })]),
    ...(src === undefined ? [] : [phrase('reach.host.as', { src })]),
    sayEnd(end),
    ...(at === undefined || at === host || at === by ? [] : [phrase('reach.host.at', { machine: at })]),
    ...(answered === undefined ? [] : [phrase(answered ? 'reach.host.answered' : 'reach.host.unanswered')]),
  ];
}
