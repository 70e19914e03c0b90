import type { ProtocolName } from '../../kubernetes/service-port';

/** What the name of a chain of nftables mode says: `service-6L66ZOSV-default/src/tcp/`. */
export interface NftChainName {
  readonly kind: 'service' | 'local' | 'external' | 'firewall' | 'endpoint';
  /** The part after the kind: what the chains of one service port share. */
  readonly base: string;
  readonly namespace: string;
  readonly service: string;
  readonly proto: ProtocolName;
  readonly portName: string;
}

const NAME =
  /^(service|local|external|firewall|endpoint)-([A-Z2-7]{8}-([^/]+)\/([^/]+)\/(tcp|udp|sctp)\/([^/_]*))(?:__\S+)?$/;

/** Reads a chain's name; undefined for chains that are no service port's, and for names that were cut. */
export function readNftChainName(name: string): NftChainName | undefined {
  const [, kind, base = '', namespace = '', service = '', proto, portName = ''] = NAME.exec(name) ?? [];
  if (kind === undefined || proto === undefined) return undefined;
  // The expression lists exactly these words.
  return { kind: kind as NftChainName['kind'], base, namespace, service, proto: proto as ProtocolName, portName };
}

/** An element of a set or map: key, verdict, comment. */
export interface ElementText {
  readonly key: readonly string[];
  readonly verdict: string | undefined;
  readonly comment: string | undefined;
  readonly text: string;
}

/** `10.96.0.11 . tcp . 80 comment "default/src" : goto firewall-…`. */
export function readElement(text: string): ElementText {
  const comment = / comment "([^"]*)"/.exec(text)?.[1];
  const plain = text.replace(/ comment "[^"]*"/, '');
  const at = plain.indexOf(' : ');
  const left = at < 0 ? plain : plain.slice(0, at);
  const key = left
    .replaceAll(/ (?:expires|timeout) \S+/g, '')
    .trim()
    .split(' . ');
  return { key, verdict: at < 0 ? undefined : plain.slice(at + 3).trim(), comment, text };
}
