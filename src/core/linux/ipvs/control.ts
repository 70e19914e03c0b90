import {
  serverKey,
  serviceKey,
  type IpvsServer,
  type IpvsService,
  type IpvsTable,
  LIST_HEAD,
  type IpvsConnection,
  type IpvsState,
} from './service';
import { weightAfterChange, weightWhenFresh } from './schedulers/wrr';

/** What `ipvsadm` (or kube-proxy) changes while connections are there. */
export type IpvsEdit =
  | { readonly kind: 'add-server'; readonly service: string; readonly server: IpvsServer }
  | { readonly kind: 'edit-server'; readonly service: string; readonly server: string; readonly weight: number }
  | { readonly kind: 'delete-server'; readonly service: string; readonly server: string }
  | { readonly kind: 'delete-service'; readonly service: string };

export interface EditInput {
  readonly table: IpvsTable;
  readonly state: IpvsState;
  /** Milliseconds. */
  readonly now: number;
  /**
   * Connections of what is deleted go at once, with their conntrack entries: `expire_nodest_conn` on Linux 5.9 and
   * newer (`expire_nodest_conn_handler`). Else the next packet of each finds its server gone.
   */
  readonly flush: boolean;
  /** The connection is over: conntrack's entry for it goes too (`ip_vs_conn_drop_conntrack`). */
  readonly forget: (conn: IpvsConnection) => void;
}

const weightsOf = ({ servers }: IpvsService): number[] => servers.map(({ weight }) => weight);

/** What schedulers do when a server came, went or changed (`add_dest`, `del_dest`, `upd_dest`). */
function tellScheduler({ state }: EditInput, before: IpvsService, after: IpvsService): void {
  const memory = state.memory(serviceKey(before));
  memory.places.clear();
  delete memory.turn;
  if (before.scheduler === 'wrr') {
    const current = memory.currentWeight ?? weightWhenFresh(weightsOf(before));
    memory.currentWeight = weightAfterChange(current, weightsOf(after));
    memory.last = LIST_HEAD;
    delete memory.pass;
    return;
  }
  const gone = before.servers.findIndex((server) => serverKey(server) === memory.last);
  const stays = after.servers.some((server) => serverKey(server) === memory.last);
  // ip_vs_rr_del_dest: the place goes to the server before, or to the head of the list.
  if (gone < 0 || stays || before.unordered) return;
  const previous = before.servers[gone - 1];
  memory.last = previous ? serverKey(previous) : LIST_HEAD;
}

function flushConnections(input: EditInput, service: string, destination?: string): void {
  if (!input.flush) return;
  for (const conn of input.state.ofService(service, input.now)) {
    if (destination !== undefined && conn.destination !== destination) continue;
    input.state.remove(conn);
    if (conn.conntrack) input.forget(conn);
  }
}

function editedServers({ servers }: IpvsService, edit: IpvsEdit): readonly IpvsServer[] {
  switch (edit.kind) {
    case 'add-server':
      // `list_add_rcu` in `__ip_vs_update_dest`: the newest is the first.
      return [edit.server, ...servers];
    case 'edit-server':
      return servers.map((server) =>
        serverKey(server) === edit.server
          ? { ...server, weight: edit.weight, lastWeight: server.weight || (server.lastWeight ?? 0) }
          : server,
      );
    case 'delete-server':
      return servers.filter((server) => serverKey(server) !== edit.server);
    case 'delete-service':
      return [];
    default:
      return edit satisfies never;
  }
}

/**
 * A change of one virtual service (net/netfilter/ipvs/ip_vs_ctl.c): the table after it. Schedulers and connections
 * in `state` change with it. A service that is not there changes nothing.
 */
export function editTable(input: EditInput, edit: IpvsEdit): IpvsTable {
  const { table } = input;
  const service = table.services.find((each) => serviceKey(each) === edit.service);
  if (!service) return table;
  if (edit.kind === 'delete-service') {
    flushConnections(input, edit.service);
    return { ...table, services: table.services.filter((each) => each !== service) };
  }
  const after = { ...service, servers: editedServers(service, edit) };
  tellScheduler(input, service, after);
  if (edit.kind === 'delete-server') flushConnections(input, edit.service, edit.server);
  return { ...table, services: table.services.map((each) => (each === service ? after : each)) };
}
