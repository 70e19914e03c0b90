import type { Origin, SyncInput } from '../proxy/mode';
import { DUMMY_INTERFACE } from '../proxy/ipvs/context';
import { syncIpvsRules } from '../proxy/ipvs/sync-proxy-rules';
import { realServerKey, virtualServerKey } from '../proxy/ipvs/port-block';

/** Something the ipvs mode left on a node, and what it is there for. */
interface Part {
  readonly kind: 'virtual-server' | 'real-server' | 'address' | 'entry' | 'claim' | 'rule';
  /** The virtual server, set or chain; for addresses and virtual servers kube-ipvs0 and IPVS. */
  readonly owner: string;
  /** 0-based in its owner. */
  readonly index: number;
  readonly text: string;
  readonly origin: Origin;
}

/** Everything on a node: virtual and real servers, addresses, set entries and rules, in the order they are written. */
export function allParts(input: SyncInput): Part[] {
  const { ipvs, xtables, claims = [] } = syncIpvsRules(input);
  const servers = (ipvs?.virtualServers ?? []).flatMap((server, index): Part[] => {
    const owner = virtualServerKey(server);
    const real = server.servers.map((one, place): Part => {
      return { kind: 'real-server', owner, index: place, text: realServerKey(one), origin: one.origin };
    });
    return [{ kind: 'virtual-server', owner: 'IPVS', index, text: owner, origin: server.origin }, ...real];
  });
  const addresses = (ipvs?.addresses ?? []).map(({ address, origin }, index): Part => {
    return { kind: 'address', owner: DUMMY_INTERFACE, index, text: address, origin };
  });
  const entries = (ipvs?.ipsets ?? []).flatMap((set) =>
    set.entries.map(({ key, origin }, index): Part => {
      return { kind: 'entry', owner: set.name, index, text: key, origin };
    }),
  );
  const rules = [...xtables.tables].flatMap(([table, chains]) =>
    [...chains.values()].flatMap((chain) =>
      chain.rules.map(({ text, origin }, index): Part => {
        return { kind: 'rule', owner: `${table} ${chain.name}`, index, text, origin };
      }),
    ),
  );
  const held = claims.map(({ protocol, address, port, origin }, index): Part => {
    return { kind: 'claim', owner: 'kube-proxy', index, text: `${protocol} ${address}:${port}`, origin };
  });
  return [...servers, ...addresses, ...entries, ...held, ...rules];
}
