import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listAt, type FieldPath } from '../../core/document/edits/route-fields';
import { Button } from '../common/controls';
import { RouteBackend, RouteHead } from './GatewayParts';
import { PathCard, useField, useFirstService, type PathProps, type RouteProps } from './RouteParts';
import styles from './editors.module.css';

const ROUTE_TYPES = ['PathPrefix', 'Exact', 'RegularExpression'] as const;

/** Hosts, paths and weighted backends of an HTTPRoute. */
export function HttpRouteFields({ object, which }: RouteProps) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const rules = listAt(object, ['spec', 'rules']);
  const service = useFirstService(which);
  const rule = { matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [{ name: service, port: 80 }] };
  return (
    <>
      <RouteHead {...{ object, which }} />
      {rules.map((each, at) => (
        <RouteRule
          // oxlint-disable-next-line react/no-array-index-key -- rules have no names; their place is what they are
          key={at}
          {...{ object, which }}
          base={['spec', 'rules', at]}
          backends={listAt(each, ['backendRefs']).length}
          service={service}
        />
      ))}
      <Button size="s" icon={<Plus />} onClick={() => set(['spec', 'rules', rules.length], rule)}>
        {t('addPath')}
      </Button>
    </>
  );
}

function RouteRule({
  object,
  which,
  base,
  backends,
  service,
}: PathProps & { readonly backends: number; readonly service: string }) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const match: FieldPath = [...base, 'matches', 0, 'path'];
  return (
    <PathCard {...{ object, which, base }} at={[...match, 'value']} types={ROUTE_TYPES} typeAt={[...match, 'type']}>
      {Array.from({ length: backends }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- backends have no names of their own
        <RouteBackend key={at} {...{ object, which }} base={[...base, 'backendRefs', at]} />
      ))}
      <span className={styles.portEnd}>
        <Button
          size="s"
          variant="quiet"
          icon={<Plus />}
          onClick={() => set([...base, 'backendRefs', backends], { name: service, port: 80, weight: 1 })}
        >
          {t('addBackend')}
        </Button>
      </span>
    </PathCard>
  );
}
