import { ArrowLeft, Boxes } from 'lucide-react';
import { useMemo, useState, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../../core/net/ip';
import { useActions, useBench } from '../../../store/hooks';
import type { PartRow as Part, WantedPort } from '../../../engine/protocol';
import { Button, Select } from '../../common/controls';
import { plainName } from '../../../core/story/service-at';
import {
  countParts,
  groupParts,
  partKey,
  type PartGroup,
  wantedKey,
  ruleOfPart,
  serviceNamed,
  portsLike,
  type OfferedPort,
} from './parts.model';
import styles from './parts.module.css';
import { usePhrase } from '../../common/i18n/use-phrase';
import { RuleLine, PlainLine } from '../rule/lines';
import type { ServicePort } from '../../../core/kubernetes/types';
import { PickList } from '../../common/lists';
import { Popover } from '../../common/floating';

interface Props {
  readonly part: Part;
  readonly netns: string;
  readonly family: IpFamily;
}

/** One thing a Service made: its text, the field that asked for it, and why. All but sockets can be gone to in the dump. */
function PartRow({ part, netns, family }: Props) {
  const t = useTranslations('parts');
  const say = usePhrase();
  const { selectRule, selectLine, showMadeBy } = useActions();
  const { at, origin } = part;
  const ref = ruleOfPart(at, family);
  const show = (): void => {
    selectRule(ref && { netns, family, ref });
    selectLine(ref ? undefined : { netns, family, part: at });
    showMadeBy(undefined);
  };
  return (
    <div className={styles.part}>
      {at.kind !== 'proxy-port' ? (
        <button type="button" className={styles.text} title={t('show')} onClick={show}>
          <Text part={part} />
        </button>
      ) : (
        <span className={styles.text}>
          <Text part={part} />
        </span>
      )}
      {origin && (
        <p className={styles.why}>
          <code className={styles.field}>
            {origin.kind === 'Service' ? origin.field : `${origin.kind} ${origin.field}`}
          </code>{' '}
          {say(origin.why)}
        </p>
      )}
    </div>
  );
}

/** A rule of iptables in its parts, anything else as it is written. */
function Text({ part: { text, parts } }: { readonly part: Part }) {
  return parts ? <RuleLine rule={{ parts }} inChain comment="short" /> : <PlainLine text={text} />;
}

/** Asks what a Service port made in a namespace; the last answer stays until the next is there, undefined before the first. */
function useParts(netns: string, family: IpFamily, wanted: WantedPort): readonly Part[] | undefined {
  const { parts } = useActions();
  const bench = useBench((state) => state.run.bench);
  const [answer, setAnswer] = useState<{ key: string; bench: unknown; value: readonly Part[] }>();
  const { namespace, serviceName, index } = wanted;
  const key = `${netns} ${family} ${wantedKey(wanted)}`;
  useEffect(() => {
    let asked = true;
    const port = { namespace, serviceName, ...(index === undefined ? {} : { index }) };
    void parts(netns, family, port).then((value) => asked && setAnswer({ key, bench, value }));
    return () => {
      asked = false;
    };
  }, [netns, family, namespace, serviceName, index, key, bench, parts]);
  return answer?.key === key ? answer.value : undefined;
}

/** So many parts are drawn at first, and with every wish for more. */
const PAGE = 200;

interface PartsViewProps {
  readonly netns: string;
  readonly title: string;
  readonly family: IpFamily;
  readonly wanted: WantedPort;
}

/** Everything a Service port made on a node, in whatever mode, each with the field that asked for it and why. */
export function PartsView(props: PartsViewProps) {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const { netns, title, family, wanted } = props;
  const service = plainName(`${wanted.namespace}/${wanted.serviceName}`);
  const parts = useParts(netns, family, wanted);
  return (
    <section className={styles.view} aria-label={t('title', { service, node: title })}>
      <div className={styles.bar}>
        <Button size="s" icon={<ArrowLeft aria-hidden />} onClick={() => showMadeBy(undefined)}>
          {t('all')}
        </Button>
        <PortSelect wanted={wanted} />
      </div>
      {parts ? <Groups parts={parts} {...props} service={service} /> : <p role="status">{t('loading')}</p>}
    </section>
  );
}

function Groups({
  parts,
  title,
  service,
  netns,
  family,
}: PartsViewProps & { readonly parts: readonly Part[]; readonly service: string }) {
  const t = useTranslations('parts');
  const [most, setMost] = useState(PAGE);
  const count = useMemo(() => countParts(groupParts(parts)), [parts]);
  const groups = useMemo(() => groupParts(parts.slice(0, most)), [parts, most]);
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count, node: title, service })}
      </p>
      {parts.length === 0 && <p className={styles.quiet}>{t('none')}</p>}
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={`${group.kind} ${group.owner}`}>
            <Group group={group} netns={netns} family={family} />
          </li>
        ))}
      </ul>
      {parts.length > most && (
        <Button size="s" onClick={() => setMost(most + PAGE)}>
          {t('showMore', { count: Math.min(PAGE, parts.length - most) })}
        </Button>
      )}
    </>
  );
}

