import { listAt, textAt } from '../../core/document/edits/route-fields';
import { classes } from '../common/classes';
import { TextField } from './Field';
import { HOSTS_FIELD, PORT_FIELD, PORT_NAME_FIELD, WEIGHT_FIELD } from './fields.model';
import { FieldCell, ServiceChoice, useField, type PathProps, type RouteProps } from './RouteParts';
import styles from './editors.module.css';

/** The hosts a route of a Gateway takes. */
export function hostsOf({ object }: Pick<RouteProps, 'object'>): readonly string[] {
  return listAt(object, ['spec', 'hostnames']).filter((each) => typeof each === 'string');
}

/** What every route of a Gateway says first: whose it is, and for which hosts. */
export function RouteHead({ object, which }: RouteProps) {
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
        value={hostsOf({ object })}
        wide
      />
    </>
  );
}

/** A weighted Service of a rule. */
export function RouteBackend({ object, which, base }: PathProps) {
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
      {[
        { name: 'port', value: Number(textAt(object, [...base, 'port']) || 80), codec: PORT_FIELD },
        { name: 'weight', value: weight === '' ? 1 : Number(weight), codec: WEIGHT_FIELD },
      ].map(({ name, value, codec }) => (
        <span key={name} className={classes(styles.cell, styles.small)}>
          {name}
          <TextField
            id={`${id} ${name}`}
            label={name}
            bare
            value={value}
            codec={codec}
            onCommit={(to) => set([...base, name], to)}
          />
        </span>
      ))}
    </>
  );
}
