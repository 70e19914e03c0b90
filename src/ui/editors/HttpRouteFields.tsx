import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listAt, textAt, type FieldPath } from '../../core/document/edits/route-fields';
import { classes } from '../common/classes';
import { Button } from '../common/controls';
import { TextField } from './Field';
import { HOSTS_FIELD, PORT_FIELD, PORT_NAME_FIELD, WEIGHT_FIELD } from './fields.model';
import {
  FieldCell,
  PathCard,
  ServiceChoice,
  useField,
  useFirstService,
  type PathProps,
  type RouteProps,
} from './RouteParts';
import styles from './editors.module.css';

const ROUTE_TYPES = ['PathPrefix', 'Exact', 'RegularExpression'] as const;

/** Hosts, paths and weighted backends of an HTTPRoute. */
export function HttpRouteFields({ object, which }: RouteProps) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const rules = listAt(object, ['spec', 'rules']);
  const service = useFirstService(which);
  const hosts = listAt(object, ['spec', 'hostnames']).filter((each) => typeof each === 'string');
  const rule = { matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [{ name: service, port: 80 }] };
  return (
    <>
      <FieldCell
        {...{ object, which }}
        at={['spec', 'parentRefs', 0, 'name']}
        label="parentRefs"
        codec={PORT_NAME_FIELD}
        value={textAt(object, ['spec', 'parentRefs', 0, 'name'])}
      />
      <FieldCell
        {...{ object, which }}
        at={['spec', 'hostnames']}
        label="hostnames"
        codec={HOSTS_FIELD}
        value={hosts}
        wide
      />
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

function RouteBackend({ object, which, base }: PathProps) {
  const set = useField({ which });
  const id = `${which.object} ${which.namespace}/${which.name} ${base.join('.')}`;
  const weight = textAt(object, [...base, 'weight']);
  return (
    <>
      <ServiceChoice
        {...{ which }}
        value={textAt(object, [...base, 'name'])}
        onChange={(name) => set([...base, 'name'], name)}
      />
      <span className={classes(styles.cell, styles.small)}>
        port
        <TextField
          id={`${id} port`}
          label="port"
          bare
          value={Number(textAt(object, [...base, 'port']) || 80)}
          codec={PORT_FIELD}
          onCommit={(to) => set([...base, 'port'], to)}
        />
      </span>
      <span className={classes(styles.cell, styles.small)}>
        weight
        <TextField
          id={`${id} weight`}
          label="weight"
          bare
          value={weight === '' ? 1 : Number(weight)}
          codec={WEIGHT_FIELD}
          onCommit={(to) => set([...base, 'weight'], to)}
        />
      </span>
    </>
  );
}
