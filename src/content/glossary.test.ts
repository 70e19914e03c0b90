import { describe, expect, it } from 'vitest';
import { HOOKS, TABLE_ORDER, TABLES } from '../core/linux/hooks';
import { MEANINGS } from '../ui/common/i18n/testing/messages';
import { GLOSSARY } from './glossary';
import { LOCALES } from './languages';

describe('glossary', () => {
  it.each(HOOKS)('says the tables of %s in the order the engine asks them', (hook) => {
    for (const locale of LOCALES) {
      const [, order = ''] = new RegExp(`${hook}: ([a-z, ]+)`).exec(MEANINGS[locale].table) ?? [];
      expect(order.split(', ')).toEqual(TABLE_ORDER[hook]);
    }
  });

  it('names no table or hook that is none, and leaves none out', () => {
    for (const name of [...TABLES, ...HOOKS]) expect(MEANINGS.en.table).toContain(name);
    expect(MEANINGS.en.hook.match(/[A-Z]{5,}/g)).toEqual([...HOOKS]);
  });

  it('explains the words of the field that the page says', () => {
    const terms: readonly string[] = Object.values(GLOSSARY);
    const wanted = 'iptables IPVS ipset kube-ipvs0 CNI Ingress headless DNS kubelet REJECT'.split(' ');
    expect([...wanted, 'RFC 1918'].filter((term) => !terms.includes(term))).toEqual([]);
    expect(new Set(terms).size).toBe(terms.length);
  });
});
