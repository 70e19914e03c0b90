import type { Diagram } from './diagram';

/** Draws and questions that nobody can answer, of one state of hosts after another: in each they are all different. */
export class AskedBefore {
  private readonly known = new Map<string, Diagram[]>();
  private readonly turns = new Map<string, number>();
  private total = 0;

  /** How often something was asked. */
  get count(): number {
    return this.total;
  }

  /** Begins with another state: its first question of some words is the first of the state before, and so on. */
  beginState(): void {
    this.turns.clear();
  }

  /** The next question of these words; `make`: one that was never asked. */
  find(words: string, make: () => Diagram): Diagram {
    this.total++;
    const questions = this.known.get(words) ?? [];
    this.known.set(words, questions);
    const turn = this.turns.get(words) ?? 0;
    this.turns.set(words, turn + 1);
    const question = questions[turn] ?? make();
    questions[turn] = question;
    return question;
  }
}
