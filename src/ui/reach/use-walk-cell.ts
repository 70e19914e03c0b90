import type { Document } from '../../core/document/document';
import type { IpFamily } from '../../core/net/ip';
import { background } from '../../engine/page-engines';
import { useSendFlow } from '../shell/bench/use-send-flow';
import type { OpenCell } from './reach.model';

/** The cluster, family and exit that every question of the window has. */
export interface ReachSubject {
  readonly document: Document;
  readonly family: IpFamily;
  readonly onWalk: () => void;
}

/** Sends the packet of a cell, as the document is, and leaves the window; `instead`: what is done where there is none, or no answer comes. */
export function useWalkCell({
  document,
  family,
  onWalk,
}: ReachSubject): (cell: Pick<OpenCell, 'caller' | 'destination'>, instead: () => void) => void {
  const send = useSendFlow();
  return ({ caller, destination }, instead) => {
    background
      .ask('reach-cell', { document, family, caller: caller.id, destination: destination.id })
      .then((answer) => {
        if (!answer) return instead();
        send(answer.flow);
        onWalk();
      }, instead);
  };
}
