/** Words of sharing. */
export const SHARE_MESSAGES = { en: {}, ko: {} } as const;
