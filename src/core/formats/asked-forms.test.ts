import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../paste/pasted';
import { FORMS } from './testing/forms';

describe('every form that may be pasted', () => {
  it.each(FORMS)('%s is recognised, alone and between others', (_, text, format) => {
    const piecesOf = (...texts: readonly string[]): readonly string[] => {
      const made = networkOfPasted({
        texts: texts.map((each, at) => ({ id: `${at}`, title: '', text: each })),
        facts: {},
      });
      return made.texts.flatMap(({ parts, pieces = [] }) => [...parts, ...pieces].map((each): string => each.format));
    };
    if (format === 'project-file') return;
    expect(new Set(piecesOf(text))).toEqual(new Set([format]));
    const routes = 'default via 172.18.0.1 dev eth0 \n';
    expect(piecesOf(`${routes}\n${text}`)).toContain(format);
  });

  it.each([
    ['kube-proxy’s log', 'kube-proxy log'],
    ['kubeadm-config', 'kubeadm configuration'],
    ['bridge link', 'ip addr / link'],
    ['arp -n', 'ip neigh / arp'],
    ['calicoctl get workloadendpoints -o wide', 'calicoctl get -o wide'],
    ['kubectl get pods -o wide', 'kubectl get -o wide'],
    ['wget', 'curl / wget'],
  ])('%s is called by what prints it: %s', (form, title) => {
    const [, text = ''] = FORMS.find(([name]) => name === form) ?? [];
    const { texts } = networkOfPasted({ texts: [{ id: 't', title: '', text }], facts: {} });
    expect(texts.flatMap(({ pieces = [] }) => pieces.map((piece) => piece.title))).toEqual([title]);
  });

  it('a kubeconfig is kept out: nothing of it is shown, and it is said that it holds keys', () => {
    const [, text = ''] = FORMS.find(([form]) => form === 'kubeconfig') ?? [];
    const made = networkOfPasted({ texts: [{ id: 't', title: 't', text }], facts: {} });
    const { texts, diagnostics, assumptions, found } = made;
    expect(diagnostics.map(({ message }) => message.id)).toContainEqual(expect.stringContaining('kubeconfig'));
    expect(JSON.stringify({ texts, diagnostics, assumptions, found })).not.toContain('sesame-open');
  });
});
