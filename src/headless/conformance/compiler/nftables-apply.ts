/** A table as a series of transactions leaves it: one line an object, as commands that would make it again. */
export class AppliedTable {
  #table = '';
  readonly #chains = new Map<string, { declared: string; rules: string[] }>();
  readonly #sets = new Map<string, { declared: string; elements: Map<string, string> }>();

  /** Runs the text of a transaction, line by line, as `nft -f -` would. Throws at what nft would refuse. */
  apply(text: string): void {
    for (const line of text.split('\n')) if (line !== '') this.#run(line);
  }

  /** `add …` lines of everything there is. */
  text(): string {
    const lines = [this.#table];
    for (const { declared, rules } of this.#chains.values()) lines.push(declared, ...rules);
    for (const { declared, elements } of this.#sets.values()) lines.push(declared, ...elements.values());
    return lines.join('\n');
  }

  #run(line: string): void {
    const [verb = '', noun = '', , , name = ''] = line.split(' ', 5);
    if (noun === 'table') this.#table = line;
    else if (noun === 'chain') this.#chain(verb, name, line);
    else if (noun === 'rule') this.#found(this.#chains, name, line).rules.push(line);
    else if (noun === 'element') this.#element(verb, name, line);
    else this.#set(verb, name, line);
  }

  #chain(verb: string, name: string, line: string): void {
    if (verb === 'add') {
      const known = this.#chains.get(name);
      if (!known) this.#chains.set(name, { declared: line, rules: [] });
      return;
    }
    const chain = this.#found(this.#chains, name, line);
    if (verb === 'delete') this.#chains.delete(name);
    else chain.rules = [];
  }

  #set(verb: string, name: string, line: string): void {
    if (verb === 'add') {
      if (!this.#sets.has(name)) this.#sets.set(name, { declared: line, elements: new Map() });
      return;
    }
    const set = this.#found(this.#sets, name, line);
    if (verb === 'delete') this.#sets.delete(name);
    else set.elements.clear();
  }

  #element(verb: string, name: string, line: string): void {
    const key = /\{ (.*?)(?: comment "| : | \}$)/.exec(line)?.[1] ?? '';
    const { elements } = this.#found(this.#sets, name, line);
    const known = elements.get(key);
    if (verb === 'delete') {
      if (!elements.delete(key)) throw new Error(`nothing of that key: ${line}`);
      return;
    }
    if (known === undefined) elements.set(key, line);
    else if (known !== line) throw new Error(`two verdicts: ${line}`);
  }

  #found<T>(list: ReadonlyMap<string, T>, name: string, line: string): T {
    const found = list.get(name);
    if (found === undefined) throw new Error(`nothing of that name: ${line}`);
    return found;
  }
}
