/** How an answer is given: one word of some, an address or the like, a number, or all of a set in any order. */
export type AnswerForm =
  | { readonly one: readonly string[] }
  | { readonly form: 'text' }
  | { readonly form: 'number' }
  | { readonly form: 'set' };

/** An answer: a set is a list. */
export type Answer = string | number | readonly string[];

/** What a recorded flow is asked for. */
export interface FlowSource {
  /** The recording, below `conformance/recordings`. */
  readonly flows: string;
  readonly id: string;
  readonly take: 'pods' | 'ends' | 'sees' | 'at' | 'back' | 'backFrom' | 'rule';
  /** Only of what arrived at this Pod. */
  readonly pod?: string;
}

/** What a recorded packet is asked for. */
export interface PacketSource {
  readonly packets: string;
  readonly id: string;
  readonly n: number;
  readonly take: 'end' | 'device' | 'rule' | 'source' | 'destination' | 'back';
}

/**
 * What a text that kube-proxy wrote is asked for: how many of its lines hold some words, the number of the first that does, or
 * the odds of a jump in a chain.
 */
export type TextSource =
  | { readonly text: string; readonly lines: readonly string[] }
  | { readonly text: string; readonly lineOf: readonly string[] }
  | { readonly text: string; readonly chain: string; readonly odds: string };

/** Where the known answer comes from; never from the engine. */
export type Source =
  | FlowSource
  | PacketSource
  | TextSource
  /** Whether somebody got an answer there in a recording of flows: anybody, or only who is outside. */
  | { readonly reaches: string; readonly to: string; readonly port: number; readonly from?: 'outside' }
  /** The folder of a recording is named after the mode its kube-proxy ran in. */
  | { readonly modeOf: string }
  /** What was done to a file of the folder, on purpose. */
  | { readonly edit: string }
  /** Whether two sources say the same. */
  | { readonly same: readonly [Source, Source] };

/** A question as a person asks it. */
export interface Question {
  readonly id: string;
  readonly kind: string;
  /** The folder whose files it is about. */
  readonly folder: string;
  readonly asks: string;
  readonly answered: AnswerForm;
  readonly answer: Answer;
  readonly source: Source;
}

/** A line of a caller: which question, and what is answered. */
export interface GivenAnswer {
  readonly id: string;
  readonly answer: Answer;
}
