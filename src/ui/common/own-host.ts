/**
 * Gives up what the written policy (scripts/page-policy.mjs) has to leave open: from here on the browser refuses the page
 * every connection, to its own host too. What may be asked for is robots.txt, by those who visit the page in its own
 * name (crawlers, audits) and would else report that it has none. A policy can be added to a page, never taken back.
 */
export function keepToOneself(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `connect-src ${new URL('/robots.txt', location.href).href}`;
  document.head.append(policy);
}
