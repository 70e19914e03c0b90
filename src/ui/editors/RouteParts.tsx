import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { changeRoute, type RouteName } from '../../core/document/edits/routes';
import { textAt, withRouteField, type FieldPath, listAt } from '../../core/document/edits/route-fields';
import { getNamespace, type OtherObject } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { IconButton, Select } from '../common/controls';
import { TextField } from './Field';
import { PATH_FIELD, type FieldCodec, HOSTS_FIELD, PORT_FIELD, PORT_NAME_FIELD, WEIGHT_FIELD } from './fields.model';
import styles from './editors.module.css';

export interface RouteProps {
  readonly object: OtherObject;
  readonly which: RouteName;
}

interface CellProps<T> extends RouteProps {
  readonly at: FieldPath;
  readonly label: string;
  readonly codec: FieldCodec<T>;
  readonly value: T;
  readonly wide?: boolean;
}

/** A box for one field of the object. */
export function FieldCell<T>({ which, at, label, codec, value, wide = false }: CellProps<T>) {
  const { edit } = useActions();
  const id = `${which.object} ${which.namespace}/${which.name} ${at.join('.')}`;
  const commit = (next: T): void => edit((doc) => changeRoute(doc, which, (each) => withRouteField(each, at, next)));
  return <TextField {...{ id, label, codec, value, wide }} onCommit={commit} />;
}

/** Changes one field, or takes it away. */
export function useField({ which }: Pick<RouteProps, 'which'>): (at: FieldPath, value: unknown) => void {
  const { edit } = useActions();
  return (at, value) => edit((doc) => changeRoute(doc, which, (each) => withRouteField(each, at, value)));
}

export interface PathProps extends RouteProps {
  readonly base: FieldPath;
}

interface CardProps extends PathProps {
  readonly at: FieldPath;
  readonly types: readonly string[];
  readonly typeAt: FieldPath;
  readonly children: ReactNode;
}

/** A path with what it leads to. */
export function PathCard({ object, which, base, at, types, typeAt, children }: CardProps) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const path = textAt(object, at) || '/';
  const type = textAt(object, typeAt) || (types[0] ?? '');
  return (
    <div className={classes(styles.port, styles.path)} role="group" aria-label={t('path', { path })}>
      <span className={styles.cell}>
        path
        <TextField
          id={`${which.object} ${which.namespace}/${which.name} ${at.join('.')}`}
          label="path"
          bare
          value={path}
          codec={PATH_FIELD}
          onCommit={(to) => set(at, to)}
        />
      </span>
      <span className={styles.cell}>
        type
        <Select
          aria-label="type"
          value={type}
          onChange={(to) => set(typeAt, to)}
          options={[...new Set([...types, type])].map((id) => ({ id, label: id }))}
        />
      </span>
      {children}
      <span className={styles.portEnd}>
        <span />
        <IconButton
          size="s"
          variant="danger"
          label={t('removePath', { path })}
          icon={<Trash2 />}
          onClick={() => set(base, undefined)}
        />
      </span>
    </div>
  );
}

/** The Services of the object's namespace; one that is not there stays in the list. */
export function ServiceChoice({
  which,
  value,
  onChange,
}: Pick<RouteProps, 'which'> & { readonly value: string; readonly onChange: (name: string) => void }) {
  const services = useBench((state) => state.document.present.cluster.services);
  const names = services.filter((each) => getNamespace(each) === which.namespace).map(({ metadata }) => metadata.name);
  return (
    <span className={styles.cell}>
      service
      <Select
        aria-label="service"
        value={value}
        onChange={onChange}
        options={[...new Set([...names, value])].map((id) => ({ id, label: id }))}
      />
    </span>
  );
}

export function useFirstService({ namespace }: RouteName): string {
  return useBench(({ document }) => {
    const own = document.present.cluster.services.filter((each) => getNamespace(each) === namespace);
    return (own.find(({ metadata }) => metadata.name !== 'kubernetes') ?? own[0])?.metadata.name ?? 'web';
  });
}

/** The hosts a route of a Gateway takes. */
export function hostsOf({ object }: Pick<RouteProps, 'object'>): readonly string[] {
  return listAt(object, ['spec', 'hostnames']).filter((each) => typeof each === 'string');
}

/** The first fields of every route of a Gateway: its Gateway and its hosts. */
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
