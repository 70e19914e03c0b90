import { describe, expect, it } from 'vitest';
import { openTexts } from '../../public/open-texts';
import { listEvidence, placeEvidence } from './list-evidence';

const SERVICES = '-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES\n';
const HOSTPORT = '-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT\n';
const dump = (rules: string, own = ':KUBE-LOAD-BALANCER - [0:0]\n', counted = 5) =>
  `*nat\n:PREROUTING ACCEPT [${counted}:400]\n:CNI-HOSTPORT-DNAT - [0:0]\n:CNI-DN-0a1b2c - [0:0]\n:KUBE-SERVICES - [0:0]\n${own}${rules}-A CNI-HOSTPORT-DNAT -p tcp -m multiport --dports 8200 -j CNI-DN-0a1b2c\n-A CNI-DN-0a1b2c -p tcp -m tcp --dport 8200 -j DNAT --to-destination 10.244.7.3:8200\nCOMMIT\n`;

function find(text: string) {
  const opened = openTexts([{ id: 'a', title: 'a', text }]);
  if (!opened.ok) throw new Error(opened.error.kind);
  return placeEvidence(listEvidence(opened.value), opened.value.texts).filter(
    ({ id }) => id === 'hostport-before-services',
  );
}
const told = (text: string) =>
  find(text).map(({ severity, says: { values }, line }) => [
    severity,
    values?.['machine'],
    values?.['services'],
    values?.['ports'],
    values?.['mode'],
    line?.line,
  ]);

describe('hostPorts that take what Services are asked', () => {
  it('before Services, or without them, where the machine shows IPVS mode', () => {
    expect(told(dump(HOSTPORT + SERVICES))).toEqual([['error', 'none', 'after', '8200', 'shown', 7]]);
    expect(told(dump(HOSTPORT))).toEqual([['error', 'none', 'none', '8200', 'shown', 7]]);
    expect(told(dump(SERVICES + HOSTPORT))).toEqual([]);
  });

  it('where only words tell of IPVS it is no fault that is shown', () => {
    const other = dump(HOSTPORT, '').replace(/:KUBE-SERVICES.*\n/, '');
    expect(told(other)).toEqual([]);
    expect(told(`We use IPVS.\n\n${other}`)).toEqual([['warning', 'none', 'none', '8200', 'said', 7]]);
  });

  it('of two listings the one that has it is named', () => {
    const after = dump(HOSTPORT, ':KUBE-MARK-DROP - [0:0]\n', 90);
    expect(told(`Before\n\n${dump(SERVICES + HOSTPORT)}\nAfter\n\n${after}`)).toEqual([
      ['warning', 'L17', 'none', '8200', 'said', undefined],
    ]);
  });
});
