import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { MORE_PHRASES } from '../../../content/en/phrases/more';
import { finished } from '../../lib/scan';
import { openTexts } from '../../public/open-texts';
import { proveOpened, proveTexts } from './prove-texts';

const LOG = 'I0612 started\nE0612 proxier.go:1241] "Failed to sync nftables rules" err="exit status 1"\n';
const ENTRY =
  'udp      17 27 src=10.244.2.14 dst=10.96.0.11 sport=41522 dport=53 [UNREPLIED] src=10.96.0.11 dst=10.244.2.14 sport=53 dport=41522 mark=0 use=1\n';
const TABLE = `NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
service/web   ClusterIP   10.96.12.7   <none>        80/TCP    3d

NAME            ENDPOINTS   AGE
endpoints/web   <none>      3d
`;
const EXCERPT =
  '*nat\n-A KUBE-SERVICES -d 10.96.0.11/32 -p udp -m udp --dport 53 -j KUBE-SVC-TCOU7JCQXEZGVUNU\nCOMMIT\n';

const titled = (...texts: readonly string[]) =>
  texts.map((text, at) => ({ id: `text-${at + 1}`, title: `t${at + 1}`, text }));

/** What is proven of texts, each with its line. */
function proven(...texts: readonly string[]): readonly string[] {
  const found = finished(proveTexts({ texts: titled(...texts), facts: {} }));
  return found.map(({ id, severity, line }) => `${severity} ${id} ${line?.file ?? ''}:${line?.line ?? ''}`);
}

describe('what texts prove by themselves', () => {
  it('is said of a text of which nothing is read, too', () => {
    expect(proven(LOG)).toEqual(['error log-nft-sync t1:2']);
    expect(proven('nothing at all\n')).toEqual([]);
    expect(proven('')).toEqual([]);
  });

  it('has the line that names the object, in a table as in its YAML', () => {
    expect(proven(TABLE)[0]).toBe('error no-endpoints t1:2');
    const spaced = TABLE.replaceAll(/^(NAME)/gm, 'NAMESPACE $1').replaceAll(/^\w+\/web/gm, 'shop web');
    expect(proven(`\n${spaced}`)[0]).toBe('error no-endpoints t1:3');
  });

  it('is worst first over all texts together', () => {
    const all = proven(ENTRY, LOG);
    expect(all[0]).toBe('error log-nft-sync t2:2');
    expect(all[1]).toMatch(/^warning .* t1:1$/);
  });

  it.each([
    ['rules and a log', [EXCERPT, LOG]],
    ['an entry', [ENTRY]],
    ['an entry beside a table', [ENTRY, TABLE]],
    ['a table', [TABLE]],
    ['a table and a log', [TABLE, LOG]],
  ])('is what the command says of them: %s', (_what, texts) => {
    const say = createSpeaker('en', MORE_PHRASES);
    const opened = openTexts(titled(...texts));
    if (!opened.ok) throw new Error(opened.error.kind);
    const suggested = opened.value.examined?.suggested ?? [];
    const command = finished(proveOpened({ ...opened.value, suggested }, opened.value.memo));
    const page = finished(proveTexts({ texts: titled(...texts), facts: {} }));
    expect(command.length).toBeGreaterThan(0);
    expect(page.map(({ says, next, line }) => [say(says), say(next), line])).toEqual(
      command.map(({ says, next, line }) => [say(says), say(next), line]),
    );
  });
});
