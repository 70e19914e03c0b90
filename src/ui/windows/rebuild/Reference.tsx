import { Suspense, useState, useEffect, useRef } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import type { DifferenceFromPasted, Era } from '../../../core/questions/compare/pasted-difference';
import type { RulesetDiff } from '../../../core/questions/diff/diff-rulesets';
import { useBench } from '../../../store/hooks';
import { Button } from '../../common/controls';
import { SectionHeading } from '../../common/labels';
import styles from './rebuild.module.css';
import type { Document } from '../../../core/document/document';
import { background } from '../../../engine/page-engines';
import { Boxes } from 'lucide-react';
import { useWorkspace } from '../../shell/bench/use-shortcuts';

/** Opens the window that turns the pasted node into a cluster. */
export function RebuildButton() {
  const t = useTranslations('rebuild');
  const { openDialog } = useWorkspace();
  return (
    <Button size="s" icon={<Boxes aria-hidden />} onClick={() => openDialog('rebuild')}>
      {t('open')}
    </Button>
  );
}

/** How the cluster on the bench stands to the rules it was made of. */
interface PastedDifference {
  readonly status: 'working' | 'done' | 'failed';
  /** The last that was found; it may be of an edit ago while `working`. */
  readonly diff: DifferenceFromPasted | undefined;
}

/** The last answer, and the document it is about. */
interface Answered {
  readonly about: Document | undefined;
  readonly failed: boolean;
  readonly diff: DifferenceFromPasted | undefined;
}

/** Asks after every edit, one question at a time: while one is answered, only the newest edit waits. */
function usePastedDifference(): PastedDifference {
  const document = useBench((state) => state.document.present);
  const [answered, setAnswered] = useState<Answered>({ about: undefined, failed: false, diff: undefined });
  const waiting = useRef<Document>(undefined);
  const asking = useRef(false);
  useEffect(() => {
    waiting.current = document;
    const next = (): void => {
      const about = waiting.current;
      if (asking.current || !about) return;
      asking.current = true;
      waiting.current = undefined;
      background
        .ask('difference', { document: about })
        .then((diff): Answered => ({ about, failed: false, diff }))
        .catch((): Answered => ({ about, failed: true, diff: undefined }))
        .then((found) => {
          asking.current = false;
          setAnswered(found);
          next();
        })
        .catch(() => undefined);
    };
    next();
    return () => {
      waiting.current = undefined;
    };
  }, [document]);
  const { about, failed, diff } = answered;
  return { status: about !== document ? 'working' : failed ? 'failed' : 'done', diff };
}

const DifferenceDialog = lazyPart(async () => (await import('./DifferenceDialog')).DifferenceDialog);

interface Props {
  /** Only once there is a difference. */
  readonly quiet?: boolean;
}

/** How the cluster stands to the pasted rules it was made of, after every edit; nothing for other clusters. */
export function Reference({ quiet = false }: Props) {
  const node = useBench(({ document }) => document.present.pasted.rebuilt?.node);
  const isBuilt = useBench(({ document }) => document.present.subject === 'cluster');
  return node !== undefined && isBuilt ? <Standing node={node} quiet={quiet} /> : null;
}

function Standing({ node, quiet }: { readonly node: string; readonly quiet: boolean }) {
  const t = useTranslations('rebuild');
  const difference = usePastedDifference();
  const [open, setOpen] = useState(false);
  const { diff, status } = difference;
  const count = diff ? changed(diff) : 0;
  if (quiet && count === 0) return null;
  return (
    <section className={styles.reference} aria-label={t('reference', { node })}>
      <SectionHeading>{t('reference', { node })}</SectionHeading>
      <p role="status" className={status === 'failed' ? styles.problem : styles.note}>
        <Said difference={difference} node={node} count={count} />
      </p>
      {diff?.era && <OfEra era={diff.era} />}
      {diff && count > 0 && (
        <Button size="s" onClick={() => setOpen(true)}>
          {t('show')}
        </Button>
      )}
      {open && diff && (
        <Suspense fallback={null}>
          <DifferenceDialog diff={diff} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** The rules are of a release that is not compiled: which one stands for it. */
function OfEra({ era: { detected, compiled } }: { readonly era: Era }) {
  const t = useTranslations('rebuild');
  return <p className={styles.note}>{t('comparedWith', { release: detected, compiled })}</p>;
}

function changed({ chains, sets, servers }: RulesetDiff): number {
  return chains.length + sets.length + servers.length;
}

interface SaidProps {
  readonly difference: PastedDifference;
  readonly node: string;
  readonly count: number;
}

function Said({ difference: { status, diff }, node, count }: SaidProps) {
  const t = useTranslations('rebuild');
  if (status === 'failed') return t('compareFailed');
  if (status === 'working') return t('asking');
  if (!diff) return t('gone', { node });
  return count === 0 ? t('unchanged') : t('changes', { count });
}
