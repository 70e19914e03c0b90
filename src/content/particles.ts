/** How a word ends to the ear: in a vowel, in ㄹ, or in another consonant. */
type Ending = 'open' | 'liquid' | 'closed';

/** How digits and single letters are read in Korean; every other one ends in a vowel (삼 but 사, 엠 but 비). */
const READ: Readonly<Record<string, Ending>> = {
  ...Object.fromEntries('036mn'.split('').map((sign) => [sign, 'closed'] as const)),
  ...Object.fromEntries('178lr'.split('').map((sign) => [sign, 'liquid'] as const)),
};

const HANGUL = { first: 0xac00, last: 0xd7a3, finals: 28, rieul: 8 } as const;

function hangulEnding(code: number): Ending {
  const final = (code - HANGUL.first) % HANGUL.finals;
  return final === 0 ? 'open' : final === HANGUL.rieul ? 'liquid' : 'closed';
}

/** A name that can be read as a word: `web`, `ACCEPT`; `6c5f` and `SVC` are spelled out. */
const isWord = (word: string): boolean => /^[a-z]{3,}$/i.test(word) && /[aeiouy]/i.test(word);

/**
 * English words as they are written in Hangul: n, m, ng, l and a short vowel's p, t, k, b keep a final consonant
 * (chain 체인, web 웹, target 타깃), so do they before a silent e (line 라인); the rest takes a vowel (client 클라이언트).
 */
function wordEnding(word: string): Ending {
  const bare = /[^aeiou][aeiouy]+[lmn]e$/i.test(word) ? word.slice(0, -1) : word;
  if (/l$/i.test(bare)) return 'liquid';
  if (/(n|m|ng)$/i.test(bare)) return 'closed';
  return /(^|[^aeiou])[aeiou](p|t|k|b|c|ck)$/i.test(bare) ? 'closed' : 'open';
}

function getEnding(before: string): Ending {
  const sign = /[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u.exec(before)?.[0] ?? '';
  const code = sign.codePointAt(0) ?? 0;
  if (code >= HANGUL.first && code <= HANGUL.last) return hangulEnding(code);
  const word = /[a-z]+(?=[^\p{L}\p{N}]*$)/iu.exec(before)?.[0] ?? '';
  const isPart = /\d$/.test(before.slice(0, before.lastIndexOf(word)));
  return isWord(word) && !isPart ? wordEnding(word) : (READ[sign.toLowerCase()] ?? 'open');
}

/** A particle after a consonant, and after a vowel. */
const PARTICLES: Readonly<Record<string, readonly [closed: string, open: string]>> = {
  '이(가)': ['이', '가'],
  '을(를)': ['을', '를'],
  '은(는)': ['은', '는'],
  '과(와)': ['과', '와'],
  '(이)': ['이', ''],
};

function settled(written: string, ending: Ending): string {
  const particle = PARTICLES[written];
  if (particle) return particle[ending === 'open' ? 1 : 0];
  return ending === 'closed' ? '으로' : '로';
}

const WRITTEN = /이\(가\)|\(이\)(?=라)|을\(를\)|은\(는\)|과\(와\)|\(으\)로/g;
/** As much of what stands before a particle as tells how it is read. */
const LOOK_BACK = 120;

/** A text without the remark in brackets that it ends with: a particle behind `3(ctstate NEW)` follows the sound of 3. */
function beforeBrackets(text: string): string {
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  return open > 0 ? text.slice(0, open) : text;
}

/**
 * Korean particles behind inserted values take the form that the value asks for by its sound: `client이(가)` is
 * `client가`, `10.0.0.80이(가)` is `10.0.0.80이`. Text of other languages has none and stays as it is.
 */
export function settleParticles(text: string): string {
  if (!text.includes(')')) return text;
  return text.replaceAll(WRITTEN, (written: string, at: number) =>
    settled(written, getEnding(beforeBrackets(text.slice(Math.max(0, at - LOOK_BACK), at)))),
  );
}
