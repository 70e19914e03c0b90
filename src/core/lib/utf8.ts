/** The UTF-8 bytes of a text (core has no TextEncoder); a lone surrogate becomes U+FFFD, as encoders do. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const raw = character.codePointAt(0) ?? 0xfffd;
    const point = raw >= 0xd800 && raw < 0xe000 ? 0xfffd : raw;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point, 0));
    else if (point < 0x1_0000) bytes.push(0xe0 | (point >> 12), tail(point, 6), tail(point, 0));
    else bytes.push(0xf0 | (point >> 18), tail(point, 12), tail(point, 6), tail(point, 0));
  }
  return Uint8Array.from(bytes);
}

function tail(point: number, shift: number): number {
  return 0x80 | ((point >> shift) & 63);
}
