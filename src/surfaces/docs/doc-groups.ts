import type { Language } from '../../foundation/contract/text/languages.ts';

type Words = Readonly<Record<Language, string>>;

/** A section of the left navigation, with its pages in reading order. */
interface DocGroup {
  title: Words;
  /** The guides' names, which are also their file names. */
  guides: readonly string[];
}

/** The guide shown at `/docs` itself. */
export const homeGuide = 'home';

/** Every guide is in exactly one group; a test compares this list with the files. */
export const docGroups: readonly DocGroup[] = [
  { title: { en: 'Get started', zh: '入门' }, guides: [homeGuide, 'start', 'sandbox'] },
  {
    title: { en: 'Products', zh: '产品' },
    guides: ['face-check', 'sign-in', 'verify', 'codes', 'notices'],
  },
  {
    title: { en: 'Integrate', zh: '接入' },
    guides: ['webhooks', 'idempotency', 'errors', 'statuses', 'limits', 'topups'],
  },
  {
    title: { en: 'Go live', zh: '上线' },
    guides: ['going-live', 'versioning', 'changes'],
  },
  { title: { en: 'Operate', zh: '运维' }, guides: ['runbook', 'platform-as-code', 'growth'] },
];
