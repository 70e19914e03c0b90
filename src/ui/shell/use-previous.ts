import { useEffect, useState } from 'react';
import { loadPrevious, type Saved } from '../../store/autosave';
import { browserPlaces } from '../../store/start';

/** What was on the bench before a link replaced it, if anything was. */
export function usePrevious(): Saved | undefined {
  const [previous, setPrevious] = useState<Saved>();
  useEffect(() => {
    let wanted = true;
    void loadPrevious(browserPlaces()).then((found) => {
      if (wanted) setPrevious(found);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return previous;
}
