import { isDeviceName } from '../../linux/names';
import { isDns1123Label, isDns1123Subdomain, isLabelKey, isLabelValue, isPortName } from './names';

/** How a text of a field is built. */
interface Grammar {
  /** Is it right as the API server, or the kernel, has it? */
  readonly isRight: (text: string) => boolean;
  /** The letters it is built of: nothing else is ever printed into a rule. */
  readonly letters: RegExp;
}

const letters = (of: RegExp): Grammar => ({ isRight: (text) => of.test(text), letters: of });
const NAME = /^[\w.-]{0,253}$/;
const KEY = /^[\w./-]{0,507}$/;
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
  /** The kernel takes other letters too (dev_valid_name); these end a word or a statement wherever rules are read. */
  device: { isRight: isDeviceName, letters: /^[^\s\p{C}"'\\`$;&|<>(){}#*!?/:,[\]]{0,15}$/u },
  duration: letters(/^[-+.\dhmnsuµμ]{0,60}$/),
  word: letters(/^[^\s\p{C}]{0,253}$/u),
  line: letters(/^(?:\t|[^\p{Cc}\u2028\u2029])*$/u),
} as const satisfies Record<string, Grammar>;

export type GrammarId = keyof typeof GRAMMARS;

/**
 * Is a text built of the letters its grammar has? An empty one is as good as none. What is wrong in another way, as upper
 * case in a name of DNS, does no harm where it is printed and is said of the object (validate.ts).
 */
export function isBuilt(grammar: GrammarId, text: string): boolean {
  return text === '' || GRAMMARS[grammar].letters.test(text);
}

/** Is a text right as the API server, or the kernel, has it? */
export function isRight(grammar: GrammarId, text: string): boolean {
  return GRAMMARS[grammar].isRight(text);
}
