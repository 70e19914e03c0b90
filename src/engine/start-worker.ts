/**
 * A module that is no more than the import of the engine's own file, as a blob. A worker of an address of its own has the
 * policy its file is sent with, and none where the host sends no headers; one of a blob has the policy of the page
 * (https://html.spec.whatwg.org/#initialize-worker-policy-container).
 */
function openingModule(): string {
  // The address of the engine's own bundle; asked for here, since where code runs without Vite there is none.
  const engine = import.meta.glob<string>('./engine.worker.ts', {
    query: '?worker&url',
    import: 'default',
    eager: true,
  });
  const { href } = new URL(Object.values(engine)[0] ?? '', import.meta.url);
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)}`], { type: 'text/javascript' }));
}

/** Starts an engine in a worker of this name, held to the page's policy. Throws where there are no workers. */
export function startWorker(name: string): Worker {
  return new Worker(openingModule(), { type: 'module', name });
}