function Group({
  group: { kind, owner, own, parts },
  netns,
  family,
}: {
  readonly group: PartGroup;
  readonly netns: string;
  readonly family: IpFamily;
}) {
  const t = useTranslations('parts');
  const single = kind === 'address' || kind === 'proxy-port';
  return (
    <>
      <h4 className={styles.owner}>
        <span className={styles.kind}>{t(`kind.${kind}`)}</span> <code>{owner}</code>
        {!single && <span className={styles.own}>{t(own ? 'own' : 'shared')}</span>}
      </h4>
      <ol className={styles.rows}>
        {parts.map((part) => (
          <li key={partKey(part)}>
            <PartRow part={part} netns={netns} family={family} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Which port of the Service: one of them, or all. */
function PortSelect({ wanted }: { readonly wanted: WantedPort }) {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const service = useBench(({ document }) => serviceNamed(document.present.cluster, wanted));
  const { namespace, serviceName } = wanted;
  const name = plainName(`${namespace}/${serviceName}`);
  const portName = usePortName();
  const ports = service?.spec.ports ?? [];
  return (
    <Select
      aria-label={t('byHint')}
      value={wanted.index === undefined ? '' : String(wanted.index)}
      onChange={(index) => showMadeBy({ namespace, serviceName, ...(index === '' ? {} : { index: Number(index) }) })}
      options={[
        { id: '', label: `${name} · ${t('whole')}` },
        ...ports.map((port, index) => ({ id: String(index), label: `${name} · ${portName(port)}` })),
      ]}
    />
  );
}

/** `http 80/TCP`. */
function usePortName(): (port: ServicePort) => string {
  const t = useTranslations('parts');
  return ({ name = 'none', port, protocol = 'TCP' }) => t('port', { name, port: String(port), protocol });
}

const MOST = 60;

/** Picks a service port of which everything it made is then listed. */
export function ServiceJump() {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const [open, setOpen] = useState(false);
  const built = useBench(({ document }) => document.present.subject === 'cluster');
  if (!built) return null;
  const pick = ({ wanted }: OfferedPort): void => {
    setOpen(false);
    showMadeBy(wanted);
  };
  return (
    <Popover
      label={t('by')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="s" icon={<Boxes aria-hidden />} title={t('byHint')}>
          {t('by')}
        </Button>
      }
    >
      <ServiceList onPick={pick} />
    </Popover>
  );
}

function ServiceList({ onPick }: { readonly onPick: (port: OfferedPort) => void }) {
  const t = useTranslations('parts');
  const cluster = useBench(({ document }) => document.present.cluster);
  const [typed, setTyped] = useState('');
  const portName = usePortName();
  const ports = useMemo(() => portsLike(cluster, typed, MOST), [cluster, typed]);
  const note = ports.length === 0 ? t('noSuch') : ports.length === MOST ? t('moreServices') : undefined;
  return (
    <PickList
      label={t('find')}
      typed={typed}
      onTyped={setTyped}
      items={ports}
      keyOf={({ wanted }) => wantedKey(wanted)}
      onPick={onPick}
      note={note}
    >
      {({ wanted, port }) => (
        <>
          <span>{plainName(`${wanted.namespace}/${wanted.serviceName}`)}</span>
          <span className={styles.quiet}>{portName(port)}</span>
        </>
      )}
    </PickList>
  );
}
