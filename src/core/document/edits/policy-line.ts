/** A text of iptables-save with another policy of a built-in chain; without such a line as it is. */
export function setPolicy(
  text: string,
  { table, chain }: { readonly table: string; readonly chain: string },
  policy: 'ACCEPT' | 'DROP',
): string {
  let inTable = '';
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('*')) inTable = line.slice(1).trim();
    const head = `:${chain} `;
    if (inTable !== table || !line.startsWith(head)) return line;
    return head + policy + line.slice(head.length).replace(/^\S+/, '');
  });
  return lines.join('\n');
}
