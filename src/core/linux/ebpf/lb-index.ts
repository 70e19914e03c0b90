import { once } from '../../lib/memo';
import { contains, type Cidr, type IpAddress } from '../../net/ip';
import type { LbBackend, LbKey, LbMaps, LbReverseNat, LbService } from './lb-maps';

/** The maps as programs read them: a lookup each, whatever their size. */
export interface LbIndex {
  readonly service: (key: LbKey) => LbService | undefined;
  readonly backend: (id: number) => LbBackend | undefined;
  readonly reverseNat: (id: number) => LbReverseNat | undefined;
  /** May this backend still be used for affinity of that frontend? */
  readonly hasAffinityMatch: (id: number, backendId: number) => boolean;
  /** Is the address in a source range of the frontend? */
  readonly isInRange: (id: number, address: IpAddress) => boolean;
  /** The backends of a frontend's Maglev table; undefined: it has none. */
  readonly maglev: (id: number) => readonly number[] | undefined;
}

/** `10.0.0.1 80 TCP 0`. */
function keyText({ address, port, protocol, scope }: LbKey): string {
  return `${address.family} ${address.words.join('.')} ${port} ${protocol} ${scope}`;
}

function rangesById({ sourceRanges }: LbMaps): ReadonlyMap<number, readonly Cidr[]> {
  const byId = new Map<number, Cidr[]>();
  for (const { id, range } of sourceRanges) {
    const known = byId.get(id);
    if (known) known.push(range);
    else byId.set(id, [range]);
  }
  return byId;
}

/** Makes the lookups of some maps; remembered as long as they live. */
export const indexLbMaps = once((maps: LbMaps): LbIndex => {
  const services = new Map(maps.services.map((service) => [keyText(service), service]));
  const backends = new Map(maps.backends.map((backend) => [backend.id, backend]));
  const reverse = new Map(maps.reverseNat.map((entry) => [entry.id, entry]));
  const matches = new Set(maps.affinityMatch.map(({ id, backendId }) => `${id} ${backendId}`));
  const tables = new Map(maps.maglev.map(({ id, backendIds }) => [id, backendIds]));
  const ranges = rangesById(maps);
  return {
    service: (key) => services.get(keyText(key)),
    backend: (id) => backends.get(id),
    reverseNat: (id) => reverse.get(id),
    hasAffinityMatch: (id, backendId) => matches.has(`${id} ${backendId}`),
    isInRange: (id, address) => (ranges.get(id) ?? []).some((range) => contains(range, address)),
    maglev: (id) => tables.get(id),
  };
});
