import type { PhraseBook } from '../../phrases/phrase-book';

/** Changes of a pasted node that Why tries: sets, routes, sources. */
export const WHY_CHANGE_PHRASES = {
  'document.why.note.service-range':
    'The range {range} is guessed: no text tells the cluster’s own; it is the usual one that holds this Service’s address.',
  'document.why.cause.port-names':
    'Port {port} of Service {service} is called {name}, in its EndpointSlices {has}: both are joined by name, so it has no endpoint.',
  'document.why.element': 'The set {set} holds it: ipset add {set} {element}',
  'document.why.route-source': 'Route on {node}: {route}, so that it speaks with {address}, which is not masqueraded',
  'document.why.snat': 'SNAT to the address the route names, before MASQUERADE is asked: {rule}',
  'document.why.route': 'Route on {node}: {route}',
  'document.why.route-out': 'Without the route on {node}: {route}',
} as const satisfies PhraseBook;
