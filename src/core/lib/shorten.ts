/** A line in so many characters: its beginning and, as causes stand at the end of what programs say, more of its end. */
export function shortenLine(line: string, longest: number): string {
  if (line.length <= longest) return line;
  const head = Math.floor(longest / 3);
  return `${line.slice(0, head).trimEnd()} … ${line.slice(line.length - (longest - head)).trimStart()}`;
}
