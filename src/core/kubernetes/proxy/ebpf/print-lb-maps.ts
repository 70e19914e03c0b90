import { formatCidr } from '../../../net/ip';
import { formatEndpoint } from '../../../net/packet';
import { maglevTable } from '../../../linux/ebpf/maglev';
import { readMaglevSeed } from '../../../linux/ebpf/maglev-seed';
import type { LbMaglev, LbMaps, LbService } from '../../../linux/ebpf/lb-maps';
import { compareText } from '../../types';
import { printL3n4 } from './addresses';
import { ciliumSettings, type CiliumConfig } from './cilium-config';

/** `ClusterIP+sessionAffinity+non-routable`. */
function flagsText({ type, flags }: LbService, extra: readonly string[] = []): string {
  return [type, ...flags, ...extra].join('+');
}

function serviceLines(service: LbService): string[] {
  const { id, algorithm, affinityTimeout, count, qcount, slots } = service;
  const head = `SVC: ID=${id} ADDR=${printL3n4(service)}`;
  const counts = `COUNT=${count} QCOUNT=${qcount}`;
  return [
    `${head} SLOT=0 LBALG=${algorithm} AFFTimeout=${affinityTimeout} ${counts} FLAGS=${flagsText(service)}`,
    ...slots.map(({ backendId, quarantined }, at) => {
      const flags = flagsText(service, quarantined ? ['quarantined'] : []);
      return `${head} SLOT=${at + 1} BEID=${backendId} COUNT=0 QCOUNT=0 FLAGS=${flags}`;
    }),
  ];
}

/** `MAGLEV: ID=2 INNER=[1(511), 2(510)]`: how many places each backend has. */
function maglevLine({ id, backendIds }: LbMaglev, maps: LbMaps, config: CiliumConfig): string {
  const settings = ciliumSettings(config);
  const seed = readMaglevSeed(settings['bpf-lb-maglev-hash-seed']);
  const wanted = new Set(backendIds);
  const backends = maps.backends
    .filter((backend) => wanted.has(backend.id))
    .map((backend) => ({ backend, weight: 100 }));
  const table = seed.ok ? maglevTable(backends, Number(settings['bpf-lb-maglev-table-size']), seed.value) : [];
  const counts = new Map<number, number>();
  for (const place of table) counts.set(place, (counts.get(place) ?? 0) + 1);
  const inner = [...counts].toSorted(([a], [b]) => a - b).map(([backend, count]) => `${backend}(${count})`);
  return `MAGLEV: ID=${id} INNER=[${inner.join(', ')}]`;
}

/**
 * The maps as text, one entry a line, sorted: the form of the dumps Cilium's own tests compare
 * (pkg/loadbalancer/tests `lb/maps-dump`).
 */
export function printLbMaps(maps: LbMaps, config: CiliumConfig): string {
  const lines = [
    ...maps.affinityMatch.map(({ id, backendId }) => `AFF: ID=${id} BEID=${backendId}`),
    ...maps.backends.map((backend) => `BE: ID=${backend.id} ADDR=${printL3n4(backend)} STATE=${backend.state}`),
    ...maps.maglev.map((entry) => maglevLine(entry, maps, config)),
    ...maps.reverseNat.map(({ id, address, port }) => `REV: ID=${id} ADDR=${formatEndpoint(address, port)}`),
    ...maps.sourceRanges.map(({ id, range }) => `SRCRANGE: ID=${id} CIDR=${formatCidr(range)}`),
    ...maps.services.flatMap(serviceLines),
  ];
  return `${lines.toSorted(compareText).join('\n')}\n`;
}
