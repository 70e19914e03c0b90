import { FIRST_MESSAGES as enFirst } from '../../../../content/en/first';
import { TOPOLOGY_MESSAGES as enStage } from '../../../../content/en/messages/topology';
import * as en from '../../../../content/en/rest';
import { FIRST_MESSAGES as koFirst } from '../../../../content/ko/first';
import { TOPOLOGY_MESSAGES as koStage } from '../../../../content/ko/messages/topology';
import * as ko from '../../../../content/ko/rest';
import type { Locale } from '../../../../content/languages';
import type { Translated } from '../../../../content/translated';
import type { Messages } from '../messages';

/** All words of the page by language and room. */
export const ROOMS: Readonly<Record<Locale, Translated<Messages>>> = {
  en: { ...enFirst, ...en.MESSAGES, topology: enStage },
  ko: { ...koFirst, ...ko.MESSAGES, topology: koStage },
};

/** The same as the page hands them to what draws. */
export const MESSAGES = ROOMS as Readonly<Record<Locale, Messages>>;

/** Meanings of the glossary's terms by language. */
export const MEANINGS = { en: en.GLOSSARY_WORDS, ko: ko.GLOSSARY_WORDS } as const;
