import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import { parseCidr, type Cidr } from '../../net/ip';
import { isProxyModeId, MODE_SPANS } from '../../kubernetes/mode-ids';
import { getMinor, NEWEST_RELEASE } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import type { DestinationKind } from './destinations';

/** The party that words of a statement mean. */
export type Party =
  | { readonly kind: 'everybody' | 'pods' | 'nodes' | 'outside' }
  /** `web`, `default/web`, `service web`: an object by its name. */
  | { readonly kind: 'name'; readonly of?: 'service' | 'pod' | 'node'; readonly name: string }
  /** `app=web` */
  | { readonly kind: 'label'; readonly key: string; readonly value: string }
  /** `payments/*` */
  | { readonly kind: 'namespace'; readonly name: string }
  | { readonly kind: 'address'; readonly range: Cidr };

/** How a Service is asked; absent: by its own address, and where a statement forbids, in any way. */
export type Via = Exclude<DestinationKind, 'pod' | 'node'>;

/** A mode of a release. */
export interface ModeRelease {
  readonly mode: ProxyModeId;
  readonly release: string;
}

/** The claim of a statement, by its form. */
export type StatementClaim =
  /** `A -> B`: every packet is answered; `source kept`: and B sees A, `but for itself` where it is A. */
  | {
      readonly kind: 'reaches';
      readonly from: Party;
      readonly to: Party;
      readonly source?: 'kept' | 'rewritten';
      /** `but for itself`: not of a packet that a Service leads back to its own sender. */
      readonly butForItself?: true;
      readonly via?: Via;
    }
  /** `never A -> B` */
  | { readonly kind: 'never'; readonly from: Party; readonly to: Party; readonly via?: Via }
  /** `A -> B only from 203.0.113.0/24` */
  | { readonly kind: 'only-from'; readonly from: Party; readonly to: Party; readonly range: Cidr; readonly via?: Via }
  /** `B only on 5432/tcp` */
  | { readonly kind: 'only-on'; readonly to: Party; readonly protocol: 'tcp' | 'udp' | 'sctp'; readonly port: number }
  /** `B same in iptables@1.30 and nftables@1.35` */
  | { readonly kind: 'same'; readonly to: Party; readonly before: ModeRelease; readonly after: ModeRelease }
  /** `rules all decide` */
  | { readonly kind: 'rules-decide' };

/** A line of a file of statements. */
export interface Statement {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The claim, or an error: what is not understood, and its 1-based column. */
  readonly claim: Result<StatementClaim, { readonly says: Phrase; readonly column: number }>;
}

const VIAS: Readonly<Record<string, Via>> = {
  'own address': 'service',
  'node port': 'node-port',
  'load balancer': 'load-balancer',
  'external ip': 'external-ip',
};

const GROUPS: Readonly<Record<string, Party['kind'] & ('everybody' | 'pods' | 'nodes' | 'outside')>> = {
  everybody: 'everybody',
  pods: 'pods',
  nodes: 'nodes',
  outside: 'outside',
};

const KINDS = { service: 'service', pod: 'pod', node: 'node' } as const;

const unread = (says: Phrase): Result<never, Phrase> => err(says);

/** Reads the words for a party: `Pods`, `service web`, `app=web`, `10.0.0.0/8`; an error where they name nobody. */
export function readParty(text: string): Result<Party, Phrase> {
  const words = text.trim().split(/\s+/);
  const [first = '', second] = words;
  const group = GROUPS[first.toLowerCase()];
  if (words.length === 1 && group) return ok({ kind: group });
  const of = KINDS[first.toLowerCase() as keyof typeof KINDS];
  if (words.length === 2 && of && second !== undefined) return ok({ kind: 'name', of, name: second });
  if (words.length !== 1 || first === '') return unread(phrase('reach.statement.who', { text: text.trim() }));
  const [key, value] = first.split('=');
  if (key && value !== undefined) return ok({ kind: 'label', key, value });
  if (first.endsWith('/*')) return ok({ kind: 'namespace', name: first.slice(0, -2) });
  const range = parseCidr(first);
  if (range.ok) return ok({ kind: 'address', range: range.value });
  return ok({ kind: 'name', name: first });
}

/** `via node port` off the end of a side. */
function readVia(text: string): { readonly rest: string; readonly via?: Via } {
  const at = text.toLowerCase().lastIndexOf(' via ');
  const via =
    at < 0
      ? undefined
      : VIAS[
          text
            .slice(at + 5)
            .trim()
            .toLowerCase()
        ];
  return via && at >= 0 ? { rest: text.slice(0, at), via } : { rest: text };
}

