import type { MomentKind } from '../../../core/story/moment';
import { isProxyModeId, type ProxyModeId } from '../../../core/kubernetes/mode-ids';

/** What is shown, as a page around it is told. What is to come is not in it. */
export interface EmbedState {
  readonly scene: string | null;
  /** The Sheet and its figure, by their names; null: what is shown is of none. */
  readonly sheet: string | null;
  readonly figure: string | null;
  readonly mode: ProxyModeId;
  /** Counted from 1. */
  readonly moment: number;
  readonly kind: MomentKind;
  readonly sentence: string;
  readonly playing: boolean;
  readonly last: boolean;
}

/** What a page around asks for: to hear that it is ready, where it stands, to go somewhere. */
export type EmbedRequest =
  | { readonly type: 'ready' }
  | { readonly type: 'state' }
  | {
      readonly type: 'goto';
      readonly moment?: number;
      readonly scene?: string;
      readonly mode?: ProxyModeId;
      readonly playing?: boolean;
    };

/** Longer ids there are none; more moments no walk has. */
const LONGEST = 100;
const MOST = 1000;

/** Reads a message of the page around; undefined: it is none of this page's, or it asks for what there is not. */
export function readMessage(data: unknown): EmbedRequest | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { rulewalk, type, moment, scene, mode, playing } = data as Readonly<Record<string, unknown>>;
  if (rulewalk !== 1) return undefined;
  if (type === 'ready' || type === 'state') return { type };
  if (type !== 'goto') return undefined;
  const isMoment = typeof moment === 'number' && Number.isInteger(moment) && moment >= 1 && moment <= MOST;
  const isScene = typeof scene === 'string' && scene.length <= LONGEST;
  if ((moment !== undefined && !isMoment) || (scene !== undefined && !isScene)) return undefined;
  if ((mode !== undefined && !isProxyModeId(mode)) || (playing !== undefined && typeof playing !== 'boolean'))
    return undefined;
  return {
    type,
    ...(isMoment ? { moment } : {}),
    ...(isScene ? { scene } : {}),
    ...(isProxyModeId(mode) ? { mode } : {}),
    ...(playing === undefined ? {} : { playing }),
  };
}

/** One of two that were asked for: the later one; within a scene what the earlier asked beside it holds, too. */
export function mergeRequests(earlier: EmbedRequest, later: EmbedRequest): EmbedRequest {
  if (earlier.type !== 'goto' || later.type !== 'goto' || later.scene !== undefined) return later;
  return { ...earlier, ...later };
}

/** A message to the page around. */
export const makeMessage = (type: 'ready' | 'state', state: EmbedState | undefined) =>
  ({ rulewalk: 1, type, ...(state ? { state } : {}) }) as const;
