import type { Fraction } from '../lib/fraction';
import type { Phrase } from '../lib/phrase';
import type { IpAddress } from './ip';
import type { Packet } from './packet';

/** What is asked over a connection, as far as a reverse proxy reads it to choose (RFC 9110). */
export interface HttpRequest {
  /** The Host header, or `:authority`: `shop.example`, with or without a port. */
  readonly host: string;
  /** With its query: `/cart?id=1`. */
  readonly path: string;
  /** Absent: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One thing a proxy may do with a request: ask somebody, or answer by itself. */
export interface HttpOption {
  /** How often of all. */
  readonly share: Fraction;
  /** The backend it asks; absent: none, it answers with {@link status}. */
  readonly to?: { readonly address: IpAddress; readonly port: number };
  /** 404, 503… */
  readonly status?: number;
  /** What decides, in a sentence of its own. */
  readonly reason: Phrase;
}

/** What a proxy makes of a request: options, one of which is drawn, and what it says when nobody it asks answers. */
export type HttpAnswer =
  | {
      readonly options: readonly HttpOption[];
      /** How many of {@link options} it tries, one after the other. */
      readonly attempts: number;
      readonly failed: Pick<HttpOption, 'status' | 'reason'> | { readonly unknown: Phrase };
    }
  /** The answer depends on something that is not evaluated. */
  | { readonly unknown: Phrase };

/** Chooses by what is asked; `client`: the packet that opened the connection, as the proxy got it. Decides nothing by chance. */
export type HttpRouter = (request: HttpRequest, client: Packet) => HttpAnswer;

/** `Shop.example:8080` -> `shop.example`, `[fd00::1]:80` -> `fd00::1`. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, (port) => (/:.*:/.test(host) && !host.includes(']') ? port : ''))
    .replaceAll(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** `/cart?id=1#top` -> `/cart`; what does not begin with a slash begins with one. */
export function barePath(path: string): string {
  const bare = path.replace(/[?#].*$/s, '');
  return bare.startsWith('/') ? bare : `/${bare}`;
}
