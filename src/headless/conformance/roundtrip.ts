import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstExisting, projectRecordings } from './compiler/recordings';
import { roundtripIptables } from './roundtrip/roundtrip-iptables';
import { roundtripIpvs } from './roundtrip/roundtrip-ipvs';
import { roundtripNftables } from './roundtrip/roundtrip-nftables';
import type { SuiteResult } from './suite';

/** Recorded rules -> "turn into a cluster" -> rules, each mode. `folder`: recordings elsewhere than in the project. */
export function roundtrips(folder?: string): SuiteResult[] {
  const of = (mode: 'iptables' | 'ipvs' | 'nftables'): string => clustersIn(folder ?? projectRecordings(mode));
  return [
    ...roundtripIptables(of('iptables')),
    ...roundtripIpvs(of('ipvs')),
    ...roundtripNftables(of('nftables')),
  ].filter(({ total }) => total > 0);
}

function clustersIn(folder: string): string {
  const below = [join(folder, 'kube-proxy-1.30.5'), join(folder, 'golden', 'kube-proxy-1.30.5')];
  return firstExisting(...below.filter((path) => existsSync(path))) ?? folder;
}
