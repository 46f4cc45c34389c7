import { describe, expect, test } from 'vitest';
import { describeSmsContract } from '../../test/vendors/sms-contract.ts';
import { yunxinStandIn } from '../stand-ins/yunxin.ts';
import { yunxin, yunxinCheckSum } from './yunxin.ts';

describe('NetEase Yunxin', () => {
  test('signs as the vector says', () => {
    expect(yunxinCheckSum('appsecret', 'nonce1', '1700000000')).toBe(
      'f70260000925378aae592907a96887e3e5687ad8',
    );
  });

  describeSmsContract({
    vendor: yunxin,
    standIn: yunxinStandIn,
    wrongSecret: { appSecret: 'another' },
    mobile: '13912345678',
    said: { templateid: '3057527', params: { code: '482913' } },
  });
});
