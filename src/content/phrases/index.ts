import { fillPhrase, type Phrase } from '../../core/lib/phrase';
import { settleParticles } from '../particles';
import { ANALYSIS_PHRASES } from './analysis';
import { COMPARE_PHRASES } from './compare';
import { DOCUMENT_PHRASES } from './document';
import { FORMATS_PHRASES } from './formats';
import { IPSET_PHRASES } from './ipset';
import { KERNEL_PHRASES } from './kernel';
import { KUBERNETES_PHRASES } from './kubernetes';
import { IPVS_PHRASES } from './ipvs';
import { IPVS_COMPILER_PHRASES } from './ipvs-compiler';
import { IPTABLES_PHRASES } from './kubernetes-iptables';
import { NFTABLES_PHRASES } from './kubernetes-nftables';
import { NFT_PHRASES } from './nftables';
import { PROXY_CONFIG_PHRASES } from './proxy-config';
import { RELEASE_CHANGE_PHRASES } from './release-changes';
import { RECONSTRUCT_PHRASES } from './reconstruct';
import { LIMIT_PHRASES } from './limits';
import { LINT_PHRASES } from './lint';
import { MANY_PHRASES } from './many';
import type { Locale, PhraseBook } from './phrase-book';
import { SIM_PHRASES } from './sim';
import { USERSPACE_PHRASES } from './userspace';
import { WHY_PHRASES } from './why';
import { XTABLES_PHRASES } from './xtables';
import { XTABLES_MATCH_PHRASES } from './xtables-matches';
import { XTABLES_TARGET_PHRASES } from './xtables-targets';

export type { Locale } from './phrase-book';

/** One line a room; ids begin with the room's name. */
const BOOKS: readonly PhraseBook[] = [
  ANALYSIS_PHRASES,
  COMPARE_PHRASES,
  DOCUMENT_PHRASES,
  KERNEL_PHRASES,
  KUBERNETES_PHRASES,
  IPTABLES_PHRASES,
  IPVS_COMPILER_PHRASES,
  IPVS_PHRASES,
  NFTABLES_PHRASES,
  PROXY_CONFIG_PHRASES,
  RELEASE_CHANGE_PHRASES,
  NFT_PHRASES,
  USERSPACE_PHRASES,
  RECONSTRUCT_PHRASES,
  LIMIT_PHRASES,
  LINT_PHRASES,
  SIM_PHRASES,
  MANY_PHRASES,
  FORMATS_PHRASES,
  IPSET_PHRASES,
  WHY_PHRASES,
  XTABLES_PHRASES,
  XTABLES_MATCH_PHRASES,
  XTABLES_TARGET_PHRASES,
];

const ALL: PhraseBook = Object.assign({}, ...BOOKS) as PhraseBook;

/** The sentence in a language. An id nobody wrote down is shown as itself (a test keeps that from happening). */
export function say(phrase: Phrase, locale: Locale): string {
  const entry = ALL[phrase.id];
  if (!entry) return phrase.id;
  const said = fillPhrase(entry[locale], phrase.values);
  return locale === 'ko' ? settleParticles(said) : said;
}

/** Every id with its sentences, for the completeness test. */
export function allPhrases(): PhraseBook {
  return ALL;
}
