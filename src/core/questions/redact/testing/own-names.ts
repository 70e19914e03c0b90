import { undressed } from '../../../formats/lines/undressed';
import { parseIp } from '../../../net/ip';
import { networkOfPasted } from '../../../paste/pasted';
import type { PastedText } from '../../../paste/pasted-types';
import { isCommonName } from '../vocabulary';

/** What a text would tell of whose machines it is about. */
export interface OwnNames {
  readonly hosts: ReadonlySet<string>;
  readonly services: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
}

const PROMPT = /^[ \t]*\[?[\w.-]+@([\w.-]+)[^#$>%\n]{0,80}[#$>%](?:\s|$)/gm;
const NAMED = /^\s*(?:hostname|nodeName|node|namespace):\s+"?([a-z0-9][-a-z0-9.]+)"?\s*$/gm;
const V4 = /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])/g;
const V6 = /(?<![\w:.])(?:[\da-f]{1,4}:){2,7}[\da-f:]*[\da-f]{1,4}(?![\w:])/g;

/** Host names of prompts and objects, Services that were read, addresses. */
export function ownNames(
  pasted: { readonly texts: readonly PastedText[] } & Parameters<typeof networkOfPasted>[0],
): OwnNames {
  const text = pasted.texts.map((each) => undressed(each.text)).join('\n');
  const { found } = networkOfPasted(pasted);
  const services = found
    .flatMap(({ name }) => name.split(/[/:]/))
    .filter((name) => /[a-z]/.test(name) && !isCommonName(name));
  return {
    hosts: new Set(
      [...text.matchAll(PROMPT), ...text.matchAll(NAMED)]
        .map(([, host = '']) => host)
        .filter((name) => name.length > 3 && !isCommonName(name)),
    ),
    services: new Set(services),
    addresses: new Set(
      [...text.matchAll(V4), ...text.matchAll(V6)].flatMap(([address]) => (parseIp(address).ok ? [address] : [])),
    ),
  };
}
