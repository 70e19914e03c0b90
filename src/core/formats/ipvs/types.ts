import type { IpvsServer, IpvsService } from '../../linux/ipvs/types';
import type { SourceSpan } from '../format';

/** What was listed, and how: `-Ln`, `-Sn`, `-Ln --stats` (or `--rate`), `cat /proc/net/ip_vs`. */
export type IpvsForm = 'list' | 'save' | 'stats' | 'proc';

/** A real server and the numbers behind it. */
export interface ListedServer {
  readonly server: IpvsServer;
  /** `ActiveConn`, `InActConn` in a list; the counters of `--stats`. */
  readonly numbers: readonly string[];
  readonly span: SourceSpan;
}

/** A virtual service as one listing shows it. */
export interface ListedIpvsService {
  /** Its servers are in {@link servers}; the scheduler is empty where the listing does not name it. */
  readonly service: Omit<IpvsService, 'servers'>;
  readonly servers: readonly ListedServer[];
  /** Further flags as they are: `ops`, `pe sip`. */
  readonly flags: string;
  /** The counters of `--stats`. */
  readonly numbers: readonly string[];
  readonly span: SourceSpan;
}

/** One listing: what one command of one node printed. */
export interface IpvsListing {
  readonly form: IpvsForm;
  /** The command was seen, and it said `--nosort`. */
  readonly nosort?: true;
  readonly services: readonly ListedIpvsService[];
}
