import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { alipaySimulator } from '../../simulators/alipay.ts';
import {
  merchantCertificate,
  merchantKey,
  rootCertificates,
  vendorCertificate,
} from '../../simulators/china-pay-keys.ts';
import { type AlipayConfig, findAlipayFaults } from './alipay-config.ts';

const encodings = {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
} as const;
const own = generateKeyPairSync('rsa', { modulusLength: 2_048, ...encodings });
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024, ...encodings });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256', ...encodings });
const keys = alipaySimulator.config('http://127.0.0.1') as unknown as AlipayConfig;
const { alipayPublicKey, ...bare } = keys;
const certificates = {
  ...bare,
  appCertificate: merchantCertificate,
  alipayCertificate: vendorCertificate,
  rootCertificate: rootCertificates,
};

const faultsOf = (config: AlipayConfig) =>
  findAlipayFaults(config).map(({ en, zh }) => {
    const [name = ''] = en.split(' ');
    expect(zh.startsWith(name)).toBe(true);
    return en;
  });

describe('the settings of Alipay', () => {
  test.each([
    ['keys', keys],
    ['certificates', certificates],
    ['a key as one line', { ...keys, privateKey: lineOf(merchantKey) }],
    ['a public key as PEM', { ...keys, alipayPublicKey: own.publicKey }],
  ])('may be %s', (_, config) => {
    expect(faultsOf(config)).toEqual([]);
  });

  test.each<[string, AlipayConfig, string]>([
    ['no private key', { ...keys, privateKey: 'MIIE' }, 'privateKey must be an RSA private key'],
    ['a short private key', { ...keys, privateKey: weak.privateKey }, 'privateKey must be'],
    ['a private key of a curve', { ...keys, privateKey: curve.privateKey }, 'privateKey must be'],
    ['no public key', bare, 'alipayPublicKey is required, unless'],
    ['an unreadable public key', { ...keys, alipayPublicKey: 'x' }, 'alipayPublicKey must be an'],
    [
      'a private key for the public one',
      { ...keys, alipayPublicKey: own.privateKey },
      'alipayPublicKey must be an RSA public key',
    ],
    [
      'the own public key for Alipay’s',
      { ...keys, privateKey: own.privateKey, alipayPublicKey: own.publicKey },
      'alipayPublicKey belongs to your application key',
    ],
    ['both', { ...certificates, alipayPublicKey: own.publicKey }, 'alipayPublicKey must be blank'],
    [
      'one certificate of three',
      { ...bare, appCertificate: merchantCertificate },
      'alipayCertificate is required together',
    ],
    [
      'a certificate of another key',
      { ...certificates, privateKey: own.privateKey },
      'appCertificate does not belong',
    ],
    [
      'the own certificate for Alipay’s',
      { ...certificates, alipayCertificate: merchantCertificate },
      'alipayCertificate belongs to your application key',
    ],
    [
      'a key for a certificate',
      { ...certificates, rootCertificate: own.publicKey },
      'rootCertificate must be an RSA certificate',
    ],
  ])('must not be %s', (_, config, fault) => {
    expect(faultsOf(config).some((each) => each.startsWith(fault))).toBe(true);
  });
});

function lineOf(pem: string): string {
  return pem.replaceAll(/-----[^-]+-----|\s/g, '');
}
