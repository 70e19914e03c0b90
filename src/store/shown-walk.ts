import type { Document } from '../core/document/document';
import { scriptOf } from '../core/timeline/default-script';
import type { EngineClient } from '../engine/client';
import type { RunResult, SentOptions, TimePlace } from '../engine/protocol';
import type { RunState } from './run-state';

/** Which walk of a flow is shown. */
type ShownWalk =
  /** A new connection; `outcome`: in place of the one that the document's seed picks. */
  | { readonly kind: 'connection'; readonly outcome: number | undefined }
  /** One of many connections sent in a row. */
  | { readonly kind: 'sent'; readonly options: SentOptions }
  /** A request of the document's script, over its client's connection, at its moment. */
  | {
      readonly kind: 'request';
      readonly place: { readonly at: number; readonly client: number };
      readonly outcome: number | undefined;
    };

/** What decides which one. */
interface WalkChoice {
  readonly document: Document;
  readonly run: Pick<RunState, 'outcome' | 'sent'>;
  readonly time: TimePlace | undefined;
}

function chooseWalk(flowId: string, { document, run: { outcome, sent }, time }: WalkChoice): ShownWalk {
  if (sent) return { kind: 'sent', options: sent };
  const client = time?.client;
  if (time && client !== undefined && scriptOf(document).clients[client]?.flow === flowId)
    return { kind: 'request', place: { at: time.at, client }, outcome };
  return { kind: 'connection', outcome };
}

/** Asks the engine for the walk of a flow that is to be shown; rejects as the engine does. */
export function requestShownWalk(client: EngineClient, flowId: string, choice: WalkChoice): Promise<RunResult> {
  const walk = chooseWalk(flowId, choice);
  if (walk.kind === 'sent') return client.ask('sent', { flowId, options: walk.options });
  const picked = { flowId, ...(walk.outcome === undefined ? {} : { outcome: walk.outcome }) };
  return walk.kind === 'request' ? client.ask('request', { place: walk.place, ...picked }) : client.ask('run', picked);
}
