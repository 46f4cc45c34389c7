/** The languages of the console. */
export type Language = 'en' | 'zh';
