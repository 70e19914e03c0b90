import { IntlMessageFormat } from 'intl-messageformat';
import type { ICUArgs } from 'use-intl/core';
import type { Phrase } from '../../core/lib/phrase';
import { settleParticles } from '../particles';
import { ANALYSIS_PHRASES } from './analysis';
import { RULELESS_PHRASES } from './ruleless';
import { ANNOUNCED_PHRASES } from './announced';
import { ANALYSIS_WINDOWS_PHRASES, KERNELSPACE_PHRASES, SIM_VFP_PHRASES } from './windows';
import { DOCUMENT_PHRASES } from './document';
import { COMPARE_PHRASES } from './compare';
import { LIMIT_PHRASES } from './limits';
import { MANY_PHRASES } from './many';
import { BEYOND_FLOWS_PHRASES, CILIUM_DIFFERENCE_PHRASES } from './compare-cilium';
import { ENGINE_PHRASES } from './engine';
import { FIELD_PHRASES } from './document-fields';
import { POST_PHRASES } from './analysis-posts';
import { MANIFEST_PHRASES } from './document-manifest';
import { DRIFT_PHRASES } from './drift';
import { EVIDENCE_PHRASES } from './evidence';
import { FORMATS_PHRASES } from './formats';
import { IPSET_PHRASES, IPVS_PHRASES } from './ipvs';
import { KERNEL_PHRASES } from './kernel';
import { NFT_PHRASES } from './nftables';
import { KUBERNETES_PHRASES } from './kubernetes';
import { PROXY_CONFIG_PHRASES } from './proxy-config';
import { BALANCER_PHRASES } from './load-balancers';
import { DNS_PHRASES, NAME_PHRASES } from './names';
import { EBPF_PHRASES, SIM_EBPF_PHRASES } from './ebpf';
import { INGRESS_PHRASES } from './ingress';
import { IPVS_COMPILER_PHRASES } from './ipvs-compiler';
import { IPTABLES_PHRASES } from './kubernetes-iptables';
import { NFTABLES_PHRASES } from './kubernetes-nftables';
import { RELEASE_CHANGE_PHRASES } from './release-changes';
import { RECONSTRUCT_PHRASES } from './reconstruct';
import { REACH_PHRASES } from './reach';
import { REACH_HOST_PHRASES } from './reach-hosts';
import { REMARK_PHRASES } from './remarks';
import { REPORT_PHRASES } from './report';
import { LESSON_PHRASES } from './lesson';
import { LINT_PHRASES } from './lint';
import { MACHINE_PHRASES } from './machine';
import type { Locale, PhraseBook } from './phrase-book';
import { SHEET_PHRASES } from './sheet';
import { SIM_PHRASES } from './sim';
import { STEP_PHRASES } from './steps';
import { STORY_PHRASES } from './story';
import { STORY_END_PHRASES } from './story-ends';
import { STORY_REPLY_PHRASES } from './story-replies';
import { QUESTION_PHRASES } from './story-questions';
import { TIMELINE_PHRASES } from './timeline';
import { HELD_PORT_PHRASES, USERSPACE_PHRASES } from './userspace';
import { WHY_PHRASES } from './why';
import { WHY_CHANGE_PHRASES } from './why-changes';
import { WRITER_PHRASES } from './kubernetes-writers';
import { XTABLES_PHRASES } from './xtables';
import { XTABLES_MATCH_PHRASES } from './xtables-matches';
import { XTABLES_TARGET_PHRASES } from './xtables-targets';

export type { Locale } from './phrase-book';

/** One line a room; ids begin with the room's name. */
const BOOK = {
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
} as const satisfies PhraseBook;

/** What may stand for each kind of argument of a message. */
interface ArgumentTypes {
  readonly ICUArgument: string | number;
  readonly ICUNumberArgument: number;
  readonly ICUDateArgument: number;
}

/** The page's sentences, those a window loads with itself, and those of the command alone. */
type Words = typeof BOOK &
  typeof MACHINE_PHRASES &
  typeof REPORT_PHRASES &
  typeof SHEET_PHRASES &
  typeof DRIFT_PHRASES &
  typeof EVIDENCE_PHRASES &
  typeof REACH_PHRASES &
  typeof REACH_HOST_PHRASES &
  typeof RECONSTRUCT_PHRASES;

declare module '../../core/lib/phrase' {
  interface PhraseCatalog {
    /** Ids and what each takes, read off the English sentence. */
    readonly values: { readonly [Id in keyof Words]: ICUArgs<Words[Id]['en'], ArgumentTypes> };
  }
}

const TEXTS: PhraseBook = BOOK;

/**
 * Says core's sentences in one language. Keep the function: a message is compiled once for each, and saying it again
 * costs a microsecond. Particles of Korean are settled by the values' sound. An id nobody wrote down (of a document
 * from elsewhere) is said as itself, and a message whose values are missing as it is written. `more`: sentences beside the
 * page's own.
 */
export function createSpeaker(locale: Locale, more: PhraseBook = {}): (phrase: Phrase) => string {
  const compiled = new Map<string, IntlMessageFormat>();
  const formatOf = (id: string, text: string): IntlMessageFormat => {
    const known = compiled.get(id);
    if (known) return known;
    const format = new IntlMessageFormat(text, locale);
    compiled.set(id, format);
    return format;
  };
  return ({ id, values }) => {
    const text = (TEXTS[id] ?? more[id])?.[locale];
    if (text === undefined) return id;
    const said = formatted(formatOf(id, text), values) ?? text;
    return locale === 'ko' ? settleParticles(said) : said;
  };
}

function formatted(format: IntlMessageFormat, values: Phrase['values']): string | undefined {
  try {
    return String(format.format(values));
  } catch {
    return undefined;
  }
}

/** Every id with its sentences, for the tests of completeness. */
export function allPhrases(): PhraseBook {
  return {
    ...BOOK,
    ...DRIFT_PHRASES,
    ...MACHINE_PHRASES,
    ...REACH_PHRASES,
    ...REACH_HOST_PHRASES,
    ...RECONSTRUCT_PHRASES,
    ...REPORT_PHRASES,
    ...SHEET_PHRASES,
    ...EVIDENCE_PHRASES,
  };
}
