import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import { findOfLogs } from './log-findings';
import { findNodePortSymptom } from './node-port-symptom';
import { findSymptoms } from './symptom-findings';

/** Causes that say only how a client failed: what a symptom of the same line says is narrower. */
const WIDE: ReadonlySet<string> = new Set(['log-timed-out', 'log-refused']);

/** What lines of texts prove or name by their words alone: logs, outcomes, symptoms. No object of the texts is asked. */
export function findOfWords(texts: readonly LinedText[]): readonly EvidenceFinding[] {
  const logs = findOfLogs(texts);
  const isLogged = logs.some(({ id }) => id === 'log-docker-desktop');
  const symptoms = [...findNodePortSymptom(texts), ...findSymptoms(texts)].filter(
    ({ id }) => !(isLogged && id === 'symptom-host-vm'),
  );
  const lines = new Set(symptoms.map(({ words }) => words?.[0]));
  const isOfNames = symptoms.some(({ id }) => id === 'symptom-names');
  const own = logs.filter(({ id, words }) => !WIDE.has(id) || !(isOfNames || lines.has(words?.[0])));
  return [...own, ...symptoms];
}
