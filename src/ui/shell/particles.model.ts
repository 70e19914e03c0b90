/** Digits as they are read in Korean: which end in a consonant, and which of these in ㄹ. */
const CLOSED = new Set('013678');
const LIQUID = new Set('178');

type Particle = readonly [closed: string, open: string];

const PARTICLES: Readonly<Record<string, Particle>> = {
  '이(가)': ['이', '가'],
  '을(를)': ['을', '를'],
  '은(는)': ['은', '는'],
};

/**
 * Korean particles after a number take the form its last digit asks for: `80이(가)` is `80이`, `42이(가)` is `42가`.
 * After Latin letters both forms stay: how a name is read is not known.
 */
export function settleParticles(text: string): string {
  return text.replaceAll(/(\d)(이\(가\)|을\(를\)|은\(는\)|\(으\)로)/g, (_whole, digit: string, written: string) => {
    const particle = PARTICLES[written];
    if (particle) return digit + particle[CLOSED.has(digit) ? 0 : 1];
    return digit + (CLOSED.has(digit) && !LIQUID.has(digit) ? '으로' : '로');
  });
}
