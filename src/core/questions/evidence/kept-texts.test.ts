import { describe, expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { decodeDocument } from '../../document/codec';
import { encodeDocument } from '../../document/document';
import { setPodReady } from '../../document/edits/pods';
import { keepTold } from '../../document/edits/pasted';
import { exploreFlow } from '../../document/explored';
import { openManifest } from '../../document/open-manifest';
import { finished } from '../../lib/scan';
import { redactDocument } from '../redact/redact-document';
import { readKeptTexts } from './kept-texts';
import { listWalkGuesses } from './walk-guesses';

const TEXT = `apiVersion: v1
kind: Service
metadata: {name: front, namespace: shop}
spec: {clusterIP: 10.96.4.4, selector: {app: front}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: v1
kind: Pod
metadata: {name: front-0, namespace: shop, labels: {app: front}}
spec: {nodeName: worker-1, containers: [{name: c, ports: [{containerPort: 8080}]}]}
`;

function open(text: string): Document {
  const { document } = finished(openManifest({ document: emptyDocument(), texts: [text] }));
  if (!document) throw new Error('not opened');
  return keepTold(document, [{ id: 'pending', title: 'mine.yaml', text }]);
}

function decidingIn(document: Document): readonly string[] {
  const kept = finished(readKeptTexts(document));
  const derived = createDerive()(document);
  const [flow] = document.flows;
  const explored = flow && exploreFlow({ document, derived, explored: new Map() }, flow);
  if (!kept || !flow || !explored || 'id' in explored) throw new Error('no walk');
  const [outcome] = explored.exploration.outcomes;
  if (!outcome) throw new Error('no outcome');
  const found = listWalkGuesses({ document, derived, ...kept }, flow, outcome);
  return found.filter(({ decides }) => decides).map(({ says }) => says.id);
}

describe('texts that a cluster was opened from', () => {
  it('tell what a walk hangs on after they were opened', () => {
    expect(decidingIn(open(TEXT))).toEqual(['evidence.guess.readiness']);
  });

  it('are no guess any more where a person said it since', () => {
    const readKept = (document: Document) => finished(readKeptTexts(document))?.objects.pods[0]?.status?.conditions;
    expect(readKept(open(TEXT))).toBeUndefined();
    expect(readKept(setPodReady(open(TEXT), { namespace: 'shop', name: 'front-0' }, false))).toBeDefined();
  });

  it('are saved with it, and read again', () => {
    const document = open(TEXT);
    const read = decodeDocument(encodeDocument(document));
    expect(read).toEqual({ ok: true, value: document });
  });

  it('leave the page with other names only', () => {
    const { document } = finished(redactDocument(open(TEXT), 'seed'));
    const [text] = document.told ?? [];
    expect(text?.text).toContain('kind: Service');
    expect(JSON.stringify(document)).not.toMatch(/front|10\.96\.4\.4|worker-1/);
    expect(finished(readKeptTexts(document))?.objects.pods).toHaveLength(1);
  });

  it('that are too long are not kept', () => {
    const [text] = open(TEXT).told ?? [];
    if (!text) throw new Error('none');
    const long = { ...text, text: text.text + '#'.repeat(1_000_001) };
    expect(keepTold(open(TEXT), [long]).told).toBeUndefined();
  });

  it('come together where objects are put into a cluster', () => {
    const [before = []] = [open(TEXT).told];
    expect(keepTold(open(TEXT), before, before).told?.map(({ id }) => id)).toEqual(['told-1', 'told-2']);
  });
});
