import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on more than the page takes on at once. Nothing of it was begun. */
export const LIMIT_PHRASES = {
  'kubernetes.limit.nodes': '{found} Nodes are more than the bench takes on ({most}). Leave some out.',
  'kubernetes.limit.pods':
    '{found} Pods are more than the bench takes on ({most}). Leave some out: rules depend on the Pods of a Service, not on all others.',
  'kubernetes.limit.services': '{found} Services are more than the bench takes on ({most}). Leave some out.',
  'kubernetes.limit.endpointSlices':
    '{found} EndpointSlices are more than the bench takes on ({most}). Leave some out.',
  'kubernetes.limit.replicas':
    'Deployment {name} asks for {found} Pods. The bench takes on {most} of one Deployment and {pods} in all. Write a smaller number of replicas.',
  'kubernetes.limit.name':
    'The name of {kind} “{name}…” has {found} characters. The API server takes at most {most}; write a shorter one.',
  'document.limit.title': 'The title has {found} characters, at most {most} are kept. Nothing was changed.',
  'document.limit.link':
    'This link has {found} characters; the page opens links of up to {most}. Ask for the bench as a file and drop it here.',
  'document.limit.inflated':
    'This link unfolds to more than {most} million characters; no bench does. Nothing was opened.',
  'document.limit.typed':
    'This text has {found} million characters; what is typed here is read up to {most} million. Paste it with “Paste” instead: it is read beside the page there.',
} as const satisfies PhraseBook;
