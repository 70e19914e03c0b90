import type { Check } from '../finding';
import { COVERED_RULES } from './covered-rules';
import { DANGLING_JUMP } from './dangling-jump';
import { DUPLICATE_RULE } from './duplicate-rule';
import { EMPTY_SERVICE_CHAIN } from './empty-service-chain';
import { FORWARD_DROP } from './forward-drop';
import { MARK_OVERLAP } from './mark-overlap';
import { MESH_PROXY } from './mesh-proxy';
import { MISSING_JUMP } from './missing-jump';
import { MISSING_SET } from './missing-set';
import { NEVER_MATCHES } from './never-matches';
import { NFT_COVERED_RULES } from './nft-covered-rules';
import { NFT_NAT_HOOK } from './nft-nat-hook';
import { NFT_DANGLING } from './nft-dangling';
import { NFT_EMPTY_CHAIN } from './nft-empty-chain';
import { NFT_NO_ENDPOINTS } from './nft-no-endpoints';
import { NFT_STALE } from './nft-stale';
import { NO_ENDPOINTS } from './no-endpoints';
import { NO_REAL_SERVERS } from './no-real-servers';
import { NOTRACK_CHECK } from './notrack';
import { OTHER_MODE } from './other-mode';
import { OTHER_MODE_TABLES } from './other-mode-tables';
import { NFT_PUBLIC_ENDPOINTS, PUBLIC_ENDPOINTS } from './public-endpoints';
import { REFUSED_PACKETS } from './refused-packets';
import { ROUTE_LOCALNET } from './route-localnet';
import { RP_FILTER } from './rp-filter';
import { STALE_CHAIN } from './stale-chain';
import { STALE_CONNECTION } from './stale-connection';
import { TWO_BACKENDS_CHECK } from './two-backends';

/** Every check; one line each. */
export const CHECKS: readonly Check[] = [
  COVERED_RULES,
  DANGLING_JUMP,
  DUPLICATE_RULE,
  EMPTY_SERVICE_CHAIN,
  FORWARD_DROP,
  MARK_OVERLAP,
  MESH_PROXY,
  MISSING_JUMP,
  MISSING_SET,
  NEVER_MATCHES,
  NFT_COVERED_RULES,
  NFT_DANGLING,
  NFT_EMPTY_CHAIN,
  NFT_NAT_HOOK,
  NFT_NO_ENDPOINTS,
  NFT_STALE,
  NO_ENDPOINTS,
  NO_REAL_SERVERS,
  NOTRACK_CHECK,
  OTHER_MODE,
  OTHER_MODE_TABLES,
  PUBLIC_ENDPOINTS,
  NFT_PUBLIC_ENDPOINTS,
  REFUSED_PACKETS,
  ROUTE_LOCALNET,
  RP_FILTER,
  STALE_CHAIN,
  STALE_CONNECTION,
  TWO_BACKENDS_CHECK,
];
