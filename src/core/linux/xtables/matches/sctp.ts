import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { MatchExtension } from '../extension';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { GIVEN_PORT_FIELDS, portsMatch, portsSet, getPorts } from '../syntax/nat-range';
import { tableMatch } from '../syntax/extension-table';

/** Chunk types by their number (RFC 9260), with the flag letters each may carry. */
const CHUNKS: readonly (readonly [name: string, number: number, flags?: string])[] = [
  ['DATA', 0, '----IUBE'],
  ['INIT', 1],
  ['INIT_ACK', 2],
  ['SACK', 3],
  ['HEARTBEAT', 4],
  ['HEARTBEAT_ACK', 5],
  ['ABORT', 6, '-------T'],
  ['SHUTDOWN', 7],
  ['SHUTDOWN_ACK', 8],
  ['ERROR', 9],
  ['COOKIE_ECHO', 10],
  ['COOKIE_ACK', 11],
  ['ECN_ECNE', 12],
  ['ECN_CWR', 13],
  ['SHUTDOWN_COMPLETE', 14, '-------T'],
  ['I_DATA', 64, '----IUBE'],
  ['RE_CONFIG', 130],
  ['PAD', 132],
  ['ASCONF', 193],
  ['ASCONF_ACK', 128],
  ['FORWARD_TSN', 192],
  ['I_FORWARD_TSN', 194],
];

interface Chunk {
  readonly name: string;
  /** Flag letters, upper case: must be set; lower case: must not. */
  readonly flags?: string;
}
export interface ChunkTest {
  readonly scope: 'all' | 'any' | 'only';
  readonly chunks: readonly Chunk[] | 'ALL' | 'NONE';
}

function parseChunk(text: string): Chunk | undefined {
  const [name = '', flags] = text.split(':');
  const row = CHUNKS.find(([known]) => known === name.toUpperCase());
  if (!row) return undefined;
  if (flags === undefined) return { name: row[0] };
  const letters = (row[2] ?? '').replaceAll('-', '');
  const fits = flags.split('').every((letter) => letters.includes(letter.toUpperCase()));
  return fits && flags !== '' ? { name: row[0], flags: sortFlags(flags, letters) } : undefined;
}

function sortFlags(flags: string, letters: string): string {
  const given = flags.split('');
  return letters
    .split('')
    .map((letter) => given.find((flag) => flag.toUpperCase() === letter) ?? '')
    .join('');
}

const CHUNK_TYPES: Codec<ChunkTest> = {
  takes: 2,
  parse: ([scopeText = '', list = '']) => {
    const scope = (['all', 'any', 'only'] as const).find((word) => word === scopeText.toLowerCase());
    if (!scope) return err(phrase('xtables.value-choice', { value: scopeText, choices: 'all, any, only' }));
    if (list.toUpperCase() === 'ALL' || list.toUpperCase() === 'NONE') {
      return ok({ scope, chunks: list.toUpperCase() as 'ALL' | 'NONE' });
    }
    const chunks: Chunk[] = [];
    for (const part of list.split(',')) {
      const chunk = parseChunk(part);
      if (!chunk) return err(phrase('xtables.value-sctp-chunk', { value: part }));
      chunks.push(chunk);
    }
    const order = new Map(CHUNKS.map(([name, number]) => [name, number]));
    return ok({ scope, chunks: chunks.toSorted((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0)) });
  },
  print: ({ scope, chunks }) => [
    scope,
    typeof chunks === 'string'
      ? chunks
      : chunks.map(({ name, flags }) => (flags ? `${name}:${flags}` : name)).join(','),
  ],
};

const FIELDS = { ...GIVEN_PORT_FIELDS, chunks: field('--chunk-types', CHUNK_TYPES, { negatable: true }) };
export type SctpSpec = TableSpec<typeof FIELDS>;

/** Packets here have one chunk, so all, any and only differ only when the list is empty. */
function chunksMatch({ scope, chunks }: ChunkTest, chunk: string): boolean | 'unknown' {
  if (chunks === 'ALL') return scope !== 'all';
  if (chunks === 'NONE') return scope === 'all';
  const found = chunks.find(({ name }) => name === chunk);
  if (!found) return false;
  if (found.flags) return 'unknown';
  return scope === 'all' ? chunks.length === 1 : true;
}

/** SCTP ports and chunk types. */
export const sctp: MatchExtension<'sctp', SctpSpec> = tableMatch({
  name: 'sctp',
  reference: 'net/netfilter/xt_sctp.c',
  fields: FIELDS,
  more: { protocols: [132] },
  simulated: 'partly',
  test: (spec, { skb }) => {
    const { l4 } = skb.packet;
    if (l4.proto !== 'sctp' || !portsMatch(spec, l4)) return false;
    if (!spec.chunks) return true;
    const matched = chunksMatch(spec.chunks.value, l4.chunk);
    return matched === 'unknown' ? matched : matched !== spec.chunks.negated;
  },
  set: (spec, space) => space.both(space.protocol(132), portsSet(spec, space), spec.chunks ? space.may() : space.all),
  actual: (spec, { skb }) => getPorts(spec, skb.packet),
});
