import { editTable, type IpvsEdit } from '../../../src/core/linux/ipvs/protocol-state';
import { serverKey, serviceKey, type IpvsTable, type IpvsConnection } from '../../../src/core/linux/ipvs/service';
import type { Netns } from '../../../src/core/linux/netns';
import type { NetnsState } from '../../../src/core/linux/state';
import { formatEndpoint } from '../../../src/core/net/packet';
import { IPVSADM, readIpvsTable } from '../../../src/core/formats/ipvsadm';

/** The table a listing of `--nosort` shows, of which nothing was scheduled yet. */
export function freshTable(listing: string): IpvsTable {
  const parsed = IPVSADM.parse(`$ ipvsadm -Ln --nosort\n${listing}`);
  const services = parsed.ok ? parsed.value.value.flatMap((each) => readIpvsTable(each)?.services ?? []) : [];
  return { services: services.map((service) => ({ ...service, fresh: true as const })) };
}

/** `-a -t 10.96.0.1:80 -r 10.244.1.5:8080 -m -w 2`, `-e …`, `-d …`, `-D -t …` as an edit; undefined: `sleep 1`. */
function editOf(words: string): IpvsEdit | undefined {
  const [, verb = '', rest = ''] = /^-([aedD]) (.*)$/.exec(words) ?? [];
  if (verb === '') return undefined;
  // A saved line names the same service and server that the command does.
  const virtual = /(?:-[tuf]|--sctp-service) \S+/.exec(rest)?.[0] ?? '';
  const saved = `-A ${virtual} -s rr\n-a ${rest}\n`;
  const [service] = freshTable(verb === 'D' ? `-A ${virtual} -s rr\n` : saved).services;
  const server = service?.servers[0];
  if (!service) return undefined;
  const key = serviceKey(service);
  if (verb === 'D') return { kind: 'delete-service', service: key };
  if (!server) return undefined;
  if (verb === 'a') return { kind: 'add-server', service: key, server };
  if (verb === 'd') return { kind: 'delete-server', service: key, server: serverKey(server) };
  return { kind: 'edit-server', service: key, server: serverKey(server), weight: server.weight };
}

/** What `ipvsadm` did between two packets of a record. */
export function control(netns: Netns, state: NetnsState, commands: readonly string[]): Netns {
  let table = netns.ipvs ?? { services: [] };
  for (const words of commands) {
    const seconds = /^sleep (\d+)$/.exec(words)?.[1];
    if (seconds !== undefined) state.now += Number(seconds) * 1000;
    const edit = editOf(words);
    const forget = ({
      protocol,
      client: src,
      clientPort: sport,
      virtual: dst,
      virtualPort: dport,
    }: IpvsConnection): void => {
      const found = state.conntrack.lookup({ id: 0 }, { protocol, src, sport, dst, dport });
      if (found?.direction === 'original') state.conntrack.kill(found.entry);
    };
    const flush = (netns.sysctls['net.ipv4.vs.expire_nodest_conn'] ?? 0) !== 0;
    if (edit) table = editTable({ table, state: state.ipvs, now: state.now, flush, forget }, edit);
  }
  return { ...netns, ipvs: table };
}

const NAMES: Readonly<Record<number, string>> = { 6: 'TCP', 17: 'UDP', 132: 'SCTP' };

/** `TCP 192.168.10.50:1000 10.96.0.1:80 10.244.1.5:8080 SYN_RECV 59`: the connections, with the seconds that are left. */
export function connectionTable({ ipvs, now }: NetnsState): string[] {
  return ipvs
    .all(now)
    .map((conn) => {
      const ends = [
        formatEndpoint(conn.client, conn.clientPort),
        formatEndpoint(conn.virtual, conn.virtualPort),
        formatEndpoint(conn.server, conn.serverPort),
      ];
      const left = Math.floor((conn.expires - now) / 1000);
      return `${NAMES[conn.protocol] ?? conn.protocol} ${ends.join(' ')} ${conn.state} ${left}`;
    })
    .sort();
}
