import { exampleById } from '../content/examples';
import type { Locale } from '../content/phrases';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { isProxyModeId, modeProblem } from '../core/kubernetes/mode-ids';
import type { LinkContent } from './link';

/** The last release that had it. */
const LAST_USERSPACE = '1.25';

/**
 * A place one can write by hand: `#example=session-affinity&mode=ipvs&flow=2&step=14`. Flows count from 1, or go by
 * their id; steps count from 1 as the page shows them, and one opens standing still. Undefined: it is no such text.
 */
export function readAddress(hash: string, locale: Locale): Result<LinkContent, Phrase> | undefined {
  const text = hash.replace(/^#/, '');
  if (!text.startsWith('example=')) return undefined;
  const words = new URLSearchParams(text);
  const made = exampleById(words.get('example') ?? '')?.document(locale);
  if (!made) return err(phrase('document.link.broken'));
  const mode = words.get('mode');
  const problem = mode === null ? undefined : modeProblem(mode);
  if (problem) return err(problem);
  const release = mode === 'userspace' ? { release: LAST_USERSPACE } : {};
  const document = isProxyModeId(mode) ? { ...made, mode, ...release } : made;
  const wanted = words.get('flow') ?? '1';
  const flow = document.flows.find(({ id }) => id === wanted) ?? document.flows[Number(wanted) - 1];
  const step = Number(words.get('step') ?? Number.NaN);
  const playhead = Number.isInteger(step) && step >= 1 ? { playhead: step - 1 } : {};
  return ok({ document, view: { ...(flow ? { flowId: flow.id } : {}), ...playhead } });
}