interface Ends {
  readonly from: Party;
  readonly to: Party;
  readonly via?: Via;
}

function readEnds(text: string): Result<Ends, Phrase> {
  const arrow = text.indexOf('->');
  if (arrow < 0) return unread(phrase('reach.statement.form'));
  const { rest, via } = readVia(text.slice(arrow + 2));
  const from = readParty(text.slice(0, arrow));
  const to = readParty(rest);
  if (!from.ok) return from;
  if (!to.ok) return to;
  return ok({ from: from.value, to: to.value, ...(via ? { via } : {}) });
}

/** Reads `iptables@1.30`; an error says what it is not. */
export function readModeRelease(text: string): Result<ModeRelease, Phrase> {
  const [mode = '', release = ''] = text.trim().split('@');
  if (!isProxyModeId(mode) || !/^\d{1,2}\.\d{1,3}(\.\d{1,3})?$/.test(release))
    return unread(phrase('reach.statement.mode', { text: text.trim() }));
  const { since, until = NEWEST_RELEASE } = MODE_SPANS[mode];
  const minor = getMinor(release);
  if (minor < getMinor(since) || minor > getMinor(until))
    return unread(phrase('reach.statement.release', { text: text.trim(), mode, since, until }));
  return ok({ mode, release });
}

function readSame(to: string, sides: string): Result<StatementClaim, Phrase> {
  const [first = '', second = ''] = sides.split(' and ');
  const party = readParty(to);
  const before = readModeRelease(first);
  const after = readModeRelease(second);
  if (!party.ok) return party;
  if (!before.ok) return before;
  if (!after.ok) return after;
  return ok({ kind: 'same', to: party.value, before: before.value, after: after.value });
}

function readOnlyOn(to: string, place: string): Result<StatementClaim, Phrase> {
  const [port = '', protocol = 'tcp'] = place.trim().toLowerCase().split('/');
  const party = readParty(to);
  if (!party.ok) return party;
  const isKnown = protocol === 'tcp' || protocol === 'udp' || protocol === 'sctp';
  if (!isKnown || !/^\d{1,5}$/.test(port) || Number(port) > 65535)
    return unread(phrase('reach.statement.port', { text: place.trim() }));
  return ok({ kind: 'only-on', to: party.value, protocol, port: Number(port) });
}

function readOnlyFrom(ends: string, text: string): Result<StatementClaim, Phrase> {
  const read = readEnds(ends);
  const range = parseCidr(text.trim());
  if (!read.ok) return read;
  return range.ok
    ? ok({ kind: 'only-from', ...read.value, range: range.value })
    : unread(phrase('reach.statement.range', { text: text.trim() }));
}

function readReaches(text: string): Result<StatementClaim, Phrase> {
  const claimed = / source (kept|rewritten)( but for itself)?$/i.exec(text);
  const ends = readEnds(text.slice(0, claimed?.index));
  if (!ends.ok) return ends;
  const source = claimed?.[1]?.toLowerCase();
  return ok({
    kind: 'reaches',
    ...ends.value,
    ...(source === 'kept' || source === 'rewritten' ? { source } : {}),
    ...(claimed?.[2] === undefined ? {} : { butForItself: true as const }),
  });
}

/** Splits at a word that a form is told by. */
function around(text: string, word: string): readonly [string, string] | undefined {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + word.length)];
}

function readClaim(text: string): Result<StatementClaim, Phrase> {
  if (/^rules all decide$/i.test(text)) return ok({ kind: 'rules-decide' });
  const never = /^never /i.test(text) ? readEnds(text.slice(6)) : undefined;
  if (never) return never.ok ? ok({ kind: 'never', ...never.value }) : never;
  const same = around(text, ' same in ');
  if (same) return readSame(...same);
  const onlyFrom = around(text, ' only from ');
  if (onlyFrom) return readOnlyFrom(...onlyFrom);
  const onlyOn = around(text, ' only on ');
  return onlyOn ? readOnlyOn(...onlyOn) : readReaches(text);
}

/**
 * Reads a file of statements: one a line, `#` begins a comment, empty lines are none. A line that is not understood is
 * a statement whose claim says so.
 */
export function readStatementFile(text: string): readonly Statement[] {
  return text.split(/\r?\n/).flatMap((whole, index): Statement[] => {
    const hash = whole.indexOf('#');
    const line = (hash < 0 ? whole : whole.slice(0, hash)).trim().replaceAll(/\s+/g, ' ');
    if (line === '') return [];
    const claim = readClaim(line);
    const column = whole.search(/\S/) + 1;
    return [{ line: index + 1, text: line, claim: claim.ok ? claim : err({ says: claim.error, column }) }];
  });
}
