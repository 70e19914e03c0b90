/** A line of what `kubectl describe` printed: `Selector:  app=web`, or one that goes on with the field above it. */
export interface DescribedField {
  /** Empty: the line goes on with the field before it, or is a row of a table in it. */
  readonly key: string;
  readonly value: string;
  /** How far in it stands behind the object's `Name:`. */
  readonly depth: number;
}

const KEY = /^(-? *[A-Za-z][\w /().-]*?):(?:\s+(.*))?$/;
const NONE = /^<(?:none|unset|nil|unknown)>$/;

/** What a field has; what `<none>` and `<unset>` stand for is nothing. */
export function known(value: string | undefined): string | undefined {
  return value === undefined || value === '' || NONE.test(value) ? undefined : value;
}

/** Words between commas: `10.244.0.5,10.244.0.6`, `10.0.0.1 (VIP), 10.0.0.2 (VIP)`. */
export function listed(value: string | undefined): readonly string[] {
  return (known(value) ?? '').split(',').flatMap((word) => known(word.trim()) ?? []);
}

/** `app=web`, one a line or between commas. */
export function pairs(values: readonly string[]): Readonly<Record<string, string>> {
  const words = values.flatMap(listed);
  return Object.fromEntries(words.map((word) => [word.split('=', 1)[0]!, word.slice(word.indexOf('=') + 1)]));
}

/** A line as a field; `valueAt`: where the values of the field before it begin, behind the object's margin. */
export function readDescribed(text: string, depth: number, valueAt: number): DescribedField {
  const [, key, value = ''] = (valueAt > 0 && depth === valueAt ? null : KEY.exec(text)) ?? [];
  if (key === undefined) return { key: '', value: text, depth };
  // An item of a list stands where its dash does not.
  const bare = key.replace(/^- +/, '');
  return { key: bare === key ? key : `- ${bare}`, value, depth: depth + key.length - bare.length };
}

/** The lines of one object. */
export class Description {
  readonly all: readonly DescribedField[];

  constructor(all: readonly DescribedField[]) {
    this.all = all;
  }

  has(key: string): boolean {
    return this.all.some((field) => field.key === key);
  }

  /** The first value of a field, wherever it stands. */
  get(key: string): string | undefined {
    return known(this.all.find((field) => field.key === key)?.value);
  }

  /** All values of the field at the margin: on its line and on those that go on with it. */
  values(key: string): readonly string[] {
    const at = this.all.findIndex((field) => field.key === key && field.depth === 0);
    if (at < 0) return [];
    const rest = this.all.slice(at + 1);
    const end = rest.findIndex((field) => field.key !== '');
    return [this.all[at]!, ...rest.slice(0, end < 0 ? undefined : end)].map(({ value }) => value);
  }

  /** What stands further in below a field at the margin. */
  below(key: string): Description {
    const at = this.all.findIndex((field) => field.key === key && field.depth === 0);
    const rest = at < 0 ? [] : this.all.slice(at + 1);
    const end = rest.findIndex(({ depth }) => depth === 0);
    return new Description(rest.slice(0, end < 0 ? undefined : end));
  }

  /** Runs that begin with a field of that name: the ports of a Service, the endpoints of a slice. */
  runs(first: string): readonly Description[] {
    const runs: DescribedField[][] = [];
    for (const field of this.all) {
      if (field.key === first) runs.push([]);
      runs.at(-1)?.push(field);
    }
    return runs.map((run) => new Description(run));
  }
}
