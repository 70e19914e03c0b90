// oxlint-disable-next-line import/default -- the file's address, not what is in it
import engine from './engine.worker.ts?worker&url';

/**
 * A module that is no more than the import of the engine's own file, as a blob. A worker of an address of its own has the
 * policy its file is sent with, and none where the host sends no headers; one of a blob has the policy of the page
 * (https://html.spec.whatwg.org/#initialize-worker-policy-container).
 */
function openingModule(): string {
  const { href } = new URL(engine, import.meta.url);
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)}`], { type: 'text/javascript' }));
}

/** Starts an engine in a worker of this name, held to the page's policy. Throws where there are no workers. */
export function startWorker(name: string): Worker {
  return new Worker(openingModule(), { type: 'module', name });
}
