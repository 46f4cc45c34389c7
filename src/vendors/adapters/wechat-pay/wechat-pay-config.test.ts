import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  merchantCertificate,
  merchantKey,
  rootCertificates,
  vendorCertificate,
} from '../../simulators/china-pay-keys.ts';
import { wechatPaySimulator } from '../../simulators/wechat-pay.ts';
import { findWechatPayFaults, type WechatPayConfig } from './wechat-pay-config.ts';

const other = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const simulated = wechatPaySimulator.config('http://127.0.0.1');
const { publicKey, publicKeyId, ...bare } = simulated as unknown as WechatPayConfig & {
  publicKey: string;
  publicKeyId: string;
};
const keys: WechatPayConfig = { ...bare, publicKey, publicKeyId };

const faultsOf = (config: WechatPayConfig) =>
  findWechatPayFaults(config).map(({ en, zh }) => {
    const [name = ''] = en.split(' ');
    expect(zh.startsWith(name)).toBe(true);
    return en;
  });

describe('the settings of WeChat Pay', () => {
  test.each<[string, WechatPayConfig]>([
    ['with the public key', keys],
    ['with platform certificates', { ...bare, platformCertificates: vendorCertificate }],
    [
      'with both, while one replaces the other',
      { ...keys, platformCertificates: rootCertificates },
    ],
  ])('may come %s', (_, config) => {
    expect(faultsOf(config)).toEqual([]);
  });

  test.each<[string, WechatPayConfig, string]>([
    ['without a private key', { ...keys, privateKey: 'x' }, 'privateKey must be an RSA private'],
    [
      'with the certificate for the key',
      { ...keys, privateKey: merchantCertificate },
      'privateKey',
    ],
    ['with the key for the certificate', { ...keys, certificate: merchantKey }, 'certificate must'],
    [
      'with the certificate of another key',
      { ...keys, certificate: vendorCertificate },
      'certificate does not belong to the private key',
    ],
    [
      'with an APIv3 key of other letters',
      { ...keys, apiV3Key: '中'.repeat(32) },
      'apiV3Key must be 32 characters of ASCII',
    ],
    ['without a key of WeChat Pay', bare, 'publicKeyId is required, unless'],
    ['with half a key of WeChat Pay', { ...bare, publicKeyId }, 'publicKey is required together'],
    ['with the other half', { ...bare, publicKey }, 'publicKeyId is required together'],
    ['with an unreadable key', { ...keys, publicKey: 'x' }, 'publicKey must be an RSA public key'],
    [
      'with the own key for WeChat Pay’s',
      { ...keys, privateKey: other.privateKey, publicKey: other.publicKey },
      'publicKey belongs to your own private key',
    ],
    [
      'with the own certificate for WeChat Pay’s',
      { ...bare, platformCertificates: merchantCertificate },
      'platformCertificates must be certificates of WeChat Pay',
    ],
  ])('must not come %s', (_, config, fault) => {
    expect(faultsOf(config).some((each) => each.startsWith(fault))).toBe(true);
  });
});
