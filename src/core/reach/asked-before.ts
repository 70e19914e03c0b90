import type { Diagram } from './diagram';

/** What was asked between two moments of a state: of each question the turn that came first, and how many came. */
export type QuestionTurns = ReadonlyMap<string, { readonly from: number; readonly count: number }>;

/** Draws and questions that nobody can answer, of one state of hosts after another: in each they are all different. */
export class AskedBefore {
  private readonly known = new Map<string, Diagram[]>();
  private readonly turns = new Map<string, number>();
  /** Words of all questions of this state, in their order. */
  private log: string[] = [];
  private total = 0;

  /** How often something was asked. */
  get count(): number {
    return this.total;
  }

  /** The moment now, for {@link since}. */
  get moment(): number {
    return this.log.length;
  }

  /** Begins with another state: its first question of some words is the first of the state before, and so on. */
  beginState(): void {
    this.turns.clear();
    this.log = [];
  }

  /** The next question of these words; `make`: one that was never asked. */
  find(words: string, make: () => Diagram): Diagram {
    this.total++;
    const questions = this.known.get(words) ?? [];
    this.known.set(words, questions);
    const turn = this.turns.get(words) ?? 0;
    this.turns.set(words, turn + 1);
    this.log.push(words);
    const question = questions[turn] ?? make();
    questions[turn] = question;
    return question;
  }

  /** Does what asks for itself: it counts as asked, but not as asked since any moment before. */
  apart<T>(work: () => T): T {
    const { log } = this;
    this.log = [];
    try {
      return work();
    } finally {
      this.log = log;
    }
  }

  /** What was asked since a moment of this state. */
  since(moment: number): QuestionTurns {
    const counts = new Map<string, number>();
    for (const words of this.log.slice(moment)) counts.set(words, (counts.get(words) ?? 0) + 1);
    return new Map(
      [...counts].map(([words, count]) => [words, { from: (this.turns.get(words) ?? 0) - count, count }] as const),
    );
  }

  /** Asks the same questions again as if they were asked now; false: others would come, and nothing is asked. */
  repeat(asked: QuestionTurns): boolean {
    for (const [words, { from }] of asked) if ((this.turns.get(words) ?? 0) !== from) return false;
    for (const [words, { from, count }] of asked) {
      this.turns.set(words, from + count);
      this.total += count;
      for (let i = 0; i < count; i++) this.log.push(words);
    }
    return true;
  }
}
