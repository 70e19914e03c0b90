import { scriptOf } from '../timeline/default-script';
import { Moments } from '../timeline/moment';
import type { Control } from '../timeline/control';
import { liveThrough, type TimelineRequest } from '../timeline/timeline';
import type { Document } from '../document/document';
import type { Opened } from '../document/explored';
import { Memo } from '../lib/memo';
import { finished } from '../lib/scan';

/** What became of the requests of a script. */
export interface LivedScript {
  readonly sent: number;
  /** How many of them were not answered. */
  readonly lost: number;
  /** When the one that is shown was sent, milliseconds. */
  readonly at: number;
  /** The way it went, among all that its flow can go then. */
  readonly shown: number;
}

/** A cluster at the moment of a request, with that request as it was sent. */
export interface OpenedLost extends Opened {
  readonly lived: LivedScript;
  readonly flowId: string;
}

/**
 * Lives through a bench's script up to the first request that is not answered. Where all are: to the first that a Pod answers
 * which is ending already, else to the last. Undefined: none is sent.
 */
export function openLost(document: Document): OpenedLost | undefined {
  const scripted = { ...document, script: scriptOf(document) };
  const memo = new Memo();
  const { requests, control } = finished(liveThrough(scripted, memo));
  const failed = requests.filter(({ why }) => why !== undefined);
  const request = failed[0] ?? requests.find(toEnding(control)) ?? requests.at(-1);
  const flowId = scripted.script.clients[request?.client ?? 0]?.flow;
  if (!request || flowId === undefined) return undefined;
  const { at, client } = request;
  const moments = finished(Moments.of(scripted, memo));
  const { document: then, derived } = finished(moments.at(at, client));
  const opened = moments.open({ at, client });
  if (opened?.shown === undefined) return undefined;
  const { input, outcomes, truncated, shown } = opened;
  const explored = new Map([[flowId, { input, exploration: { outcomes, truncated } }]]);
  const lived = { sent: requests.length, lost: failed.length, at, shown };
  return { document: then, derived, explored, lived, flowId };
}

/** Requests to Pods that were about to end, as the API server had them. */
function toEnding({ puts }: Pick<Control, 'puts'>): (request: TimelineRequest) => boolean {
  const since = new Map(
    // The first of them is when it began.
    puts
      .toReversed()
      .flatMap((put) =>
        put.kind === 'pod' && put.after?.metadata.deletionTimestamp !== undefined ? [[put.id, put.at] as const] : [],
      ),
  );
  return ({ at, pod = '' }) => at >= (since.get(pod) ?? Number.POSITIVE_INFINITY);
}
