import type { ReactNode } from 'react';
import { lateParts } from './late';

const useParts = lateParts(() => import('./ExplainedParts'));

interface Props {
  readonly children: string;
  /** Inside what is itself pressed nothing else can have the focus: there words explain themselves on hover only. */
  readonly pressed?: boolean;
  /** True of a word in a drawing: the name of a hook or of devices. */
  readonly drawn?: boolean;
}

/** A sentence whose words of the glossary explain themselves on hover and on focus, once the glossary is there. */
export function Explained(props: Props): ReactNode {
  const parts = useParts();
  return parts ? <parts.ExplainedParts {...props} /> : props.children;
}

export type { Props as ExplainedProps };
