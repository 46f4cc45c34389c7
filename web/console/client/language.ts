export type Language = 'en' | 'zh';
