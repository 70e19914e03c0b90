import { PROXY_MODE_IDS, type ProxyModeId } from '../../../core/kubernetes/mode-ids';

/** What one can jump to along a walk. */
export type JumpKind = 'nat' | 'hop' | 'decision';

/** Everything a key can do. */
export type Command =
  | 'toggle-playing'
  | 'step-back'
  | 'step-forward'
  | 'landmark-back'
  | 'landmark-forward'
  | 'to-start'
  | 'to-end'
  | 'reply'
  | 'dice'
  | 'search-rules'
  | 'go-stage'
  | 'go-datapath'
  | 'go-rules'
  | 'undo'
  | 'redo'
  | 'palette'
  | 'help'
  | 'many'
  | 'depth'
  | 'real-rules'
  | 'lessons'
  | 'reach'
  | 'present'
  | 'hide'
  | 'devices'
  | 'print'
  | `${JumpKind}-${'back' | 'forward'}`
  | ModeCommand;

type ModeCommand = `mode-${ProxyModeId}`;

/** Something of each mode for the command that switches to it. */
export function byMode<T>(make: (mode: ProxyModeId, nth: number) => T): Readonly<Record<ModeCommand, T>> {
  return Object.fromEntries(PROXY_MODE_IDS.map((id, nth) => [`mode-${id}`, make(id, nth)])) as Record<ModeCommand, T>;
}

/** The keys of each command as {@link Kbd} prints them; the help dialog lists the same. */
export const SHORTCUTS: Readonly<Record<Command, readonly string[]>> = {
  'toggle-playing': ['space'],
  'step-back': ['left', 'pageup'],
  'step-forward': ['right', 'pagedown'],
  'landmark-back': ['shift+left'],
  'landmark-forward': ['shift+right'],
  'nat-back': ['shift+n'],
  'nat-forward': ['n'],
  'hop-back': ['shift+h'],
  'hop-forward': ['h'],
  'decision-back': ['shift+c'],
  'decision-forward': ['c'],
  many: ['m'],
  depth: ['b'],
  'real-rules': ['x'],
  lessons: ['l'],
  reach: ['e'],
  present: ['p'],
  hide: ['w'],
  devices: ['v'],
  print: ['mod+p'],
  'to-start': ['home'],
  'to-end': ['end'],
  reply: ['r'],
  dice: ['d'],
  'search-rules': ['/'],
  'go-stage': ['g t'],
  'go-datapath': ['g d'],
  'go-rules': ['g r'],
  undo: ['mod+z'],
  redo: ['mod+shift+z', 'mod+y'],
  palette: ['mod+k'],
  help: ['?'],
  ...byMode((_mode, nth) => [String(nth + 1)]),
};

const BY_KEYS = new Map(
  Object.entries(SHORTCUTS).flatMap(([command, all]) => all.map((keys) => [keys, command as Command])),
);

/** What of a keyboard event matters. */
export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const KEY_NAMES: Readonly<Record<string, string>> = { ' ': 'space', arrowleft: 'left', arrowright: 'right' };

/** `mod+shift+z`; shift is said only with letters and arrows: `?` is already shift and `/`. */
export function strokeText({ key, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string {
  const lower = key.toLowerCase();
  const name = KEY_NAMES[lower] ?? lower;
  const says = shiftKey && (name.length > 1 || /\p{L}/u.test(name));
  return [ctrlKey || metaKey ? 'mod+' : '', altKey ? 'alt+' : '', says ? 'shift+' : '', name].join('');
}

/** The letters Korean keyboards send where Latin ones stand, so that shortcuts work without switching. */
const HANGUL_KEYS: Readonly<Record<string, string>> = {
  ㄱ: 'r',
  ㅇ: 'd',
  ㄷ: 'e',
  ㅎ: 'g',
  ㅅ: 't',
  ㅋ: 'z',
  ㅏ: 'k',
  ㅛ: 'y',
  ㅜ: 'n',
  ㅗ: 'h',
  ㅊ: 'c',
  ㅡ: 'm',
  ㅠ: 'b',
  ㅌ: 'x',
  ㅣ: 'l',
  ㄴ: 's',
  ㅈ: 'w',
  ㅔ: 'p',
  ㅁ: 'a',
};

/** The letter of a key as a Latin keyboard has it. */
export function latinKey(key: string): string {
  return HANGUL_KEYS[key] ?? key.toLowerCase();
}

/** The command of a stroke. `pending` is the first half of a two-stroke shortcut (`g`), if one was pressed. */
export function makeCommand(
  stroke: Stroke,
  pending: string | undefined,
): { readonly command?: Command; readonly pending?: string } {
  const latin = HANGUL_KEYS[stroke.key];
  const text = strokeText(latin === undefined ? stroke : { ...stroke, key: latin });
  const second = pending === undefined ? undefined : BY_KEYS.get(`${pending} ${text}`);
  if (second) return { command: second };
  const command = BY_KEYS.get(text);
  if (command) return { command };
  return text === 'g' ? { pending: 'g' } : {};
}

/** Element that has the focus, as far as it matters here. */
export interface KeyFocus {
  /** Types text: input, textarea, an editor. */
  readonly editing: boolean;
  /** Space presses it: a button, a link, a tab. */
  readonly pressable: boolean;
  /** Scrolls by itself with page, home and end keys. */
  readonly scrolling: boolean;
  /** Inside a dialog or a menu, which have their own keys. */
  readonly modal: boolean;
}

const SCROLL_KEYS = new Set(['home', 'end', 'pageup', 'pagedown', 'space']);

/** Does the focused element itself want this key? */
export function belongsToFocus(stroke: Stroke, focus: KeyFocus): boolean {
  const text = strokeText(stroke);
  if (text === 'mod+k') return false;
  if (focus.modal || focus.editing) return true;
  if (focus.pressable && text === 'space') return true;
  return focus.scrolling && SCROLL_KEYS.has(text);
}
