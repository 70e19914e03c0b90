/** The longest name of a device and the zero behind it, bytes (include/uapi/linux/if.h). */
const IFNAMSIZ = 16;

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** May a device be called so (net/core/dev.c dev_valid_name)? What no terminal shows is none, too. */
export function isDeviceName(text: string): boolean {
  if (text === '' || text === '.' || text === '..' || bytesOf(text) >= IFNAMSIZ) return false;
  return /^[^\s/:\p{C}]+$/u.test(text);
}
