/**
 * A function that gives the answer it gave last as long as it is asked about the very same things. What an edit did
 * not touch keeps its identity, so most of what is made of a document is made once.
 */
export function asLastTime<About extends readonly unknown[], Answer>(
  make: (...about: About) => Answer,
): (...about: About) => Answer {
  let last: { readonly about: About; readonly answer: Answer } | undefined;
  return (...about) => {
    const known = last;
    if (known?.about.length === about.length && about.every((each, at) => Object.is(each, known.about[at])))
      return known.answer;
    const answer = make(...about);
    last = { about, answer };
    return answer;
  };
}

/** As {@link asLastTime}, with a memory of its own for each name. */
export function asLastTimeOf<About extends readonly unknown[], Answer>(
  make: (...about: About) => Answer,
): (name: string, ...about: About) => Answer {
  const byName = new Map<string, (...about: About) => Answer>();
  return (name, ...about) => {
    const known = byName.get(name) ?? asLastTime(make);
    byName.set(name, known);
    return known(...about);
  };
}

/** Keeps a list of the same items in the same order the same list: then what is made of it is kept, too. */
export function sameListAsLastTime<T>(): (list: readonly T[]) => readonly T[] {
  let last: readonly T[] = [];
  return (list) => {
    const isSame = list.length === last.length && list.every((item, at) => Object.is(item, last[at]));
    return isSame ? last : (last = list);
  };
}
