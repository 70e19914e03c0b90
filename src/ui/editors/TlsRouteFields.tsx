import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listAt, textAt, type FieldPath } from '../../core/document/edits/route-fields';
import { classes } from '../common/classes';
import { Button, IconButton } from '../common/controls';
import { hostsOf, RouteBackend, RouteHead } from './GatewayParts';
import { useField, useFirstService, type PathProps, type RouteProps } from './RouteParts';
import styles from './editors.module.css';

/** Hosts and weighted backends of a TLSRoute: a handshake has no path. */
export function TlsRouteFields({ object, which }: RouteProps) {
  const rules = listAt(object, ['spec', 'rules']);
  return (
    <>
      <RouteHead {...{ object, which }} />
      {rules.map((_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rules have no names; their place is what they are
        <TlsRule key={at} {...{ object, which }} base={['spec', 'rules', at]} />
      ))}
    </>
  );
}

function TlsRule({ object, which, base }: PathProps) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const service = useFirstService(which);
  const at: FieldPath = [...base, 'backendRefs'];
  const backends = listAt(object, at);
  const port = Number(textAt(object, [...at, 0, 'port']) || 443);
  const host = hostsOf({ object }).join(', ') || '*';
  return (
    <div className={classes(styles.port, styles.path)} role="group" aria-label={t('handshakes', { host })}>
      {backends.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- backends have no names of their own
        <TlsBackend key={index} {...{ object, which }} base={[...at, index]} isLast={backends.length === 1} />
      ))}
      <span className={styles.portEnd}>
        <Button
          size="s"
          variant="quiet"
          icon={<Plus />}
          onClick={() => set([...at, backends.length], { name: service, port, weight: 1 })}
        >
          {t('addBackend')}
        </Button>
      </span>
    </div>
  );
}

function TlsBackend({ object, which, base, isLast }: PathProps & { readonly isLast: boolean }) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const name = textAt(object, [...base, 'name']);
  return (
    <>
      <RouteBackend {...{ object, which, base }} />
      {!isLast && (
        <span className={styles.portEnd}>
          <span />
          <IconButton
            size="s"
            variant="danger"
            label={t('removeBackend', { name })}
            icon={<Trash2 />}
            onClick={() => set(base, undefined)}
          />
        </span>
      )}
    </>
  );
}
