import type { GeneratedElement } from '../mode';

/** `key comment "…" : value`; also how the kernel lists it. */
export function elementText({ key, value, comment }: Pick<GeneratedElement, 'key' | 'value' | 'comment'>): string {
  return `${key}${comment === undefined ? '' : ` comment "${comment}"`}${value === undefined ? '' : ` : ${value}`}`;
}
