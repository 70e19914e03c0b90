/**
 * A function that works its answer out once for each object it is asked about. Objects are told apart by identity,
 * and an answer lives as long as its object does.
 */
export function oncePerObject<About extends object, Answer extends NonNullable<unknown>>(
  make: (about: About) => Answer,
): (about: About) => Answer {
  const known = new WeakMap<About, Answer>();
  return (about) => {
    let answer = known.get(about);
    if (answer === undefined) known.set(about, (answer = make(about)));
    return answer;
  };
}
