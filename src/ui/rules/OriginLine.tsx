import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Origin } from '../../core/kubernetes/proxy/mode';
import type { RuleRef } from '../../core/linux/hooks';
import type { IpFamily } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import type { PartPlace } from '../../store/selection';
import { usePhrase } from '../common/i18n/use-phrase';
import { partOfRule } from './parts/parts.model';
import styles from './origin.module.css';
import { useOrigin } from './datapath-context';

interface Props {
  readonly netns: string;
  readonly family: IpFamily;
  readonly at: RuleRef;
}

/** Which object and field made a generated rule, and why. */
export function OriginLine({ netns, family, at }: Props) {
  const { table, chain, index } = at;
  const place = useMemo(
    () => ({ netns, family, at: partOfRule({ table, chain, index }) }),
    [netns, family, table, chain, index],
  );
  return <OriginOf place={place} />;
}

/** Which object and field made something kube-proxy left, and why; says so when it was pasted or is the system's. */
export function OriginOf({ place }: { readonly place: PartPlace }) {
  const t = useTranslations('rules');
  const say = usePhrase();
  const pasted = useBench((state) => state.document.present.subject === 'pasted');
  const origin = useOrigin(place);
  if (origin === 'pending') return <p className={styles.origin}>…</p>;
  if (!origin) return <p className={styles.origin}>{t(pasted ? 'pastedRule' : 'systemRule')}</p>;
  return (
    <p className={styles.origin}>
      <OriginName origin={origin} />
      {say(origin.why)} <MadeToo origin={origin} />
    </p>
  );
}

/** From one rule to everything its service port made. */
function MadeToo({ origin: { servicePort } }: { readonly origin: Origin }) {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  if (!servicePort) return null;
  return (
    <button type="button" className={styles.link} onClick={() => showMadeBy(servicePort)}>
      {t('madeToo')}
    </button>
  );
}

/** `Service default/web spec.ports[0].port`; a Service or node can be gone to. */
function OriginName({ origin }: { readonly origin: Origin }) {
  const { select } = useActions();
  const { kind, name, namespace, field } = origin;
  const full = [kind, [namespace, name].filter(Boolean).join('/')].filter(Boolean).join(' ');
  const go = goTo(origin, select);
  return (
    <span className={styles.source}>
      {go ? (
        <button type="button" className={styles.link} onClick={go}>
          {full}
        </button>
      ) : (
        full
      )}
      <code>{field}</code>
    </span>
  );
}

function goTo(
  { kind, name, namespace }: Origin,
  select: ReturnType<typeof useActions>['select'],
): (() => void) | undefined {
  if (name === undefined) return undefined;
  if (kind === 'Service') return () => select({ kind: 'service', namespace: namespace ?? 'default', name });
  if (kind === 'Node') return () => select({ kind: 'node', name });
  return undefined;
}
