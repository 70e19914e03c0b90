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

  const values = (text: string) => findOfFrontends([{ text }]).map(({ says }) => says.values);

  it('on all addresses of a node answer each of them', () => {
    const node = LIST(FRONT, '7    0.0.0.0:31080/TCP        NodePort       1 => 10.244.1.9:8080/TCP (active)');
    const asked = '$ curl http://172.18.0.9:31080/\ncurl: (28) timed out\n';
    expect(find(`${node}\n${asked}`)).toEqual([['cilium-front', 'client -> 0.0.0.0:31080/TCP', 1]]);
  });

  it('of maps whose backends somebody masked are not said to have none', () => {
    const maps = `SERVICE ADDRESS      BACKEND ADDRESS
192.0.2.80:443       10.244.1.9:8443 (3)
                     0.0.0.0:0 (3) [LoadBalancer]
10.97.3.5:80         0.0.0.0:0 (4) [ClusterIP]
                     10.x.x.31:8080 (4)
`;
    expect(find(maps)).toEqual([['cilium-front', 'client -> 192.0.2.80:443', 1]]);
  });

  it('of maps that name no kind are not said to have no backend', () => {
    const maps = `SERVICE ADDRESS      BACKEND ADDRESS
10.97.3.5:80         0.0.0.0:0 (4) []
192.0.2.80:443       10.244.1.9:8443 (3)
                     0.0.0.0:0 (3) [LoadBalancer]
`;
    expect(find(maps)).toEqual([['cilium-front', 'client -> 192.0.2.80:443', 1]]);
  });

  it('are said to be Local or of the inside alone where they are', () => {
    const maps = (flags: string) => `SERVICE ADDRESS      BACKEND ADDRESS
192.0.2.80:443       10.244.1.9:8443 (3)
                     0.0.0.0:0 (3) [${flags}]
`;
    expect(values(maps('LoadBalancer, Local'))).toMatchObject([{ isLocal: 'yes', inside: 'no' }]);
    expect(values(maps('LocalRedirect'))).toMatchObject([{ isLocal: 'no', inside: 'no' }]);
    expect(values(maps('ClusterIP, non-routable'))).toMatchObject([{ isLocal: 'no', inside: 'yes' }]);
    expect(values(maps('LoadBalancer, non-routable'))).toMatchObject([{ inside: 'yes' }]);
  });

  it('that outside asks for come first, and few are told', () => {
    const inside = '6    10.97.3.5:80/TCP        ClusterIP      1 => 10.244.1.9:8443/TCP (active)';
    expect(find(LIST(inside, FRONT))).toEqual([['cilium-front', 'client -> 192.0.2.80:443/TCP', 1]]);
    const empty = [1, 2, 3, 4].map((end) => `${end}    10.97.3.${end}:80/TCP        ClusterIP      `);
    expect(find(LIST(...empty))).toHaveLength(3);
  });

  it('name four backends, and how many more there are', () => {
    const more = [2, 3, 4, 5].map(
      (end) => `                                            ${end} => 10.244.${end}.9:8443/TCP (active)`,
    );
    expect(values(LIST(FRONT, ...more))[0]?.['backends']).toMatch(/^(?:[\d.:]+, ){4}\+1$/);
  });
});
