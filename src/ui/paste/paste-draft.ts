/** What is typed into the box and not added yet is kept by this name, also over a reload. */
export const PASTE_DRAFT = 'paste';
