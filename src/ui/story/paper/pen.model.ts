/** Words on as many lines as they need in a room of so many px; longer ones are cut: hashes, sets of addresses. */
export function wrapText(words: string, room: number, widthOf: (line: string) => number): readonly string[] {
  const pieces = words.split(' ').flatMap((word) => word.match(/.{1,44}/gu) ?? ['']);
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (line === '' || widthOf(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = piece;
    }
  }
  return [...lines, line];
}
