/** What the page remembers of rare fields: false, they are not folded away. */
export const ADVANCED = 'advanced';
