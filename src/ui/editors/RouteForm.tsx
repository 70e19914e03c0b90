import { Plus, ServerCog, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { addController, changeRoute, listRouteObjects, removeRoute } from '../../core/document/edits/routes';
import { listAt, textAt, withRouteField, type FieldPath } from '../../core/document/edits/route-fields';
import type { OtherObject } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { Button, IconButton } from '../common/controls';
import { usePhrase } from '../common/i18n/use-phrase';
import { TextField } from './Field';
import { FormTitle } from './FormTitle';
import { HOST_FIELD, optional, PORT_NAME_FIELD, TARGET_FIELD, type FieldCodec } from './fields.model';
import {
  FieldCell,
  PathCard,
  ServiceChoice,
  useField,
  useFirstService,
  type PathProps,
  type RouteProps,
  RouteBackend,
  RouteHead,
  hostsOf,
} from './RouteParts';
import styles from './editors.module.css';
import { classes } from '../common/classes';

/** An Ingress, or a route of a Gateway: hosts, paths, and the Services they lead to, under the API's own names. */
export function RouteForm({ object }: { readonly object: OtherObject }) {
  const t = useTranslations('editors');
  const { edit, select } = useActions();
  const present = useBench((state) => state.document.present);
  const { name = '', namespace = 'default' } = object.metadata ?? {};
  const which = listRouteObjects(present).find(
    (each) => each.object === object.kind && each.name === name && each.namespace === namespace,
  );
  if (!which) return null;
  const key = `${which.object} ${which.namespace}/${which.name}`;
  const remove = (): void => {
    edit((doc) => removeRoute(doc, which));
    select(undefined);
  };
  return (
    <form className={styles.form} aria-label={key} onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind={which.object} name={which.name} namespace={which.namespace} />
      <Unserved which={which} />
      {which.object === 'Ingress' ? (
        <IngressFields {...{ object, which }} />
      ) : which.object === 'HTTPRoute' ? (
        <HttpRouteFields {...{ object, which }} />
      ) : (
        <TlsRouteFields {...{ object, which }} />
      )}
      <div className={styles.buttons}>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={remove}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}

const NOBODY: ReadonlySet<string> = new Set([
  'ingress.no-class',
  'ingress.class-missing',
  'ingress.no-controller',
  'ingress.not-attached',
]);

/** Nobody does what the object says: said, and mended at once. */
function Unserved({ which }: Pick<RouteProps, 'which'>) {
  const t = useTranslations('editors.route');
  const say = usePhrase();
  const { edit } = useActions();
  const path = `${which.object} ${which.namespace}/${which.name} `;
  const found = useBench(({ run }) =>
    run.bench?.diagnostics.find((each) => each.path?.startsWith(path) && NOBODY.has(each.message.id)),
  );
  if (!found) return null;
  return (
    <>
      <p className={styles.hint} role="status">
        {say(found.message)}
      </p>
      <div className={styles.buttons}>
        <Button size="s" icon={<ServerCog />} onClick={() => edit((doc) => addController(doc, which))}>
          {t('addController')}
        </Button>
      </div>
    </>
  );
}

const INGRESS_TYPES = ['Prefix', 'Exact', 'ImplementationSpecific'] as const;

function IngressFields({ object, which }: RouteProps) {
  const t = useTranslations('editors.route');
  const set = useField({ which });
  const rules = listAt(object, ['spec', 'rules']);
  const className = textAt(object, ['spec', 'ingressClassName']) || undefined;
  const tls = listAt(object, ['spec', 'tls']);
  const service = useFirstService(which);
  const path = { path: '/', pathType: 'Prefix', backend: { service: { name: service, port: { number: 80 } } } };
  return (
    <>
      <FieldCell
        {...{ object, which }}
        at={['spec', 'ingressClassName']}
        label="ingressClassName"
        codec={optional(PORT_NAME_FIELD)}
        value={className}
      />
      {rules.map((rule, at) => {
        const base: FieldPath = ['spec', 'rules', at];
        const paths = listAt(rule, ['http', 'paths']);
        const host = textAt(rule, ['host']) || undefined;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no names; their place is what they are
          <fieldset key={at} className={styles.ports} style={BARE} aria-label={t('rule', { host: host ?? '*' })}>
            <FieldCell
              {...{ object, which }}
              at={[...base, 'host']}
              label="host"
              codec={optional(HOST_FIELD)}
              value={host}
            />
            {paths.map((_, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <IngressPath key={index} {...{ object, which }} base={[...base, 'http', 'paths', index]} />
            ))}
            <div className={styles.buttons}>
              <Button size="s" icon={<Plus />} onClick={() => set([...base, 'http', 'paths', paths.length], path)}>
                {t('addPath')}
              </Button>
              {rules.length > 1 && (
                <Button size="s" variant="danger" icon={<Trash2 />} onClick={() => set(base, undefined)}>
                  {t('removeHost', { host: host ?? '*' })}
                </Button>
              )}
            </div>
          </fieldset>
        );
      })}
      <Button
        size="s"
        icon={<Plus />}
        onClick={() => set(['spec', 'rules', rules.length], { host: `${service}.example`, http: { paths: [path] } })}
      >
        {t('addHost')}
      </Button>
      {tls.length > 0 && (
        <p className={styles.hint}>
          {t('tls', { secrets: tls.map((each) => textAt(each, ['secretName']) || '–').join(', ') })}
        </p>
      )}
    </>
  );
}

const BARE = { border: 0, padding: 0, minWidth: 0 } as const;

function IngressPath({ object, which, base }: PathProps) {
  const set = useField({ which });
  const port =
    textAt(object, [...base, 'backend', 'service', 'port', 'number']) ||
    textAt(object, [...base, 'backend', 'service', 'port', 'name']);
  const ports: FieldCodec<number | string> = TARGET_FIELD;
  const { edit } = useActions();
  const setPort = (to: number | string): void =>
    edit((doc) =>
      changeRoute(doc, which, (each) =>
        withRouteField(
          each,
          [...base, 'backend', 'service', 'port'],
          typeof to === 'number' ? { number: to } : { name: to },
        ),
      ),
    );
  const id = `${which.object} ${which.namespace}/${which.name} ${base.join('.')}`;
  return (
    <PathCard {...{ object, which, base }} at={[...base, 'path']} types={INGRESS_TYPES} typeAt={[...base, 'pathType']}>
      <ServiceChoice
        {...{ which }}
        value={textAt(object, [...base, 'backend', 'service', 'name'])}
        onChange={(name) => set([...base, 'backend', 'service', 'name'], name)}
      />
      <span className={styles.cell}>
        port
        <TextField
          id={`${id} port`}
          label="port"
          bare
          value={/^\d+$/.test(port) ? Number(port) : port}
          codec={ports}
          onCommit={setPort}
        />
      </span>
    </PathCard>
  );
}

const ROUTE_TYPES = ['PathPrefix', 'Exact', 'RegularExpression'] as const;

/** Hosts, paths and weighted backends of an HTTPRoute. */
function HttpRouteFields({ object, which }: RouteProps) {
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

/** Hosts and weighted backends of a TLSRoute: a handshake has no path. */
function TlsRouteFields({ object, which }: RouteProps) {
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
