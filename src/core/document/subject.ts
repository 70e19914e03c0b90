import type { Document, Flow } from './document';

/** Does a flow belong to what is shown: to the built cluster, or to the pasted node? */
export function isOfSubject({ subject }: Pick<Document, 'subject'>, { from }: Flow): boolean {
  return (from.kind === 'interface') === (subject === 'pasted');
}

/** The flows of what is shown, in their order. */
export function flowsOfSubject(document: Document): readonly Flow[] {
  return document.flows.filter((flow) => isOfSubject(document, flow));
}
