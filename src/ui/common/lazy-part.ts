import { createElement, use, type ComponentType, type ReactNode } from 'react';
import { askedAgain } from './asked-again';

/**
 * A component whose code is loaded when it is first drawn; suspends until then. Unlike `lazy`, one that could not be
 * loaded is asked for again when it is drawn again. `early`: it is asked for at once, beside the first frame.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  early = false,
): (props: Props) => ReactNode {
  const ask = askedAgain(load);
  if (early) ask().catch(() => undefined);
  return function Part(props: Props) {
    return createElement(use(ask()), props);
  };
}
