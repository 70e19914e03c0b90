import { useTranslations } from 'use-intl';
import type { Flow } from '../../core/document/document';
import { hasRoutes } from '../../core/kubernetes/ingress/kinds';
import { useBench } from '../../store/hooks';
import { TextField } from './Field';
import { HOST_FIELD, optional, PATH_FIELD } from './fields.model';

/** What is asked over the connection, where there is somebody who reads it. */
export function RequestFields({
  flow,
  change,
}: {
  readonly flow: Flow;
  readonly change: (part: Partial<Omit<Flow, 'id'>>) => void;
}) {
  const t = useTranslations('editors.route');
  const isRead = useBench(({ document }) => hasRoutes(document.present.cluster));
  if (!isRead && !flow.http) return null;
  const { host, path } = flow.http ?? {};
  // All that a handshake says is a name.
  const isHandshake = flow.to.kind === 'route' && flow.to.object === 'TLSRoute';
  const ask = (part: NonNullable<Flow['http']>): void => {
    const entries = Object.entries({ ...flow.http, ...part }).filter(([, value]) => value !== undefined);
    change({ http: Object.fromEntries(entries) });
  };
  return (
    <>
      <TextField
        id={`${flow.id} host`}
        label="Host"
        value={host}
        codec={optional(HOST_FIELD)}
        placeholder={t('unsaid')}
        onCommit={(to) => ask({ host: to })}
      />
      {!isHandshake && (
        <TextField
          id={`${flow.id} path`}
          label="path"
          value={path}
          codec={optional(PATH_FIELD)}
          placeholder="/"
          onCommit={(to) => ask({ path: to })}
        />
      )}
    </>
  );
}
