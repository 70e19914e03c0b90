import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ServiceObject } from '../kubernetes/types';
import { networkOfPasted } from './pasted';
import { observedOfPasted } from '../questions/reconstruct/observe-pasted';
import { reconstruct } from '../questions/reconstruct/reconstruct';
import { pasted } from './testing/paste';

const FOLDER = new URL('../questions/reconstruct/testdata/nft-listed/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** What rules carry of a Service without comments: everything but names. */
const nameless = ({ spec }: ServiceObject): string => {
  const { selector: _, ports = [], ...rest } = spec;
  return JSON.stringify({ ...rest, ports: ports.map(({ name: __, ...port }) => port) });
};

/** Rules that kube-proxy 1.30.5 wrote, as iptables-save and as `nft list ruleset` (1.0.6) show one and the same table of iptables-nft. */
describe.each(['clusterip', 'external-ips', 'multi-port', 'loadbalancer-source-ranges', 'nodeport-local'])(
  '%s: iptables-nft, listed by nft',
  (name) => {
    const node = pasted(textOf(`${name}.nft`));

    it('is made into the cluster that the same rules as iptables-save are', () => {
      const [listed, saved] = [node, pasted(textOf(`${name}.save`))].map((each) => reconstruct(observedOfPasted(each)));
      expect(listed?.mode).toBe('iptables');
      const specs = (made: typeof listed): string[] => (made?.cluster.services ?? []).map(nameless).toSorted();
      expect(specs(listed)).toEqual(specs(saved));
      expect(listed?.config).toEqual(saved?.config);
      expect(listed?.release.release).toBe(saved?.release.release);
      const places = (made: typeof listed): string[] =>
        (made?.cluster.endpointSlices ?? [])
          .flatMap(({ endpoints = [] }) => endpoints.flatMap(({ addresses = [] }) => addresses))
          .toSorted();
      expect(places(listed)).toEqual(places(saved));
    });

    it('its Services are found, and a flow to each of them is offered', () => {
      const { found, suggested } = networkOfPasted(node);
      const saved = networkOfPasted(pasted(textOf(`${name}.save`)));
      const ports = ({ address, port, protocol }: (typeof found)[number]): string => `${address} ${port} ${protocol}`;
      expect(found.map(ports).toSorted()).toEqual(saved.found.map(ports).toSorted());
      for (const { address, port } of found) {
        expect(suggested.some((flow) => flow.to === address && flow.port === port)).toBe(true);
      }
    });
  },
);
