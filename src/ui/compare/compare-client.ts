import { startCompareClient, type CompareClient } from '../../engine/compare-client';

let client: CompareClient | undefined;

/** Who compares for this page; started with the first question. */
export function compareClient(): CompareClient {
  client ??= startCompareClient();
  return client;
}

/** Stops whatever is being computed; the next question starts afresh. */
export function endCompareClient(): void {
  client?.end();
  client = undefined;
}
