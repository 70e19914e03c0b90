import { expect, it } from 'vitest';
import { openManifest } from '../../document/open-manifest';
import { emptyDocument } from '../../document/document';
import { finished } from '../../lib/scan';
import { findPrintedEvents } from './printed-events';

const EVENT =
  '{\napiVersion: "v1"\neventTime: null\ninvolvedObject: {\nkind: "Route"\nname: "cart"\n}\nkind: "Event"\nmessage: "cart owns nothing."\nmetadata: {\nname: "cart.17"\n';
const SERVICE =
  'NAME   TYPE   CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\ncart   ClusterIP   10.96.0.7   <none>   80/TCP   3h\n';

it('an event that a program printed is quoted, and no YAML to correct', () => {
  const text = `We see\n\`\`\`\n${SERVICE}\`\`\`\nand\n\`\`\`\n${EVENT}\`\`\`\n`;
  const [found] = findPrintedEvents([{ text }]);
  expect(found?.severity).toBe('info');
  expect(found?.says.values).toEqual({ reason: 'none', by: 'Route cart', message: 'cart owns nothing' });
  const { diagnostics, objects } = finished(openManifest({ document: emptyDocument(), texts: [text], state: 'last' }));
  expect(objects?.services).toHaveLength(1);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});
