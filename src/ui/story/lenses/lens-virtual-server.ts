import { cardLens } from './lens-cards';

/** IPVS: the virtual server, and the Service it stands for. */
export const VIRTUAL_SERVER_LENS = cardLens<'virtual-server'>(({ device, server, service }, _, t) => ({
  title: t('lens.virtualTitle'),
  cards: [
    ...(device === undefined ? [] : [{ id: 'device', over: t('lens.device'), text: device, mono: true }]),
    { id: 'server', over: t('lens.virtual'), text: server, mono: true },
    { id: 'service', over: t('lens.serves'), text: service, tone: 'service' as const },
  ],
}));
