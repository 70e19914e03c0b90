import { IPVSADM_CONNECTIONS, type ListedDirected } from '../../formats/ipvsadm-connections';
import { phrase } from '../../lib/phrase';
import { formatIp, sameIp } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

/** States of TCP in which IPVS saw the client's SYN and nothing of it behind (net/netfilter/ipvs/ip_vs_proto_tcp.c: tcp_states). */
const STUCK: ReadonlySet<string> = new Set(['SYN_RECV', 'SYN_SENT']);
/** So many virtual servers are told. */
const MOST_TOLD = 3;

const write = ({ address, port }: ListedDirected['server']): string => formatEndpoint(address, port);

/** Connections of one virtual server. */
interface DirectedGroup {
  readonly stuck: readonly ListedDirected[];
  /** Servers to which another connection of the same virtual server is established. */
  readonly good: readonly string[];
}

function groupByVirtual(all: readonly ListedDirected[]): readonly DirectedGroup[] {
  const names = [...new Set(all.map(({ virtual }) => write(virtual)))];
  return names.map((name) => {
    const own = all.filter(({ virtual, protocol }) => protocol === 'TCP' && write(virtual) === name);
    const stuck = own.filter(({ state }) => STUCK.has(state));
    const good = own.filter(({ state }) => state === 'ESTABLISHED').map(({ server }) => write(server));
    return { stuck, good: [...new Set(good)] };
  });
}

/** Clients that ask with the virtual address itself as their own: their answers come back to whoever has it, not to them. */
function sayOwnSource([first]: readonly ListedDirected[]): EvidenceFinding {
  const values = { virtual: first ? write(first.virtual) : '', address: first ? formatIp(first.virtual.address) : '' };
  return {
    id: 'ipvs-own-source',
    severity: 'error',
    says: phrase('evidence.ipvs.own-source', values),
    next: phrase('evidence.ipvs-next.own-source', values),
    flow: `${values.address} -> ${values.virtual}/tcp`,
    words: [values.virtual],
  };
}

function sayStuck({ stuck, good }: DirectedGroup): EvidenceFinding {
  const [first] = stuck;
  const servers = [...new Set(stuck.map(({ server }) => write(server)))];
  const others = good.filter((server) => !servers.includes(server));
  const virtual = first ? write(first.virtual) : '';
  const values = {
    virtual,
    client: first ? formatIp(first.client.address) : '',
    count: stuck.length,
    servers: quoteWords(servers),
    good: others.length === 0 ? 'none' : quoteWords(others),
  };
  return {
    id: 'ipvs-half-open',
    severity: 'warning',
    says: phrase('evidence.ipvs.half-open', values),
    next: phrase('evidence.ipvs-next.half-open', { ...values, server: servers[0] ?? '' }),
    flow: `${values.client} -> ${virtual}/tcp`,
    words: first ? [first.state, virtual] : [virtual],
  };
}

function sayGroup(group: DirectedGroup): readonly EvidenceFinding[] {
  const own = group.stuck.filter(({ client, virtual }) => sameIp(client.address, virtual.address));
  if (own.length > 0) return [sayOwnSource(own)];
  return group.stuck.length > 0 ? [sayStuck(group)] : [];
}

/**
 * Findings that `ipvsadm -Lnc` proves by itself: connections of which IPVS saw a first packet and no second, and those whose client
 * has the virtual address as its own (kube-proxy puts it on kube-ipvs0, and masquerades by the set KUBE-CLUSTER-IP).
 */
export function findOfDirected(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const groups = texts.flatMap(({ text }) => {
    const parsed = IPVSADM_CONNECTIONS.hint.test(text) ? IPVSADM_CONNECTIONS.parse(text) : undefined;
    return parsed?.ok ? groupByVirtual(parsed.value.value) : [];
  });
  return groups.flatMap(sayGroup).slice(0, MOST_TOLD);
}
