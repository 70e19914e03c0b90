import { parseIp } from '../../net/ip';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { linesBetween, readFirst } from './lines-between';

/** `  externalName: 192.0.2.7 # the printer`. */
const EXTERNAL = /^\s{0,12}externalName: {1,4}["']?([\da-fA-F.:]{2,45})["']?(?:\s|$)/;
const NAMED = /^\s{0,12}name: {1,4}["']?([a-z0-9][-a-z0-9]{0,62})["']?\s*$/;
const HOUSED = /^\s{0,12}namespace: {1,4}["']?([a-z0-9][-a-z0-9]{0,62})["']?\s*$/;
/** Where one object of a text ends and the next begins. */
const BOUND = /^\s*(?:---|```|~~~)/;
const MOST_LINES = 20_000;

/**
 * Finds Services of type ExternalName that a text shows with an address in place of a name, in whichever of their states: one that is shown
 * mended further on was at fault before (pkg/apis/core/validation: an address is taken for a name of DNS, and warned of).
 */
export function findExternalAddresses(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => {
    if (!text.includes('externalName:')) return [];
    const lines = text.split('\n', MOST_LINES);
    return lines.flatMap((line, at): readonly EvidenceFinding[] => {
      const address = EXTERNAL.exec(line)?.[1];
      if (address === undefined || !parseIp(address).ok) return [];
      const own = linesBetween(lines, at, BOUND);
      const values = { name: `${readFirst(own, HOUSED) ?? 'default'}/${readFirst(own, NAMED) ?? 'NAME'}`, address };
      const says = phrase('evidence.external-name-address', values);
      const next = phrase('evidence.next.external-name-address', values);
      return [{ id: 'external-name-shown', severity: 'error', says, next, words: [line.trim()] }];
    });
  });
}
