import type { Patch } from './patch';
import type { Kind, Args } from './questions';

/** A question as it crosses: every argument as the difference from the last one of its name, whatever that was asked about. */
export interface Asked {
  readonly id: number;
  readonly kind: Kind;
  readonly args: Readonly<Record<string, Patch>>;
}

/** What an engine hears: a question, or that nobody waits for the answer any more. */
export type ToEngine = Asked | { readonly cancel: number };

/** An answer. Where it has long lists these are empty, and their items follow. */
export interface Answered {
  readonly id: number;
  readonly answer: unknown;
  /** The lists that follow: the same objects as in {@link answer}, since a message keeps identity. */
  readonly lists?: readonly unknown[][];
  /** It is the difference from the last answer of this name. */
  readonly told?: string;
  readonly keeps?: 'document' | 'walk';
}

/** What an engine says. */
export type FromEngine =
  | { readonly ready: true }
  | { readonly id: number; readonly progress: unknown }
  | Answered
  | { readonly id: number; readonly list: number; readonly items: readonly unknown[] }
  /** All lists are there. */
  | { readonly id: number; readonly complete: true }
  /** It threw. */
  | { readonly id: number; readonly failed: string };

/** What a question is asked with, by name. */
export type AnyArgs = Args<Kind> & Readonly<Record<string, unknown>>;
