import { useEffect } from 'react';
import type { Document } from '../../core/document/document';
import { useBench } from '../../store/hooks';
import { redact, useRedaction } from './redaction';

/**
 * The document as it may leave the page: the present one, or with the switch on its redacted twin;
 * undefined while that is being made or if it failed, so that nothing leaves by mistake.
 */
export function useSharedDocument(): Document | undefined {
  const present = useBench(({ document }) => document.present);
  const { on, of, result } = useRedaction();
  useEffect(() => {
    if (on) redact(present);
  }, [on, present]);
  if (!on) return present;
  return of === present ? result?.document : undefined;
}
