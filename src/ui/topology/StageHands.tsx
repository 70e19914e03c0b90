import { lazy, Suspense } from 'react';
import type { Gestures } from './use-gestures';
import type { Hands } from './use-hands';
import type { StageEdits } from './use-stage-edits';
import type { StagePicture } from './use-stage';

const StageMenu = lazy(async () => ({ default: (await import('./StageMenu')).StageMenu }));
const HandsBar = lazy(async () => ({ default: (await import('./HandsBar')).HandsBar }));
const ValueEdit = lazy(async () => ({ default: (await import('./ValueEdit')).ValueEdit }));

interface Props {
  readonly picture: StagePicture;
  readonly edits: StageEdits;
  readonly hands: Hands;
  readonly gestures: Gestures;
  readonly fit: () => void;
}

/** What appears over the stage when hands do something: loaded then, not with the first picture. */
export function StageHands({ picture, edits, hands, gestures, fit }: Props) {
  const { clipboard, menu, value, openMenu, closeMenu, closeValue } = gestures;
  const busy = hands.aiming !== undefined || hands.picked.size > 0 || clipboard.news !== undefined;
  return (
    <Suspense fallback={null}>
      {menu && <StageMenu {...{ picture, edits, hands, clipboard, fit }} at={menu} onClose={closeMenu} />}
      {busy && <HandsBar hands={hands} news={clipboard.news} openMenu={(at) => openMenu({ ...at, many: true })} />}
      {value && <ValueEdit at={value} value={value.value} onClose={closeValue} />}
    </Suspense>
  );
}
