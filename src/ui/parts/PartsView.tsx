import { ArrowLeft } from 'lucide-react';
import { useMemo, useState, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import type { PartRow as Part, WantedPort } from '../../engine/protocol';
import { Button } from '../common/controls';
import { withoutDefault } from '../common/texts.model';
import { countParts, groupParts, partKey, type PartGroup, wantedKey, ruleOfPart } from './parts.model';
import styles from './parts.module.css';
import { PortSelect } from './ServiceJump';
import { usePhrase } from '../i18n/use-phrase';
import { RuleLine } from '../rule/RuleLine';
import { PlainLine } from '../rule/lines';

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
  const service = withoutDefault(`${wanted.namespace}/${wanted.serviceName}`);
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
