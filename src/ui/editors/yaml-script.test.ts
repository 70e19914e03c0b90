import { describe, expect, it } from 'vitest';
import { DEFAULT_EXAMPLE } from '../../content/examples';
import type { Document } from '../../core/document/document';
import type { Script } from '../../core/document/script';
import { applyYaml, formatYaml, readYaml } from './yaml.model';

const script: Script = {
  duration: 60_000,
  events: [
    { at: 5000, do: 'roll-out', deployment: 'default/web' },
    { at: 9000, do: 'change-selector', service: 'default/web', selector: { app: 'other' } },
  ],
  clients: [{ flow: 'f1', perSecond: 20, sends: 'new' }],
  delays: { preStop: 5000 },
  lag: { node2: 700 },
};

function applied(document: Document, text: string): Document | undefined {
  const { manifest } = readYaml(text);
  return manifest && applyYaml(document, manifest);
}

describe('a script in the YAML of the cluster', () => {
  const document = { ...DEFAULT_EXAMPLE.document(), script };

  it('comes back as it was, and the very same where nothing of it was typed', () => {
    const text = formatYaml(document);
    expect(applied({ ...document, script: undefined }, text)?.script).toEqual(script);
    expect(applied(document, text)?.script).toBe(script);
    expect(applied(document, text)?.cluster.others ?? []).toEqual([]);
  });

  it('goes with its object', () => {
    expect(applied(document, formatYaml(DEFAULT_EXAMPLE.document()))?.script).toBeUndefined();
  });

  it('that says what no script may is an error, and leaves the document as it is', () => {
    const text = formatYaml(document).replace('do: roll-out', 'do: explode');
    const { manifest, diagnostics } = readYaml(text);
    expect(manifest).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity: 'error', message: { id: 'document.codec.invalid', values: { path: 'script.events.0.do' } } },
    ]);
  });
});
