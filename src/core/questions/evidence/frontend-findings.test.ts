import { describe, expect, it } from 'vitest';
import { findOfFrontends } from './frontend-findings';

const LIST = (...rows: readonly string[]) =>
  `ID   Frontend                Service Type   Backend\n${rows.map((row) => `${row}\n`).join('')}`;
const FRONT = '4    192.0.2.80:443/TCP      LoadBalancer   1 => 10.244.1.9:8443/TCP (active)';
const MORE = '                                            2 => 10.244.2.9:8443/TCP (terminating)';
const EMPTY = '5    10.97.3.4:80/TCP        ClusterIP      ';
const find = (text: string) =>
  findOfFrontends([{ text }]).map(({ id, flow, says }) => [id, flow, says.values?.['count'] ?? says.values?.['ports']]);

describe('frontends of Cilium', () => {
  it('without backends come first; else one packet is told', () => {
    expect(find(LIST(FRONT, MORE))).toEqual([['cilium-front', 'client -> 192.0.2.80:443/TCP', 1]]);
    expect(find(LIST(FRONT, EMPTY))).toEqual([['cilium-front-empty', 'client -> 10.97.3.4:80/TCP', 0]]);
  });

  it('answer what the texts say was asked, and say where nothing is in front', () => {
    const asked = (to: string) => `${LIST(FRONT, MORE, EMPTY)}\n$ curl https://${to}/\ncurl: (28) timed out\n`;
    expect(find(asked('192.0.2.80:443'))).toEqual([['cilium-front', 'client -> 192.0.2.80:443/TCP', 1]]);
    expect(find(asked('192.0.2.80:31443'))).toEqual([['cilium-front-none', 'client -> 192.0.2.80:31443', '443']]);
  });

  it('whose backends somebody masked are not said to have none', () => {
    const masked = '6    10.97.3.5:80/TCP        ClusterIP      1 => 10.x.x.31:60443 (active)';
    expect(find(LIST(masked))).toEqual([]);
    expect(find(LIST(masked, FRONT))).toEqual([['cilium-front', 'client -> 192.0.2.80:443/TCP', 1]]);
  });

  it('are read from the maps, too', () => {
    const maps = `SERVICE ADDRESS      BACKEND ADDRESS
192.0.2.80:443       10.244.1.9:8443 (3)
                     0.0.0.0:0 (3) [LoadBalancer, Local]
10.97.3.4:80         0.0.0.0:0 (4) [ClusterIP, non-routable]
`;
    expect(find(maps)).toEqual([['cilium-front-empty', 'client -> 10.97.3.4:80', 0]]);
  });
});
