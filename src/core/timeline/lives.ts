import type { PodObject } from '../kubernetes/types';

/** Why a process ended. */
export type EndedBy = 'terminated' | 'crashed' | 'node-lost';

/** A process that listens: from, and until when. */
export interface Serving {
  readonly from: number;
  until: number;
  endedBy?: EndedBy;
  /** What it ended with, in the journal. */
  event?: number | undefined;
}

/** What a Pod really is on its node, whatever the API says; milliseconds. */
export interface PodLife {
  /** `namespace/name`. */
  readonly id: string;
  /** The object when it had its address. */
  readonly pod: PodObject;
  readonly node: string;
  readonly ips: readonly string[];
  /** When its address is its own. */
  readonly from: number;
  until: number;
  readonly serving: Serving[];
}

/** Does the Pod's process listen at a moment? */
export function isServing({ serving }: PodLife, at: number): boolean {
  return serving.some(({ from, until }) => from <= at && at < until);
}

/** Has it its address at a moment? */
export function isReachedAt({ from, until }: PodLife, at: number): boolean {
  return from <= at && at < until;
}

/** The end of its process that a moment comes after. */
export function lastEnd({ serving }: PodLife, at: number): Serving | undefined {
  return serving.findLast(({ until }) => until <= at);
}
