import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { emptyDocument } from '../../core/document/document';
import { phrase } from '../../core/lib/phrase';
import { createBench } from '../../store/store';
import { noStepOf } from './no-step.model';

const example = EXAMPLES[0]?.document() ?? emptyDocument();
const { run, document } = createBench().getState();
const of = (change: Partial<typeof run>, present = example) =>
  noStepOf({ run: { ...run, ...change }, document: { ...document, present } });

describe('why there is no step', () => {
  it('is that something is missing only where it is, and nothing is under way', () => {
    expect(of({}, emptyDocument())).toBe('noNodes');
    expect(of({}, { ...example, flows: [] })).toBe('noFlows');
    expect(of({})).toBe('noneSent');
  });

  it('is the work that is under way, whatever is missing', () => {
    expect(of({ flowId: 'flow-1' })).toBe('working');
    for (const present of [example, emptyDocument(), { ...example, flows: [] }]) {
      expect(of({ status: 'working' }, present)).toBe('working');
    }
  });

  it('is what went wrong, before anything is told to be done', () => {
    expect(of({ status: 'failed', flowId: 'flow-1', error: phrase('engine.failed', { message: 'x' }) })).toBe('failed');
    expect(of({ status: 'failed' }, emptyDocument())).toBe('failed');
  });
});
