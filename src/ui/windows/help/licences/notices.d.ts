/** Written by scripts/notices.mjs while the page is built. */
declare module 'virtual:third-party-notices' {
  const notices: readonly {
    readonly name: string;
    readonly version: string;
    /** SPDX. */
    readonly license: string;
    readonly text: string;
  }[];
  export default notices;
}
