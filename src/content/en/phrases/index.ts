import { ANALYSIS_PHRASES } from './analysis';
import { RULELESS_PHRASES } from './ruleless';
import { ANNOUNCED_PHRASES } from './announced';
import { ANALYSIS_WINDOWS_PHRASES, KERNELSPACE_PHRASES, SIM_VFP_PHRASES } from './windows';
import { REMARK_PHRASES } from './remarks';
import { COMPARE_PHRASES } from './compare';
import { CILIUM_DIFFERENCE_PHRASES, BEYOND_FLOWS_PHRASES } from './compare-cilium';
import { DOCUMENT_PHRASES } from './document';
import { ENGINE_PHRASES } from './engine';
import { FIELD_PHRASES } from './document-fields';
import { MANIFEST_PHRASES } from './document-manifest';
import { POST_PHRASES } from './analysis-posts';
import { KERNEL_PHRASES } from './kernel';
import { KUBERNETES_PHRASES } from './kubernetes';
import { IPTABLES_PHRASES } from './kubernetes-iptables';
import { BALANCER_PHRASES } from './load-balancers';
import { DNS_PHRASES, NAME_PHRASES } from './names';
import { EBPF_PHRASES, SIM_EBPF_PHRASES } from './ebpf';
import { INGRESS_PHRASES } from './ingress';
import { IPVS_COMPILER_PHRASES } from './ipvs-compiler';
import { IPVS_PHRASES, IPSET_PHRASES } from './ipvs';
import { NFTABLES_PHRASES } from './kubernetes-nftables';
import { PROXY_CONFIG_PHRASES } from './proxy-config';
import { RELEASE_CHANGE_PHRASES } from './release-changes';
import { NFT_PHRASES } from './nftables';
import { USERSPACE_PHRASES, HELD_PORT_PHRASES } from './userspace';
import { LIMIT_PHRASES } from './limits';
import { LESSON_PHRASES } from './lesson';
import { LINT_PHRASES } from './lint';
import { SIM_PHRASES } from './sim';
import { STEP_PHRASES } from './steps';
import { STORY_PHRASES } from './story';
import { STORY_END_PHRASES } from './story-ends';
import { STORY_REPLY_PHRASES } from './story-replies';
import { QUESTION_PHRASES } from './story-questions';
import { MANY_PHRASES } from './many';
import { TIMELINE_PHRASES } from './timeline';
import { FORMATS_PHRASES } from './formats';
import { WHY_PHRASES } from './why';
import { WHY_CHANGE_PHRASES } from './why-changes';
import { WRITER_PHRASES } from './kubernetes-writers';
import { XTABLES_PHRASES } from './xtables';
import { XTABLES_MATCH_PHRASES } from './xtables-matches';
import { XTABLES_TARGET_PHRASES } from './xtables-targets';

/** Core’s sentences that the page says anywhere: one line a book; ids begin with the room’s name. */
export const PHRASES = {
  ...ANALYSIS_PHRASES,
  ...RULELESS_PHRASES,
  ...ANNOUNCED_PHRASES,
  ...ANALYSIS_WINDOWS_PHRASES,
  ...REMARK_PHRASES,
  ...COMPARE_PHRASES,
  ...CILIUM_DIFFERENCE_PHRASES,
  ...BEYOND_FLOWS_PHRASES,
  ...DOCUMENT_PHRASES,
  ...ENGINE_PHRASES,
  ...FIELD_PHRASES,
  ...MANIFEST_PHRASES,
  ...POST_PHRASES,
  ...KERNEL_PHRASES,
  ...KUBERNETES_PHRASES,
  ...IPTABLES_PHRASES,
  ...BALANCER_PHRASES,
  ...DNS_PHRASES,
  ...NAME_PHRASES,
  ...EBPF_PHRASES,
  ...INGRESS_PHRASES,
  ...KERNELSPACE_PHRASES,
  ...IPVS_COMPILER_PHRASES,
  ...IPVS_PHRASES,
  ...NFTABLES_PHRASES,
  ...PROXY_CONFIG_PHRASES,
  ...RELEASE_CHANGE_PHRASES,
  ...NFT_PHRASES,
  ...USERSPACE_PHRASES,
  ...HELD_PORT_PHRASES,
  ...LIMIT_PHRASES,
  ...LESSON_PHRASES,
  ...LINT_PHRASES,
  ...SIM_PHRASES,
  ...SIM_EBPF_PHRASES,
  ...SIM_VFP_PHRASES,
  ...STEP_PHRASES,
  ...STORY_PHRASES,
  ...STORY_END_PHRASES,
  ...STORY_REPLY_PHRASES,
  ...QUESTION_PHRASES,
  ...MANY_PHRASES,
  ...TIMELINE_PHRASES,
  ...FORMATS_PHRASES,
  ...IPSET_PHRASES,
  ...WHY_PHRASES,
  ...WHY_CHANGE_PHRASES,
  ...WRITER_PHRASES,
  ...XTABLES_PHRASES,
  ...XTABLES_MATCH_PHRASES,
  ...XTABLES_TARGET_PHRASES,
} as const;
