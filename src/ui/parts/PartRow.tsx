import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import { useActions } from '../../store/hooks';
import type { ExplainedPart } from '../../engine/protocol';
import { usePhrase } from '../i18n/use-phrase';
import { RuleLine } from '../rules/RuleLine';
import { readRule } from '../rules/rule-text.model';
import { pickLine } from './line-pick';
import { PlainLine } from './PlainLine';
import { ruleOfPart } from './parts.model';
import styles from './parts.module.css';

interface Props {
  readonly part: ExplainedPart;
  readonly netns: string;
  readonly family: IpFamily;
}

/** One thing a Service made: its text, the field that asked for it, and why. All but sockets can be gone to in the dump. */
export function PartRow({ part, netns, family }: Props) {
  const t = useTranslations('parts');
  const say = usePhrase();
  const { selectRule, showMadeBy } = useActions();
  const { at, text, origin } = part;
  const ref = ruleOfPart(at, family);
  const show = (): void => {
    selectRule(ref && { netns, family, ref });
    pickLine(ref ? undefined : { netns, family, part: at });
    showMadeBy(undefined);
  };
  return (
    <div className={styles.part}>
      {at.kind !== 'proxy-port' ? (
        <button type="button" className={styles.text} title={t('show')} onClick={show}>
          <Text text={text} />
        </button>
      ) : (
        <span className={styles.text}>
          <Text text={text} />
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
function Text({ text }: { readonly text: string }) {
  const rule = readRule(`-A X ${text}`);
  return rule && text.startsWith('-') ? <RuleLine rule={rule} inChain comment="short" /> : <PlainLine text={text} />;
}
