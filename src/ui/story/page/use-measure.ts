import { use, useEffect, useState } from 'react';
import type { MeasureText } from '../layout/frame.model';
import { createMeasure } from '../layout/measure';
import { FirstSightContext } from './first-sight';

/** Widths in the page's own typefaces; measured anew if a canvas was asked before these were there. */
export function useMeasure(): MeasureText {
  const first = use(FirstSightContext)?.measure;
  const [page, setPage] = useState(createMeasure);
  useEffect(() => {
    let wanted = true;
    void document.fonts.ready.then(() => wanted && setPage((before) => (before.isEarly() ? createMeasure() : before)));
    return () => {
      wanted = false;
    };
  }, []);
  return first ?? page.measure;
}
