import type { MeasureText } from './frame.model';

/**
 * Widths of Inter at weight 620, thousandths of its size, from the space (32) to the tilde (126): as a browser measures
 * them. Where there is no browser, while the page is built, texts are laid out with these; a browser test holds them to
 * what is drawn.
 */
const INTER = [
  249, 325, 529, 645, 651, 1006, 665, 329, 374, 374, 543, 674, 322, 466, 322, 381, 663, 425, 625, 638, 668, 614, 642,
  577, 643, 642, 322, 332, 674, 674, 674, 546, 1002, 731, 660, 737, 722, 606, 588, 750, 746, 277, 581, 707, 565, 924,
  760, 769, 646, 773, 653, 651, 662, 735, 731, 1023, 723, 717, 655, 374, 381, 374, 482, 471, 354, 576, 625, 584, 625,
  592, 391, 627, 614, 264, 264, 572, 264, 903, 614, 610, 625, 625, 399, 552, 356, 614, 590, 842, 571, 591, 567, 458,
  361, 458, 674,
] as const;
/** Of other letters that stand between names. */
const INTER_BESIDE: Readonly<Record<string, number>> = { '·': 322, '…': 965, '→': 838, '–': 500, '’': 297 };
/** Every letter of JetBrains Mono. */
const MONO = 600;
const SPACE = 32;

/** Are the widths of all its letters known? */
export const isTabled = (text: string): boolean => /^[ -~·…→–’]*$/.test(text);

const widthOf = (letter: string): number => INTER[(letter.codePointAt(0) ?? 0) - SPACE] ?? INTER_BESIDE[letter] ?? MONO;

/** How wide a text is in the page's own typefaces, px: without a browser. */
export const textWidth: MeasureText = (text, font, size) => {
  let sum = 0;
  for (const letter of text) sum += font === 'ui' ? widthOf(letter) : MONO;
  return (sum * size) / 1000;
};
