import { expect, it } from 'vitest';
import { emptyDocument } from '../../core/document/document';
import { addPasted } from '../../core/document/edits/pasted';
import { createEngine } from '../engine';
import { flips } from './flips';

const RULES = `*filter
:INPUT DROP [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
COMMIT
2: eth0: <BROADCAST,UP> mtu 1500
    inet 192.168.10.11/24 scope global eth0
`;

it('answers of a pasted node in an engine that opened none', () => {
  const pasted = addPasted(emptyDocument(), [{ title: 'a', text: RULES }]);
  const from = { kind: 'interface', device: 'eth0', address: '192.168.10.50' } as const;
  const to = { kind: 'address', address: '192.168.10.11' } as const;
  const document = { ...pasted, flows: [{ id: 'f', from, to, protocol: 'tcp', port: 22 } as const] };
  const steps = flips(createEngine(), { document, flowId: 'f' });
  for (let step = steps.next(); ; step = steps.next()) {
    if (!step.done) continue;
    expect(step.value?.before.ends.map(({ kind }) => kind)).toEqual(['DROPPED']);
    expect(step.value?.found.some(({ effect }) => effect === 'flips')).toBe(true);
    return;
  }
});
