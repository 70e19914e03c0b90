import { describe, expect, it } from 'vitest';
import { readText } from './read-text';

const SETS =
  'Name: KUBE-CLUSTER-IP\nType: hash:ip,port\nHeader: family inet\nReferences: 2\nNumber of entries: 1\nMembers:\n10.96.0.10,tcp:80\n';
const SERVERS = 'TCP  10.96.0.10:80 rr\n  -> 10.244.1.5:8080              Masq    1      0          0\n';
const saidOf = (text: string) =>
  readText({ id: 'a', title: 'a', text }).diagnostics.flatMap(({ message, span }) =>
    message.id === 'formats.lines.misnamed' ? [`${span?.line} ${String(message.values?.['heading'])}`] : [],
  );

describe('headings', () => {
  it('that are swapped are said to be', () => {
    const swapped = `**IPVS List**\n\n\`\`\`bash\n${SETS}\`\`\`\n\n**IPset List**\n\`\`\`\n${SERVERS}\`\`\`\n`;
    expect(saidOf(swapped)).toEqual(['1 IPVS List', '13 IPset List']);
  });

  it.each([
    ['right ones', `## ipset list\n${SETS}\n## IPVS\n${SERVERS}`],
    ['none', SETS + SERVERS],
    ['a sentence', `The IPVS mode keeps its addresses in sets:\n${SETS}`],
    ['a command', `root@a:~# ipset list\n${SETS}`],
  ])('nothing is said of %s', (_name, text) => expect(saidOf(text)).toEqual([]));
});
