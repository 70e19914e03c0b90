/** What people call machines in a note: `Node1:`, `## worker-2`, `--- control-plane-a ---`; never a word alone, as keys of YAML are. */
const HEADING =
  /^(?:#{1,6}\s+|[-=*]{2,}\s*)?\**((?:k8s-?)?(?:node|worker|master|control-?plane|host|server|vm)(?:[-_ ]?(?:\d{1,4}|[a-zA-Z])|[-_][\w.-]{0,40}\d))\**(:?)\**(?:\s*[-=*]{2,})?$/i;
const MARKED = /^(?:#|[-=*]{2})/;

/** The machine whose listings stand below a line: it is marked as a heading, or ends with a colon. */
export function nameOfHeading(line: string): string | undefined {
  const [, name, colon] = line.length > 80 ? [] : (HEADING.exec(line) ?? []);
  return name !== undefined && (colon !== '' || MARKED.test(line)) ? name.replaceAll(' ', '-') : undefined;
}

const FIRST_WORDS = /^.{0,12}(?:node|worker|master|control-?plane|host|server|vm).{0,60}$/gim;

/** Are listings of several machines under headings of theirs? One heading tells nobody apart. */
export function headsNodes(text: string): boolean {
  const names = new Set<string>();
  for (const [line] of text.matchAll(FIRST_WORDS)) {
    const name = nameOfHeading(line.trimEnd());
    if (name !== undefined && names.add(name).size > 1) return true;
  }
  return false;
}
