import type { Document, NodeFacts, PastedText, Subject } from '../document';
import { mapWhere, without } from './cluster';

/** Adds pasted texts (whole, as they came) and shows the pasted node. Ids are `text-N`. */
export function addPasted(document: Document, texts: readonly Omit<PastedText, 'id'>[]): Document {
  if (texts.length === 0) return document;
  const used = new Set(document.pasted.texts.map(({ id }) => id));
  const added: PastedText[] = [];
  for (let number = 1; added.length < texts.length; number++) {
    const text = texts[added.length];
    if (text && !used.has(`text-${number}`)) added.push({ id: `text-${number}`, ...text });
  }
  return {
    ...document,
    subject: 'pasted',
    pasted: { ...document.pasted, texts: [...document.pasted.texts, ...added] },
  };
}

/** Changes the text or the title of a pasted text. */
export function changePasted(document: Document, id: string, change: Partial<Omit<PastedText, 'id'>>): Document {
  const texts = mapWhere(
    document.pasted.texts,
    (text) => text.id === id,
    (text) => ({ ...text, ...change }),
  );
  return texts === document.pasted.texts ? document : { ...document, pasted: { ...document.pasted, texts } };
}

/** Removes a pasted text; with the last one the bench goes back to the cluster. */
export function removePasted(document: Document, id: string): Document {
  const texts = without(document.pasted.texts, (text) => text.id === id);
  if (texts === document.pasted.texts) return document;
  if (texts.length > 0) return { ...document, pasted: { ...document.pasted, texts } };
  const { rebuilt: _none, ...pasted } = document.pasted;
  return { ...document, subject: 'cluster', pasted: { ...pasted, texts } };
}

/** Says what a dump did not (interfaces, routes, sysctls); a field set to undefined is guessed again. */
export function setFacts(document: Document, change: Partial<NodeFacts>): Document {
  const facts = Object.fromEntries(
    Object.entries({ ...document.pasted.facts, ...change }).filter(([, value]) => value !== undefined),
  ) as NodeFacts;
  return { ...document, pasted: { ...document.pasted, facts } };
}

/** Moves a text to another machine; undefined: it is of the one it tells itself. */
export function moveText(document: Document, id: string, node: string | undefined): Document {
  const texts = mapWhere(
    document.pasted.texts,
    (text) => text.id === id,
    ({ node: _before, ...text }) => (node === undefined ? text : { ...text, node }),
  );
  return texts === document.pasted.texts ? document : { ...document, pasted: { ...document.pasted, texts } };
}

/** Calls a machine that prompts of a text name otherwise; undefined: as they do. */
export function nameMachine(document: Document, id: string, told: string, name: string | undefined): Document {
  const texts = mapWhere(
    document.pasted.texts,
    (text) => text.id === id,
    (text) => withMachine(text, told, name),
  );
  return texts === document.pasted.texts ? document : { ...document, pasted: { ...document.pasted, texts } };
}

/** The text with what a person says of one of its machines. */
export function withMachine<T extends Pick<PastedText, 'machines'>>(
  { machines: before, ...text }: T,
  told: string,
  name: string | undefined,
): Omit<T, 'machines'> & Pick<PastedText, 'machines'> {
  const { [told]: _old, ...others } = before ?? {};
  const machines = name === undefined ? others : { ...others, [told]: name };
  return Object.keys(machines).length === 0 ? text : { ...text, machines };
}

/** Says what dumps did not of one of several machines. */
export function setFactsOf(document: Document, node: string, facts: NodeFacts): Document {
  const nodes = { ...document.pasted.nodes, [node]: { facts } };
  return { ...document, pasted: { ...document.pasted, nodes } };
}

/** Overrides one sysctl of a pasted node; undefined takes the override back. */
export function setSysctl(document: Document, name: string, value: number | undefined): Document {
  const { [name]: _old, ...others } = document.pasted.facts.sysctls ?? {};
  return setFacts(document, { sysctls: value === undefined ? others : { ...others, [name]: value } });
}

/** Shows the built cluster or the pasted node. */
export function setSubject(document: Document, subject: Subject): Document {
  return document.subject === subject ? document : { ...document, subject };
}
