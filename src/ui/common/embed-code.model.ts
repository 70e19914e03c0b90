import type { Locale } from '../../content/phrases';

interface Embedded {
  /** The address of this page, without query and hash. */
  readonly page: string;
  /** `#s=why-this-pod&m=3`. */
  readonly hash: string;
  readonly title: string;
  readonly locale: Locale;
}

/** In an attribute between double quotes. */
function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The frame that shows a walk in a page of one's own, as HTML; a title of untrusted letters ends no attribute. */
export function embedCode({ page, hash, title, locale }: Embedded): string {
  const address = `${page}?embed${locale === 'en' ? '' : `&lang=${locale}`}${hash}`;
  const attributes = { src: address, width: '480', height: '360', title };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${inAttribute(value)}"`);
  return `<${FRAME} ${written.join(' ')}></${FRAME}>`;
}

const FRAME = 'iframe';
