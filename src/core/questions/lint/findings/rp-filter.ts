import { phrase } from '../../../lib/phrase';
import type { Check } from '../finding';

/** Strict reverse path filtering drops what comes in by another device than its answer would leave by. */
export const RP_FILTER: Check = {
  id: 'rp-filter',
  find: ({ sysctls, mode }) => {
    if (mode === undefined) return [];
    const all = sysctls['net.ipv4.conf.all.rp_filter'];
    const strict = Object.entries(sysctls).filter(([name, value]) => {
      const device = /^net\.ipv4\.conf\.(.+)\.rp_filter$/.exec(name)?.[1];
      // The kernel takes the greater of the two (Documentation/networking/ip-sysctl.rst).
      return device !== undefined && device !== 'default' && Math.max(value, all ?? 0) === 1;
    });
    if (strict.length === 0) return [];
    const devices = strict.map(([name]) => name.split('.')[3] ?? '').join(', ');
    return [{ id: 'rp-filter', severity: 'info', message: phrase('lint.rp-filter', { devices }), places: [] }];
  },
};
