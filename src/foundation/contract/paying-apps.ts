/** Apps with a browser of their own, in which a page of the platform can be paid. */
export const payingApps = ['wechat'] as const;
export type PayingApp = (typeof payingApps)[number];
