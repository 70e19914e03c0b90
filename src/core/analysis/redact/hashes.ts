import { hash16 } from '../../lib/sha256';
import { hashedText, readKubeComment, type KubeComment } from '../kube-comment';
import type { AddressMap } from './addresses';
import type { NameMap } from './names';

const PROTOCOLS = ['tcp', 'udp', 'sctp'] as const;
const COMMENT = /(?:--comment "?|\/\* )([^"*\n]{3,400}?)(?:"| \*\/|\s-)/g;
const ENDPOINT_RULE = /^.*-A (KUBE-SEP-[A-Z2-7]{16}) .*--to-destination (\S+)/gm;
const JUMP_RULE = /^.*-A (?:KUBE-(?:SVC|SVL|XLB)-([A-Z2-7]{16})) .*-j (KUBE-SEP-[A-Z2-7]{16})/gm;

/**
 * kube-proxy's chain hashes of a text with what they become: hashes of known names are hashed again
 * from the pseudonyms, so that name, address and chain still belong together.
 */
export function hashPseudonyms(texts: readonly string[], names: NameMap, addresses: AddressMap): Map<string, string> {
  const found = new Map<string, string>();
  const portOf = new Map<string, { readonly before: string; readonly after: string }>();
  for (const text of texts) {
    for (const comment of commentsIn(text)) {
      for (const proto of PROTOCOLS) {
        const before = `${hashedText(comment)}${proto}`;
        const after = `${hashedText(pseudonym(comment, names))}${proto}`;
        found.set(hash16(before), hash16(after));
        portOf.set(hash16(before), { before, after });
      }
    }
  }
  for (const text of texts) endpointHashes(text, portOf, addresses, found);
  return found;
}

function* commentsIn(text: string): Generator<KubeComment> {
  const seen = new Set<string>();
  for (const [, words = ''] of text.matchAll(COMMENT)) {
    const comment = readKubeComment(words.trim());
    if (!comment) continue;
    const key = hashedText(comment);
    if (seen.has(key)) continue;
    seen.add(key);
    yield comment;
  }
}

function pseudonym(comment: KubeComment, names: NameMap): KubeComment {
  const { namespace, name, port } = comment;
  return {
    ...comment,
    namespace: names.name(namespace),
    name: names.name(name),
    ...(port === undefined ? {} : { port: names.name(port) }),
  };
}

/** An endpoint's chain: the service port's text, then `ip:port`. */
function endpointHashes(
  text: string,
  portOf: ReadonlyMap<string, { readonly before: string; readonly after: string }>,
  addresses: AddressMap,
  found: Map<string, string>,
): void {
  const places = new Map([...text.matchAll(ENDPOINT_RULE)].map(([, chain = '', place = '']) => [chain, place]));
  for (const [, hash = '', chain = ''] of text.matchAll(JUMP_RULE)) {
    const [port, place] = [portOf.get(hash), places.get(chain)];
    const own = chain.slice('KUBE-SEP-'.length);
    if (port === undefined || place === undefined || found.has(own)) continue;
    if (hash16(port.before + place) === own) found.set(own, hash16(port.after + placePseudonym(place, addresses)));
  }
}

/** `10.244.1.5:8080`, `[fd00::5]:8080`. */
export function placePseudonym(place: string, addresses: AddressMap): string {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?(:\d+)?$/.exec(place) ?? [];
  const mapped = addresses.map(host);
  return `${mapped.includes(':') ? `[${mapped}]` : mapped}${port}`;
}
