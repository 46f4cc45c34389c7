import type { AppOptions } from '../../src/app.ts';
import { setOperator } from '../../src/people/accounts/operator-queries.ts';
import { setPageSettings } from '../../src/people/accounts/page-queries.ts';
import type { FaceProvider } from '../../src/vendors/providers/provider.ts';
import { byTest } from '../kit/by-test.ts';
import { type AskedCheck, type CheckFixture, createCheckFixture } from '../kit/check-fixture.ts';

/** The particulars on the page: invented, and complete as live ones must be. */
export const northlight = {
  legalName: { en: 'Northlight', zh: '北光科技' },
  contact: 'privacy@northlight.example',
  privacyUrl: 'https://northlight.example/privacy',
  keepDays: 7,
  isAbroad: false,
};

export const harbour = {
  nameEn: 'Harbour Identity Ltd',
  nameZh: '海港身份科技有限公司',
  contact: 'privacy@harbour.example',
  privacyUrl: 'https://harbour.example/privacy',
};

export interface PageFixture extends CheckFixture {
  /** A browser visits: the first one started the check. */
  visit(check: AskedCheck, device: 'desktop' | 'mobile', by?: string): Promise<void>;
}

/** A name as a page gives its browser. */
export const deskName = 'd'.repeat(24);
export const phoneName = 'a'.repeat(24);

/**
 * A platform whose page shows everything: an operator, an account with an alternative, and a vendor
 * with particulars, which is the sandbox under another name, once for every device and once for
 * WeChat only. `named: false` leaves the sandbox unchanged.
 */
export async function createPageFixture(
  databaseTarget: string,
  options: Partial<AppOptions> & { env?: Record<string, string>; named?: boolean } = {},
): Promise<PageFixture> {
  const { named = true, ...appOptions } = options;
  const fixture = await createCheckFixture(databaseTarget, {
    ...appOptions,
    extendRegistry: (registry) => {
      const sandbox = registry.face.get('sandbox') as FaceProvider;
      const vendor = {
        ...sandbox,
        code: 'northlight',
        vendorCode: 'northlight',
        title: { en: 'Northlight', zh: '北光科技' },
        particulars: northlight,
      };
      const inWechat = { ...vendor, code: 'northlight-wechat', devices: ['wechat' as const] };
      const own = [vendor, inWechat].map((each) => [each.code, each] as const);
      return { ...registry, face: new Map([...registry.face, ...own]) };
    },
  });
  await setOperator(byTest(fixture.app.pool), harbour);
  await setPageSettings(byTest(fixture.app.pool), fixture.accountId, {
    displayName: 'Rowan Bank',
    colour: '#0b6b4f',
    otherWayUrl: 'https://rowan.example/branches',
    otherWayPhone: '+86 400 800 1234',
    textsLink: true,
  });
  return {
    ...fixture,
    async ask(...words) {
      const check = await fixture.ask(...words);
      if (named) {
        await fixture.app.pool.query(
          `update checks set provider_code = 'northlight' where check_id = $1`,
          [check.requestId],
        );
      }
      return check;
    },
    async visit({ path }, device, by = device === 'desktop' ? deskName : phoneName) {
      await fixture.post(`${path}/visit?device=${device}&by=${by}`);
    },
  };
}
