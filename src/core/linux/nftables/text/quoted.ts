import { Unprintable } from '../../../lib/plain';

/** nft has no escapes: neither a quote nor the end of a line can stand in a string (src/scanner.l of nft). */
const ENDS = /["\n\r\0]/;
/** In a bare name everything else that begins something new. */
const ENDS_NAME = /[\s"'{};#\\\0]/;

/** A text as nft writes strings: comments, devices, names of objects. Throws where it would end early. */
export function nftString(text: string): string {
  if (ENDS.test(text)) throw new Unprintable('string', text);
  return `"${text}"`;
}

/** A name of a table, chain, set or map, which stands bare. Throws where more than a name would be read. */
export function nftName(name: string): string {
  if (ENDS_NAME.test(name)) throw new Unprintable('name', name);
  return name;
}
