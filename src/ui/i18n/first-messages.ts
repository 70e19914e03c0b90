import type { Locale } from '../../content/phrases';
import { COMMON_MESSAGES } from '../common/messages';
import { SHELL_MESSAGES } from '../shell/messages';
import { TOPOLOGY_MESSAGES } from '../topology/messages';
import type { Messages } from './messages';

/** The words on the first frame: the frame itself and the stage. The rest comes with the panes (RestOfWords). */
export const FIRST_MESSAGES: Readonly<Record<Locale, Pick<Messages, 'common' | 'shell' | 'topology'>>> = {
  en: { common: COMMON_MESSAGES.en, shell: SHELL_MESSAGES.en, topology: TOPOLOGY_MESSAGES.en },
  ko: { common: COMMON_MESSAGES.ko, shell: SHELL_MESSAGES.ko, topology: TOPOLOGY_MESSAGES.ko } as unknown as Pick<
    Messages,
    'common' | 'shell' | 'topology'
  >,
};
