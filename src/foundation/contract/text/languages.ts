/** The languages of the texts that people read. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
