import * as en from './en/spoken';
import * as ko from './ko/spoken';
import type { Locale } from './languages';
import type { Translated } from './translated';

/** What a process says, which has every language at once: one line each, as in languages.ts. */
export const SPOKEN: Readonly<Record<Locale, Translated<typeof en>>> = { en, ko };
