import { Dice5 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button, IconButton, Segmented } from '../../common/controls';
import { PACKET_COUNTS } from './use-crowd';
import styles from './many.module.css';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import type { Landing } from '../../../core/sim/many';
import { plainName } from '../../../core/story/service-at';

const NONE = [] as const;

/** Gives each landing its name: the Pod, or how the packet ended and where. */
export function useLandingName(): (landing: Landing) => string {
  const t = useTranslations('many');
  const words = useTranslations('common.verdict');
  const netns = useBench(({ run }) => run.bench?.netns ?? NONE);
  const titles = useMemo(() => new Map(netns.map(({ id, title }) => [id, plainName(title)])), [netns]);
  return useCallback(
    ({ disposition, endpoint, answered }) => {
      const place = titles.get(disposition.netns) ?? disposition.netns;
      if (disposition.kind !== 'DELIVERED') return t('lost', { verdict: words(disposition.kind), place });
      const name = endpoint === undefined ? place : t('endpoint', { place, endpoint });
      return answered ? name : t('silent', { name });
    },
    [t, words, titles],
  );
}

/** Calls at once, and again whenever another flow is shown or the shown document is another one. */
export function useOnFlow(send: (flowId: string, otherFlow: boolean) => void): void {
  const store = useBenchStore();
  const onFlow = useEffectEvent(send);
  useEffect(() => {
    let before: { readonly flowId?: string; readonly document?: unknown } = {};
    const look = (): void => {
      const { flowId, shownDocument: document } = store.getState().run;
      if (flowId === undefined || (flowId === before.flowId && document === before.document)) return;
      const other = flowId !== before.flowId;
      before = { flowId, document };
      onFlow(flowId, other);
    };
    look();
    return store.subscribe(look);
  }, [store]);
}

interface Props {
  readonly send: () => void;
  readonly counts?: readonly number[];
  readonly children?: ReactNode;
}

/** How many, and the seed with its dice; the change is sent at once. */
export function SendBar({ send, counts = PACKET_COUNTS, children }: Props) {
  const t = useTranslations('many');
  const count = useBench(({ many }) => Math.min(many.count, Math.max(...counts)));
  const seed = useBench(({ many }) => many.seed);
  const working = useBench(({ many }) => many.working);
  const { setMany } = useActions();
  const change = (next: { readonly count?: number; readonly seed?: number }): void => {
    setMany(next);
    send();
  };
  return (
    <div className={styles.controls}>
      <Segmented
        label={t('count')}
        value={String(count)}
        onChange={(next) => change({ count: Number(next) })}
        items={counts.map((each) => ({ id: String(each), label: String(each) }))}
      />
      <Button variant="primary" onClick={send} aria-busy={working}>
        {t('send', { count })}
      </Button>
      <label className={styles.seed}>
        {t('seed')}
        <input
          type="number"
          min={0}
          max={0xffff_ffff}
          value={seed}
          onChange={({ target }) => change({ seed: Math.max(0, Math.floor(Number(target.value) || 0)) })}
        />
      </label>
      <IconButton
        label={t('dice')}
        icon={<Dice5 aria-hidden />}
        onClick={() => change({ seed: crypto.getRandomValues(new Uint16Array(1))[0] ?? 1 })}
      />
      {children}
    </div>
  );
}
