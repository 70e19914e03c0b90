import { isDeviceName } from '../../linux/names';
import { isOneLine } from '../../lib/plain';
import { isDns1123Label, isDns1123Subdomain, isLabelKey, isLabelValue, isPortName } from './names';

/** How a text of a field is built. */
interface Grammar {
  /** Is it right as the API server, or the kernel, has it? */
  readonly isRight: (text: string) => boolean;
  /** The letters it is built of: nothing else is ever printed into a rule. */
  readonly letters: RegExp;
}

const letters = (of: RegExp): Grammar => ({ isRight: (text) => of.test(text), letters: of });
const NAME = /^[\w.-]*$/;
const KEY = /^[\w./-]*$/;
const HOST = /^[\w.:*-]{0,253}$/;
const RANGE = String.raw` *[\dA-Fa-f.:]{2,45}(?:\/\d{1,3})? *`;

/** The one list of how texts are built (k8s.io/apimachinery/pkg/util/validation, net/core/dev.c). */
export const GRAMMARS = {
  'dns-label': { isRight: isDns1123Label, letters: NAME },
  'dns-name': { isRight: isDns1123Subdomain, letters: NAME },
  'port-name': { isRight: isPortName, letters: NAME },
  'label-key': { isRight: isLabelKey, letters: KEY },
  'annotation-key': { isRight: (text) => isLabelKey(text.toLowerCase()), letters: KEY },
  'label-value': { isRight: isLabelValue, letters: NAME },
  /** `namespace/name`. */
  'full-name': letters(KEY),
  /** Names of roles have colons (IsValidPathSegmentName). */
  'object-name': letters(/^[^/%\s\p{C}]{1,253}$/u),
  /** Whether it is one, and of which family, is said of the object. */
  address: letters(/^[\dA-Fa-f.:]{2,45}$/),
  'cluster-ip': letters(/^(?:None|[\dA-Fa-f.:]{2,45})$/),
  range: letters(new RegExp(`^${RANGE}$`)),
  ranges: letters(new RegExp(`^(?:${RANGE}(?:,${RANGE})*)?$`)),
  /** Of a pool, `10.0.0.1-10.0.0.9` as well. */
  pool: letters(new RegExp(`^${RANGE}(?:-${RANGE})?$`)),
  host: letters(HOST),
  protocol: letters(/^(?:TCP|UDP|SCTP)$/),
  device: { isRight: isDeviceName, letters: /^[^\s/\p{C}]*$/u },
  duration: letters(/^[-+.\dhmnsuµμ]{0,60}$/),
  digits: letters(/^[-+\d ]{0,20}$/),
  word: letters(/^[^\s\p{C}]{0,253}$/u),
  line: { isRight: isOneLine, letters: /^[^\p{Cc}\u2028\u2029]*$/u },
} as const satisfies Record<string, Grammar>;

export type GrammarId = keyof typeof GRAMMARS;

/** `whole`: as the API has it. `letters`: what is wrong in another way is said, but does no harm. */
export type Strictness = 'whole' | 'letters';

/** Is a text built as its grammar has it? An empty one is as good as none. */
export function isBuilt(grammar: GrammarId, text: string, strictness: Strictness): boolean {
  if (text === '') return true;
  const { isRight, letters: built } = GRAMMARS[grammar] as Grammar;
  if (strictness === 'whole') return isRight(text);
  return grammar === 'line' ? isOneLine(text) : built.test(text);
}
