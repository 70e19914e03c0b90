import type { IpAddress } from '../../net/ip';

/** A real server of a virtual service (struct ip_vs_dest). */
export interface IpvsServer {
  readonly address: IpAddress;
  readonly port: number;
  /** 0: takes no new connections. */
  readonly weight: number;
  /** The weight it had before it became 0 (dest->last_weight): keeps its places in the table of `mh`. Absent: none. */
  readonly lastWeight?: number;
  /** How packets reach it; kube-proxy always masquerades (IP_VS_CONN_F_MASQ). */
  readonly forward: 'masq' | 'route' | 'tunnel' | 'local' | 'bypass';
  /** Connections it had when it was listed (ActiveConn, InActConn); absent: none. */
  readonly connections?: { readonly active: number; readonly inactive: number };
}

/** A virtual service (struct ip_vs_service): what `ipvsadm -Ln` lists as one line with its servers. */
export interface IpvsService {
  /** IPPROTO number; absent for a service of a firewall mark. */
  readonly protocol?: number;
  readonly address?: IpAddress;
  readonly port?: number;
  readonly fwmark?: number;
  /** `rr`: a module ip_vs_rr. */
  readonly scheduler: string;
  /** `-b` of ipvsadm: scheduler flags (`sh-port`, `mh-port`, `sh-fallback`, `mh-fallback`). */
  readonly flags?: readonly string[];
  /** Seconds a client stays with its server; absent: not persistent. */
  readonly persistentSeconds?: number;
  /** Which bits of the client's address persistence looks at: 32 or 128 unless told. */
  readonly netmask?: number;
  /** In the order of the kernel's list, which is newest first (`list_add_rcu` in `__ip_vs_update_dest`), unless unordered. */
  readonly servers: readonly IpvsServer[];
  /** Nobody told the order of the kernel's list: `servers` are some permutation of it. */
  readonly unordered?: true;
  /** Nothing was scheduled since it was made: its scheduler stands at the beginning of the list. */
  readonly fresh?: true;
}

/** All virtual services of one namespace. */
export interface IpvsTable {
  readonly services: readonly IpvsService[];
  /** `ipvsadm --set`: seconds of established TCP connections, of those in FIN_WAIT, of UDP; 0: the kernel's own. */
  readonly timeouts?: { readonly tcp: number; readonly tcpFin: number; readonly udp: number } | undefined;
}
