import { describe, expect, it } from 'vitest';
import { finished } from '../lib/scan';
import { listObjectTimes, meantState } from './object-times';

const fenced = (yaml: string): string => `\`\`\`yaml\n${yaml}\`\`\`\n`;
const SERVICE = (field: string): string =>
  fenced(`apiVersion: v1\nkind: Service\nmetadata:\n  name: till\n  namespace: shop\nspec:\n  ${field}\n`);
const ONE = SERVICE('externalTrafficPolicy: Local');
const OTHER = SERVICE('externalTrafficPolicy: Cluster');

const read = (text: string) =>
  finished(listObjectTimes(text)).map((times) => [times.order.by, meantState(times), times.order.line, times.changes]);
const how = (text: string): unknown => read(text)[0]?.[0];

describe('one object in two states', () => {
  it.each([
    ['cure', `Our Service:\n\n${ONE}\nClients get no answer.\n\nDoing this fixed it:\n\n${OTHER}`],
    ['cure', `This does not work:\n${ONE}\nBut with this it works:\n${OTHER}`],
    ['cure', `This worked until last week:\n${ONE}\nThen it timed out.\n\nThe following solved the problem:\n${OTHER}`],
    ['cure', `Hello\n${ONE}\n## Workaround\n\n${OTHER}`],
    ['cure', `### Actual\n${ONE}\n### Expected behavior\n\n${OTHER}`],
    ['cure', `Hello\n${ONE}\nI changed it to\n\n${OTHER}\nNow everything works.\n`],
    ['tried', `This is broken:\n${ONE}\nI changed it to\n\n${OTHER}`],
    ['break', `This works:\n${ONE}\nThis does not work:\n${OTHER}`],
    ['break', `Hello\n${ONE}\nSo I tried this, which has not fixed it:\n${OTHER}`],
    ['command', `Hello\n${ONE}\n\`\`\`\n$ kubectl -n shop apply -f till.yaml\n\`\`\`\n${OTHER}`],
    [undefined, `Hello\n${ONE}\nAnd\n\n${OTHER}`],
    [undefined, `This works:\n${ONE}\nThis works too:\n${OTHER}`],
    [undefined, `This fails:\n${ONE}\nThis works:\n${ONE}`],
    [undefined, `This fails:\n${ONE}\nThis works:\n${OTHER.replace('name: till', 'name: desk')}`],
  ])('%s', (by, text) => expect(how(text)).toBe(by));

  it('the one that does not work is meant, else the last', () => {
    expect(read(`This fails:\n${ONE}\nThis works:\n${OTHER}`)).toEqual([
      ['cure', 'first', 12, [{ field: 'spec.externalTrafficPolicy', before: 'Local', after: 'Cluster' }]],
    ]);
    expect(read(`This works:\n${ONE}\nThis fails:\n${OTHER}`)[0]?.slice(0, 3)).toEqual(['break', 'last', 12]);
  });

  it('documents without fences, parted by comments', () => {
    const bare = `# broken\n${ONE}---\n# works\n${OTHER}`.replaceAll(/```(?:yaml)?\n/g, '');
    expect(how(bare)).toBe('cure');
  });

  const HEADER = 'NAME   TYPE       CLUSTER-IP   EXTERNAL-IP   PORT(S)                     AGE';
  const listed = (ports: string, age: string): string =>
    `$ kubectl get svc till\n${HEADER}\ntill   NodePort   10.96.3.3    <none>        ${ports}   ${age}\n`;
  it('rows of tables before and behind a command', () => {
    const text = `\`\`\`\n${listed('80:30080/TCP,80:30080/UDP', '14m')}$ kubectl apply -f till.yaml\nservice/till configured\n${listed('80:30180/TCP,80:30080/UDP', '15m')}\`\`\`\n`;
    expect(read(text)).toEqual([
      ['command', 'last', 5, [{ field: 'spec.ports[80/TCP].nodePort', before: '30080', after: '30180' }]],
    ]);
  });
});
