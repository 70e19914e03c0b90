import { hash16 } from '../../lib/sha';
import { hashedText, readKubeComment, type KubeComment } from '../../paste/kube-services';
import type { AddressMap } from './addresses';

/** A name as it is afterwards. */
type Rename = (name: string) => string;

const PROTOCOLS = ['tcp', 'udp', 'sctp'] as const;
const COMMENT = /(?:--comment "?|\/\* )([^"*\n]{3,400}?)(?:"| \*\/|\s-)/g;
/** A rule of a Service's or an endpoint's chain: the chain, and what follows on its line. */
const CHAIN_RULE = /-A (KUBE-(?:SEP|SVC|SVL|XLB)-[A-Z2-7]{16}) ([^\n]{0,2000})/g;

/**
 * kube-proxy's chain hashes of a text with what they become: hashes of known names are hashed again
 * from the pseudonyms, so that name, address and chain still belong together.
 */
export function hashPseudonyms(texts: readonly string[], rename: Rename, addresses: AddressMap): Map<string, string> {
  const found = new Map<string, string>();
  const portOf = new Map<string, { readonly before: string; readonly after: string }>();
  for (const text of texts) {
    for (const comment of commentsIn(text)) {
      for (const proto of PROTOCOLS) {
        const before = `${hashedText(comment)}${proto}`;
        const after = `${hashedText(pseudonym(comment, rename))}${proto}`;
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

function pseudonym(comment: KubeComment, rename: Rename): KubeComment {
  const { namespace, name, port } = comment;
  return {
    ...comment,
    namespace: namespace === '' ? '' : rename(namespace),
    name: rename(name),
    ...(port === undefined ? {} : { port: rename(port) }),
  };
}

/** An endpoint's chain: the service port's text, then `ip:port`. */
function endpointHashes(
  text: string,
  portOf: ReadonlyMap<string, { readonly before: string; readonly after: string }>,
  addresses: AddressMap,
  found: Map<string, string>,
): void {
  const { places, jumps } = chainRules(text);
  for (const { hash, chain } of jumps) {
    const [port, place] = [portOf.get(hash), places.get(chain)];
    const own = chain.slice('KUBE-SEP-'.length);
    if (port === undefined || place === undefined || found.has(own)) continue;
    if (hash16(port.before + place) === own) found.set(own, hash16(port.after + placePseudonym(place, addresses)));
  }
}

interface ChainRules {
  readonly places: ReadonlyMap<string, string>;
  readonly jumps: readonly { readonly hash: string; readonly chain: string }[];
}

function chainRules(text: string): ChainRules {
  const places = new Map<string, string>();
  const jumps: { readonly hash: string; readonly chain: string }[] = [];
  for (const [, chain = '', rest = ''] of text.matchAll(CHAIN_RULE)) {
    const words = rest.split(' ');
    const after = (option: string): string => words[words.indexOf(option) + 1] ?? '';
    if (chain.startsWith('KUBE-SEP-')) {
      if (words.includes('--to-destination')) places.set(chain, after('--to-destination'));
    } else if (after('-j').startsWith('KUBE-SEP-')) jumps.push({ hash: chain.slice(-16), chain: after('-j') });
  }
  return { places, jumps };
}

/** `10.244.1.5:8080`, `[fd00::5]:8080`. */
function placePseudonym(place: string, addresses: AddressMap): string {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?(:\d+)?$/.exec(place) ?? [];
  const mapped = addresses.map(host);
  return `${mapped.includes(':') ? `[${mapped}]` : mapped}${port}`;
}

/** A chain of kube-proxy's nftables mode: kind, hash, namespace, name, protocol, port, endpoint and its port. */
const NFT_CHAIN =
  /^(service|local|external|firewall|endpoint|affinity)-([A-Z2-7]{8})-([^/\s]+)\/([^/\s]+)\/(tcp|udp|sctp)\/([^\s_,;}]*)(?:__([^/\s]+)\/(\d+))?$/;

/** `endpoint-KK2L4GGP-default/src/tcp/__10.244.1.10/8080`: the hash is of all behind it. Undefined for other words. */
export function nftChain(word: string, rename: Rename, addresses: AddressMap): string | undefined {
  const found = word.length < 512 ? NFT_CHAIN.exec(word) : null;
  if (!found) return undefined;
  const [, kind = '', , namespace = '', service = '', proto = '', port = '', host, number] = found;
  let full = `${rename(namespace)}/${rename(service)}/${proto}/${rename(port)}`;
  if (host !== undefined) full += `__${dottedPseudonym(host, addresses)}/${number ?? ''}`;
  return `${kind}-${hash16(full).slice(0, 8)}-${full}`;
}

/** IPv6 colons are dots in names of chains. */
function dottedPseudonym(host: string, addresses: AddressMap): string {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return addresses.map(host);
  return addresses.map(host.replaceAll('.', ':')).replaceAll(':', '.');
}
