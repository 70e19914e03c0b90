import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { PROJECT_FILE } from '../core/formats/project-file';
import { readProject } from '../core/document/project';
import { openProject, projectFileName } from './file';

const DOCUMENT = WEB_TWO_NODES.document();

describe('a project file', () => {
  it('is read back as it was written, and recognised', () => {
    const text = PROJECT_FILE.print({ document: DOCUMENT });
    expect(PROJECT_FILE.detect(text)).toBe(1);
    expect(readProject(text)).toEqual({ ok: true, value: DOCUMENT });
  });

  it('is read beside the page, too', async () => {
    expect(await openProject(PROJECT_FILE.print({ document: DOCUMENT }))).toEqual({ ok: true, value: DOCUMENT });
    expect(await openProject('[]')).toMatchObject({ ok: false, error: { id: 'document.codec.not-project' } });
  });

  it.each([
    ['', 'document.codec.not-project'],
    ['[]', 'document.codec.not-project'],
    ['{"format":"rulewalk"}', 'document.codec.not-project'],
    ['{"format":"rulewalk","document":{"version":3}}', 'document.codec.newer'],
    ['{"format":"rulewalk","document":7}', 'document.codec.not-document'],
  ])('that is none says so: %s', (text, id) => {
    expect(readProject(text)).toMatchObject({ ok: false, error: { id } });
  });

  it.each([
    ['A web Service on two nodes', 'a-web-service-on-two-nodes.rulewalk.json'],
    ['../../웹 서비스?', '웹-서비스.rulewalk.json'],
    ['', 'bench.rulewalk.json'],
  ])('is named after %j', (title, name) => {
    expect(projectFileName({ ...DOCUMENT, title })).toBe(name);
  });
});
