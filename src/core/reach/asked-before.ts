import type { Diagram } from './diagram';

/** What was asked between two moments of a state: of each question the turn that came first, and how many came. */
export type QuestionTurns = ReadonlyMap<string, { readonly from: number; readonly count: number }>;

/** How often each question of some words was asked in a scope. */
export type TurnCounts = Map<string, number>;

/** Questions of one visit of a long chain, or of all that is no such chain: turns of others are none of theirs. */
interface QuestionScope {
  readonly id: string;
  /** Questions by their words, in the order of their turns, of all states. */
  readonly known: Map<string, Diagram[]>;
  turns: TurnCounts;
  /** Words of all questions of this state, in their order. */
  log: string[];
}

const makeScope = (id: string): QuestionScope => ({ id, known: new Map(), turns: new Map(), log: [] });

const NO_WORDS: readonly string[] = [];

/** Draws and questions that nobody can answer, of one state of hosts after another: in each they are all different. */
export class AskedBefore {
  private readonly root = makeScope('');
  private readonly scopes = new Map<string, QuestionScope>();
  private scope = this.root;
  private total = 0;

  /** How often something was asked. */
  get count(): number {
    return this.total;
  }

  /** The moment now, for {@link since}. */
  get moment(): number {
    return this.scope.log.length;
  }

  /** How often each question was asked in this scope so far. */
  get turns(): TurnCounts {
    return this.scope.turns;
  }

  /** Begins with another state: its first question of some words is the first of the state before, and so on. */
  beginState(): void {
    this.scope = this.root;
    this.root.turns.clear();
    this.root.log = [];
  }

  /** The id of the next visit of that name: the same visit has the same in each state. */
  visit(name: string): string {
    const { id, log } = this.scope;
    const words = `> ${name}`;
    log.push(words);
    return `${id}${words} ${this.takeTurn(words)}`;
  }

  /** Goes on within a visit, by its id, whose questions were asked so often already; returns how to come back. */
  enter(visit: string, turns: TurnCounts = new Map()): () => void {
    const { scope } = this;
    const inside = this.scopes.get(visit) ?? makeScope(visit);
    this.scopes.set(visit, inside);
    inside.turns = turns;
    inside.log = [];
    this.scope = inside;
    return () => {
      this.scope = scope;
    };
  }

  /** The next question of these words; `make`: one that was never asked. */
  find(words: string, make: () => Diagram): Diagram {
    const { known, log } = this.scope;
    this.total++;
    const questions = known.get(words) ?? [];
    known.set(words, questions);
    const turn = this.takeTurn(words);
    log.push(words);
    const question = questions[turn] ?? make();
    questions[turn] = question;
    return question;
  }

  private takeTurn(words: string): number {
    const { turns } = this.scope;
    const turn = turns.get(words) ?? 0;
    turns.set(words, turn + 1);
    return turn;
  }

  /** Does what asks for itself: it counts as asked, but not as asked since any moment before. */
  apart<T>(work: () => T): T {
    const { scope } = this;
    const { log } = scope;
    scope.log = [];
    try {
      return work();
    } finally {
      scope.log = log;
    }
  }

  /** Words of what was asked since a moment, as often as it was. */
  wordsSince(moment: number): readonly string[] {
    const { log } = this.scope;
    return log.length === moment ? NO_WORDS : log.slice(moment);
  }

  /** Forgets that anything was asked since a moment of this scope. */
  rewind(moment: number): void {
    const { log } = this.scope;
    this.forget(log.slice(moment));
    log.length = moment;
  }

  /** Forgets that these were asked in this scope, as often as they stand there. */
  forget(asked: readonly string[]): void {
    const { turns } = this.scope;
    for (const words of asked) {
      const left = (turns.get(words) ?? 0) - 1;
      if (left > 0) turns.set(words, left);
      else turns.delete(words);
    }
  }

  /** What was asked since a moment of this state. */
  since(moment: number): QuestionTurns {
    const { log, turns } = this.scope;
    const counts = new Map<string, number>();
    for (const words of log.slice(moment)) counts.set(words, (counts.get(words) ?? 0) + 1);
    return new Map(
      [...counts].map(([words, count]) => [words, { from: (turns.get(words) ?? 0) - count, count }] as const),
    );
  }

  /** Asks the same questions again as if they were asked now; false: others would come, and nothing is asked. */
  repeat(asked: QuestionTurns): boolean {
    const { turns, log } = this.scope;
    for (const [words, { from }] of asked) if ((turns.get(words) ?? 0) !== from) return false;
    for (const [words, { from, count }] of asked) {
      turns.set(words, from + count);
      this.total += count;
      for (let i = 0; i < count; i++) log.push(words);
    }
    return true;
  }

  /** Something was asked of which nothing more has to be known. */
  note(): void {
    this.total++;
  }
}
