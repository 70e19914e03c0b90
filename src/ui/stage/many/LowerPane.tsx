import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../common/late';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { useBench } from '../../../store/hooks';
import { useMediaQuery } from '../../common/theme/media';

const ManyPanel = lazyPart(async () => (await import('./ManyPanel')).ManyPanel);

/** Where there is room for panes, many packets are told of where the rules of one stand. */
const WIDE = '(min-width: 900px)';

/** The pane under the stage: the datapath, or what became of many packets. */
export function LowerPane({ children }: { readonly children: ReactNode }) {
  const open = useBench(({ many }) => many.open);
  const wide = useMediaQuery(WIDE);
  return open && wide ? (
    <Suspense fallback={null}>
      <ManyPanel />
    </Suspense>
  ) : (
    children
  );
}

/** On a narrow screen the panes are tabs: many packets stand under whichever is in front. */
export function NarrowMany() {
  const open = useBench(({ many }) => many.open);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <RestOfWords>
        <ManyPanel />
      </RestOfWords>
    </Suspense>
  );
}
