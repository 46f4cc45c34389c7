import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { prefixField } from '../../foundation/contract/text/bilingual.ts';
import { httpsProblem } from '../../foundation/contract/text/https-problem.ts';
import { nameProblem } from '../../foundation/contract/text/name-problem.ts';
import { problems } from '../../foundation/contract/text/problems.ts';

/** Validates how an account looks on the check page, and the alternatives it offers there. */

const hexColour = /^#?[0-9a-f]{6}$/i;

const telephone = /^\+?[0-9](?:[0-9 ().-]{1,28})[0-9]$/;

const largestLogoBytes = 65_536;

export function checkDisplayName(name: string): void {
  const field = { en: 'Display name', zh: '显示名称' };
  const problem = nameProblem(name, 64) ?? (name.trim() !== name && problems.outer_space);
  if (problem) refuse('fields_invalid', { faults: prefixField(field, problem) });
}

/** Validates the format only. The page adjusts the colour for contrast. */
export function checkColour(colour: string): void {
  if (!hexColour.test(colour)) refuse('colour_invalid');
}

/** The page for people who cannot or do not want to use their face. */
export function checkOtherWayUrl(url: string): void {
  const problem = httpsProblem(url);
  const field = { en: 'Link to another way', zh: '其他方式的链接' };
  if (problem) refuse('fields_invalid', { faults: prefixField(field, problem) });
}

/** The page shows the number as written and dials its digits. */
export function checkOtherWayPhone(phone: string): void {
  if (!telephone.test(phone)) refuse('phone_invalid');
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

/**
 * Detects the image type from its first bytes and ignores the file name. SVG is refused because it can
 * contain scripts and external URLs.
 */
export function logoTypeOf(image: Buffer): LogoType {
  if (image.length > largestLogoBytes) {
    refuse('logo_too_large', { limit: largestLogoBytes / 1024 });
  }
  if (image.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (image.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  const isRiff = image.subarray(0, 4).toString('latin1') === 'RIFF';
  if (isRiff && image.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp';
  return refuse('logo_format_unsupported');
}
