/** Of the Encoding Standard, which every runtime has (https://encoding.spec.whatwg.org/); no library of core's types declares it. */
declare const TextDecoder: new () => { readonly decode: (bytes: Uint8Array) => string };

/** The text of bytes in UTF-8. A byte that is none becomes U+FFFD; a mark at the beginning is left out. */
export function readUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
