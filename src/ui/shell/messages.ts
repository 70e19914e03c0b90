/** Words of the frame around the panes. */
export const SHELL_MESSAGES = { en: {}, ko: {} } as const;
