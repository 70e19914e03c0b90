import { AUTHORS_TESTS_SUITE } from './authors-tests';
import { COMPILER_SUITE } from './compiler';
import { EBPF_SUITE } from './ebpf';
import { FLOWS_SUITE } from './flows';
import { FORMATS_SUITE } from './formats';
import { IPVS_FLOWS_SUITE } from './ipvs-flows';
import { IPVS_SCENARIOS_SUITE } from './ipvs-scenarios';
import { IPVS_SCHED_SUITE } from './ipvs-sched';
import { IPVS_MATCH_SUITE } from './ipvs-match';
import { KERNEL_SUITE } from './kernel';
import { LIVE_NODEPORTS_SUITE } from './live-nodeports';
import { MODES_SUITE } from './modes';
import { NFT_TESTS_SUITE } from './nft-tests';
import { RELEASES_SUITE } from './releases';
import { SYNC_RUNNER_SUITE } from './sync-runner';
import type { Suite } from './suite';

/** One line a suite. */
export const SUITES: readonly Suite[] = [
  COMPILER_SUITE,
  RELEASES_SUITE,
  AUTHORS_TESTS_SUITE,
  LIVE_NODEPORTS_SUITE,
  EBPF_SUITE,
  KERNEL_SUITE,
  FLOWS_SUITE,
  MODES_SUITE,
  IPVS_FLOWS_SUITE,
  IPVS_SCENARIOS_SUITE,
  IPVS_SCHED_SUITE,
  IPVS_MATCH_SUITE,
  FORMATS_SUITE,
  SYNC_RUNNER_SUITE,
  NFT_TESTS_SUITE,
];
